import { connectionPool } from '@/lib/db/client'
import { statement } from '@/lib/db/statement'
import { env } from '@/lib/env'
import { log } from '@/lib/log'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { payoutProviders } from '@/lib/providers/registry'
import { ListingError, listAll } from '@/lib/providers/shared/listing'
import { now, signalAfter } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { wakePayout } from './reconcile-payout'

/** A bank may send money back for weeks after it arrived. */
const READ_FOR_MS = 60 * DAY_MS

/**
 * Looks through the providers' lists of the last weeks for payouts that came back, and has those asked about that count as
 * delivered: a notification may be lost, and a provider may send none. What the list says is not booked.
 */
export async function findReturns(
  providers: PayoutProvider[] = payoutProviders(),
  timeoutMs = env.PROVIDER_TIMEOUT_MS,
): Promise<void> {
  for (const provider of providers) {
    // One without real money is in our own database, and asked about in time.
    if (!provider.rehearsal) await findReturnsOf(provider, timeoutMs)
  }
}

async function findReturnsOf(provider: PayoutProvider, timeoutMs: number): Promise<void> {
  const pool = connectionPool()
  const { name } = provider
  const [delivered] = await findDelivered(pool, { provider: name })
  if (!delivered) return
  const range = { from: new Date(now().getTime() - READ_FOR_MS), until: new Date(now().getTime() + DAY_MS) }
  try {
    const transfers = await listAll(
      (cursor, signal) => provider.listTransfers(range, cursor, signal),
      () => signalAfter(timeoutMs),
    )
    const cameBack = transfers.filter(({ status }) => status === 'returned' || status === 'failed')
    for (const { key } of cameBack) await wakePayout(pool, name, key)
  } catch (error) {
    if (!(error instanceof ListingError)) throw error
    log.warn({ provider: name, reason: error.message }, 'the list of payouts could not be read')
  }
}

/** Any delivered payout of the provider. */
const findDelivered = statement<{ provider: string }, object>(
  'find_delivered_payout',
  `SELECT 1 AS found FROM payouts WHERE provider = :provider::text AND status = 'PAID' LIMIT 1`,
)
