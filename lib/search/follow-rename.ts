import { endTurn, findRename, renameQueue } from '@/lib/customers/rename'
import { connectionPool } from '@/lib/db/client'
import { withRetries } from '@/lib/db/transaction'
import { NIL_ID } from '@/lib/ids'
import { rewordInvoices } from '@/lib/invoices/invoice-words'
import type { Claim, LeasedWork } from '@/lib/jobs/queue'
import { rewordPayouts } from '@/lib/payouts/payout-words'

/** Invoices, and as many payouts, of one customer that one turn rewrites. Their rows are locked for that time. */
const BATCH = 500

const LEASE_MS = 60_000

/** Below every id. */
const NONE_LEFT = NIL_ID

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
  await endTurn(pool, claim, {
    isDone,
    invoicesBefore: invoices ?? NONE_LEFT,
    payoutsBefore: payouts ?? NONE_LEFT,
  })
}
