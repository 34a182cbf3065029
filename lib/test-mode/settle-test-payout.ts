import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { connectionPool } from '@/lib/db/client'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { findPayout } from '@/lib/payouts/payout'
import { reconcilePayout, wakePayout } from '@/lib/payouts/reconcile-payout'
import { payoutProviderFor } from '@/lib/providers/registry'
import { signalAfter } from '@/lib/time/clock'

export const PAYOUT_OUTCOMES = ['paid', 'failed', 'returned'] as const

type PayoutOutcome = (typeof PAYOUT_OUTCOMES)[number]

/** The outcomes that a payout of each status can still have, and those that leave it as it is. */
const POSSIBLE: Record<string, readonly PayoutOutcome[]> = {
  PROCESSING: PAYOUT_OUTCOMES,
  PAID: ['paid', 'returned'],
  FAILED: ['failed'],
  RETURNED: ['returned'],
}

const STATUS = { paid: 'PAID', failed: 'FAILED', returned: 'RETURNED' } as const satisfies Record<
  PayoutOutcome,
  string
>

const POLL_MS = 20

/**
 * Decides a test payout's outcome at the sandbox and asks for it, as after a notification. Throws
 * `payout_not_found`, and `payout_settled_already` for an outcome that its status no longer allows.
 */
export async function settleAsBank(accountId: string, payoutId: string, outcome: PayoutOutcome) {
  const { status, amountMinor, currency } = await findPayout(connectionPool(), accountId, payoutId)
  if (!POSSIBLE[status]?.includes(outcome)) throw new DomainError('payout_settled_already')
  const provider = payoutProviderFor('test')
  assert(provider.rehearsal, 'the sandbox can be told what to do')
  const timeoutMs = env.PROVIDER_TIMEOUT_MS
  const transfer = { key: payoutId, amountMinor, currency }
  await provider.rehearsal.settle(transfer, outcome, signalAfter(timeoutMs))
  await wakePayout(connectionPool(), provider.name, payoutId)
  // The request that sent it, or the worker, may be asking just now, with an older answer: the status is
  // waited for, so that the caller finds it.
  for (const until = performance.now() + timeoutMs; performance.now() < until; await delay(POLL_MS)) {
    const result = await reconcilePayout(
      { accountId, payoutId },
      { providers: [provider], timeoutMs, isEarly: true },
    )
    const payout = result ?? (await findPayout(connectionPool(), accountId, payoutId))
    if (payout.status === STATUS[outcome]) break
  }
  return findPayout(connectionPool(), accountId, payoutId)
}
