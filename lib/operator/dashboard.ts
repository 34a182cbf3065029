import { operatorRead } from '@/lib/api/dashboard/operator-operation'
import { inTransaction, isStatementTimeout } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { Refusal, refuseInput } from '@/lib/http/refusals'
import { verifyLedger } from '@/lib/ledger/verify'
import { now } from '@/lib/time/clock'
import { findVendorOverview } from '@/lib/vendors/vendor'
import { readOperatorHealth } from './health'

export const getOperatorHealth = operatorRead('/api/dashboard/operator/health', async () => ({
  status: 200,
  body: await readOperatorHealth(),
}))

export type LedgerCheckView = {
  ok: boolean
  transactions: number
  entries: number
  /** The first findings. */
  problems: string[]
  problemCount: number
  checkedAt: string
  durationMs: number
}

const MOST_SHOWN = 200

/**
 * Verifies the ledger: all of it, or one vendor's test or live account (`vendor` and `of`). The database
 * cancels a statement that takes too long, and the operator is referred to the command.
 */
export const checkLedger = operatorRead('/api/dashboard/operator/ledger', async ({ url }) => {
  const vendorId = url.searchParams.get('vendor')
  const startedAt = performance.now()
  try {
    const report = await inTransaction(
      async (tx) => {
        const accountId = vendorId ? await accountIdOf(tx, vendorId, url.searchParams.get('of')) : null
        return verifyLedger(tx, accountId)
      },
      { isolation: 'RepeatableRead' },
    )
    const view: LedgerCheckView = {
      ...report,
      problems: report.problems.slice(0, MOST_SHOWN),
      problemCount: report.problems.length,
      checkedAt: now().toISOString(),
      durationMs: Math.round(performance.now() - startedAt),
    }
    return { status: 200, body: view }
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    throw new Refusal('ledger_too_large')
  }
})

async function accountIdOf(
  tx: Parameters<typeof findVendorOverview>[0],
  vendorId: string,
  mode: string | null,
): Promise<string> {
  if (mode !== 'test' && mode !== 'live') refuseInput('of must be test or live')
  const vendor = await findVendorOverview(tx, vendorId)
  const account = vendor?.accounts.find((each) => each.mode === mode)
  if (!account) throw new DomainError('vendor_not_found')
  return account.id
}
