import { database } from '@/lib/db/client'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { isId, newId } from '@/lib/ids'
import { changeInvoiceStatus } from '@/lib/invoices/change-invoice-status'
import { enqueue } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import { nextCheckDelayMs } from '@/lib/payouts/settle-payout'
import type { CheckoutSession, PaymentProvider } from '@/lib/providers/payment-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now, signalAfter } from '@/lib/time/clock'
import { payInvoice } from './settle-payment'

type Options = { provider: PaymentProvider; timeoutMs: number }

/** A session as we keep it. */
export type SessionRow = {
  accountId: string
  number: bigint
  invoiceId: string
  provider: string
  providerReference: string
  attemptCount: number
  nextAttemptAt: Date | null
}

export type CheckoutKey = { accountId: string; sessionNumber: string }

/** Sessions that a buyer was sent to and that are due to be asked about, the longest due first. */
export async function dueCheckouts(limit: number): Promise<CheckoutKey[]> {
  return database().$queryRaw`
    SELECT account_id AS "accountId", number::text AS "sessionNumber" FROM checkout_sessions
     WHERE next_attempt_at <= ${now()}::timestamptz
     ORDER BY next_attempt_at LIMIT ${limit}`
}

/**
 * Asks the provider whether a session was paid, and books it. This is all that a notification of the
 * provider's leads to: one that comes twice, late or out of order only asks again, and one that never
 * comes is made up for by asking from time to time.
 */
export async function reconcileCheckout(
  { accountId, sessionNumber }: CheckoutKey,
  options: Options,
): Promise<void> {
  const row = await database().checkoutSession.findUnique({
    where: { accountId_number: { accountId, number: BigInt(sessionNumber) } },
  })
  if (row?.state === 'OPEN') await readSession(row, options)
}

/**
 * Asks about every open session of an invoice that a buyer was sent to. `under_way`: one was paid in a way
 * that takes its time, so the buyer is done and the money is to come. `unanswered`: the provider gave no
 * answer about one. `known` is all else.
 */
export async function reconcileOpenCheckouts(
  invoice: { accountId: string; id: string },
  options: Options,
): Promise<'known' | 'under_way' | 'unanswered'> {
  const sessions = await database().checkoutSession.findMany({
    where: {
      accountId: invoice.accountId,
      invoiceId: invoice.id,
      state: 'OPEN',
      nextAttemptAt: { not: null },
    },
  })
  const found: Outcome<CheckoutSession>[] = []
  for (const row of sessions) found.push(await readSession(row, options))
  if (found.some((outcome) => outcome.kind === 'accepted' && isUnderWay(outcome.value))) return 'under_way'
  return found.some(({ kind }) => kind === 'unknown') ? 'unanswered' : 'known'
}

/** Open, and nothing left to do on its page. */
function isUnderWay({ state, url }: CheckoutSession): boolean {
  return state === 'open' && url === null
}

/** The provider's session as it is now, once what follows from it is written. */
export async function readSession(
  row: SessionRow,
  { provider, timeoutMs }: Options,
): Promise<Outcome<CheckoutSession>> {
  const outcome = await provider.readCheckoutSession(row.providerReference, signalAfter(timeoutMs))
  const session = outcome.kind === 'accepted' ? outcome.value : null
  await inTransaction((tx) => recordSession(tx, row, session, provider.method))
  return outcome
}

