import assert from 'node:assert/strict'
import { z } from 'zod'
import type { BilledTo } from '@/lib/customers/customer'
import { TAX_TREATMENTS } from '@/lib/customers/customer-fields'
import { connectionPool, database } from '@/lib/db/client'
import type { Dispute, Refund } from '@/lib/db/generated/client'
import { OutsideMethod, WebhookDeliveryStatus } from '@/lib/db/generated/enums'
import { paymentLink } from '@/lib/http/links'
import { metadataPairs, metadataPairsView, metadataText } from '@/lib/http/metadata'
import { amountView, dayText, moment } from '@/lib/http/schemas'
import { formatDayIn } from '@/lib/i18n/locale-format'
import { formatMethodIn } from '@/lib/i18n/payment-methods'
import { cardShares, creditableMinor, type ReversalAmounts, refundableMinor } from '@/lib/invoices/amounts'
import { receiptNumber } from '@/lib/invoices/document-numbers'
import {
  cardPartMinor,
  findInvoiceDetails,
  type InvoiceDetails,
  type InvoiceSummary,
  invoicesById,
  leftToPayMinor,
} from '@/lib/invoices/invoice'
import { invoiceRow, presentInvoiceRow } from '@/lib/invoices/invoice-row'
import { invoiceSums, presentSums, taxOfLine } from '@/lib/invoices/invoice-sums'
import { statusOnPages } from '@/lib/invoices/overdue'
import { INVOICE_STATUSES } from '@/lib/invoices/status'
import { vendorFundsMinor } from '@/lib/ledger/vendor-funds'
import { causeOfMail } from '@/lib/mail/invoice-mail'
import { chargedLine, type LineShare } from '@/lib/money/credit-shares'
import { presentAmount } from '@/lib/money/money'
import { formatQuantity } from '@/lib/money/quantity'
import { ratePercent } from '@/lib/money/taxes'
import { providerTitle } from '@/lib/providers/manifests'
import { recurringOf } from '@/lib/recurring/queries'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn, UTC, type Zone } from '@/lib/time/zone'
import { type DueEdge, dueEdge } from '@/lib/vendors/due-edge'
import { entryRow, presentEntry } from '@/lib/wallet/present-entry'
import { creditNotesOf } from './credit-notes'
import { findLeft } from './credited-lines'
import { disputeRow, presentDisputeTerms } from './dispute-row'
import { type DisputeOfCharge, findOtherDisputes, paidTogether } from './joint-checkout'
import { receiptOf } from './receipts'
import { refundStepMinor } from './refund-invoice'
import { sumReversals } from './reversals'
import { incomeText, moneyText, type PaymentFacts, reversalTexts } from './wallet-texts'

const invoiceEventRow = z.object({
  id: z.uuid(),
  sequence: z.int(),
  url: z.string(),
  status: z.enum(WebhookDeliveryStatus),
  attemptCount: z.int(),
  createdAt: moment,
})

export type InvoiceEventRow = z.infer<typeof invoiceEventRow>

const invoiceStep = z.object({
  title: z.string(),
  detail: z.string().nullable(),
  at: moment,
  status: z.enum(['done', 'waiting', 'failed']),
})

type InvoiceStep = z.infer<typeof invoiceStep>

