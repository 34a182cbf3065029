import type { AuditAction } from './record-audit-event'

/** Filters of the audit log, in display order. */
export const AUDIT_KINDS = {
  sign_in: 'Sign-in',
  settings: 'Settings',
  team: 'Team',
  api_keys: 'API keys',
  webhooks: 'Webhooks',
  customers: 'Customers',
  invoices: 'Invoices',
  payouts: 'Payouts and wallet',
  operator: 'Approval, terms and bans',
} as const

export type AuditKind = keyof typeof AUDIT_KINDS

export const AUDIT_KIND_NAMES = Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]]

/** The part of an action before its dot: `api_key`. */
type SubjectOf<Action> = Action extends `${infer Subject}.${string}` ? Subject : never

/** Every action has a kind: without one no filter would find it. */
const KIND_OF: Record<SubjectOf<AuditAction>, AuditKind> = {
  session: 'sign_in',
  password: 'sign_in',
  email: 'sign_in',
  payout_proof: 'sign_in',
  totp: 'sign_in',
  recovery_code: 'sign_in',
  recovery_codes: 'sign_in',
  member: 'team',
  profile: 'settings',
  branding: 'settings',
  seller: 'settings',
  customer_mail: 'settings',
  api_key: 'api_keys',
  webhook: 'webhooks',
  webhook_secret: 'webhooks',
  webhook_endpoint: 'webhooks',
  customer: 'customers',
  bank_account: 'customers',
  invoice: 'invoices',
  invoice_numbers: 'settings',
  invoice_draft: 'invoices',
  recurring_invoice: 'invoices',
  payout: 'payouts',
  payout_approval: 'settings',
  payout_batch: 'payouts',
  refund: 'invoices',
  wallet: 'payouts',
  mail: 'settings',
  secret_key: 'operator',
  seals: 'operator',
  reporting: 'operator',
  vendor: 'operator',
}

/** The subjects of a kind's actions. */
export function subjectsOfKind(kind: AuditKind): string[] {
  return Object.entries(KIND_OF).flatMap(([subject, of]) => (of === kind ? [subject] : []))
}

