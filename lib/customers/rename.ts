import { statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import type { LeasedQueue } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'

/** Customers whose invoices and payouts are still found by an earlier name or email; `id` is the customer's. */
export const renameQueue: LeasedQueue = {
  table: 'customer_renames',
  tenantColumn: 'account_id',
  idColumn: 'id',
}

/** By then, statements that began before the rename, and so wrote the old words, have ended. */
const SETTLES_AFTER_MS = 1000

/** Lets the customer's invoices and payouts be found by the new name and email, from the latest ones on. */
export async function queueRename(tx: Transaction, accountId: string, customerId: string): Promise<void> {
  await addRename(tx, { accountId, customerId, dueAt: new Date(now().getTime() + SETTLES_AFTER_MS) })
}

const addRename = statement<{ accountId: string; customerId: string; dueAt: Date }, object>(
  'add_customer_rename',
  `INSERT INTO customer_renames (account_id, id, invoices_before, payouts_before, next_attempt_at)
   VALUES (:accountId::uuid, :customerId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'ffffffff-ffff-ffff-ffff-ffffffffffff',
           :dueAt::timestamptz)
   ON CONFLICT (account_id, id) DO UPDATE
     SET invoices_before = excluded.invoices_before, payouts_before = excluded.payouts_before,
         next_attempt_at = excluded.next_attempt_at`,
)
