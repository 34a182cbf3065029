import { List, Paragraph } from '@/components/docs/prose'
import { SettingsTable } from './sections'
import { MAIL_SETTINGS } from './settings'

/** What is mailed to whom, when, and what is promised of it. */
export function MailSection() {
  return (
    <>
      <Paragraph>
        Buyers are mailed their invoice with its payment link, a reminder three days before it is due, one and
        seven days after, and a receipt; the holder of a bank account is told of a payout that was delivered.
        Vendors are mailed links to confirm their address and to set a new password, and once a day at most
        that webhooks fail. Mail to a customer is in the customer's language where it is known, else in the
        vendor's: English, Spanish, French, German or Arabic.
      </Paragraph>
      <SettingsTable label="Settings of mail" settings={MAIL_SETTINGS} />
      <List
        items={[
          'Without a mail server nothing goes out. Every mail is kept, and vendors read theirs under Mailbox. A server that is set up later sends none of what was kept. Mail with a link to a password is for the operator alone: `mail list` and `mail show`.',
          'Mail is written down in the transaction of the change that it tells of, and sent by the worker: there is no change without its mail, and a mail server that is slow or down holds up no request.',
          'Each cause has one mail. A worker that is killed after the server took a mail, and before that was written down, leaves it to be sent once more 90 seconds later. SMTP has no way to ask; the second copy has the `Message-ID` of the first, by which most mail programs show one.',
          'What the server can’t take now is tried again after 1, 5, 15, 30, 60, 120 and then every 240 minutes, for a day, or as long as the link in it works. An answer of 5xx to the recipient or to the content ends it at once.',
          'An invoice that is paid, and a payout that has come back, before its mail could go out: the mail is kept then. A banned vendor’s buyers are not asked for money.',
          'Test mode sends to the vendor’s own address alone, with or without a `+tag`, and marks every mail as a test. All other mail of test mode is kept.',
          'Mail to customers waits for nothing but this: the vendor has confirmed its own address. What is written before that is kept. A vendor can switch mail to customers off, per mode.',
          'What mails say is encrypted in the database. They load nothing when they are opened: no picture, no counter.',
        ]}
      />
    </>
  )
}