const WORDS: Record<AuditAction, string> = {
  'session.signed_in': 'Signed in',
  'session.revoked': 'Session signed out',
  'profile.changed': 'Profile changed',
  'branding.changed': 'Branding changed',
  'seller.changed': 'Seller details changed',
  'customer_mail.switched': 'Customer emails turned on or off',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset by email link',
  'email.confirmed': 'Email address confirmed',
  'email.change_requested': 'Email change requested',
  'email.change_cancelled': 'Email change cancelled',
  'payout_proof.changed': 'Payout confirmation changed',
  'totp.enabled': 'Two-step sign-in turned on',
  'totp.disabled': 'Two-step sign-in turned off',
  'recovery_code.used': 'Recovery code used',
  'recovery_codes.renewed': 'Recovery codes generated',
  'api_key.generated': 'API key generated',
  'api_key.rolled': 'API key rotated',
  'api_key.revoked': 'API key revoked',
  'webhook_secret.revealed': 'Signing secret shown',
  'webhook_secret.rolled': 'Signing secret rotated',
  'webhook.redelivered': 'Webhook redelivered',
  'webhook.test_sent': 'Test webhook sent',
  'webhook_endpoint.added': 'Webhook endpoint added',
  'webhook_endpoint.changed': 'Webhook endpoint changed',
  'webhook_endpoint.secret_rotated': 'Webhook endpoint’s secret rotated',
  'webhook_endpoint.deleted': 'Webhook endpoint deleted',
  'customer.created': 'Customer created',
  'customer.changed': 'Customer updated',
  'customer.imported': 'Customers imported',
  'customer.archived': 'Customer archived',
  'customer.unarchived': 'Customer taken out of the archive',
  'bank_account.added': 'Bank account added',
  'bank_account.revealed': 'Bank account number shown',
  'bank_account.requested': 'Bank details requested',
  'bank_account.entered': 'Bank details entered by the customer',
  'bank_account.confirmed': 'Bank account confirmed as the customer’s',
  'bank_account.archived': 'Bank account archived',
  'bank_account.unarchived': 'Bank account taken out of the archive',
  'invoice.created': 'Invoice created',
  'invoice.changed': 'Invoice changed',
  'invoice.marked_paid': 'Invoice marked as paid',
  'invoice.payment_recorded': 'Payment of an invoice recorded',
  'invoice.payment_removed': 'Recorded payment of an invoice removed',
  'invoice.voided': 'Invoice voided',
  'invoice.sent': 'Invoice sent again',
  'invoice.reminders_switched': 'Reminders of an invoice turned on or off',
  'invoice.written_off': 'Invoice marked as uncollectible',
  'invoice.write_off_undone': 'Invoice no longer uncollectible',
  'invoice_numbers.changed': 'Invoice numbers changed',
  'invoice_draft.created': 'Invoice draft created',
  'invoice_draft.changed': 'Invoice draft changed',
  'invoice_draft.deleted': 'Invoice draft deleted',
  'recurring_invoice.created': 'Recurring invoice created',
  'recurring_invoice.changed': 'Recurring invoice changed',
  'recurring_invoice.paused': 'Recurring invoice paused',
  'recurring_invoice.resumed': 'Recurring invoice resumed',
  'recurring_invoice.stopped': 'Recurring invoice stopped by Counterfoil',
  'recurring_invoice.ended': 'Recurring invoice ended',
  'recurring_invoice.deleted': 'Recurring invoice deleted',
  'payout.requested': 'Payout requested',
  'payout.approval_requested': 'Payout approval requested',
  'payout.approved': 'Payout approved',
  'payout.rejected': 'Payout rejected',
  'payout.approval_cancelled': 'Payout request cancelled',
  'payout.approval_expired': 'Payout request expired',
  'payout_approval.changed': 'Payout approval changed',
  'payout.scheduled': 'Payout scheduled',
  'payout.rescheduled': 'Scheduled payout changed',
  'payout.unscheduled': 'Scheduled payout cancelled',
  'payout_batch.uploaded': 'Batch of payouts uploaded',
  'payout_batch.created': 'Batch of payouts created',
  'payout_batch.confirmed': 'Batch of payouts confirmed',
  'payout_batch.approved': 'Batch of payouts approved',
  'payout_batch.returned': 'Batch of payouts sent back',
  'payout_batch.corrected': 'Batch of payouts corrected',
  'payout_batch.stopped': 'Batch of payouts stopped',
  'refund.requested': 'Refund requested',
  'wallet.test_funds_added': 'Test funds added',
  'wallet.credited': 'Funds added',
  'invoice.swept': 'Overdue invoices updated',
  'payout.reconciled': 'Payouts reconciled',
  'payout.settled_by_hand': 'Payout settled by hand',
  'mail.reminded': 'Reminders sent',
  'mail.read': 'Email read',
  'member.invited': 'Person invited',
  'member.invitation_revoked': 'Team invitation revoked',
  'member.joined': 'Person joined the team',
  'member.role_changed': 'Role changed',
  'member.removed': 'Person removed from the team',
  'member.suspended': 'Person suspended',
  'member.readmitted': 'Person re-admitted',
  'member.made_owner': 'Ownership transferred',
  'vendor.created': 'Account created',
  'vendor.invited': 'Invitation sent',
  'secret_key.rotated': 'Secret key rotated',
  'seals.anchored': 'Seals anchored again',
  'reporting.granted': 'Reporting views opened to a database role',
  'reporting.revoked': 'Reporting views closed to a database role',
  'vendor.banned': 'Account banned',
  'vendor.unbanned': 'Ban lifted',
  'vendor.live_approved': 'Live mode approved',
  'vendor.live_suspended': 'Live mode suspended',
  'vendor.terms_changed': 'Limits and fees changed',
  'vendor.operator_changed': 'Operator rights changed',
}

/** An action in words. An unknown one, recorded by a newer version, is shown by its code. */
export function actionWords(action: AuditAction): string {
  return WORDS[action] ?? action
}

/** The actions whose words contain this text, in any case. */
export function actionsInWords(text: string): AuditAction[] {
  const lowerCaseText = text.toLowerCase()
  return (Object.keys(WORDS) as AuditAction[]).filter((action) =>
    WORDS[action].toLowerCase().includes(lowerCaseText),
  )
}
