import { z } from 'zod'
import { operator } from '@/lib/auth/session-access'
import { inOrmTransaction, isStatementTimeout, type OrmTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { operation } from '@/lib/http/operation'
import { Refusal, refuseInput } from '@/lib/http/refusals'
import { moment } from '@/lib/http/schemas'
import { verifyBooks } from '@/lib/ledger/verify-books'
import { now } from '@/lib/time/clock'
import { findVendorOverview } from '@/lib/vendors/vendor'
import { checkLedgerBooks } from './check-books'
import { operatorHealthView, readOperatorHealth } from './health'

export const getOperatorHealth = operation({
  method: 'GET',
  path: '/api/dashboard/operator/health',
  summary: 'Read the health of the instance',
  tag: 'Operator',
  access: operator,
  answers: { 200: operatorHealthView },
}).handle(async () => ({ status: 200, body: await readOperatorHealth() }))

const ledgerCheckView = z.object({
  ok: z.boolean(),
  transactions: z.int(),
  entries: z.int(),
  problems: z.array(z.string()).describe('The first of the findings.'),
  problemCount: z.int(),
  checkedAt: moment,
  durationMs: z.int(),
})

export type LedgerCheckView = z.infer<typeof ledgerCheckView>

const MAX_ROWS = 200

export const checkLedger = operation({
  method: 'GET',
  path: '/api/dashboard/operator/ledger',
  summary: 'Check the ledger',
  description: 'Adds up the whole ledger, or one vendor’s test or live account (`vendor` and `of`).',
  tag: 'Operator',
  access: operator,
  answers: { 200: ledgerCheckView },
  errors: ['invalid_input', 'vendor_not_found', 'ledger_too_large'],
}).handle(async ({ search }) => {
  const vendorId = search.get('vendor')
  const startedAt = performance.now()
  try {
    const ofVendor = async (tx: OrmTransaction, id: string) =>
      verifyBooks(tx, await accountIdOf(tx, id, search.get('of')))
    const report = await (vendorId
      ? inOrmTransaction((tx) => ofVendor(tx, vendorId), { isolation: 'RepeatableRead' })
      : checkLedgerBooks())
    const body = {
      ...report,
      problems: report.problems.slice(0, MAX_ROWS),
      problemCount: report.problems.length,
      checkedAt: now().toISOString(),
      durationMs: Math.round(performance.now() - startedAt),
    }
    return { status: 200, body }
  } catch (error) {
    // The command has no time limit; the refusal names it.
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
