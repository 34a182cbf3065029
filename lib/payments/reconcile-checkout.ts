import assert from 'node:assert/strict'
import { connectionPool, database, sql } from '@/lib/db/client'
import { sentenceOf } from '@/lib/db/describe-error'
import { type Queryable, runComposed } from '@/lib/db/statement'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { isId, newId } from '@/lib/ids'
import { changeInvoiceStatus } from '@/lib/invoices/change-invoice-status'
import {
  closeCheckouts,
  lockCheckout,
  postponeCheckout,
  settleCheckout,
} from '@/lib/invoices/checkout-session'
import { findInvoice, type InvoiceRecord, leftToPayMinor, lockInvoice } from '@/lib/invoices/invoice'
import type { Claim } from '@/lib/jobs/queue'
import { isExpected, keepUnposted } from '@/lib/ledger/unposted-amounts'
import { log } from '@/lib/log'
import type { CheckoutSession, PaymentProvider } from '@/lib/providers/payment-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { storedProvider, unreachable } from '@/lib/providers/stored-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { type CheckoutPart, type CheckoutSubject, partsOf } from './joint-checkout'
import { nextReceiptOrder } from './receipts'
import { payInvoice } from './settle-payment'
import { addPayment } from './statements'

type Options = { providers: PaymentProvider[]; timeoutMs: number }

/** A stored session. */
export type SessionRow = CheckoutSubject & {
  number: bigint
  provider: string
  providerReference: string
  /** What it asks for, in minor units. */
  amountMinor: bigint
}

/**
 * Asks the provider whether a claimed session was paid, and books it. A notification from the provider does no more
 * than trigger this: a repeated, late or reordered one only asks again, and polling makes up for a missing
 * one.
 */
export async function reconcileCheckout(lease: Claim, options: Options): Promise<void> {
  const row = await database().checkoutSession.findUniqueOrThrow({
    where: { accountId_number: { accountId: lease.tenantId, number: BigInt(lease.id) } },
  })
  await readSession(row, options, lease)
}

/** What became of open sessions: see `reconcileOpenCheckouts`. */
type CheckoutProgress = 'known' | 'unpaid' | 'under_way' | 'unanswered'

/**
 * Checks every open session of an invoice that a buyer was sent to. `under_way`: one was paid by a slow
 * method, so the buyer is done and the money is to come. `unanswered`: the provider did not answer about one. `unpaid`:
 * one can still be paid, and none was. `known`: anything else, which our records tell.
 */
export function reconcileOpenCheckouts(
  { accountId, id: invoiceId }: { accountId: string; id: string },
  options: Options,
): Promise<CheckoutProgress> {
  return readOpenSessions({ accountId, invoiceId, jointCheckoutId: null }, options)
}

/** The same for the sessions of a joint checkout. */
export function reconcileJointCheckout(
  { accountId, id: jointCheckoutId }: { accountId: string; id: string },
  options: Options,
): Promise<CheckoutProgress> {
  return readOpenSessions({ accountId, invoiceId: null, jointCheckoutId }, options)
}

async function readOpenSessions(subject: CheckoutSubject, options: Options): Promise<CheckoutProgress> {
  const sessions = await database().checkoutSession.findMany({
    where: { ...subject, status: 'OPEN', nextAttemptAt: { not: null } },
  })
  const outcomes: Outcome<CheckoutSession>[] = []
  for (const row of sessions) outcomes.push(await readSession(row, options))
  const read = outcomes.flatMap((outcome) => (outcome.kind === 'accepted' ? [outcome.value] : []))
  if (read.some(isUnderWay)) return 'under_way'
  if (outcomes.some(({ kind }) => kind === 'unknown')) return 'unanswered'
  return read.some(({ status }) => status === 'open') ? 'unpaid' : 'known'
}

/** Open, but its page has nothing left to do. */
function isUnderWay({ status, url }: CheckoutSession): boolean {
  return status === 'open' && url === null
}

/**
 * Reads the session from the provider and records the consequences. Callers without a lease may ask too; then
 * the time of the next check stays as it is.
 */
