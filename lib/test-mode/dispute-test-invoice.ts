import assert from 'node:assert/strict'
import { database } from '@/lib/db/client'
import type { Dispute } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { findInvoice } from '@/lib/invoices/invoice'
import { leaseMs } from '@/lib/jobs/lease'
import { presentFraudWarning } from '@/lib/payments/answer'
import { recordReversals, recordWarnings } from '@/lib/payments/reversals'
import { scheduleLook } from '@/lib/payments/wake-reversals'
import { paymentProviderFor } from '@/lib/providers/registry'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now, signalAfter } from '@/lib/time/clock'

export const DISPUTE_OUTCOMES = ['opened', 'won', 'lost'] as const

/**
 * Has the sandbox open a dispute of a test invoice's payment, or close the one that is open, and books what a look at
 * the payment then finds, as after a notification. Returns the dispute.
 *
 * Throws `invoice_not_found`, `invoice_not_paid`, `payment_not_made`, `nothing_to_dispute` and `no_open_dispute`, and
 * `refund_in_progress` if the dispute is made and a pending refund decides whether it can be booked.
 */
export async function disputeAsBuyer(
  accountId: string,
  invoiceId: string,
  outcome: (typeof DISPUTE_OUTCOMES)[number],
): Promise<Dispute> {
  const { payment, reference, sandbox } = await paymentAtSandbox(accountId, invoiceId)
  accepted(await sandbox.rehearsal.dispute(reference, outcome, providerSignal()))
  const reported = accepted(await sandbox.readReversals(reference, providerSignal()))
  await inTransaction((tx) => recordReversals(tx, payment, reported))
  const latest = reported.findLast(({ kind }) => kind === 'dispute')
  assert(latest, 'the sandbox lists the dispute that it has made')
  const { provider } = payment
  const of = { accountId, provider, providerReference: latest.reference }
  const booked = await database().dispute.findMany({ where: of })
  if (booked.length === 0) throw new DomainError('refund_in_progress')
  const own = booked.find((row) => row.invoiceId === invoiceId)
  // The invoices that were paid with this one bear all of it.
  if (!own) throw new DomainError('nothing_to_dispute')
  return own
}

/**
 * Has the card's bank warn of fraud about a test invoice's payment, as after a notification, and returns the warning as the API
 * shows it. A second time it is the first warning. Throws `invoice_not_found`, `invoice_not_paid` and `payment_not_made`.
 */
export async function warnOfFraudAsBank(
  accountId: string,
  invoiceId: string,
): Promise<ReturnType<typeof presentFraudWarning>> {
  const { payment, reference, sandbox } = await paymentAtSandbox(accountId, invoiceId)
  accepted(await sandbox.rehearsal.warnOfFraud(reference, providerSignal()))
  const warning = accepted(await sandbox.readFraudWarning(reference, providerSignal()))
  assert(warning, 'the sandbox has the warning that it was told of')
  await inTransaction((tx) => recordWarnings(tx, payment, warning))
  return presentFraudWarning(payment, warning)
}

/** The payment of a paid test invoice, and the sandbox, which is about to be told what becomes of it. */
async function paymentAtSandbox(accountId: string, invoiceId: string) {
  const invoice = await findInvoice(database(), accountId, invoiceId)
  const payment = await database().payment.findFirst({ where: { accountId, invoiceId, status: 'SUCCEEDED' } })
  if (invoice.status !== 'PAID' || !payment) throw new DomainError('invoice_not_paid')
  const { providerReference: reference } = payment
  if (reference === null) throw new DomainError('payment_not_made')
  const { rehearsal, readFraudWarning, ...sandbox } = paymentProviderFor('test')
  assert(rehearsal && readFraudWarning, 'the sandbox can be told what to do')
  // It sends no notification: if this request dies on the way, a worker still learns of it.
  await scheduleLook(database(), payment, new Date(now().getTime() + leaseMs(env.PROVIDER_TIMEOUT_MS)))
  return { payment, reference, sandbox: { ...sandbox, rehearsal, readFraudWarning } }
}

const providerSignal = () => signalAfter(env.PROVIDER_TIMEOUT_MS)

function accepted<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind === 'accepted') return outcome.value
  if (outcome.kind === 'rejected') {
    throw new DomainError(outcome.code === 'no_open_dispute' ? 'no_open_dispute' : 'nothing_to_dispute')
  }
  throw new Error(`the sandbox did not answer: ${outcome.reason}`)
}