export const invoiceView = invoiceRow.extend({
  mode: z.enum(['test', 'live']),
  base: amountView,
  fee: amountView.describe('On top, by the customer.'),
  vendorFee: z
    .object({ fee: amountView, received: amountView })
    .nullable()
    .describe('The fee that the vendor pays, and what it receives; null where it pays none.'),
  items: z.array(
    z.object({
      title: z.string(),
      quantity: z.string(),
      price: amountView,
      amount: amountView,
      tax: z.string().nullable().describe('Name and rate: `VAT 19%`.'),
    }),
  ),
  sums: invoiceSums,
  copyEmails: z.array(z.string()).describe('Others who get a copy of each mail about it.'),
  untaxed: z.string().nullable().describe('Why it has no tax; null for a customer who is taxed.'),
  billingAddress: z.string().nullable().describe('In lines; null for the customer’s own.'),
  notes: z.string().nullable(),
  paymentLink: z.string(),
  redirectUrl: z.string().nullable(),
  reference: z.string().nullable().describe('The vendor’s own number.'),
  metadata: metadataPairsView,
  webhookUrl: z.string().nullable(),
  paidAt: moment.nullable(),
  paidSoFar: amountView.nullable().describe('What is paid of an open invoice; null if nothing is.'),
  credited: amountView
    .nullable()
    .describe('The sum of the credit notes issued before the payment; null if there are none.'),
  amountDue: amountView.describe('What is left to pay.'),
  creditable: z
    .object({
      amount: amountView.describe('Before a fee on top.'),
      lines: z.array(z.object({ chargedMinor: z.string(), leftMinor: z.string() })),
    })
    .nullable()
    .describe(
      'What can be credited of an invoice that is not paid yet, in all and of each item; null if nothing can.',
    ),
  outsidePayments: z
    .array(
      z.object({
        id: z.uuid(),
        method: z.enum(OutsideMethod),
        amount: amountView,
        receivedOn: dayText,
        reference: z.string().nullable(),
        receiptNumber: z.string().describe('As printed, such as `INV-0042-R1`.'),
      }),
    )
    .describe('The payments that were recorded and not removed, oldest first.'),
  refundable: amountView
    .nullable()
    .describe('What can be refunded of a payment by card, before a fee on top; null if nothing can.'),
  refundTerms: z
    .object({
      paidMinor: z.string(),
      vendorMinor: z.string(),
      vendorPaysFee: z.boolean(),
      returnsFee: z.boolean(),
      stepMinor: z.string(),
      before: z.object({ amountMinor: z.string(), baseMinor: z.string() }),
      lines: z
        .array(z.object({ chargedMinor: z.string(), leftMinor: z.string() }))
        .describe('Of each item, with tax: what was charged, and what refunds have left of it.'),
      fundsMinor: z.string().describe('What the vendor has: a refund takes no more from it.'),
    })
    .nullable()
    .describe('What `refundShares` shares a refund by, in minor units; null if nothing can be refunded.'),
  openDisputes: z
    .array(disputeRow.pick({ id: true, amount: true, reason: true, answerBy: true, answerUrl: true }))
    .describe('Disputes that the bank has not decided yet, latest first.'),
  otherDisputes: z
    .array(z.object({ number: z.string(), amount: amountView }))
    .describe('Open disputes of its payment that stand at other invoices, which were paid with it.'),
  refunded: amountView.nullable().describe('The total that refunds gave back to the buyer; null if nothing.'),
  creditNotes: z
    .array(z.object({ refund: z.uuid(), number: z.string() }))
    .describe('One for each refund that was made, oldest first.'),
  transactionId: z
    .uuid()
    .nullable()
    .describe('The id of the payment, as in the `transaction_id` of the redirect.'),
  receipt: z
    .object({ number: z.string(), amount: amountView, paidWith: z.string().nullable() })
    .nullable()
    .describe(
      'Of the payment that paid it, or its rest: number, amount, and the payment method in words, if it is known.',
    ),
  remindersOn: z.boolean(),
  isUncollectible: z.boolean(),
  isMoving: z.boolean().describe('A payment or delivery is in progress and will end by itself.'),
  recurring: z
    .object({ id: z.uuid(), schedule: z.string() })
    .nullable()
    .describe('The series that issued it; null for an invoice of its own.'),
  timeline: z.array(invoiceStep).describe('Oldest first.'),
  events: z.array(invoiceEventRow).describe('Latest first.'),
  entries: z.array(entryRow),
})

export type InvoiceView = z.infer<typeof invoiceView>

/** A delivery further away than this is not polled. */
const NEAR_MS = 60_000

/** An invoice of the vendor in either mode, its days in a time zone, or null. */
export async function readInvoice(
  vendorId: string,
  id: string,
  zone: Zone = UTC,
): Promise<InvoiceView | null> {
  const details = await findInvoiceDetails(database(), vendorId, id)
  if (!details) return null
  const { id: accountId } = details.account
  const key = { accountId, invoiceId: id }
  const items = details.invoice.items.map((item) => ({ ...item, tax: taxOfLine(item) }))
  const isByCard = details.payments.some(({ status }) => status === 'SUCCEEDED')
  const [[summary], linesLeft, [reversals], recurring, together, otherDisputes, fundsMinor] =
    await Promise.all([
      invoicesById(database(), accountId, [id]),
      findLeft(connectionPool(), { accountId, id, items }),
      sumReversals(connectionPool(), key),
      recurringOf(database(), accountId, id),
      paidTogether(connectionPool(), key),
      isByCard ? findOtherDisputes(connectionPool(), key) : [],
      isByCard ? vendorFundsMinor(connectionPool(), accountId, details.invoice.currency) : 0n,
    ])
  assert(summary && reversals, 'an invoice that was found stays')
  const sums = { summary, linesLeft, reversals, fundsMinor }
  return presentInvoice(details, { ...sums, recurring, together, otherDisputes }, zone)
}