export async function readSession(
  row: SessionRow,
  { providers, timeoutMs }: Options,
  lease: Claim | null = null,
): Promise<Outcome<CheckoutSession>> {
  const provider = storedProvider(providers, row)
  if (!provider) {
    const outcome = unreachable(row)
    log.error(
      { checkoutSession: String(row.number), reason: outcome.reason },
      'a checkout cannot be asked about',
    )
    if (lease) await postponeCheckout(database(), lease)
    return outcome
  }
  const parts = await partsOf(connectionPool(), row)
  const outcome = await closeOrRead(provider, row, parts, timeoutMs)
  const session = outcome.kind === 'accepted' ? outcome.value : null
  const isPaid = await inTransaction(async (tx) => {
    const state = await recordSession(tx, row, { session, parts, provider })
    if (state === 'open' && lease) await postponeCheckout(tx, lease)
    return state === 'paid'
  })
  if (isPaid) await closeOthers(row, parts)
  return outcome
}

/**
 * Has the worker close the other sessions in which somebody may be about to pay one of the invoices. Not with the booking,
 * which holds the locks of the invoices while the booking of another session may wait for them. Without it, the worker closes
 * each at its next look.
 */
async function closeOthers({ accountId }: SessionRow, parts: CheckoutPart[]): Promise<void> {
  const invoiceIds = parts.map(({ invoiceId }) => invoiceId)
  try {
    await closeCheckouts(connectionPool(), { accountId, invoiceIds }, { watchedOnly: true })
  } catch (error) {
    // The customer has paid, and sees that.
    log.warn({ error: sentenceOf(error) }, 'the other checkouts of paid invoices could not be closed at once')
  }
}

/**
 * The session as it is now; one that asks for another amount than is left to pay is closed first, such as that of a voided
 * invoice, or of one whose vendor has recorded a payment since. Where the provider refuses that, it was paid, is being paid or
 * is over, which the reading tells.
 */
async function closeOrRead(
  provider: PaymentProvider,
  { accountId, providerReference }: SessionRow,
  parts: CheckoutPart[],
  timeoutMs: number,
): Promise<Outcome<CheckoutSession>> {
  if (provider.expireCheckoutSession && !(await areOwed(connectionPool(), accountId, parts))) {
    const closed = await provider.expireCheckoutSession(providerReference, signalAfter(timeoutMs))
    if (closed.kind !== 'rejected') return closed
  }
  return provider.readCheckoutSession(providerReference, signalAfter(timeoutMs))
}

/** True if each part of a session is what is left to pay of its invoice. */
async function areOwed(on: Queryable, accountId: string, parts: CheckoutPart[]): Promise<boolean> {
  for (const { invoiceId, amountMinor } of parts) {
    if (leftToPayMinor(await findInvoice(on, accountId, invoiceId)) !== amountMinor) return false
  }
  return true
}

type SessionReport = { session: CheckoutSession | null; parts: CheckoutPart[]; provider: PaymentProvider }

/** `paid`: it was, and this call has booked it. One that was paid in another amount stays open. */
async function recordSession(
  tx: Transaction,
  row: SessionRow,
  { session, parts, provider }: SessionReport,
): Promise<'open' | 'paid' | 'over'> {
  if ((await lockCheckout(tx, row)) !== 'OPEN') return 'over'
  if (!session || session.status === 'open') return 'open'
  if (session.status === 'expired') {
    await settleCheckout(tx, row, 'EXPIRED')
    return 'over'
  }
  if (!(await isAsAsked(tx, row, parts, session))) return 'open'
  await settleCheckout(tx, row, 'PAID')
  await bookPayments(tx, row, parts, session, provider)
  return 'paid'
}

/** True if a paid session took exactly what it asked for; if not, it is kept for a person to look at. */
async function isAsAsked(
  tx: Transaction,
  { accountId, provider, providerReference, amountMinor }: SessionRow,
  [first]: CheckoutPart[],
  session: CheckoutSession,
): Promise<boolean> {
  assert(first, 'a session pays an invoice')
  const { invoiceId: referenceId } = first
  const { currency } = await findInvoice(tx, accountId, referenceId)
  const expected = { amountMinor, currency }
  const reported = { amountMinor: session.amountMinor, currency: session.currency }
  if (isExpected({ expected, reported })) return true
  const kind = 'payment'
  await keepUnposted(tx, { accountId, kind, referenceId, provider, providerReference, expected, reported })
  return false
}

