import { renameQueue } from '@/lib/customers/rename'
import { connectionPool, sql } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { withRetries } from '@/lib/db/transaction'
import { rewordInvoices } from '@/lib/invoices/invoice-words'
import { type Claim, type LeasedWork, release } from '@/lib/jobs/queue'
import { rewordPayouts } from '@/lib/payouts/payout-words'
import { now } from '@/lib/time/clock'

/** Invoices, and as many payouts, of one customer that one turn rewrites. Their rows are locked for that time. */
const BATCH = 500

const LEASE_MS = 60_000

/** Below every id. */
const NONE_LEFT = '00000000-0000-0000-0000-000000000000'

export const renameWork: LeasedWork = {
  queue: renameQueue,
  leaseMs: () => LEASE_MS,
  slots: 4,
  work: followRename,
}

/**
 * Lets the next of a renamed customer's invoices and payouts, latest first, be found by the new name and email. The
 * others have to wait for their turn again, and one whose rename was changed meanwhile begins anew.
 */
export async function followRename(claim: Claim, limit = BATCH): Promise<void> {
  const { tenantId: accountId, id: customerId } = claim
  const pool = connectionPool()
  const [rename] = await findRename(pool, { accountId, customerId })
  if (!rename) return
  const customer = { accountId, customerId, limit }
  // Each statement commits by itself, and may cross another one that holds several of the rows.
  const invoices = await withRetries(() =>
    rewordInvoices(pool, { ...customer, before: rename.invoicesBefore }),
  )
  const payouts = await withRetries(() => rewordPayouts(pool, { ...customer, before: rename.payoutsBefore }))
  const isDone = invoices === null && payouts === null
  const isUnchanged = sql`next_attempt_at = lease_until`
  await release(
    pool,
    renameQueue,
    claim,
    isDone ? null : now(),
    sql`invoices_before = CASE WHEN ${isUnchanged} THEN ${invoices ?? NONE_LEFT}::uuid ELSE invoices_before END,
        payouts_before = CASE WHEN ${isUnchanged} THEN ${payouts ?? NONE_LEFT}::uuid ELSE payouts_before END`,
  )
}

const findRename = statement<
  { accountId: string; customerId: string },
  { invoicesBefore: string; payoutsBefore: string }
>(
  'find_customer_rename',
  `SELECT invoices_before AS "invoicesBefore", payouts_before AS "payoutsBefore"
     FROM customer_renames WHERE account_id = :accountId::uuid AND id = :customerId::uuid`,
)