function untaxedBecause({ taxTreatment, taxExemptionReason }: BilledTo): string | null {
  if (taxTreatment === 'exempt') return `${TAX_TREATMENTS.exempt}: ${taxExemptionReason}`
  return taxTreatment === 'reverse_charge' ? TAX_TREATMENTS.reverse_charge : null
}

/** The facts that the payments of an invoice share with those of other invoices. */
type ChargeFacts = {
  /** The other invoices of each payment's charge, by their numbers. */
  together: Awaited<ReturnType<typeof paidTogether>>
  /** The disputes of their parts. */
  otherDisputes: DisputeOfCharge[]
}

/** The sums over all of an invoice's refunds, credits and disputes, of which `InvoiceDetails` has the latest. */
type InvoiceTotals = {
  summary: InvoiceSummary
  linesLeft: LineShare[]
  /** What refunds and disputes took back. */
  reversals: ReversalAmounts
  fundsMinor: bigint
}

function presentInvoice(
  details: InvoiceDetails,
  more: ChargeFacts & InvoiceTotals & { recurring: InvoiceView['recurring'] },
  zone: Zone,
): InvoiceView {
  const edge = dueEdge(zone)
  const { account, invoice, events, entries } = details
  const { summary, recurring, otherDisputes } = more
  const { currency } = invoice
  const items = invoice.items.map((item) => ({ ...item, tax: taxOfLine(item) }))
  return {
    ...presentInvoiceRow(summary, edge),
    mode: account.mode,
    base: presentAmount(invoice.baseAmountMinor, currency),
    fee: presentAmount(invoice.feeAmountMinor, currency),
    vendorFee: vendorFeeOf(invoice),
    items: items.map(({ title, quantityMicros, unitPriceMinor, lineAmountMinor, tax }) => ({
      title,
      quantity: formatQuantity(quantityMicros),
      price: presentAmount(unitPriceMinor, currency),
      amount: presentAmount(lineAmountMinor, currency),
      tax: tax && `${tax.name} ${ratePercent(tax.ratePpm)}%`,
    })),
    sums: presentSums({ ...invoice, items }),
    copyEmails: invoice.copyEmails,
    untaxed: untaxedBecause(invoice.billedTo as BilledTo),
    billingAddress: invoice.billingAddress,
    notes: invoice.notes,
    paymentLink: paymentLink(account.id, invoice.payToken),
    redirectUrl: invoice.redirectUrl,
    reference: invoice.reference,
    metadata: metadataPairs(metadataText(invoice.metadata)),
    webhookUrl: invoice.webhookUrl,
    paidAt: invoice.paidAt?.toISOString() ?? null,
    paidSoFar:
      invoice.status !== 'PAID' && invoice.outsideMinor > 0n
        ? presentAmount(invoice.outsideMinor, currency)
        : null,
    credited: invoice.creditedMinor > 0n ? presentAmount(invoice.creditedMinor, currency) : null,
    amountDue: presentAmount(leftToPayMinor(invoice), currency),
    creditable: creditableOf(details, more),
    outsidePayments: details.outsidePayments.map((outside) => ({
      id: outside.id,
      method: outside.method,
      amount: presentAmount(outside.amountMinor, currency),
      receivedOn: formatIsoDate(outside.receivedOn),
      reference: outside.reference,
      receiptNumber: receiptNumber(invoice.number, outside.receiptNumber),
    })),
    ...refundableOf(details, more),
    openDisputes: details.disputes.filter(({ status }) => status === 'OPEN').map(presentDisputeTerms),
    otherDisputes: otherDisputes
      .filter(({ status }) => status === 'OPEN')
      .map(({ number, amountMinor }) => ({ number, amount: presentAmount(amountMinor, currency) })),
    refunded: summary.refundedMinor ? presentAmount(summary.refundedMinor, currency) : null,
    creditNotes: creditNotesOf(invoice, details).map(({ id, number }) => ({
      refund: id,
      number,
    })),
    transactionId: details.payments.find(({ status }) => status === 'SUCCEEDED')?.id ?? null,
    receipt: paidReceipt(details),
    remindersOn: !invoice.remindersOff,
    isUncollectible: invoice.uncollectibleAt !== null,
    isMoving: isMoving(details),
    recurring,
    timeline: invoiceTimeline(details, more, { zone, edge }),
    events: events.map((event) => ({
      id: event.id,
      sequence: event.sequence,
      url: event.url,
      status: event.status,
      attemptCount: event.attemptCount,
      createdAt: event.createdAt.toISOString(),
    })),
    entries: entries.map(presentEntry),
  }
}

