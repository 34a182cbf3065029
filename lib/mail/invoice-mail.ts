import type { SellerRecord } from '@/lib/branding/seller'
import type { MailKind } from '@/lib/db/generated/enums'
import type { Queryable } from '@/lib/db/statement'
import { creditNoteUrl, documentUrl, paymentPageUrl, paymentToken } from '@/lib/http/links'
import type { Locale } from '@/lib/i18n/locale'
import { formatAmountIn, formatDayIn, formatNumberIn, formatPercentIn } from '@/lib/i18n/locale-format'
import { formatMethodIn } from '@/lib/i18n/payment-methods'
import { addressLines, type PostalAddress } from '@/lib/i18n/postal-address'
import { newId } from '@/lib/ids'
import type { MailTexts } from '@/lib/mail/texts/mail-texts'
import { textsIn } from '@/lib/mail/texts/texts'
import { formatMajor } from '@/lib/money/money'
import { formatQuantity } from '@/lib/money/quantity'
import { ratePercent, type Tax, type TaxSum, taxSums } from '@/lib/money/taxes'
import { dayIn, UTC } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'
import {
  COPY_MARK,
  copyOf,
  customerMail,
  findMailSender,
  type MailSender,
  type NewMail,
  queueMail,
  SERVICE_NAME,
} from './queue-mail'
import type { MailContent } from './render-mail'
import { isolated, oneLine } from './render-mail'

const ITEMS_SHOWN = 20
/** More than a message has altogether. */
const LINE_CHARACTERS = 1000
/** Of a changed text, which the invoice has in full. */
const TEXT_CHARACTERS = 300
/** A text is cut at the front if fewer characters than this would follow the first difference. */
const CHARACTERS_AFTER = 100
/** Of a text that is cut at the front, before the first difference. */
const CHARACTERS_BEFORE = 40
/** In place of an empty text, in every language. */
const NOTHING = '–'

/** The invoice data for mail. Amounts in minor units. */
export type MailedInvoice = {
  accountId: string
  id: string
  number: string
  customerId: string
  email: string
  /** Others who get a copy of each mail about it. */
  copyEmails: string[]
  currency: string
  baseAmountMinor: bigint
  feeAmountMinor: bigint
  /** The part that was paid outside the wallet. */
  outsideMinor: bigint
  /** The sum of the credit notes issued before the payment. */
  creditedMinor: bigint
  discountMinor: bigint
  /** Set if the discount was given in percent. */
  discountPpm: number | null
  payToken: string
  dueDate: Date
  paidAt: Date | null
  /** The day on which a payment outside the wallet came in. */
  paidOn?: Date
  /** The payment that the mail is about: number, amount in minor units, and what it was made with, if that is known. */
  receipt?: {
    number: string
    amountMinor: bigint
    paidWith: { name: string; last4: string | null } | null
  }
  /** Null for the seller of today. */
  seller: SellerRecord | null
  items: {
    title: string
    quantityMicros: bigint
    lineAmountMinor: bigint
    tax: Tax | null
    taxMinor: bigint
  }[]
}

type ReminderKind = 'reminder_due_soon' | 'reminder_overdue' | 'reminder_long_overdue'

/** The mail that asks the buyer to pay a new invoice, with the vendor's own words, if any, in lines. */
export function invoiceMail(sender: MailSender, invoice: MailedInvoice, message: string[] = []): NewMail {
  return buyerMail(sender, invoice, 'invoice', (texts, facts) => ({
    subject: texts.invoice.subject(facts),
    heading: texts.invoice.heading(facts),
    ...ownWords(message, facts),
    paragraphs: [texts.invoice.body(facts), ...partPaid(texts, facts)],
    action: texts.invoice.action,
    document: { label: texts.invoice.document, url: documentUrl(tokenOf(invoice), 'invoice', facts.locale) },
  }))
}

/** The vendor's own words, one block of lines. */
function ownWords(message: string[], { locale }: Facts): { message?: string[] } {
  if (message.length === 0) return {}
  return { message: message.map((line) => isolated(oneLine(line, LINE_CHARACTERS), locale)) }
}

/** Queues a mail about an invoice for those who get copies of it. The one to the customer is queued already. */
export async function queueCopies(
  on: Queryable,
  sender: MailSender,
  { copyEmails }: Pick<MailedInvoice, 'copyEmails'>,
  mail: NewMail,
): Promise<void> {
  for (const [index, email] of copyEmails.entries()) {
    await queueMail(on, copyOf(sender, mail, email, index + 1))
  }
}

