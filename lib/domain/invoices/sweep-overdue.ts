import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { changeInvoiceStatus } from './change-invoice-status'

const BATCH = 200

/**
 * Makes `Unpaid` what is unpaid past its due day. `today`, midnight UTC, is the day that counts as
 * today: what is due on it is not overdue yet. Returns how many invoices changed. Each is a transaction
 * of its own, so a sweep that is cut off has lost nothing, and two at once change an invoice once.
 */
export async function sweepOverdue(today: Date): Promise<number> {
  let changed = 0
  for (;;) {
    const overdue = await database().$queryRaw<{ account_id: string; id: string }[]>`
      SELECT account_id, id FROM invoices
       WHERE status IN ('CREATED', 'FAILED') AND due_date < ${today}::date
       ORDER BY due_date, account_id, id LIMIT ${BATCH}`
    for (const { account_id: accountId, id: invoiceId } of overdue) {
      const invoice = await inTransaction((tx) =>
        changeInvoiceStatus(tx, { accountId, invoiceId }, { to: 'UNPAID' }),
      )
      if (invoice) changed += 1
    }
    if (overdue.length < BATCH) return changed
  }
}
