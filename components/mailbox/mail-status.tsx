import { Badge } from '@/components/ui/badge'
import { Notice } from '@/components/ui/notice'
import type { Mode } from '@/lib/auth/mode'
import type { MailRow, MailSettings } from '@/lib/mail/mail-list'
import { MAIL_STATUSES } from '@/lib/mail/status'

export function MailStatusBadge({ status }: { status: MailRow['status'] }) {
  const { displayStatus, tone } = MAIL_STATUSES[status]
  return <Badge tone={tone}>{displayStatus}</Badge>
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