/** As far as a card pays or has paid the invoice: no fee is taken of what came in outside the wallet. */
function vendorFeeOf(invoice: InvoiceDetails['invoice']): InvoiceView['vendorFee'] {
  const { paidMinor, vendorMinor, vendorPaysFee } = cardShares(cardPartMinor(invoice), invoice)
  if (!vendorPaysFee) return null
  return {
    fee: presentAmount(paidMinor - vendorMinor, invoice.currency),
    received: presentAmount(vendorMinor + invoice.outsideMinor, invoice.currency),
  }
}

/** The receipt of the last payment, which paid the invoice. */
function paidReceipt({ invoice, payments, outsidePayments }: InvoiceDetails): InvoiceView['receipt'] {
  if (invoice.status !== 'PAID') return null
  const ours = payments.map((row) => ({ ...row, last4: row.paidWithLast4 }))
  const theirs = outsidePayments.map((row) => ({ ...row, paidWith: row.method, last4: null }))
  const inOrder = [...ours, ...theirs].toSorted((a, b) => (a.receiptNumber ?? 0) - (b.receiptNumber ?? 0))
  const last = inOrder.at(-1)
  if (!last?.receiptNumber) return null
  const receipt = receiptOf(invoice.number, { ...last, receiptOrder: last.receiptNumber })
  return {
    number: receipt.number,
    amount: presentAmount(receipt.amountMinor, invoice.currency),
    paidWith: receipt.paidWith && formatMethodIn('en', receipt.paidWith),
  }
}

function refundableOf(
  { invoice, payments }: InvoiceDetails,
  { linesLeft, reversals: before, fundsMinor }: InvoiceTotals,
): Pick<InvoiceView, 'refundable' | 'refundTerms'> {
  const payment = payments.find(({ status }) => status === 'SUCCEEDED')
  if (invoice.status !== 'PAID' || !payment) return NOT_REFUNDABLE
  const shares = cardShares(payment.amountMinor, invoice)
  const leftMinor = refundableMinor(shares, before)
  if (leftMinor <= 0n) return NOT_REFUNDABLE
  return {
    refundable: presentAmount(leftMinor, invoice.currency),
    refundTerms: {
      ...shares,
      paidMinor: shares.paidMinor.toString(),
      vendorMinor: shares.vendorMinor.toString(),
      stepMinor: refundStepMinor(payment).toString(),
      before: { amountMinor: before.amountMinor.toString(), baseMinor: before.baseMinor.toString() },
      lines: presentLeft(invoice.items, linesLeft),
      fundsMinor: fundsMinor.toString(),
    },
  }
}

function creditableOf({ invoice }: InvoiceDetails, { linesLeft }: InvoiceTotals): InvoiceView['creditable'] {
  const leftMinor = leftToPayMinor(invoice)
  if (leftMinor === 0n) return null
  const linesLeftMinor = linesLeft.reduce((sum, { grossMinor }) => sum + grossMinor, 0n)
  const mostMinor = creditableMinor(leftMinor, linesLeftMinor, invoice)
  if (mostMinor <= 0n) return null
  return {
    amount: presentAmount(mostMinor, invoice.currency),
    lines: presentLeft(invoice.items, linesLeft),
  }
}

/** What was charged of each item, and what is left of it. */
function presentLeft(items: InvoiceDetails['invoice']['items'], left: LineShare[]) {
  return items.map((item, index) => ({
    chargedMinor: chargedLine({ ...item, tax: taxOfLine(item) }).grossMinor.toString(),
    leftMinor: (left[index]?.grossMinor ?? 0n).toString(),
  }))
}

const NOT_REFUNDABLE = { refundable: null, refundTerms: null }