/** Queues a mail about an invoice, and its copies; false, and none of them, if its cause has had its mail. */
async function queueBuyerMail(
  on: Queryable,
  sender: MailSender,
  invoice: MailedInvoice,
  mail: NewMail,
): Promise<boolean> {
  const isNew = await queueMail(on, mail)
  if (isNew) await queueCopies(on, sender, invoice, mail)
  return isNew
}

/** The reference of one mail about an invoice; `sendId` is the id of a refund, or of one sending of the invoice. */
function sendReference(invoiceId: string, sendId: string): string {
  // Enough of the second id to tell references apart: with the mark of a copy, the column has 80 characters.
  return `${invoiceId}/${sendId.replaceAll('-', '').slice(0, 27)}`
}

/** True if the reference is that of the mail about this refund, or of a copy of it. */
export function isAboutRefund(reference: string, refundId: string): boolean {
  return causeOfMail(reference) === sendReference(invoiceOfMail(reference), refundId)
}

/** True if the reference is that of the one mail of its kind about an invoice, or of a copy of it. */
export function isAboutWholeInvoice(reference: string): boolean {
  return causeOfMail(reference) === invoiceOfMail(reference)
}

/** The reference of the mail to the customer, for that one and for each of its copies. */
export function causeOfMail(reference: string): string {
  return reference.split(COPY_MARK)[0] ?? ''
}

/** The references of all mail about an invoice: its id, or that and a `/`, which the digit 0 follows. */
export function mailsAbout(invoiceId: string): { gte: string; lt: string } {
  return { gte: invoiceId, lt: `${invoiceId}0` }
}

/** The invoice that a mail to a buyer is about, by its reference. */
export function invoiceOfMail(reference: string): string {
  return reference.split('/')[0] ?? ''
}

/** Mails the payment link of an invoice again. Returns why it is kept instead of sent; null if it will be sent. */
export async function mailInvoiceAgain(
  on: Queryable,
  invoice: MailedInvoice,
  requestId: string | null = null,
): Promise<string | null> {
  const sender = await findMailSender(on, invoice.accountId, invoice.customerId)
  const mail = { ...invoiceMail(sender, invoice), reference: sendReference(invoice.id, newId()), requestId }
  await queueBuyerMail(on, sender, invoice, mail)
  return mail.keepsBecause ?? null
}

/** The details that are different now: how they were, and for texts how they are. Null for one that is as before. */
type MailedChanges = {
  dueDate: Date | null
  address: TextChange | null
  buyerReference: TextChange | null
  notes: TextChange | null
}

/** Null for no text. */
type TextChange = { before: string | null; now: string | null }

/** The lines of an address. */
function inOneLine(lines: string | null): string | null {
  return lines?.split('\n').join(', ') ?? null
}

/** Both texts as one line each, cut to a length at which they show the place where they begin to differ. */
function excerptsOf({ before, now }: TextChange): Record<keyof TextChange, string> {
  const charactersOf = (text: string | null) => Array.from(oneLine(text ?? '', Number.MAX_SAFE_INTEGER))
  const [old, latest] = [charactersOf(before), charactersOf(now)]
  const longer = old.length > latest.length ? old : latest
  // -1 where only line breaks differ.
  const place = longer.findIndex((_, index) => old[index] !== latest[index])
  const start = place < TEXT_CHARACTERS - CHARACTERS_AFTER ? 0 : place - CHARACTERS_BEFORE
  const cut = (characters: string[]) =>
    oneLine((start > 0 ? '…' : '') + characters.slice(start).join(''), TEXT_CHARACTERS)
  return { before: cut(old), now: cut(latest) }
}

/**
 * Tells the buyer what was changed of an invoice that is still to be paid. Returns why it is kept instead of sent; null if it
 * will be sent.
 */
