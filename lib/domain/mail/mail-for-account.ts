import type { MailKind } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { isOwnAddress } from './mail-lines'
import type { MailSender } from './mail-sender'
import { queueMail } from './queue-mail'
import { type MailContent, renderMail } from './render-mail'
import { textsIn } from './texts/texts'

/** Who it is that sends: the name in every mail. */
export const SERVICE_NAME = 'Counterfoil'

type AccountMail = {
  kind: MailKind
  reference: string
  recipient: string
  subject: string
  content: MailContent
}

/**
 * Puts a mail to a customer of the account into the outbox, in the vendor's name and colour; false when its
 * cause has had it already. It is kept where mail to customers is switched off.
 */
export function mailCustomer(tx: Transaction, sender: MailSender, mail: AccountMail): Promise<boolean> {
  const { content, subject, ...rest } = mail
  const { accountId, mode, name, brandColor, customerLocale: locale } = sender
  const isTest = mode === 'test'
  return queueMail(tx, {
    ...rest,
    ownerId: accountId,
    subject: isTest ? textsIn(locale).testSubject({ subject }) : subject,
    body: renderMail(content, { locale, isTest, senderName: name, color: brandColor }),
    senderName: name,
    replyTo: sender.email,
    keepsBecause: reasonToKeep(sender, mail.recipient),
  })
}

/** The same for a mail to the vendor itself, which is from the service. */
export function mailVendorOf(tx: Transaction, sender: MailSender, mail: AccountMail): Promise<boolean> {
  const { content, subject, ...rest } = mail
  const { accountId, mode, vendorLocale: locale } = sender
  const isTest = mode === 'test'
  return queueMail(tx, {
    ...rest,
    ownerId: accountId,
    subject: isTest ? textsIn(locale).testSubject({ subject }) : subject,
    body: renderMail(content, { locale, isTest, senderName: SERVICE_NAME, color: null }),
  })
}

/**
 * A test uses names and addresses that belong to somebody, and whoever signs up can make one: test mail to
 * others than the vendor would be a bother to them at best, and a relay for spam at worst.
 */
function reasonToKeep({ mode, mailsCustomers, email }: MailSender, recipient: string): string | null {
  if (!mailsCustomers) return 'Mail to customers is switched off'
  if (mode === 'test' && !isOwnAddress(recipient, email)) {
    return 'Test mode sends mail to your own address alone'
  }
  return null
}