function isMoving({ payments, refunds, events }: InvoiceDetails): boolean {
  const soon = now().getTime() + NEAR_MS
  return (
    payments.some(({ status }) => status === 'REFUNDING') ||
    [...events, ...refunds].some(
      ({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt.getTime() < soon,
    )
  )
}

const MAIL_WORDS: Record<InvoiceDetails['mails'][number]['kind'], string> = {
  invoice: 'Invoice',
  invoice_changed: 'Changed invoice',
  reminder_due_soon: 'Reminder before the due date',
  reminder_overdue: 'Reminder',
  reminder_long_overdue: 'Second reminder',
  receipt: 'Receipt',
  refund: 'Refund notice',
  credit_note: 'Credit note',
  payout: 'Payout notice',
  payout_not_sent: 'Payout notice',
  webhook_failing: 'Webhook notice',
  recurring_stopped: 'Notice about a recurring invoice',
  invoice_not_sent: 'Notice about a scheduled invoice',
  recurring_payout_stopped: 'Notice about a recurring payout',
  password_reset: 'Password link',
  email_confirmation: 'Confirmation link',
  security_notice: 'Security notice',
  invitation: 'Invitation',
  payout_approval: 'Payout approval',
  portal_link: 'Portal link',
}

type TimedStep = Omit<InvoiceStep, 'at'> & { at: Date }

/** The invoice's history, oldest first. */
function invoiceTimeline(
  details: InvoiceDetails,
  { together, otherDisputes, summary: { isSuspect } }: ChargeFacts & Pick<InvoiceTotals, 'summary'>,
  { zone, edge }: { zone: Zone; edge: DueEdge },
): InvoiceStep[] {
  const { invoice, payments, refunds, disputes, entries, mails, events, acts } = details
  // The person who voided it has a step with the reason, which says the same.
  const isVoidedByHand = acts.some(({ action }) => action === 'invoice.voided')
  const isByCard = payments.some(({ status }) => status === 'SUCCEEDED')
  const facts = { shares: cardShares(cardPartMinor(invoice), invoice), entries }
  // While its due day lasts in the vendor's time zone, it is overdue for programs alone.
  const isOpenOnPages = invoice.status === 'UNPAID' && statusOnPages(invoice, edge) !== 'UNPAID'
  const isNews = ({ toStatus }: { toStatus: string }) =>
    toStatus === 'VOIDED'
      ? !isVoidedByHand && invoice.creditedMinor === 0n
      : toStatus !== 'UNPAID' || !isOpenOnPages
  const steps: TimedStep[] = [
    { title: 'Created', detail: null, at: invoice.createdAt, status: 'done' },
    ...acts.flatMap(actStep),
    ...invoice.views.map((view) => viewStep(view, zone)),
    // At equal times the cause comes before the status change.
    ...payments.map((payment) => paymentStep(payment, invoice.number, together.get(payment.id) ?? [])),
    ...payments.flatMap((payment) =>
      warningSteps(payment, isSuspect && payment.status === 'SUCCEEDED', together.get(payment.id) ?? []),
    ),
    ...invoice.statusChanges
      .filter(isNews)
      .map((change) => statusStep(change, isByCard ? incomeText(details, zone) : null)),
    ...refunds.flatMap((refund) => refundSteps(refund, facts)),
    ...disputes.flatMap((dispute) => disputeSteps(dispute, facts)),
    ...otherDisputes.map(otherDisputeStep),
    ...sendings(mails).map(mailStep),
    ...events.map(eventStep),
  ]
  return steps
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...step }) => ({ ...step, at: at.toISOString() }))
}

const ACT_WORDS: Partial<Record<string, string>> = {
  'invoice.changed': 'Changed',
  'invoice.sent': 'Sent again',
  'invoice.voided': 'Voided',
  'invoice.marked_paid': 'Marked as paid',
  'invoice.payment_recorded': 'Payment recorded',
  'invoice.credited': 'Credited',
  'invoice.payment_removed': 'Payment removed',
  'invoice.reminders_switched': 'Reminders',
  'invoice.written_off': 'Marked as uncollectible',
  'invoice.write_off_undone': 'No longer uncollectible',
}

/** The step for a person's act on the invoice; its creation is a step of its own. */
const VIEW_WORDS = { opened: 'Opened by your customer', downloaded: 'PDF downloaded by your customer' }

