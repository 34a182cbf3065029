import assert from 'node:assert/strict'
import { ENCODED_ID_LENGTH, randomBase62 } from '@/lib/crypto/base62'
import {
  type BilledTo,
  findActiveCustomerByEmail,
  findOrCreateCustomerByEmail,
} from '@/lib/customers/customer'
import { sharedReads } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import type { Commit } from '@/lib/http/idempotency'
import { paymentReturnUrl, paymentToken } from '@/lib/http/links'
import type { JsonAnswer } from '@/lib/http/operation'
import { countryCode } from '@/lib/i18n/countries'
import { newId } from '@/lib/ids'
import { toJson } from '@/lib/json'
import { invoiceMail, queueCopies } from '@/lib/mail/invoice-mail'
import { findBuyer, findMailSender, type MailSender, mailRow, NUMBER_MARK } from '@/lib/mail/queue-mail'
import { formatMajor } from '@/lib/money/money'
import type { Tax } from '@/lib/money/taxes'
import type { CheckoutRequest, CheckoutSession, PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { now, signalAfter } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn, UTC, type Zone } from '@/lib/time/zone'
import type { Account, FeeSchedule } from '@/lib/vendors/account'
import { type Discount, invoiceAmounts, invoiceFee } from './amounts'
import { invoiceSnapshot } from './answer'
import { type InvoiceRecord, leftToPayMinor, totalMinor } from './invoice'
import { DEFAULT_DUE_DAYS } from './invoice-fields'
import { invoiceWords } from './invoice-words'
import { type NewItemRow, saveInvoiceRow } from './statements'

/** The due date of an invoice without one: the API counts in UTC, the dashboard in the vendor's time zone. */
export function defaultDueDate(zone: Zone): Date {
  return dayIn(zone, now(), DEFAULT_DUE_DAYS)
}

export type NewInvoice = {
  /** An existing customer, or the email of one that is found or created when the invoice is saved. */
  customer: { id: string } | { email: string }
  currency: string
  items: { title: string; quantityMicros: bigint; unitPriceMinor: bigint; tax?: Tax | null }[]
  discount?: Discount | null
  /** In lines; null for the customer's own address. */
  billingAddress?: string | null
  /** Replaces the customer's buyer reference; null for that one. */
  buyerReference?: string | null
  /** Text for the buyer. */
  notes?: string | null
  /** Null for `defaultDueDate` in UTC. */
  dueDate: Date | null
  redirectUrl: string | null
  webhookUrl: string | null
  /** The vendor's own number. */
  reference?: string | null
  /** JSON text. */
  metadata?: string | null
  /** The vendor's own words in the mail that brings it, in lines. */
  message?: string[]
  /** Others who get a copy of each mail about it; null for those of the customer. */
  copyEmails?: string[] | null
  /** The terms by which a person has reviewed it. */
  reviewedFee?: FeeSchedule | null
}

/** An invoice with computed amounts, not saved yet and without a number; its customer may not exist yet. */
export type InvoicePlan = Omit<InvoiceRecord, 'customerId' | 'number' | 'copyEmails'> & {
  customerId: string | null
  /** Null: those of the customer, who is found when it is saved. */
  copyEmails: string[] | null
  vendorName: string
  /** As in an existing customer's address; null: unknown. */
  country: string | null
  /** How the customer is taxed, as the lines follow it; null: read when it is saved, since no line has a tax. */
  taxedAs: Pick<BilledTo, 'taxTreatment' | 'taxExemptionReason'> | null
  /** In place of the customer's own; null: that one. */
  buyerReference: string | null
  /** Sender of the mail to an existing customer. */
  sender: MailSender | null
  message: string[]
}

/**
 * Computes an invoice: customer, lines, base amount, and the fee by the vendor's current terms. Lines have no tax for a
 * customer who accounts for it, or is exempt; prices stay as they are. Throws `customer_not_found` for an unknown
 * customer id, and `invoice_fee_changed` where the fee would be another one than was reviewed.
 */
