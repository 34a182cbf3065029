import type { AuditAction } from '@/lib/domain/audit/record-audit-event'

/** What the audit log can be filtered by, in the order of the choice. */
export const AUDIT_KINDS = {
  sign_in: 'Sign-in',
  settings: 'Settings',
  api_keys: 'API keys',
  webhooks: 'Webhooks',
  customers: 'Customers',
  invoices: 'Invoices',
  payouts: 'Payouts and wallet',
  operator: 'Terms and bans',
} as const

export type AuditKind = keyof typeof AUDIT_KINDS

export const AUDIT_KIND_NAMES = Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]]

/** The part of an action before its point: `api_key`. */
type SubjectOf<Action> = Action extends `${infer Subject}.${string}` ? Subject : never

/** Every action there is has a kind: one without it would be found by no filter. */
const KIND_OF: Record<SubjectOf<AuditAction>, AuditKind> = {
  session: 'sign_in',
  password: 'sign_in',
  email: 'sign_in',
  totp: 'sign_in',
  recovery_code: 'sign_in',
  recovery_codes: 'sign_in',
  profile: 'settings',
  branding: 'settings',
  customer_mail: 'settings',
  api_key: 'api_keys',
  webhook: 'webhooks',
  webhook_secret: 'webhooks',
  customer: 'customers',
  bank_account: 'customers',
  invoice: 'invoices',
  payout: 'payouts',
  wallet: 'payouts',
  vendor: 'operator',
}

/** What the actions of a kind begin with, before their point. */
export function subjectsOfKind(kind: AuditKind): string[] {
  return Object.entries(KIND_OF).flatMap(([subject, of]) => (of === kind ? [subject] : []))
}