/** The first time, with the day of the last one if that is another. */
function viewStep(
  { kind, firstAt, lastAt }: InvoiceDetails['invoice']['views'][number],
  zone: Zone,
): TimedStep {
  const [firstOn, lastOn] = [dayIn(zone, firstAt), dayIn(zone, lastAt)]
  const isAgain = lastOn.getTime() !== firstOn.getTime()
  const detail = isAgain ? `Last on ${formatDayIn('en', lastOn)}` : null
  return { title: VIEW_WORDS[kind], detail, at: firstAt, status: 'done' }
}

function actStep({ action, memberName, detail, createdAt }: InvoiceDetails['acts'][number]) {
  const title = ACT_WORDS[action]
  if (!title) return []
  const words = [detail, memberName && `By ${memberName}`].filter(Boolean).join(' · ')
  return [{ title, detail: words || null, at: createdAt, status: 'done' as const }]
}

/** `income`: what the payment added to the wallet; null if it came in outside. */
function statusStep(change: InvoiceDetails['invoice']['statusChanges'][number], income: string | null) {
  const details = {
    CREATED: null,
    PAID: income ?? 'The money came in outside your wallet.',
    FAILED: 'The invoice can still be paid.',
    UNPAID: 'The due date has passed. The invoice can still be paid.',
    VOIDED: 'The invoice can’t be paid any more.',
  }
  return {
    title:
      change.toStatus === 'FAILED'
        ? 'Payment declined'
        : `Status: ${INVOICE_STATUSES[change.toStatus].displayStatus}`,
    detail: details[change.toStatus],
    at: change.createdAt,
    status: change.toStatus === 'PAID' ? ('done' as const) : ('failed' as const),
  }
}

function paymentStep(payment: InvoiceDetails['payments'][number], invoiceNumber: string, others: string[]) {
  const {
    status,
    provider,
    paidWith: name,
    paidWithLast4: last4,
    receiptNumber: order,
    settledAt: at,
  } = payment
  const paidWith = name === null ? 'Through' : `${formatMethodIn('en', { name, last4 })} through`
  switch (status) {
    case 'SUCCEEDED':
      return {
        title: 'Payment received',
        detail: [
          `${paidWith} ${providerTitle(provider)}${togetherWith(others)}`,
          ...(order === null ? [] : [`Receipt ${receiptNumber(invoiceNumber, order)}`]),
        ].join(' · '),
        at,
        status: 'done' as const,
      }
    case 'REFUNDING':
    case 'REFUNDED':
      return {
        title: status === 'REFUNDED' ? 'Second payment refunded' : 'Second payment is being refunded',
        detail: 'The invoice was paid, voided or partly paid before.',
        at,
        status: status === 'REFUNDED' ? ('done' as const) : ('waiting' as const),
      }
  }
}

/** More numbers than this are only counted. */
const MAX_NUMBERS = 3

function togetherWith(numbers: string[]): string {
  if (numbers.length === 0) return ''
  return `, together with ${numbersText(numbers)}`
}

function numbersText(numbers: string[]): string {
  return numbers.length > MAX_NUMBERS
    ? `${numbers.length} other invoices`
    : new Intl.ListFormat('en').format(numbers)
}

/** The warning of the card's bank, with what to do about it as long as that helps. */
function warningSteps(
  { fraudWarnedAt: at, fraudType }: InvoiceDetails['payments'][number],
  isOpen: boolean,
  others: string[],
): TimedStep[] {
  if (!at) return []
  const also =
    others.length > 0 ? ` It also paid ${numbersText(others)}: refund those too, if you haven’t.` : ''
  const advice = `The customer will probably dispute this payment. Hold back what you haven’t delivered, and refund it in full if you don’t know the customer: that usually spares you the dispute and its fee.${also}`
  const title = 'The card’s bank warns of fraud'
  const detail = `${isOpen ? advice : ''}${because(fraudType)}`.trim()
  return [{ title, detail: detail || null, at, status: isOpen ? 'waiting' : 'done' }]
}

/** The steps of a refund: the money taken from the vendor, and the outcome if it failed. */
function refundSteps(refund: Refund, facts: PaymentFacts): TimedStep[] {
  const { status, failureReason, note, createdAt, settledAt } = refund
  const { amount, walletText, returnText } = reversalTexts(
    refund,
    facts,
    (fee) => `${fee} was returned to the customer`,
  )
  const start = {
    title: `Refund of ${amount}`,
    detail: note ? `${walletText} Reason: ${note}` : walletText,
    at: createdAt,
    status: status === 'PENDING' ? ('waiting' as const) : ('done' as const),
  }
  if (status !== 'FAILED') return [start]
  // This reason says what the step's title does.
  const reason = failureReason === 'refund_failed' ? null : failureReason
  const end = {
    title: 'Refund failed',
    detail: `${returnText}${because(reason)}`.trim() || null,
    at: settledAt ?? createdAt,
  }
  return [start, { ...end, status: 'failed' }]
}