export async function mailChangedInvoice(
  on: Queryable,
  sender: MailSender,
  invoice: MailedInvoice,
  { dueDate, address, buyerReference, notes }: MailedChanges,
  requestId: string | null = null,
): Promise<string | null> {
  const mail = buyerMail(sender, invoice, 'invoice_changed', (texts, facts) => {
    const { locale, due, whole, number } = facts
    const words = texts.changedInvoice
    const row = (label: string, now: string, before: string) => ({
      label,
      // They may differ in line breaks only.
      value: now === before ? now : words.nowAndBefore({ now, before }),
    })
    const textRow = (label: string, change: TextChange | null) => {
      if (!change) return []
      const { now, before } = excerptsOf(change)
      return [row(label, isolated(now || NOTHING, locale), isolated(before || NOTHING, locale))]
    }
    const day = (value: Date) => isolated(formatDayIn(locale, value), locale)
    return {
      subject: words.subject(facts),
      heading: words.heading,
      paragraphs: [words.body(facts), ...partPaid(texts, facts)],
      rows: [
        dueDate ? row(texts.columns.due, due, day(dueDate)) : { label: texts.columns.due, value: due },
        ...textRow(
          words.address,
          address && { before: inOneLine(address.before), now: inOneLine(address.now) },
        ),
        ...textRow(words.buyerReference, buyerReference),
        ...textRow(words.notes, notes),
        { label: texts.columns.total, value: whole, isStrong: true },
        { label: texts.columns.number, value: number },
      ],
      action: words.action,
      document: { label: texts.invoice.document, url: documentUrl(tokenOf(invoice), 'invoice', locale) },
    }
  })
  const queued = { ...mail, reference: sendReference(invoice.id, newId()), requestId }
  await queueBuyerMail(on, sender, invoice, queued)
  return mail.keepsBecause ?? null
}

/**
 * Reminds the buyer, with the vendor's own words, if any, in lines; each kind of reminder once per reference, which begins as
 * `mailsAbout` says. Returns whether one was created.
 */
export async function mailReminder(
  on: Queryable,
  invoice: MailedInvoice,
  kind: ReminderKind,
  reference: string,
  message: string[] = [],
): Promise<boolean> {
  const sender = await findMailSender(on, invoice.accountId, invoice.customerId)
  const mail = buyerMail(sender, invoice, kind, (texts, facts) => {
    const words = {
      reminder_due_soon: texts.reminderDueSoon,
      reminder_overdue: texts.reminderOverdue,
      reminder_long_overdue: texts.reminderLongOverdue,
    }[kind]
    const { heading, action } = words
    return {
      subject: words.subject(facts),
      heading,
      ...ownWords(message, facts),
      paragraphs: [words.body(facts), ...partPaid(texts, facts)],
      action,
    }
  })
  return queueBuyerMail(on, sender, invoice, { ...mail, reference })
}

/** Confirms the payment of an invoice that has just been paid. */
export async function mailReceipt(
  on: Queryable,
  invoice: MailedInvoice,
  requestId: string | null = null,
): Promise<void> {
  const write = (texts: MailTexts, facts: Facts) => ({
    subject: texts.receipt.subject(facts),
    heading: texts.receipt.heading,
    paragraphs: [texts.receipt.body(facts)],
    action: texts.receipt.action,
    document: { label: texts.receipt.document, url: documentUrl(tokenOf(invoice), 'receipt', facts.locale) },
  })
  const sender = await findMailSender(on, invoice.accountId, invoice.customerId)
  await queueBuyerMail(on, sender, invoice, { ...buyerMail(sender, invoice, 'receipt', write), requestId })
}

/** A payment of a part of an invoice. Minor units. */
type MailedPart = { id: string; amountMinor: bigint; receivedOn: Date }

/** Confirms a payment of a part of an invoice, once; the rest is still to be paid. */
export async function mailPartReceipt(
  on: Queryable,
  invoice: MailedInvoice,
  { id, amountMinor, receivedOn }: MailedPart,
  requestId: string | null = null,
): Promise<void> {
  const sender = await findMailSender(on, invoice.accountId, invoice.customerId)
  const mail = buyerMail(sender, invoice, 'receipt', (texts, facts) => {
    const amount = amountText(amountMinor, invoice, facts.locale)
    const about = { ...facts, amount, paidOn: isolated(formatDayIn(facts.locale, receivedOn), facts.locale) }
    const { subject, heading, body, action } = texts.partReceipt
    return {
      subject: subject(about),
      heading,
      paragraphs: [body(about), ...partPaid(texts, facts)],
      action,
    }
  })
  const queued = { ...mail, reference: sendReference(invoice.id, id), requestId }
  await queueBuyerMail(on, sender, invoice, queued)
}

/** The paragraph about an invoice of which a part is paid. */
function partPaid(texts: MailTexts, { paid, whole: total, total: left }: Facts): string[] {
  return paid ? [texts.partPaid({ paid, total, left })] : []
}

/** A refund that was made. Minor units. */
type MailedRefund = { id: string; creditNote: string; amountMinor: bigint; reason: string | null }

