import type { Mode } from '@/lib/db/generated/enums'
import { statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { cardShares } from '@/lib/invoices/amounts'
import { changeInvoiceStatus } from '@/lib/invoices/change-invoice-status'
import { cardPartMinor, leftToPayMinor, lockInvoice } from '@/lib/invoices/invoice'
import { openHold } from '@/lib/ledger/holds'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { lockVendorFunds, settleDebt } from '@/lib/ledger/vendor-funds'
import { mailReceipt } from '@/lib/mail/invoice-mail'
import type { PaidWith } from '@/lib/providers/payment-provider'
import { now } from '@/lib/time/clock'
import { nextReceiptOrder, receiptOf } from './receipts'
import { addPayment } from './statements'

/** The payment of an invoice: the provider's `method`, what it was made with, and its place among the invoice's payments. */
type SettledPayment = { method: string; paidWith: PaidWith | null; receiptOrder: number }

/**
 * Marks the invoice paid by card: credits the vendor its base amount, less a fee that it pays itself, in live mode as pending,
 * and the platform its fee, settles what the vendor owes, and mails the buyer a receipt. Where payments were recorded before,
 * the card pays the rest, and both get their parts of that.
 */
export async function payInvoice(
  tx: Transaction,
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  { method, paidWith, receiptOrder }: SettledPayment,
  requestId: string | null = null,
): Promise<void> {
  const change = { to: 'PAID', paymentMethod: method } as const
  const invoice = await changeInvoiceStatus(tx, { accountId, invoiceId }, change, requestId)
  // The partial unique index on payments admits one that succeeded; but the vendor may have voided the invoice since the
  // caller looked.
  if (!invoice) throw new DomainError('invoice_voided')
  const { currency } = invoice
  const { paidMinor, vendorMinor } = cardShares(cardPartMinor(invoice), invoice)
  const feeMinor = paidMinor - vendorMinor
  const source = { kind: 'provider_clearing' } as const
  // Before the posting, which locks them too: an income and a dispute that cross would deadlock.
  await lockVendorFunds(tx, accountId, currency)
  // A rest of a cent or two may be all fee, and so may an invoice whose fee the vendor pays.
  const wallet =
    vendorMinor > 0n && (await openHold(tx, { accountId, invoiceId, currency, amountMinor: vendorMinor }))
  await postTransaction(tx, { accountId, reason: 'invoice.paid', referenceId: invoiceId, currency }, [
    ...(wallet ? [{ source, destination: { kind: wallet }, amountMinor: vendorMinor }] : []),
    ...(feeMinor > 0n
      ? [{ source, destination: { kind: 'platform_fees' } as const, amountMinor: feeMinor }]
      : []),
  ])
  await settleDebt(tx, { accountId, currency, referenceId: invoiceId })
  const receipt = receiptOf(invoice.number, {
    receiptOrder,
    amountMinor: paidMinor,
    paidWith: paidWith?.name ?? null,
    last4: paidWith?.last4 ?? null,
  })
  await mailReceipt(tx, { ...invoice, receipt }, requestId)
}

/**
 * Marks a test invoice as paid, as if its buyer had paid by card. `mode` is that of the account; absent, it is looked up.
 *
 * Throws `invoice_not_found`, `invoice_not_in_test_mode`, `invoice_voided` and `invoice_already_paid`. A buyer who is
 * on the provider's page and pays after all gets that money back.
 */
export async function recordTestPayment(
  tx: Transaction,
  { accountId, invoiceId, mode }: { accountId: string; invoiceId: string; mode?: Mode },
  provider: { name: string; method: string },
  requestId: string | null = null,
): Promise<void> {
  // Locked, so that a payment recorded meanwhile comes before or after this one.
  const invoice = await lockInvoice(tx, accountId, invoiceId)
  const isTest = (mode ?? (await findAccountMode(tx, { accountId }))[0]?.mode) === 'test'
  if (!isTest) throw new DomainError('invoice_not_in_test_mode')
  if (invoice.status === 'VOIDED') throw new DomainError('invoice_voided')
  if (invoice.status === 'PAID') throw new DomainError('invoice_already_paid')
  // No card was used.
  const paidWith = { name: provider.method, last4: null }
  const receiptOrder = await nextReceiptOrder(tx, { accountId, invoiceId })
  const paidAt = now()
  const added = await addPayment(tx, {
    accountId,
    id: newId(),
    invoiceId,
    provider: provider.name,
    sessionReference: null,
    part: 0,
    status: 'SUCCEEDED',
    amountMinor: leftToPayMinor(invoice),
    currency: invoice.currency,
    paidWith: paidWith.name,
    paidWithLast4: paidWith.last4,
    receiptNumber: receiptOrder,
    providerReference: null,
    nextAttemptAt: null,
    createdAt: paidAt,
    settledAt: paidAt,
    requestId,
  })
  if (added.length !== 1) throw new DomainError('invoice_already_paid')
  const payment = { method: provider.method, paidWith, receiptOrder }
  await payInvoice(tx, { accountId, invoiceId }, payment, requestId)
}

/** The mode of an account. */
const findAccountMode = statement<{ accountId: string }, { mode: Mode }>(
  'find_account_mode',
  `SELECT mode FROM accounts WHERE id = :accountId::uuid`,
)
