import { Badge, type Tone } from '@/components/ui/badge'
import { Notice } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { MailRow, MailSettings } from '@/lib/mail/mail-list'

/** Each status as the badge and the list's filter show it. */
export const MAIL_STATUSES: Record<MailRow['status'], { displayStatus: string; tone: Tone }> = {
  PENDING: { displayStatus: 'Sending', tone: 'accent' },
  SENT: { displayStatus: 'Sent', tone: 'success' },
  KEPT: { displayStatus: 'Not sent', tone: 'neutral' },
  FAILED: { displayStatus: 'Failed', tone: 'danger' },
}

const KINDS: Record<MailRow['kind'], string> = {
  invoice: 'Invoice',
  reminder_due_soon: 'Reminder, 3 days before due date',
  reminder_overdue: 'Reminder, 1 day overdue',
  reminder_long_overdue: 'Reminder, 7 days overdue',
  receipt: 'Receipt',
  refund: 'Refund',
  payout: 'Payout',
  payout_not_sent: 'Payout not sent',
  webhook_failing: 'Webhook failing',
  recurring_stopped: 'Recurring invoice stopped',
  password_reset: 'Password',
  email_confirmation: 'Confirmation',
  security_notice: 'Security notice',
  invitation: 'Invitation',
  payout_approval: 'Payout approval',
}

export function MailStatusBadge({ status }: { status: MailRow['status'] }) {
  const { displayStatus, tone } = MAIL_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
}

/** The occasion of the mail. */
export function kindLabel(kind: MailRow['kind']): string {
  return KINDS[kind]
}

/** Explains why no mail is sent at all, if so. */
export function KeptNotice(state: MailSettings & { mode: Mode; isEmailConfirmed: boolean }) {
  if (!state.isMailSent) {
    return (
      <Notice title="Email is not set up">
        This service has no mail server, so emails are kept here for you to read.
      </Notice>
    )
  }
  if (!state.isEmailConfirmed) {
    return (
      <Notice kind="warning" title="Emails wait until you confirm your email address">
        Open the link we sent you. You can get another one on Home.
      </Notice>
    )
  }
  if (!state.mailsCustomers) {
    return <Notice>Emails to your customers are off. They are kept here and not sent.</Notice>
  }
  if (state.mode === 'test') {
    return (
      <Notice>
        Test mode sends email only to your own address. Other emails are kept here for you to read.
      </Notice>
    )
  }
  return null
}