/** Tells the buyer of a refund of an invoice, once. */
export async function mailRefund(
  on: Queryable,
  invoice: MailedInvoice,
  refund: MailedRefund,
  requestId: string | null = null,
): Promise<void> {
  const sender = await findMailSender(on, invoice.accountId, invoice.customerId)
  const mail = buyerMail(sender, invoice, 'refund', (texts, facts) => {
    const { locale } = facts
    const amount = amountText(refund.amountMinor, invoice, locale)
    const words = texts.refund
    const reason = refund.reason && isolated(oneLine(refund.reason, 255), locale)
    const about = { ...facts, amount }
    return {
      subject: words.subject(about),
      heading: words.heading(about),
      paragraphs: [words.body(about)],
      rows: [
        { label: words.amount, value: amount, isStrong: true },
        ...(reason ? [{ label: words.reason, value: reason }] : []),
        { label: texts.columns.number, value: facts.number },
        { label: words.creditNote, value: isolated(refund.creditNote, locale) },
      ],
      action: words.action,
      document: { label: words.document, url: creditNoteUrl(tokenOf(invoice), refund.id, locale) },
    }
  })
  const queued = { ...mail, reference: sendReference(invoice.id, refund.id), requestId }
  await queueBuyerMail(on, sender, invoice, queued)
}

/** Tells the buyer of a credit note of an invoice that was not paid yet, once, and what is left to pay. */
export async function mailCredit(
  on: Queryable,
  invoice: MailedInvoice,
  credit: MailedRefund,
  requestId: string | null = null,
): Promise<void> {
  const sender = await findMailSender(on, invoice.accountId, invoice.customerId)
  const { baseAmountMinor, feeAmountMinor, outsideMinor, creditedMinor } = invoice
  const isOver = outsideMinor + creditedMinor >= baseAmountMinor + feeAmountMinor
  const mail = buyerMail(sender, { ...invoice, paidAt: null }, 'credit_note', (texts, facts) => {
    const { locale } = facts
    const amount = amountText(credit.amountMinor, invoice, locale)
    const words = texts.credit
    const reason = credit.reason && isolated(oneLine(credit.reason, 255), locale)
    const about = { ...facts, amount }
    return {
      subject: words.subject(about),
      heading: words.heading(about),
      paragraphs: [words.body(about), isOver ? words.nothingLeft : words.left({ left: facts.total })],
      rows: [
        { label: words.amount, value: amount, isStrong: true },
        ...(reason ? [{ label: texts.refund.reason, value: reason }] : []),
        ...(isOver ? [] : [{ label: texts.columns.leftToPay, value: facts.total }]),
        { label: texts.columns.number, value: facts.number },
        { label: texts.refund.creditNote, value: isolated(credit.creditNote, locale) },
      ],
      action: texts.refund.action,
      document: { label: texts.refund.document, url: creditNoteUrl(tokenOf(invoice), credit.id, locale) },
    }
  })
  const queued = { ...mail, reference: sendReference(invoice.id, credit.id), requestId }
  await queueBuyerMail(on, sender, invoice, queued)
}

/**
 * `total` is what the buyer has to pay, or has paid; `whole` the total of the invoice; `paid` what is paid of an open invoice,
 * empty if nothing is.
 */
type Facts = Record<'number' | 'vendor' | 'total' | 'whole' | 'paid' | 'due' | 'paidOn', string> & {
  locale: Locale
}
type Words = {
  subject: string
  heading: string
  message?: string[]
  paragraphs: string[]
  /** By default the invoice's items, total and dates. */
  rows?: NonNullable<MailContent['rows']>
  action: string
  document?: NonNullable<MailContent['document']>
}

function buyerMail(
  sender: MailSender,
  invoice: MailedInvoice,
  kind: MailKind,
  write: (texts: MailTexts, facts: Facts) => Words,
): NewMail {
  const { id, baseAmountMinor, feeAmountMinor, outsideMinor, creditedMinor, dueDate, paidAt } = invoice
  const totalMinor = baseAmountMinor + feeAmountMinor
  const paidMinor = paidAt ? 0n : outsideMinor
  // Of a paid invoice, what the payment brought: others may have come before.
  const leftMinor = (paidAt && invoice.receipt?.amountMinor) || totalMinor - creditedMinor - paidMinor
  const locale = sender.customerLocale
  const zone = zoneOf(invoice.seller?.timeZone ?? UTC.name)
  const texts = textsIn(locale)
  const facts: Facts = {
    locale,
    number: isolated(invoice.number, locale),
    vendor: isolated(oneLine(sender.name, 80), locale),
    total: amountText(leftMinor, invoice, locale),
    whole: amountText(totalMinor, invoice, locale),
    paid: paidMinor > 0n ? amountText(paidMinor, invoice, locale) : '',
    due: isolated(formatDayIn(locale, dueDate), locale),
    paidOn: paidAt ? isolated(formatDayIn(locale, invoice.paidOn ?? dayIn(zone, paidAt)), locale) : '',
  }
  const { subject, action, ...words } = write(texts, facts)
  const content: MailContent = {
    rows: rowsOf(invoice, texts, facts),
    ...words,
    action: { label: action, url: paymentPageUrl(tokenOf(invoice)) },
    closing: [
      texts.sentForVendor({ vendor: facts.vendor, service: SERVICE_NAME }),
      ...sellerLines(invoice.seller ?? sender, texts, locale),
    ],
  }
  return customerMail(sender, { kind, reference: id, recipient: invoice.email, subject, content })
}