/**
 * Pays the invoices of a session, each with its part, as if it had been paid alone. Refunds the part of one that another
 * payment paid, that is voided, or of which it is not what is left to pay any more, because the vendor has recorded or removed
 * a payment meanwhile: no money is kept for nothing.
 */
async function bookPayments(
  tx: Transaction,
  { accountId, provider, providerReference }: SessionRow,
  parts: CheckoutPart[],
  session: CheckoutSession,
  { method, readFee }: PaymentProvider,
): Promise<void> {
  const createdAt = now()
  const { paidWith } = session
  // Locked, so that a void or another payment comes before or after this one; all of them before any money is.
  const invoices: (CheckoutPart & { invoice: InvoiceRecord })[] = []
  for (const part of parts) {
    invoices.push({ ...part, invoice: await lockInvoice(tx, accountId, part.invoiceId) })
  }
  const isOwed = ({ invoice, amountMinor }: (typeof invoices)[number]) =>
    leftToPayMinor(invoice) === amountMinor
  const inOrder = [...invoices.filter(isOwed), ...invoices.filter((each) => !isOwed(each))]
  for (const [part, each] of inOrder.entries()) {
    const { invoiceId, amountMinor } = each
    const payment = {
      accountId,
      id: newId(),
      invoiceId,
      provider,
      sessionReference: providerReference,
      part,
      amountMinor,
      currency: session.currency,
      paidWith: paidWith?.name ?? null,
      paidWithLast4: paidWith?.last4 ?? null,
      providerReference: session.paymentReference,
      createdAt,
      settledAt: createdAt,
      requestId: null,
    }
    // Due at once: the charge's fee is to be read.
    const nextAttemptAt = readFee && part === 0 ? createdAt : null
    if (isOwed(each)) {
      const receiptOrder = await nextReceiptOrder(tx, { accountId, invoiceId })
      const payingRow = {
        ...payment,
        status: 'SUCCEEDED',
        receiptNumber: receiptOrder,
        nextAttemptAt,
      } as const
      if ((await addPayment(tx, payingRow)).length === 1) {
        await payInvoice(tx, { accountId, invoiceId }, { method, paidWith, receiptOrder })
        continue
      }
    }
    log.warn(
      { invoiceId, paymentId: payment.id },
      `${WHY_REFUNDED[each.invoice.status]}: the payment is refunded`,
    )
    const returnedRow = {
      ...payment,
      status: 'REFUNDING',
      receiptNumber: null,
      nextAttemptAt: createdAt,
    } as const
    const added = await addPayment(tx, returnedRow)
    assert.equal(added.length, 1, 'the part of a session is booked once')
  }
}

const ANOTHER_AMOUNT = 'a card paid another amount than was left to pay'

const WHY_REFUNDED: Record<InvoiceRecord['status'], string> = {
  PAID: 'an invoice was paid twice',
  VOIDED: 'a voided invoice was paid',
  CREATED: ANOTHER_AMOUNT,
  FAILED: ANOTHER_AMOUNT,
  UNPAID: ANOTHER_AMOUNT,
}

/**
 * Records a decline on the provider's own page: each invoice that was to be paid there, and is not, becomes `Failed`. `key` is
 * the session's idempotency key, which starts with the id of the invoice or of the joint checkout. A decline moves no money,
 * and a late one changes nothing, so the provider is not asked.
 */
export async function noteHostedDecline(tx: Transaction, provider: string, key: string): Promise<void> {
  const [id = ''] = key.split(':')
  if (!isId(id)) return
  const [session] = await runComposed<CheckoutSubject & { amountMinor: bigint }>(
    tx,
    sql`SELECT account_id AS "accountId", invoice_id AS "invoiceId", joint_checkout_id AS "jointCheckoutId",
               amount_minor AS "amountMinor"
          FROM checkout_sessions
         WHERE (invoice_id = ${id}::uuid OR joint_checkout_id = ${id}::uuid) AND provider = ${provider}
           AND next_attempt_at IS NOT NULL LIMIT 1`,
  )
  if (!session) return
  for (const { invoiceId } of await partsOf(tx, session)) {
    await changeInvoiceStatus(tx, { accountId: session.accountId, invoiceId }, { to: 'FAILED' })
  }
}
