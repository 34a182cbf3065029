import type { Mode } from '@/lib/db/generated/enums'
import { type Queryable, statement } from '@/lib/db/statement'
import type { OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { parsePaymentToken } from '@/lib/http/links'
import { type InvoiceRecord, withItems } from '@/lib/invoices/invoice'
import { INVOICE_COLUMNS, type StoredInvoice } from '@/lib/invoices/statements'
import { dayIn, UTC } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'
import { isApproved } from '@/lib/vendors/account'
import { findReceipts, type Receipt } from './receipts'

export type PayableInvoice = {
  invoice: InvoiceRecord
  mode: Mode
  /** `isClosed`: banned or, in live mode, not approved: its invoices can't be paid. */
  vendor: { id: string; name: string; isClosed: boolean }
  /** The id of the payment that paid it. */
  transactionId: string | null
  /** The day on which it was paid in the seller's time zone; of a payment outside the wallet, that on which it came in. */
  paidOn: Date | null
  /** That of the payment that paid it, or the rest of it. */
  receipt: Receipt | null
}

/** The invoice for a payment link's token. Throws `payment_link_not_found` if there is none. */
export async function findPayableInvoice(on: Queryable, token: string): Promise<PayableInvoice> {
  const where = parsePaymentToken(token)
  const [row] = where
    ? await findPayableRow(on, { accountId: where.accountId, payToken: where.payToken })
    : []
  if (!row) throw new DomainError('payment_link_not_found')
  const { mode, vendorId, vendorName, bannedAt, liveApprovedAt, transactionId, receivedOn, ...invoice } = row
  const zone = zoneOf(invoice.seller?.timeZone ?? UTC.name)
  const receipts = invoice.status === 'PAID' ? await findReceipts(on, invoice.accountId, [invoice]) : null
  return {
    invoice: withItems(invoice),
    mode,
    vendor: {
      id: vendorId,
      name: vendorName,
      isClosed: bannedAt !== null || !isApproved(mode, { liveApprovedAt }),
    },
    transactionId,
    paidOn: receivedOn ?? (invoice.paidAt && dayIn(zone, invoice.paidAt)),
    receipt: receipts?.get(invoice.id) ?? null,
  }
}

/** True if a buyer was sent to the provider's page for the invoice and the outcome is not known yet. */
export async function isPaymentAwaited(
  tx: OrmTransaction,
  { accountId, id: invoiceId }: { accountId: string; id: string },
): Promise<boolean> {
  const session = await tx.checkoutSession.findFirst({
    where: { accountId, invoiceId, status: 'OPEN', nextAttemptAt: { not: null } },
    select: { number: true },
  })
  return session !== null
}

/** An invoice by its payment link, with its vendor and the payment that paid it, or the rest of it. */
const findPayableRow = statement<
  { accountId: string; payToken: string },
  StoredInvoice & {
    mode: Mode
    vendorId: string
    vendorName: string
    bannedAt: Date | null
    liveApprovedAt: Date | null
    transactionId: string | null
    receivedOn: Date | null
  }
>(
  'find_payable_invoice',
  `WITH invoice AS (
     SELECT ${INVOICE_COLUMNS} FROM invoices WHERE account_id = :accountId::uuid AND pay_token = :payToken)
   SELECT invoice.*, accounts.mode, vendors.id AS "vendorId", vendors.name AS "vendorName",
          vendors.banned_at AS "bannedAt", vendors.live_approved_at AS "liveApprovedAt",
          payments.id AS "transactionId",
          (SELECT received_on FROM outside_payments
            WHERE outside_payments.account_id = :accountId::uuid AND outside_payments.invoice_id = invoice.id
              AND removed_at IS NULL AND invoice.status = 'PAID' AND payments.id IS NULL
            ORDER BY outside_payments.receipt_number DESC LIMIT 1) AS "receivedOn"
     FROM invoice
     JOIN accounts ON accounts.id = :accountId::uuid
     JOIN vendors ON vendors.id = accounts.vendor_id
     LEFT JOIN payments
       ON payments.account_id = :accountId::uuid AND payments.invoice_id = invoice.id
      AND payments.status = 'SUCCEEDED'`,
)
