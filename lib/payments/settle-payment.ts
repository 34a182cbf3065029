import assert from 'node:assert/strict'
import type { PaymentStatus } from '@/lib/db/generated/enums'
import type { Runner } from '@/lib/db/statement'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { changeInvoiceStatus } from '@/lib/invoices/change-invoice-status'
import { findInvoice, totalMinor } from '@/lib/invoices/invoice'
import { askAgainAt } from '@/lib/jobs/lease'
import { release } from '@/lib/jobs/queue'
import { openHold } from '@/lib/ledger/holds'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { lockVendorFunds, settleDebt } from '@/lib/ledger/vendor-funds'
import { log } from '@/lib/log'
import { mailReceipt } from '@/lib/mail/invoice-mail'
import type { Charge } from '@/lib/providers/payment-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now } from '@/lib/time/clock'
import { paymentQueue } from './start-payment'
import { addPayment, findAccountMode, findPaymentProgress, settlePaymentRow } from './statements'

/** The provider has never seen the charge and, under this key, never will. */
const NEVER_ACCEPTED = 'never_accepted'

/** With `leaseUntil`, the caller holds the payment's lease until then. */
type Asked = { accountId: string; id: string; invoiceId: string; leaseUntil?: Date }

/**
 * Records the provider's outcome of a payment. The first outcome wins; a second one, from the request or the
 * reconciler, changes nothing. Returns the payment's status afterwards. A certain outcome counts from any
 * caller; an unknown one only from the holder of the lease.
 */
export async function recordChargeOutcome(
  tx: Runner,
  payment: Asked,
  outcome: Outcome<Charge>,
  method: string,
): Promise<PaymentStatus> {
  const { accountId, id, invoiceId } = payment
  if (outcome.kind === 'unknown') return askAgainLater(tx, payment)
  const status =
    outcome.kind === 'accepted' ? 'SUCCEEDED' : outcome.code === NEVER_ACCEPTED ? 'ABANDONED' : 'DECLINED'
  const reference = outcome.kind === 'accepted' ? outcome.value.reference : null
  const declineCode = outcome.kind === 'rejected' ? outcome.code : null
  const [settled] = await settlePaymentRow(tx, accountId, id, status, now(), reference, declineCode)
  if (!settled) return (await findPayment(tx, payment)).status
  if (settled.status === 'REFUNDING') {
    log.warn({ invoiceId, paymentId: id }, 'a voided invoice was paid: the payment is refunded')
    return settled.status
  }
  const { requestId } = settled
  if (status === 'SUCCEEDED') await payInvoice(tx, { accountId, invoiceId }, method, requestId)
  if (status === 'DECLINED')
    await changeInvoiceStatus(tx, { accountId, invoiceId }, { to: 'FAILED' }, requestId)
  return status
}

/**
 * Marks the invoice paid: credits its base amount to the vendor, in live mode as pending, and its fee to the
 * platform, settles what the vendor owes, and mails the buyer a receipt.
 */
export async function payInvoice(
  tx: Runner,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  method: string,
  requestId: string | null = null,
): Promise<void> {
  const change = { to: 'PAID', provider: method } as const
  const invoice = await changeInvoiceStatus(tx, { accountId, invoiceId }, change, requestId)
  // The partial unique index on live payments admits one attempt at a time, and none after a success; but the vendor
  // may have voided the invoice since the caller looked.
  if (!invoice) throw new DomainError('invoice_voided')
  const { currency, baseAmountMinor, feeAmountMinor } = invoice
  const source = { kind: 'provider_clearing' } as const
  // Before the posting, which locks them too: an income and a dispute that cross would deadlock.
  await lockVendorFunds(tx, accountId, currency)
  const wallet = await openHold(tx, { accountId, invoiceId, currency, amountMinor: baseAmountMinor })
  await postTransaction(tx, { accountId, reason: 'invoice.paid', referenceId: invoiceId, currency }, [
    { source, destination: { kind: wallet }, amountMinor: baseAmountMinor },
    ...(feeAmountMinor > 0n
      ? [{ source, destination: { kind: 'platform_fees' } as const, amountMinor: feeAmountMinor }]
      : []),
  ])
  await settleDebt(tx, { accountId, currency, referenceId: invoiceId })
  await mailReceipt(tx, invoice, requestId)
}

async function askAgainLater(tx: Runner, asked: Asked): Promise<PaymentStatus> {
  const { accountId, id, leaseUntil } = asked
  const { status, attemptCount } = await findPayment(tx, asked)
  if (status === 'PROCESSING' && leaseUntil) {
    await release(tx, paymentQueue, { tenantId: accountId, id, leaseUntil }, askAgainAt(attemptCount))
  }
  return status
}

async function findPayment(tx: Runner, { accountId, id }: Asked) {
  const [payment] = await findPaymentProgress(tx, accountId, id)
  assert(payment, 'the payment exists')
  return payment
}

/**
 * Marks a test invoice as paid, as if its buyer had paid by card.
 *
 * Throws `invoice_not_found`, `invoice_not_in_test_mode`, `invoice_voided`, `invoice_already_paid`, and
 * `payment_in_progress` while the buyer is paying.
 */
export async function markInvoicePaid(
  tx: Runner,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  provider: { name: string; method: string },
  requestId: string | null = null,
): Promise<void> {
  const invoice = await findInvoice(tx, accountId, invoiceId)
  const [account] = await findAccountMode(tx, accountId)
  if (account?.mode !== 'test') throw new DomainError('invoice_not_in_test_mode')
  if (invoice.status === 'VOIDED') throw new DomainError('invoice_voided')
  if (invoice.status === 'PAID') throw new DomainError('invoice_already_paid')
  const createdAt = now()
  const added = await addPayment(
    tx,
    accountId,
    newId(),
    invoiceId,
    provider.name,
    null,
    'SUCCEEDED',
    totalMinor(invoice),
    invoice.currency,
    null,
    null,
    null,
    createdAt,
    createdAt,
    requestId,
  )
  if (added.length !== 1) throw new DomainError('payment_in_progress')
  await payInvoice(tx, { accountId, invoiceId }, provider.method, requestId)
}
