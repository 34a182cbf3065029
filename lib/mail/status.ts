import type { MailKind, MailStatus } from '@/lib/db/generated/enums'

/** Each status as our own pages call it. The list's filter names the codes. */
export const MAIL_STATUSES = {
  PENDING: { displayStatus: 'Sending', tone: 'accent' },
  SENT: { displayStatus: 'Sent', tone: 'success' },
  KEPT: { displayStatus: 'Not sent', tone: 'neutral' },
  FAILED: { displayStatus: 'Failed', tone: 'danger' },
} as const satisfies Record<MailStatus, { displayStatus: string; tone: string }>

/** What each kind of mail is about, for people. */
export const MAIL_KINDS: Record<MailKind, string> = {
  invoice: 'Invoice',
  invoice_changed: 'Changed invoice',
  reminder_due_soon: 'Reminder before the due date',
  reminder_overdue: 'First reminder when overdue',
  reminder_long_overdue: 'Second reminder when overdue',
  receipt: 'Receipt',
  refund: 'Refund',
  credit_note: 'Credit note',
  payout: 'Payout',
  payout_not_sent: 'Payout not sent',
  webhook_failing: 'Webhook failing',
  recurring_stopped: 'Recurring invoice stopped',
  invoice_not_sent: 'Invoice not sent',
  recurring_payout_stopped: 'Recurring payout stopped',
  password_reset: 'Password',
  email_confirmation: 'Confirmation',
  security_notice: 'Security notice',
  invitation: 'Invitation',
  payout_approval: 'Payout approval',
  portal_link: 'Portal link',
}
