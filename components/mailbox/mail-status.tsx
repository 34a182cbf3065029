import type { MailRow } from '@/lib/api/dashboard/read-mailbox'
import { Badge, type Tone } from '../ui/badge'

const STATUSES: Record<MailRow['status'], { label: string; tone: Tone }> = {
  PENDING: { label: 'Sending', tone: 'accent' },
  SENT: { label: 'Sent', tone: 'success' },
  KEPT: { label: 'Kept', tone: 'neutral' },
  FAILED: { label: 'Failed', tone: 'danger' },
}

const KINDS: Record<MailRow['kind'], string> = {
  invoice: 'Invoice',
  reminder_due_soon: 'Reminder, 3 days before it is due',
  reminder_overdue: 'Reminder, 1 day overdue',
  reminder_long_overdue: 'Reminder, 7 days overdue',
  receipt: 'Receipt',
  payout: 'Payout',
  webhook_failing: 'Webhook failing',
  password_reset: 'Password',
  email_confirmation: 'Confirmation',
}

export function MailStatusBadge({ status }: { status: MailRow['status'] }) {
  const { label, tone } = STATUSES[status]
  return <Badge tone={tone}>{label}</Badge>
}

/** What caused the mail. */
export function kindLabel(kind: MailRow['kind']): string {
  return KINDS[kind]
}
