import { Badge, type Tone } from '@/components/ui/badge'
import { Notice } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { MailRow, MailSettings } from '@/lib/mail/mail-list'

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

/** Why mail does not go out, where there is a reason that holds for all of it. */
export function KeptNotice(state: MailSettings & { mode: Mode; isEmailConfirmed: boolean }) {
  if (!state.isMailSent) {
    return (
      <Notice title="No mail leaves this service">
        It has no mail server set up, so each mail is kept here for you to read.
      </Notice>
    )
  }
  if (!state.isEmailConfirmed) {
    return (
      <Notice kind="warning" title="Mail is kept until you confirm your e-mail address">
        Open the link that was mailed to you; Home has a button for another one.
      </Notice>
    )
  }
  if (!state.mailsCustomers) {
    return <Notice>Mail to your customers is switched off: it is kept here and goes out to nobody.</Notice>
  }
  if (state.mode === 'test') {
    return (
      <Notice>
        Test mode sends mail to your own address alone. Mail to others is kept here for you to read.
      </Notice>
    )
  }
  return null
}