export async function planInvoice(
  on: Queryable,
  account: Account,
  newInvoice: NewInvoice,
): Promise<InvoicePlan> {
  const customerId = await findCustomerId(on, account.id, newInvoice)
  const customer = customerId === null ? null : await findBuyer(on, account.id, customerId)
  if ('id' in newInvoice.customer && (!customer || customer.isArchived))
    throw new DomainError('customer_not_found')
  const isTaxed = !customer || customer.taxTreatment === 'taxed'
  const taxedItems = newInvoice.items.map((item) => ({ ...item, tax: isTaxed ? (item.tax ?? null) : null }))
  const { lines, discountMinor, baseAmountMinor } = invoiceAmounts(taxedItems, newInvoice.discount)
  const items = taxedItems.map((item, index) => {
    const line = lines[index]
    assert(line, 'each item is a line')
    return { ...item, ...line }
  })
  assert(baseAmountMinor > 0n, 'an invoice asks for an amount above zero')
  const fee = invoiceFee(baseAmountMinor, newInvoice.currency, account.fees)
  if (newInvoice.reviewedFee) {
    const reviewed = invoiceFee(baseAmountMinor, newInvoice.currency, newInvoice.reviewedFee)
    const isAsReviewed =
      fee.feeAmountMinor === reviewed.feeAmountMinor && fee.vendorFeeMinor === reviewed.vendorFeeMinor
    if (!isAsReviewed) throw new DomainError('invoice_fee_changed')
  }
  const createdAt = now()
  return {
    accountId: account.id,
    id: newId(),
    customerId: customer?.id ?? null,
    vendorName: account.vendorName,
    sender: customer?.sender ?? null,
    message: newInvoice.message ?? [],
    copyEmails: newInvoice.copyEmails ?? customer?.copyEmails ?? null,
    country: customer?.country ?? null,
    taxedAs: customer && {
      taxTreatment: customer.taxTreatment,
      taxExemptionReason: customer.taxExemptionReason,
    },
    email: 'email' in newInvoice.customer ? newInvoice.customer.email : (customer?.email ?? ''),
    currency: newInvoice.currency,
    baseAmountMinor,
    ...fee,
    returnsFee: account.fees.returnsFee,
    outsideMinor: 0n,
    creditedMinor: 0n,
    discountMinor,
    discountPpm: newInvoice.discount && 'ppm' in newInvoice.discount ? newInvoice.discount.ppm : null,
    billingAddress: newInvoice.billingAddress ?? null,
    buyerReference: newInvoice.buyerReference ?? null,
    notes: newInvoice.notes ?? null,
    status: 'CREATED',
    dueDate: newInvoice.dueDate ?? defaultDueDate(UTC),
    redirectUrl: newInvoice.redirectUrl,
    webhookUrl: newInvoice.webhookUrl,
    payToken: newPayToken(),
    paymentMethod: null,
    paidAt: null,
    voidedAt: null,
    voidedFrom: null,
    statusSequence: 0,
    revision: 0,
    createdAt,
    reference: newInvoice.reference ?? null,
    metadata: newInvoice.metadata ?? null,
    // The statement that saves it reads the details of that moment.
    seller: null,
    billedTo: null,
    items,
  }
}

/** The id of an existing customer as far as it is needed: for an email without taxes, saving finds the customer. */
async function findCustomerId(
  on: Queryable,
  accountId: string,
  { customer, items }: NewInvoice,
): Promise<string | null> {
  if ('id' in customer) return customer.id
  if (!items.some(({ tax }) => tax)) return null
  return (await findActiveCustomerByEmail(on, accountId, customer.email))?.id ?? null
}

/** A new invoice for the audit log: `19.16 USD for ada@example.com`. */
export function createdDetail(invoice: SavedInvoice): string {
  return `${formatMajor(totalMinor(invoice), invoice.currency)} ${invoice.currency} for ${invoice.email}`
}

/** The part of a payment link that nobody can guess. */
export function newPayToken(): string {
  return randomBase62(ENCODED_ID_LENGTH)
}

export type SavedInvoice = InvoiceRecord & { checkoutSessionNumber: bigint }

