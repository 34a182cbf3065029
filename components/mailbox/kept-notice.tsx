import type { MailSettings } from '@/lib/api/dashboard/read-mailbox'
import type { Mode } from '@/lib/auth/mode'
import { Notice } from '../ui/notice'

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
