import { decrypt, encrypt } from '@/lib/crypto/secrets'
import type { MailKind, Mode } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/i18n/locale'
import { newId } from '@/lib/ids'
import { type LeasedQueue, wake } from '@/lib/jobs/queue'
import { textsIn } from '@/lib/mail/texts/texts'
import { now } from '@/lib/time/clock'
import { headerLine, isMailAddress, isOwnAddress, type MailContent, oneLine, renderMail } from './render-mail'
import { GIVE_UP_AFTER_MS, RETRIES } from './retry-schedule'

/** Mail to send. */
export const mailQueue: LeasedQueue = {
  job: 'send_mail',
  table: 'mail_messages',
  tenantColumn: 'owner_id',
  idColumn: 'id',
  backOff: RETRIES,
}

/** A mail's content, as plain text and as HTML. */
export type MailBody = { text: string; html: string }

type MailKey = { ownerId: string; id: string }

/** Encrypts the body for its row: the table reveals no link that sets a password. */
function sealBody({ ownerId, id }: MailKey, body: MailBody): string {
  return encrypt('mail', `${ownerId}/${id}`, JSON.stringify(body))
}

/** Decrypts what `sealBody` returned for the same mail. */
export function openBody({ ownerId, id }: MailKey, encrypted: string): MailBody {
  return JSON.parse(decrypt('mail', `${ownerId}/${id}`, encrypted)) as MailBody
}

const SUBJECT_CHARACTERS = 200
const NAME_CHARACTERS = 100
const NOT_AN_ADDRESS = 'The address is not one that mail can be sent to'

export type NewMail = {
  /** The account, or the vendor for mail about the sign-in. */
  ownerId: string
  kind: MailKind
  /** Its cause: unique with owner and kind, so that no second mail is created for it. */
  reference: string
  recipient: string
  senderName?: string
  replyTo?: string
  /** Our own text; outside text in it has passed through `oneLine`. */
  subject: string
  body: MailBody
  /** When it becomes worthless; by default it is tried for a day. */
  expiresAt?: Date
  /** Why it must not be sent, if that is already known: it is kept. */
  keepsBecause?: string | null
}

/**
 * Adds a mail to the outbox with the job that sends it, in the transaction of the change it reports. Its text
 * is frozen here. Returns false and adds none if the same cause has had its mail.
 */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<boolean> {
  const id = newId()
  const { ownerId, kind, reference, recipient } = mail
  const createdAt = now()
  const note = isMailAddress(recipient) ? (mail.keepsBecause ?? null) : NOT_AN_ADDRESS
  const { count } = await tx.mailMessage.createMany({
    data: [
      {
        ownerId,
        id,
        kind,
        reference,
        recipient: oneLine(recipient, 254).replace(/[\s<>,;"]/gu, ''),
        senderName: mail.senderName === undefined ? null : oneLine(mail.senderName, NAME_CHARACTERS),
        replyTo: mail.replyTo !== undefined && isMailAddress(mail.replyTo) ? mail.replyTo : null,
        subject: headerLine(mail.subject, SUBJECT_CHARACTERS),
        bodyEncrypted: sealBody({ ownerId, id }, mail.body),
        status: note === null ? 'PENDING' : 'KEPT',
        note,
        nextAttemptAt: note === null ? createdAt : null,
        giveUpAt: mail.expiresAt ?? new Date(createdAt.getTime() + GIVE_UP_AFTER_MS),
        createdAt,
      },
    ],
    skipDuplicates: true,
  })
  if (count !== 1) return false
  if (note === null) await wake(tx, mailQueue, { tenantId: ownerId, id }, createdAt)
  return true
}

/** The service's name, in every mail. */
export const SERVICE_NAME = 'Counterfoil'

type AccountMail = {
  kind: MailKind
  reference: string
  recipient: string
  subject: string
  content: MailContent
}

/**
 * Queues a mail to a customer of the account, in the vendor's name and colour; false if its cause has had
 * one. Kept unsent while mail to customers is off.
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

/** Queues a mail to the vendor itself, from the service; false if its cause has had one. */
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
 * Tests use names and addresses of real people, and anyone who signs up can create one: test mail to others
 * than the vendor would be a nuisance at best, and a spam relay at worst.
 */
function reasonToKeep({ mode, mailsCustomers, email }: MailSender, recipient: string): string | null {
  if (!mailsCustomers) return 'Emails to customers are off'
  if (mode === 'test' && !isOwnAddress(recipient, email)) {
    return 'Test mode sends mail to your own address alone'
  }
  return null
}

/** The sender of an account's mail, and the languages it is written in. */
export type MailSender = {
  accountId: string
  name: string
  email: string
  mode: Mode
  mailsCustomers: boolean
  /** `#rrggbb`; null for the default. */
  brandColor: string | null
  vendorLocale: Locale
  /** The customer's own language, else the vendor's. */
  customerLocale: Locale
}

type Row = Omit<MailSender, 'accountId' | 'vendorLocale' | 'customerLocale'> & {
  vendorLocale: string
  customerLocale: string | null
}

/** One statement, because creating an invoice waits for it. The account exists. */
export async function findMailSender(
  tx: Transaction,
  accountId: string,
  customerId: string | null,
): Promise<MailSender> {
  const [row] = await tx.$queryRaw<Row[]>`
    SELECT vendors.name, vendors.email, accounts.mode, accounts.mails_customers AS "mailsCustomers",
           vendors.brand_color AS "brandColor", vendors.locale AS "vendorLocale",
           customers.locale AS "customerLocale"
      FROM accounts
      JOIN vendors ON vendors.id = accounts.vendor_id
      LEFT JOIN customers ON customers.account_id = accounts.id AND customers.id = ${customerId}::uuid
     WHERE accounts.id = ${accountId}::uuid`
  if (!row) throw new Error(`there is no account ${accountId}`)
  const vendorLocale = isLocale(row.vendorLocale) ? row.vendorLocale : DEFAULT_LOCALE
  const customerLocale = isLocale(row.customerLocale) ? row.customerLocale : vendorLocale
  return { ...row, accountId, vendorLocale, customerLocale }
}

/** Whether mail to the account's customers is on. The account exists. */
export async function mailsCustomers(tx: Transaction, accountId: string): Promise<boolean> {
  const account = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { mailsCustomers: true },
  })
  return account.mailsCustomers
}

/** Turns mail to the account's customers on or off; mail created while it is off is never sent. */
export async function setCustomerMail(tx: Transaction, accountId: string, isOn: boolean): Promise<void> {
  await tx.account.update({ where: { id: accountId }, data: { mailsCustomers: isOn } })
}
