import { sql } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { type Claim, type LeasedQueue, release } from '@/lib/jobs/queue'
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

/** The rows before these ids have the earlier words. */
type Progress = { invoicesBefore: string; payoutsBefore: string }

export const findRename = statement<{ accountId: string; customerId: string }, Progress>(
  'find_customer_rename',
  `SELECT invoices_before AS "invoicesBefore", payouts_before AS "payoutsBefore"
     FROM customer_renames WHERE account_id = :accountId::uuid AND id = :customerId::uuid`,
)

/** Ends a turn with what is left to do. A rename that was changed meanwhile begins anew. */
export async function endTurn(
  tx: Queryable,
  claim: Claim,
  { isDone, invoicesBefore, payoutsBefore }: Progress & { isDone: boolean },
): Promise<void> {
  const isUnchanged = sql`next_attempt_at = lease_until`
  await release(
    tx,
    renameQueue,
    claim,
    isDone ? null : now(),
    sql`invoices_before = CASE WHEN ${isUnchanged} THEN ${invoicesBefore}::uuid ELSE invoices_before END,
        payouts_before = CASE WHEN ${isUnchanged} THEN ${payoutsBefore}::uuid ELSE payouts_before END`,
  )
}