/** The seller's legal details: many countries require them on an invoice. */
function sellerLines(
  { legalName, taxId, ...address }: Pick<SellerRecord, 'legalName' | 'taxId'> & PostalAddress,
  texts: MailTexts,
  locale: Locale,
): string[] {
  const where = [legalName, ...addressLines(address, locale)].flatMap((part) =>
    part ? [isolated(oneLine(part, 255), locale)] : [],
  )
  return [
    ...(where.length > 0 ? [where.join(' · ')] : []),
    ...(taxId ? [texts.taxId({ taxId: isolated(oneLine(taxId, 64), locale) })] : []),
  ]
}

function tokenOf({ accountId, payToken }: MailedInvoice): string {
  return paymentToken(accountId, payToken)
}

function rowsOf(
  invoice: MailedInvoice,
  { columns }: MailTexts,
  { locale, number, total, whole, paid, due, paidOn }: Facts,
): NonNullable<MailContent['rows']> {
  const { items, discountMinor, discountPpm, feeAmountMinor, creditedMinor, receipt } = invoice
  const dueMinor = invoice.baseAmountMinor + feeAmountMinor - creditedMinor
  const amount = (minor: bigint) => amountText(minor, invoice, locale)
  const lines = items.slice(0, ITEMS_SHOWN).map(({ title, quantityMicros, lineAmountMinor }) => {
    const quantity = formatNumberIn(locale, formatQuantity(quantityMicros))
    const name = isolated(oneLine(title, 255), locale)
    return { label: quantity === '1' ? name : `${name} ×\u00a0${quantity}`, value: amount(lineAmountMinor) }
  })
  const hidden = items.length - lines.length
  const percent = discountPpm === null ? '' : ` ${formatPercentIn(locale, ratePercent(discountPpm))}`
  return [
    ...lines,
    ...(hidden > 0 ? [{ label: columns.moreItems({ count: String(hidden) }), value: '' }] : []),
    ...(discountMinor > 0n ? [{ label: columns.discount + percent, value: amount(-discountMinor) }] : []),
    ...taxSums(items).map((tax) => ({ label: taxLabel(tax, columns, locale), value: amount(tax.taxMinor) })),
    ...(feeAmountMinor > 0n ? [{ label: columns.fee, value: amount(feeAmountMinor) }] : []),
    { label: columns.total, value: whole, isStrong: true },
    ...(creditedMinor > 0n ? [{ label: columns.credited, value: amount(-creditedMinor) }] : []),
    ...(paid ? [{ label: columns.paidSoFar, value: paid }] : []),
    ...(!paidOn && (paid || creditedMinor > 0n)
      ? [{ label: columns.leftToPay, value: total, isStrong: true }]
      : []),
    // The receipt of the rest.
    ...(paidOn && receipt && receipt.amountMinor !== dueMinor
      ? [
          { label: columns.paidBefore, value: amount(dueMinor - receipt.amountMinor) },
          { label: columns.thisPayment, value: total, isStrong: true },
        ]
      : []),
    paidOn ? { label: columns.paidOn, value: paidOn } : { label: columns.due, value: due },
    ...(receipt?.paidWith
      ? [{ label: columns.method, value: isolated(formatMethodIn(locale, receipt.paidWith), locale) }]
      : []),
    { label: columns.number, value: number },
    ...(receipt ? [{ label: columns.receiptNumber, value: isolated(receipt.number, locale) }] : []),
  ]
}

function taxLabel(
  { name, ratePpm, isInclusive }: TaxSum,
  { includedTax }: MailTexts['columns'],
  locale: Locale,
): string {
  const tax = `${isolated(oneLine(name, 255), locale)} ${formatPercentIn(locale, ratePercent(ratePpm))}`
  return isInclusive ? includedTax({ tax }) : tax
}

function amountText(amountMinor: bigint, { currency }: { currency: string }, locale: Locale): string {
  return isolated(formatAmountIn(locale, formatMajor(amountMinor, currency), currency), locale)
}
