import { decrypt, encrypt } from '@/lib/crypto/secrets'
import type { Orm } from '@/lib/db/client'
import type { MailKind, MailStatus, Mode, TaxTreatment } from '@/lib/db/generated/enums'
import { searchText } from '@/lib/db/search-words'
import { type Queryable, rowsOfAccount, statement } from '@/lib/db/statement'
import { isRealMoney } from '@/lib/env'
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/i18n/locale'
import type { PostalAddress } from '@/lib/i18n/postal-address'
import { isId, NIL_ID, newId } from '@/lib/ids'
import type { LeasedQueue } from '@/lib/jobs/queue'
import { textsIn } from '@/lib/mail/texts/texts'
import { now } from '@/lib/time/clock'
import {
  headerLine,
  isMailAddress,
  isOwnAddress,
  type MailContent,
  oneLine,
  renderMail,
  type WrittenMail,
} from './render-mail'
import { GIVE_UP_AFTER_MS } from './retry-schedule'

/** Mail to send. */
export const mailQueue: LeasedQueue = {
  table: 'mail_messages',
  tenantColumn: 'owner_id',
  idColumn: 'id',
}

/** A mail as it is sent and shown. */
export type MailBody = { text: string; html: string }

type MailKey = { ownerId: string; id: string }

type SealedMail = MailKey & { bodyEncrypted: string; invoiceNumber: string | null }

/**
 * Stands for the number of an invoice in mail that is written before the invoice has one. A character for private
 * use, which no font shows.
 */
export const NUMBER_MARK = '\ue042'

/** Encrypts a mail for its row: the table reveals no link that sets a password. */
function seal({ ownerId, id }: MailKey, written: WrittenMail): string {
  return encrypt('mail', `${ownerId}/${id}`, JSON.stringify(written))
}

/** Decrypts and renders what `seal` returned for the same mail, with the number in place of its marks, as `renderMail` does. */
export function openBody(
  { ownerId, id, bodyEncrypted, invoiceNumber }: SealedMail,
  logo: string | null = null,
): MailBody {
  const written = JSON.parse(decrypt('mail', `${ownerId}/${id}`, bodyEncrypted)) as WrittenMail
  const { text, html } = renderMail(written, logo)
  // A number has no character that HTML would escape.
  const numbered = (written: string) => written.replaceAll(NUMBER_MARK, invoiceNumber ?? '')
  return { text: numbered(text), html: numbered(html) }
}

const SUBJECT_CHARACTERS = 200
const NAME_CHARACTERS = 100
const NOT_AN_ADDRESS = 'The address is not one that mail can be sent to'

let keepReason: string | null = null

/**
 * Until it is called with null, all mail that this process adds is kept unsent, for this reason. For the demo's data, which is
 * written while the process does nothing else.
 */
export function keepNewMail(reason: string | null): void {
  keepReason = reason
}

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
  body: WrittenMail
  /** The time at which it becomes worthless; by default it is tried for a day. */
  expiresAt?: Date
  /** Why it must not be sent, if that is already known: it is kept. */
  keepsBecause?: string | null
  /** The request that caused it. */
  requestId?: string | null
}

/**
 * Adds a mail to the outbox, in the transaction of the change it reports. What it says is frozen here, and rendered
 * when it is sent or shown. Returns false and adds none if the same cause has had its mail.
 */
export async function queueMail(on: Queryable, mail: NewMail): Promise<boolean> {
  return (await addMail(on, mailRow(mail))).length === 1
}

/** The parameters of `insertMail`. */
export type MailRow = {
  mailOwnerId: string
  mailId: string
  mailKind: MailKind
  mailReference: string
  mailRecipient: string
  mailSenderName: string | null
  mailReplyTo: string | null
  mailSubject: string
  mailBodyEncrypted: string
  mailStatus: MailStatus
  mailNote: string | null
  mailNextAttemptAt: Date | null
  mailGiveUpAt: Date
  mailCreatedAt: Date
  mailRequestId: string | null
  mailSearch: string
}