/** The request that creates an invoice, and the Idempotency-Key that it can be found by; null without one. */
type InvoiceOrigin = { requestId: string | null; idempotencyKey: string | null }

export const NO_REQUEST: InvoiceOrigin = { requestId: null, idempotencyKey: null }

/**
 * Saves a planned invoice with its items and checkout session, a new customer if needed, the mail to the buyer with its
 * copies, and the events.
 */
export async function saveInvoice(
  on: Queryable,
  plan: InvoicePlan,
  session: Pick<CheckoutSession, 'reference'>,
  provider: Pick<PaymentProvider, 'name'>,
  { requestId, idempotencyKey }: InvoiceOrigin = NO_REQUEST,
): Promise<SavedInvoice> {
  const {
    sender: knownSender,
    vendorName: _,
    country: __,
    taxedAs,
    buyerReference,
    message,
    ...columns
  } = plan
  const { accountId, items } = plan
  const customer =
    plan.customerId === null
      ? await findOrCreateCustomerByEmail(on, accountId, plan.email, requestId)
      : { id: plan.customerId, copyEmails: [] }
  const customerId = customer.id
  const copyEmails = othersThan(plan.email, plan.copyEmails ?? customer.copyEmails)
  const invoice = { ...columns, customerId, copyEmails, number: NUMBER_MARK }
  const sender = knownSender ?? (await findMailSender(on, accountId, customerId))
  const saved = await saveInvoiceRow(on, {
    accountId,
    id: plan.id,
    customerId,
    email: plan.email,
    copyEmails,
    currency: plan.currency,
    baseAmountMinor: plan.baseAmountMinor,
    feeAmountMinor: plan.feeAmountMinor,
    vendorFeeMinor: plan.vendorFeeMinor,
    returnsFee: plan.returnsFee,
    discountMinor: plan.discountMinor,
    discountPpm: plan.discountPpm,
    dueDate: formatIsoDate(plan.dueDate),
    billingAddress: plan.billingAddress,
    notes: plan.notes,
    reference: plan.reference,
    metadata: plan.metadata,
    idempotencyKey,
    redirectUrl: plan.redirectUrl,
    webhookUrl: plan.webhookUrl,
    payToken: plan.payToken,
    createdAt: plan.createdAt,
    billedAs: toJson({ ...taxedAs, ...(buyerReference === null ? {} : { buyerReference }) }),
    words: invoiceWords(plan),
    items: toJson(items.map(itemRow)),
    provider: provider.name,
    providerReference: session.reference,
    eventId: newId(),
    eventData: toJson(invoiceSnapshot(invoice)),
    requestId,
    ...mailRow({ ...invoiceMail(sender, invoice, message), requestId }),
  })
  assert(saved, 'the account exists')
  const numbered = { ...invoice, ...saved }
  if (copyEmails.length > 0) {
    await queueCopies(on, sender, numbered, { ...invoiceMail(sender, numbered, message), requestId })
  }
  return numbered
}

function itemRow(item: InvoiceRecord['items'][number]): NewItemRow {
  const { title, quantityMicros, unitPriceMinor, lineAmountMinor, discountMinor, taxMinor, tax } = item
  return {
    title,
    quantity: String(quantityMicros),
    unitPrice: String(unitPriceMinor),
    lineAmount: String(lineAmountMinor),
    discount: String(discountMinor),
    tax: String(taxMinor),
    taxName: tax?.name ?? null,
    taxRatePpm: tax?.ratePpm ?? null,
    isTaxInclusive: tax?.isInclusive ?? null,
  }
}

/** Who gets the mail itself needs no copy. */
function othersThan(email: string, copyEmails: string[]): string[] {
  return copyEmails.filter((other) => other.toLowerCase() !== email.toLowerCase())
}

/** Reported for a provider that did not answer in time. */
const GATEWAY_TIMEOUT = 504

/**
 * Opens the invoice's checkout session at the payment provider before the invoice is saved, so that no
 * invoice exists that nobody can pay. If the invoice is then not saved, no buyer can reach the session.
 * Throws `payment_provider_failed` if the provider refuses or does not answer.
 */