async function recordSession(
  tx: Transaction,
  row: SessionRow,
  session: CheckoutSession | null,
  method: string,
): Promise<void> {
  const { accountId, number } = row
  const where = { accountId_number: { accountId, number } }
  // Locked, so that of two that read the session as paid only one books it.
  await tx.$queryRaw`
    SELECT 1 FROM checkout_sessions WHERE account_id = ${accountId}::uuid AND number = ${number} FOR UPDATE`
  const current = await tx.checkoutSession.findUniqueOrThrow({ where })
  if (current.state !== 'OPEN') return
  if (session?.state === 'paid') {
    await tx.checkoutSession.update({ where, data: { state: 'PAID', nextAttemptAt: null } })
    await bookPayment(tx, row, session, method)
  } else if (session?.state === 'expired') {
    await tx.checkoutSession.update({ where, data: { state: 'EXPIRED', nextAttemptAt: null } })
  } else if (current.nextAttemptAt && current.nextAttemptAt.getTime() === row.nextAttemptAt?.getTime()) {
    // Otherwise the provider has sent word meanwhile, or a buyer was sent there: what we heard may be from before.
    const nextAttemptAt = new Date(now().getTime() + nextCheckDelayMs(current.attemptCount))
    await tx.checkoutSession.update({
      where,
      data: { nextAttemptAt, attemptCount: current.attemptCount + 1 },
    })
    const key = number.toString()
    await enqueue(tx, 'reconcile_checkout', { accountId, sessionNumber: key }, { key, runAt: nextAttemptAt })
  }
}

/** Pays the invoice; or, where another payment has, sends this one back: money is never kept twice. */
async function bookPayment(
  tx: Transaction,
  { accountId, invoiceId, provider, providerReference }: SessionRow,
  session: CheckoutSession,
  method: string,
): Promise<void> {
  const id = newId()
  const createdAt = now()
  const payment = {
    accountId,
    id,
    invoiceId,
    provider,
    sessionReference: providerReference,
    amountMinor: session.amountMinor,
    currency: session.currency,
    providerReference: session.paymentReference,
    createdAt,
    settledAt: createdAt,
  }
  const { count } = await tx.payment.createMany({
    data: [{ ...payment, status: 'SUCCEEDED' }],
    skipDuplicates: true,
  })
  if (count === 1) return payInvoice(tx, { accountId, invoiceId }, method)
  log.warn({ invoiceId, paymentId: id }, 'an invoice was paid twice: the second payment is refunded')
  await tx.payment.create({ data: { ...payment, status: 'REFUNDING', nextAttemptAt: createdAt } })
  await enqueue(tx, 'reconcile_payment', { accountId, paymentId: id }, { key: id, runAt: createdAt })
}

/**
 * A provider says that something happened to a session of its own: it is asked about at once. Nothing
 * for one that nobody was sent to, or that is settled. What the notification says is not taken for true:
 * it may be late, and the provider is asked anyway.
 */
export async function wakeCheckout(
  tx: Transaction,
  provider: string,
  providerReference: string,
): Promise<void> {
  const runAt = now()
  const sessions = await tx.$queryRaw<{ account_id: string; number: bigint }[]>`
    UPDATE checkout_sessions SET next_attempt_at = ${runAt}::timestamptz
     WHERE provider_reference = ${providerReference} AND provider = ${provider} AND next_attempt_at IS NOT NULL
    RETURNING account_id, number`
  for (const { account_id: accountId, number } of sessions) {
    const sessionNumber = number.toString()
    await enqueue(tx, 'reconcile_checkout', { accountId, sessionNumber }, { key: sessionNumber, runAt })
  }
}

/**
 * A provider says that an attempt on its own page was declined: `Failed` for an invoice that nobody has
 * paid. `key` is the idempotency key of the session, which begins with the invoice's id. Unlike a
 * payment it moves no money, and one that comes late changes nothing, so it needs no asking.
 */
export async function noteHostedDecline(tx: Transaction, provider: string, key: string): Promise<void> {
  const [invoiceId = ''] = key.split(':')
  if (!isId(invoiceId)) return
  const [session] = await tx.$queryRaw<{ account_id: string }[]>`
    SELECT account_id FROM checkout_sessions
     WHERE invoice_id = ${invoiceId}::uuid AND provider = ${provider} AND next_attempt_at IS NOT NULL LIMIT 1`
  if (session) await changeInvoiceStatus(tx, { accountId: session.account_id, invoiceId }, { to: 'FAILED' })
}
