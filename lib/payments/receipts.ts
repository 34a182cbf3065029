import assert from 'node:assert/strict'
import { type Queryable, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { receiptNumber } from '@/lib/invoices/document-numbers'
import type { PaidWith } from '@/lib/providers/payment-provider'

/*
 * Each payment that counts has a receipt: the number of its invoice and its place among that one's payments, whether a provider
 * took them or the vendor recorded them (docs/decisions/0118-receipts.md).
 */

/** What the receipt of a payment says beside its invoice. */
export type Receipt = {
  /** As printed, such as `INV-0042-R1`. */
  number: string
  /** That of the payment, in minor units: less than the invoice's total where others came before. */
  amountMinor: bigint
  /** Null if the provider does not say. */
  paidWith: PaidWith | null
}

/** A payment, as it is stored. */
type ReceiptRow = { receiptOrder: number; amountMinor: bigint; paidWith: string | null; last4: string | null }

export function receiptOf(
  invoiceNumber: string,
  { receiptOrder, amountMinor, paidWith: name, last4 }: ReceiptRow,
): Receipt {
  const paidWith = name === null ? null : { name, last4 }
  return { number: receiptNumber(invoiceNumber, receiptOrder), amountMinor, paidWith }
}

/**
 * The place of an invoice's next payment. The caller holds the lock of the invoice's row, and adds the payment in the same
 * transaction. A payment that was removed keeps its place, so that no number is ever given again.
 */
export async function nextReceiptOrder(
  tx: Transaction,
  key: { accountId: string; invoiceId: string },
): Promise<number> {
  const [row] = await findNextOrder(tx, key)
  assert(row, 'an aggregate has a row')
  return row.next
}

const findNextOrder = statement<{ accountId: string; invoiceId: string }, { next: number }>(
  'find_next_receipt_order',
  `SELECT 1 + greatest(
            (SELECT coalesce(max(receipt_number), 0) FROM payments
              WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid),
            (SELECT coalesce(max(receipt_number), 0) FROM outside_payments
              WHERE account_id = :accountId::uuid AND invoice_id = :invoiceId::uuid)) AS next`,
)

/** The receipts of paid invoices of an account, by the invoice's id: each that of the last payment, which paid it. */
export async function findReceipts(
  on: Queryable,
  accountId: string,
  invoices: { id: string; number: string }[],
): Promise<Map<string, Receipt>> {
  if (invoices.length === 0) return new Map()
  const rows = await findLastPayments(on, { accountId, invoiceIds: invoices.map(({ id }) => id) })
  const numbers = new Map(invoices.map(({ id, number }) => [id, number]))
  return new Map(rows.map((row) => [row.invoiceId, receiptOf(numbers.get(row.invoiceId) ?? '', row)]))
}

const findLastPayments = statement<
  { accountId: string; invoiceIds: string[] },
  ReceiptRow & { invoiceId: string }
>(
  'find_last_payments',
  `SELECT DISTINCT ON (payment.invoice_id) payment.invoice_id AS "invoiceId", payment.receipt_number AS "receiptOrder",
          payment.amount_minor AS "amountMinor", payment.paid_with AS "paidWith", payment.paid_with_last4 AS last4
     FROM (SELECT invoice_id, receipt_number, amount_minor, paid_with, paid_with_last4 FROM payments
            WHERE account_id = :accountId::uuid AND invoice_id = ANY(:invoiceIds::uuid[]) AND status = 'SUCCEEDED'
            UNION ALL
           SELECT invoice_id, receipt_number, amount_minor, method::text, NULL FROM outside_payments
            WHERE account_id = :accountId::uuid AND invoice_id = ANY(:invoiceIds::uuid[]) AND removed_at IS NULL)
       AS payment
    ORDER BY payment.invoice_id, payment.receipt_number DESC`,
)