/** The steps of a dispute: the money taken from the vendor, and the outcome. */
function disputeSteps(dispute: Dispute, facts: PaymentFacts): TimedStep[] {
  const { status, reason, createdAt, settledAt } = dispute
  const { amount, walletText, returnText } = reversalTexts(
    dispute,
    facts,
    (fee) => `the operator bears ${fee}`,
  )
  const start = {
    title: `Payment disputed: ${amount}`,
    detail: walletText + because(reason),
    at: createdAt,
    status: status === 'OPEN' ? ('waiting' as const) : ('failed' as const),
  }
  const at = settledAt ?? createdAt
  switch (status) {
    case 'OPEN':
      return [start]
    case 'WON':
      return [start, { title: 'Dispute won', detail: returnText || null, at, status: 'done' }]
    case 'LOST':
      return [start, { title: 'Dispute lost', detail: null, at, status: 'failed' }]
  }
}

function because(reason: string | null): string {
  return reason ? ` Reason: ${reason.replaceAll('_', ' ')}.` : ''
}

/** A dispute of the payment that another invoice bears. Nothing of it is taken for this one. */
function otherDisputeStep({
  number,
  amountMinor,
  currency,
  status,
  createdAt,
  settledAt,
}: DisputeOfCharge): TimedStep {
  const title = `Payment disputed on ${number}: ${moneyText(amountMinor, currency)}`
  const at = status === 'OPEN' ? createdAt : (settledAt ?? createdAt)
  switch (status) {
    case 'OPEN':
      return {
        title,
        detail:
          'The same payment paid this invoice. If you refund it now, the customer may get the money twice.',
        at,
        status: 'waiting',
      }
    case 'WON':
      return { title, detail: 'Dispute won', at, status: 'done' }
    case 'LOST':
      return { title, detail: 'Dispute lost', at, status: 'failed' }
  }
}

type Sending = Omit<InvoiceDetails['mails'][number], 'recipient'> & { recipients: string[] }

/** Mails with their copies, as far as the same has become of them. */
function sendings(mails: InvoiceDetails['mails']): Sending[] {
  const byFate = new Map<string, Sending>()
  for (const { recipient, ...mail } of mails) {
    const { kind, reference, status, note } = mail
    const fate = JSON.stringify([kind, causeOfMail(reference), status, note])
    const sending = byFate.get(fate)
    if (sending) sending.recipients.push(recipient)
    else byFate.set(fate, { ...mail, recipients: [recipient] })
  }
  return [...byFate.values()]
}

function mailStep({ kind, status, recipients, note, sentAt, createdAt }: Sending) {
  const what = MAIL_WORDS[kind]
  const at = sentAt ?? createdAt
  const to = `To ${recipients.join(', ')}`
  switch (status) {
    case 'SENT':
      return { title: `${what} emailed`, detail: to, at, status: 'done' as const }
    case 'PENDING':
      return { title: `${what} is being emailed`, detail: to, at, status: 'waiting' as const }
    case 'KEPT':
      return { title: `${what} kept in the mailbox`, detail: note, at, status: 'done' as const }
    case 'FAILED':
      return { title: `${what} could not be emailed`, detail: note, at, status: 'failed' as const }
  }
}

function eventStep({
  status,
  sequence,
  attempts,
  attemptCount,
  createdAt,
}: InvoiceDetails['events'][number]) {
  const [last] = attempts
  const answer = last ? (last.error ?? `HTTP ${last.responseStatus}`) : null
  const times = attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`
  const at = last?.createdAt ?? createdAt
  switch (status) {
    case 'DELIVERED':
      return { title: `Webhook ${sequence} delivered`, detail: answer, at, status: 'done' as const }
    case 'PENDING':
      return {
        title: `Webhook ${sequence} waiting for delivery`,
        detail: answer ? `${times}, last response: ${answer}` : null,
        at,
        status: 'waiting' as const,
      }
    case 'FAILED':
      return {
        title: `Webhook ${sequence} was not delivered`,
        detail: `${times}, last response: ${answer}`,
        at,
        status: 'failed' as const,
      }
  }
}