export async function openCheckout(
  plan: InvoicePlan,
  provider: PaymentProvider,
  timeoutMs: number,
): Promise<CheckoutSession> {
  const returnUrl = paymentReturnUrl(paymentToken(plan.accountId, plan.payToken))
  return createSession({ ...sessionRequest(plan, returnUrl), key: plan.id }, provider, timeoutMs)
}

type Payable = Pick<
  InvoicePlan,
  | 'currency'
  | 'email'
  | 'status'
  | 'baseAmountMinor'
  | 'feeAmountMinor'
  | 'outsideMinor'
  | 'creditedMinor'
  | 'vendorName'
> & {
  items: { title: string }[]
}

/** What a session asks for: what is left to pay of an invoice. */
export function sessionRequest(invoice: Payable, returnUrl: string): Omit<CheckoutRequest, 'key'> {
  return {
    amountMinor: leftToPayMinor(invoice),
    currency: invoice.currency,
    email: invoice.email,
    description: invoice.items.map((item) => item.title).join(', '),
    vendorName: invoice.vendorName,
    successUrl: returnUrl,
    cancelUrl: returnUrl,
  }
}

/** Creates a session at the provider. Throws `payment_provider_failed`. */
export async function createSession(
  request: CheckoutRequest,
  provider: PaymentProvider,
  timeoutMs: number,
): Promise<CheckoutSession> {
  const outcome = await provider.createCheckoutSession(request, signalAfter(timeoutMs))
  if (outcome.kind === 'accepted') return outcome.value
  throw new DomainError('payment_provider_failed', { httpStatus: outcome.httpStatus ?? GATEWAY_TIMEOUT })
}

/** The provider that takes the invoice's payment. Throws `live_mode_unavailable`. */
export function providerOf(
  { mode, vendorId }: Pick<Account, 'mode' | 'vendorId'>,
  { currency, country }: Pick<InvoicePlan, 'currency' | 'country'>,
  requestId: string | null = null,
): PaymentProvider {
  const subject = { vendorId, currency, country: countryCode(country) }
  return paymentProviderFor(mode, { subject, requestId })
}

/** Throws `invoice_amount_below_minimum` for an invoice that the provider would let nobody pay. */
export function requireMinimum(plan: InvoicePlan, provider: PaymentProvider): void {
  const { currency } = plan
  const minimumMinor = provider.minimumMinor?.(currency) ?? null
  if (minimumMinor !== null && totalMinor(plan) < minimumMinor) {
    throw new DomainError('invoice_amount_below_minimum', {
      minimum: formatMajor(minimumMinor, currency),
      currency,
    })
  }
}

/**
 * Everything about an invoice that can be done before it is saved: its amounts, and the session at the provider, which
 * may be slow or refuse. Call it with no transaction open, and `save` in one.
 */
export async function prepareInvoice(account: Account, invoice: NewInvoice, origin: InvoiceOrigin) {
  // Refuses if there is none.
  paymentProviderFor(account.mode)
  const plan = await planInvoice(sharedReads(), account, invoice)
  const provider = providerOf(account, plan, origin.requestId)
  requireMinimum(plan, provider)
  const session = await openCheckout(plan, provider, env.PROVIDER_TIMEOUT_MS)
  return { plan, save: (on: Queryable) => saveInvoice(on, plan, session, provider, origin) }
}

/** Creates an invoice for the API. */
export async function issueInvoice<A extends JsonAnswer<number, unknown>>(
  account: Account,
  invoice: NewInvoice,
  commit: Commit,
  answer: (invoice: SavedInvoice) => A,
): Promise<A> {
  const { requestId, claim } = commit
  const prepared = await prepareInvoice(account, invoice, { requestId, idempotencyKey: claim?.key ?? null })
  const { customerId, copyEmails } = prepared.plan
  // For a known customer without copies, one statement saves everything.
  const save = customerId !== null && copyEmails?.length === 0 ? commit.statement : commit.transaction
  return save(async (on) => answer(await prepared.save(on)))
}
