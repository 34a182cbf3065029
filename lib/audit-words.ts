import type { AuditAction } from '@/lib/domain/audit/record-audit-event'

const WORDS: Record<AuditAction, string> = {
  'session.signed_in': 'Signed in',
  'session.revoked': 'Session signed out',
  'profile.changed': 'Profile changed',
  'branding.changed': 'Branding changed',
  'customer_mail.switched': 'Mail to customers switched',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset by a mailed link',
  'email.confirmed': 'E-mail address confirmed',
  'totp.enabled': 'Two-step sign-in switched on',
  'totp.disabled': 'Two-step sign-in switched off',
  'recovery_code.used': 'Recovery code used',
  'recovery_codes.renewed': 'New recovery codes made',
  'api_key.generated': 'API key generated',
  'api_key.rolled': 'API key rolled',
  'api_key.revoked': 'API key revoked',
  'webhook_secret.revealed': 'Signing secret shown',
  'webhook_secret.rolled': 'Signing secret rolled',
  'webhook.redelivered': 'Webhook sent again',
  'webhook.test_sent': 'Test webhook sent',
  'customer.created': 'Customer created',
  'customer.changed': 'Customer changed',
  'bank_account.added': 'Bank account added',
  'bank_account.revealed': 'Bank account number shown',
  'invoice.created': 'Invoice created',
  'invoice.marked_paid': 'Invoice marked as paid',
  'payout.requested': 'Payout requested',
  'wallet.test_funds_added': 'Test funds added',
  'vendor.banned': 'Account banned',
  'vendor.unbanned': 'Ban lifted',
  'vendor.terms_changed': 'Limits and fees changed',
  'vendor.operator_changed': 'Operator’s rights changed',
}

/** What was done, in words. One that a newer version has recorded is shown by its name. */
export function actionWords(action: AuditAction): string {
  return WORDS[action] ?? action
}

/** The actions whose words have this text in them, in whatever case. */
export function actionsInWords(text: string): AuditAction[] {
  const wanted = text.toLowerCase()
  return (Object.keys(WORDS) as AuditAction[]).filter((action) =>
    WORDS[action].toLowerCase().includes(wanted),
  )
}