/** A new mail as `insertMail` takes it. */
export function mailRow(mail: NewMail): MailRow {
  const id = newId()
  const { ownerId, kind, reference, recipient } = mail
  const createdAt = now()
  const to = oneLine(recipient, 254).replace(/[\s<>,;"]/gu, '')
  const subject = headerLine(mail.subject, SUBJECT_CHARACTERS)
  const note = isMailAddress(recipient) ? (mail.keepsBecause ?? keepReason) : NOT_AN_ADDRESS
  return {
    mailOwnerId: ownerId,
    mailId: id,
    mailKind: kind,
    mailReference: reference,
    mailRecipient: to,
    mailSenderName: mail.senderName === undefined ? null : oneLine(mail.senderName, NAME_CHARACTERS),
    mailReplyTo: mail.replyTo !== undefined && isMailAddress(mail.replyTo) ? mail.replyTo : null,
    mailSubject: subject,
    mailBodyEncrypted: seal({ ownerId, id }, mail.body),
    mailStatus: note === null ? 'PENDING' : 'KEPT',
    mailNote: note,
    mailNextAttemptAt: note === null ? createdAt : null,
    mailGiveUpAt: mail.expiresAt ?? new Date(createdAt.getTime() + GIVE_UP_AFTER_MS),
    mailCreatedAt: createdAt,
    mailRequestId: mail.requestId ?? null,
    mailSearch: searchText([to, subject], [reference]),
  }
}

/** The columns of a `MailRow`, for a statement of rows. */
export const MAIL_COLUMNS = {
  mailOwnerId: 'uuid',
  mailId: 'uuid',
  mailKind: 'mail_kind',
  mailReference: 'text',
  mailRecipient: 'text',
  mailSenderName: 'text',
  mailReplyTo: 'text',
  mailSubject: 'text',
  mailBodyEncrypted: 'text',
  mailStatus: 'mail_status',
  mailNote: 'text',
  mailNextAttemptAt: 'timestamptz',
  mailGiveUpAt: 'timestamptz',
  mailCreatedAt: 'timestamptz',
  mailRequestId: 'uuid',
  mailSearch: 'text',
} satisfies Record<keyof MailRow, string>

/**
 * The INSERT of mails, for statements that write their causes too. With `from`, a FROM without whose row none is added, they are
 * those of the account `:accountId`. A `MailRow` is in the columns of table `of`, or without one in the statement's parameters. `invoiceNumber` is the column with the number that goes
 * in place of `NUMBER_MARK`, `numberWords` the one with its words. Returns no row, and adds nothing, for a cause that has
 * had its mail, which a unique key finds.
 */
export function insertMail({
  of,
  from,
  invoiceNumber = 'NULL',
  numberWords = 'NULL',
}: {
  of?: string
  from?: string
  invoiceNumber?: string
  numberWords?: string
} = {}): string {
  const value = (name: keyof MailRow) => (of ? `${of}."${name}"` : `:${name}::${MAIL_COLUMNS[name]}`)
  const numbered = (text: string, number: string) =>
    `replace(${text}, '${NUMBER_MARK}', coalesce(${number}, ''))`
  const values = `
        ${value('mailId')}, ${value('mailKind')}, ${value('mailReference')}, ${value('mailRecipient')}, ${value('mailSenderName')},
        ${value('mailReplyTo')}, ${numbered(value('mailSubject'), invoiceNumber)}, ${value('mailBodyEncrypted')},
        ${value('mailStatus')}, ${value('mailNote')}, ${value('mailNextAttemptAt')}, ${value('mailGiveUpAt')},
        ${value('mailCreatedAt')}, ${value('mailRequestId')}, ${numbered(value('mailSearch'), `ltrim(${numberWords})`)}, ${invoiceNumber}`
  return `
      INSERT INTO mail_messages (owner_id, id, kind, reference, recipient, sender_name, reply_to, subject,
                                 body_encrypted, status, note, next_attempt_at, give_up_at, created_at,
                                 request_id, search, invoice_number)
      ${from ? rowsOfAccount(`SELECT ${values} ${from}`) : `VALUES (:mailOwnerId::uuid, ${values})`}
      ON CONFLICT DO NOTHING
      RETURNING id`
}

const addMail = statement<MailRow, object>('add_mail', insertMail())

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
 * A mail to a customer of the account, in the vendor's name and colour. Kept unsent while mail to customers is
 * off.
 */
export function customerMail(sender: MailSender, mail: AccountMail): NewMail {
  const { content, subject, ...rest } = mail
  const { accountId, mode, name, brandColor, customerLocale: locale } = sender
  const isTest = !isRealMoney(mode)
  return {
    ...rest,
    ownerId: accountId,
    subject: isTest ? textsIn(locale).testSubject({ subject }) : subject,
    body: { content, locale, isTest, senderName: name, color: brandColor },
    senderName: name,
    replyTo: sender.supportEmail ?? sender.email,
    keepsBecause: reasonToKeep(sender, mail.recipient),
  }
}

/** The same mail to another person at the customer, as its copy with this number. */
export function copyOf(sender: MailSender, mail: NewMail, recipient: string, number: number): NewMail {
  const keepsBecause = reasonToKeep(sender, recipient)
  return { ...mail, recipient, keepsBecause, reference: `${mail.reference}${COPY_MARK}${number}` }
}

/** In the reference of a copy, between that of the mail to the customer and its number. */
export const COPY_MARK = '/copy-'

/** Queues a mail to the vendor itself, from the service; false if its cause has had one. */
export function mailVendorOf(on: Queryable, sender: MailSender, mail: AccountMail): Promise<boolean> {
  const { content, subject, ...rest } = mail
  const { accountId, mode, vendorLocale: locale } = sender
  const isTest = !isRealMoney(mode)
  return queueMail(on, {
    ...rest,
    ownerId: accountId,
    subject: isTest ? textsIn(locale).testSubject({ subject }) : subject,
    body: { content, locale, isTest, senderName: SERVICE_NAME, color: null },
  })
}

/**
 * Tests use names and addresses of real people, and anyone who signs up can create one: test mail to others
 * than the vendor would be a nuisance at best, and a spam relay at worst.
 */
function reasonToKeep({ mode, mailsCustomers, email }: MailSender, recipient: string): string | null {
  if (!mailsCustomers) return 'Emails to customers are off'
  if (mode === 'test' && !isOwnAddress(recipient, email)) {
    return 'Test mode sends email only to your own address'
  }
  return null
}

/** The sender of an account's mail, and the languages it is written in. */
export type MailSender = PostalAddress & {
  accountId: string
  name: string
  email: string
  mode: Mode
  mailsCustomers: boolean
  /** `#rrggbb`; null for the default. */
  brandColor: string | null
  legalName: string | null
  taxId: string | null
  /** The address for replies, in place of `email`. */
  supportEmail: string | null
  vendorLocale: Locale
  /** The customer's own language, else the vendor's. */
  customerLocale: Locale
}

/** A `MailSender` as statements read it. */
export type StoredSender = Omit<MailSender, 'accountId' | 'vendorLocale' | 'customerLocale'> & {
  vendorLocale: string
  customerLocale: string | null
}

/** The account exists; without a customer, the vendor's language counts. */
export async function findMailSender(
  on: Queryable,
  accountId: string,
  customerId: string | null,
): Promise<MailSender> {
  const [row] = await findSender(on, { accountId, customerId })
  if (!row) throw new Error(`there is no account ${accountId}`)
  return senderOf(accountId, row)
}

export function senderOf(accountId: string, row: StoredSender): MailSender {
  const vendorLocale = isLocale(row.vendorLocale) ? row.vendorLocale : DEFAULT_LOCALE
  const customerLocale = isLocale(row.customerLocale) ? row.customerLocale : vendorLocale
  const {
    name,
    email,
    mode,
    mailsCustomers,
    brandColor,
    legalName,
    taxId,
    supportEmail,
    addressLine1,
    addressLine2,
    city,
    state,
    zip,
    country,
  } = row
  const address = { addressLine1, addressLine2, city, state, zip, country }
  const seller = { legalName, ...address, taxId, supportEmail }
  return { accountId, name, email, mode, mailsCustomers, brandColor, ...seller, vendorLocale, customerLocale }
}

const SENDER = {
  name: 'vendors.name',
  email: 'vendors.email',
  mode: 'accounts.mode',
  mailsCustomers: 'accounts.mails_customers',
  brandColor: 'vendors.brand_color',
  legalName: 'vendors.legal_name',
  addressLine1: 'vendors.address_line1',
  addressLine2: 'vendors.address_line2',
  city: 'vendors.city',
  state: 'vendors.state',
  zip: 'vendors.zip',
  country: 'vendors.country',
  taxId: 'vendors.tax_id',
  supportEmail: 'vendors.support_email',
  vendorLocale: 'vendors.locale',
  customerLocale: 'customers.locale',
} satisfies Record<keyof StoredSender, string>

const SENDER_COLUMNS = Object.entries(SENDER).map(([name, column]) => `${column} AS "${name}"`)

/** A `StoredSender` in one column, for statements that read it from vendors, accounts and customers. */
export const SENDER_JSON = `json_build_object(${Object.entries(SENDER).map(([name, column]) => `'${name}', ${column}`)})`

const findSender = statement<{ accountId: string; customerId: string | null }, StoredSender>(
  'find_mail_sender',
  `SELECT ${SENDER_COLUMNS}
     FROM accounts
     JOIN vendors ON vendors.id = accounts.vendor_id
     -- Never NULL: Citus can't plan a join that finds nothing for sure.
     LEFT JOIN customers ON customers.account_id = :accountId::uuid
      AND customers.id = coalesce(:customerId::uuid, '${NIL_ID}')
    WHERE accounts.id = :accountId::uuid`,
)

/** A customer as the buyer of an invoice, and the sender of its mail; null if the account has none with the id. */
export async function findBuyer(
  on: Queryable,
  accountId: string,
  customerId: string,
): Promise<{
  id: string
  email: string
  country: string | null
  taxTreatment: TaxTreatment
  taxExemptionReason: string | null
  copyEmails: string[]
  isArchived: boolean
  sender: MailSender
} | null> {
  const [row] = isId(customerId) ? await findBuyerRow(on, { accountId, customerId }) : []
  if (!row) return null
  const {
    buyerId: id,
    buyerEmail: email,
    buyerCountry: country,
    taxTreatment,
    taxExemptionReason,
    copyEmails,
    isArchived,
  } = row
  const sender = senderOf(accountId, row)
  return { id, email, country, taxTreatment, taxExemptionReason, copyEmails, isArchived, sender }
}

const findBuyerRow = statement<
  { accountId: string; customerId: string },
  StoredSender & {
    buyerId: string
    buyerEmail: string
    buyerCountry: string | null
    taxTreatment: TaxTreatment
    taxExemptionReason: string | null
    copyEmails: string[]
    isArchived: boolean
  }
>(
  'find_buyer',
  `SELECT ${SENDER_COLUMNS}, customers.id AS "buyerId", customers.email AS "buyerEmail",
          customers.country AS "buyerCountry",
          customers.tax_treatment AS "taxTreatment", customers.tax_exemption_reason AS "taxExemptionReason",
          customers.copy_emails AS "copyEmails",
          customers.archived_at IS NOT NULL AS "isArchived"
     FROM accounts
     JOIN vendors ON vendors.id = accounts.vendor_id
     JOIN customers ON customers.account_id = accounts.id AND customers.id = :customerId::uuid
    WHERE accounts.id = :accountId::uuid`,
)

/** True if mail to the account's customers is on. The account exists. */
export async function mailsCustomers(tx: Orm, accountId: string): Promise<boolean> {
  const account = await tx.account.findUniqueOrThrow({
    where: { id: accountId },
    select: { mailsCustomers: true },
  })
  return account.mailsCustomers
}
