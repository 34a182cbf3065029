import { connectionPool, database, sql } from '@/lib/db/client'
import { runComposed } from '@/lib/db/statement'
import { inOrmTransaction, type OrmTransaction, type Transaction } from '@/lib/db/transaction'
import { isId, newId } from '@/lib/ids'
import { changeInvoiceStatus } from '@/lib/invoices/change-invoice-status'
import { postponeCheckout, settleCheckout } from '@/lib/invoices/checkout-session'
import { findInvoice, leftToPayMinor, lockInvoice } from '@/lib/invoices/invoice'
import type { Claim } from '@/lib/jobs/queue'
import { isExpected, keepUnposted } from '@/lib/ledger/unposted-amounts'
import { log } from '@/lib/log'
import type { CheckoutSession, PaymentProvider } from '@/lib/providers/payment-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { storedProvider, unreachable } from '@/lib/providers/stored-provider'
import { now, signalAfter } from '@/lib/time/clock'
import { payInvoice } from './settle-payment'

type Options = { providers: PaymentProvider[]; timeoutMs: number }

/** A stored session. */
export type SessionRow = {
  accountId: string
  number: bigint
  invoiceId: string
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

/**
 * Checks every open session of an invoice that a buyer was sent to. `under_way`: one was paid by a slow
 * method, so the buyer is done and the money is to come. `unanswered`: the provider did not answer about one. `unpaid`:
 * one can still be paid, and none was. `known`: anything else, which our records tell.
 */
export async function reconcileOpenCheckouts(
  invoice: { accountId: string; id: string },
  options: Options,
): Promise<'known' | 'unpaid' | 'under_way' | 'unanswered'> {
  const sessions = await database().checkoutSession.findMany({
    where: {
      accountId: invoice.accountId,
      invoiceId: invoice.id,
      status: 'OPEN',
      nextAttemptAt: { not: null },
    },
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
  const outcome = await closeOrRead(provider, row, timeoutMs)
  const session = outcome.kind === 'accepted' ? outcome.value : null
  await inOrmTransaction(async (tx) => {
    const isOpen = await recordSession(tx, row, session, provider)
    if (isOpen && lease) await postponeCheckout(tx, lease)
  })
  return outcome
}

/**
 * The session as it is now; one that asks for another amount than is left to pay is closed first, such as that of a voided
 * invoice, or of one whose vendor has recorded a payment since. Where the provider refuses that, it was paid, is being paid or
 * is over, which the reading tells.
 */
async function closeOrRead(
  provider: PaymentProvider,
  { accountId, invoiceId, providerReference, amountMinor }: SessionRow,
  timeoutMs: number,
): Promise<Outcome<CheckoutSession>> {
  if (provider.expireCheckoutSession) {
    const invoice = await findInvoice(connectionPool(), accountId, invoiceId)
    const closed =
      leftToPayMinor(invoice) !== amountMinor
        ? await provider.expireCheckoutSession(providerReference, signalAfter(timeoutMs))
        : null
    if (closed && closed.kind !== 'rejected') return closed
  }
  return provider.readCheckoutSession(providerReference, signalAfter(timeoutMs))
}

/** Returns false once the session is settled. One that was paid in another amount never is. */
async function recordSession(
  tx: OrmTransaction,
  row: SessionRow,
  session: CheckoutSession | null,
  provider: PaymentProvider,
): Promise<boolean> {
  const { accountId, number } = row
  const where = { accountId_number: { accountId, number } }
  // Lock the session, so that of two readers that see it paid only one books it.
  await tx.$queryRaw`
    SELECT 1 FROM checkout_sessions WHERE account_id = ${accountId}::uuid AND number = ${number} FOR UPDATE`
  const { status } = await tx.checkoutSession.findUniqueOrThrow({ where, select: { status: true } })
  if (status !== 'OPEN') return false
  if (!session || session.status === 'open') return true
  if (session.status === 'paid' && !(await isAsAsked(tx, row, session))) return true
  const isPaid = session.status === 'paid'
  await settleCheckout(tx, row, isPaid ? 'PAID' : 'EXPIRED')
  if (isPaid) await bookPayment(tx, row, session, provider)
  return false
}

/** True if a paid session took exactly what it asked for; if not, it is kept for a person to look at. */
async function isAsAsked(tx: OrmTransaction, row: SessionRow, session: CheckoutSession): Promise<boolean> {
  const { accountId, invoiceId, provider, providerReference } = row
  const { currency } = await findInvoice(tx, accountId, invoiceId)
  const expected = { amountMinor: row.amountMinor, currency }
  const reported = { amountMinor: session.amountMinor, currency: session.currency }
  if (isExpected({ expected, reported })) return true
  const kind = 'payment'
  await keepUnposted(tx, {
    accountId,
    kind,
    referenceId: invoiceId,
    provider,
    providerReference,
    expected,
    reported,
  })
  return false
}

/**
 * Pays the invoice. Refunds this payment if another one paid it, it is voided, or it is not what is left to pay any more,
 * because the vendor has recorded or removed a payment meanwhile: no money is kept for nothing.
 */
async function bookPayment(
  tx: OrmTransaction,
  { accountId, invoiceId, provider, providerReference }: SessionRow,
  session: CheckoutSession,
  { method, readFee }: PaymentProvider,
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
  // Locked, so that a void or another payment comes before or after this one.
  const invoice = await lockInvoice(tx, accountId, invoiceId)
  const { count } =
    leftToPayMinor(invoice) === session.amountMinor
      ? await tx.payment.createMany({
          // Due at once: its fee is to be read.
          data: [{ ...payment, status: 'SUCCEEDED', nextAttemptAt: readFee ? createdAt : null }],
          skipDuplicates: true,
        })
      : { count: 0 }
  if (count === 1) return payInvoice(tx, { accountId, invoiceId }, method)
  const what = {
    PAID: 'an invoice was paid twice',
    VOIDED: 'a voided invoice was paid',
    OPEN: 'a card paid another amount than was left to pay',
  }[invoice.status === 'PAID' || invoice.status === 'VOIDED' ? invoice.status : 'OPEN']
  log.warn({ invoiceId, paymentId: id }, `${what}: the payment is refunded`)
  await tx.payment.create({ data: { ...payment, status: 'REFUNDING', nextAttemptAt: createdAt } })
}

/**
 * Records a decline on the provider's own page: an invoice that is not paid becomes `Failed`. `key` is the
 * session's idempotency key, which starts with the invoice's id. A decline moves no money, and a late one
 * changes nothing, so the provider is not asked.
 */
export async function noteHostedDecline(tx: Transaction, provider: string, key: string): Promise<void> {
  const [invoiceId = ''] = key.split(':')
  if (!isId(invoiceId)) return
  const [session] = await runComposed<{ account_id: string }>(
    tx,
    sql`SELECT account_id FROM checkout_sessions
         WHERE invoice_id = ${invoiceId}::uuid AND provider = ${provider} AND next_attempt_at IS NOT NULL LIMIT 1`,
  )
  if (session) await changeInvoiceStatus(tx, { accountId: session.account_id, invoiceId }, { to: 'FAILED' })
}
