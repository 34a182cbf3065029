import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startService } from '@/e2e/fixtures/service'
import { FailoverLoad, showBooks } from './failover-load'
import { show } from './figures'
import { tryPatroni } from './patroni'
import { atEnd, temporaryFolder } from './setup'
import { findPrograms, startPair } from './standby'

/**
 * Takes the primary database server away under load, by hand or as Patroni's cluster loses it (docs/scaling.md). No acknowledged
 * write may be lost or made twice, an answer is a success or 503, the ledger stays right, and no payout stays open.
 */
export async function measureFailover(args: string[]): Promise<void> {
  const { values: options } = parseArgs({
    args,
    options: {
      bin: { type: 'string' },
      seconds: { type: 'string' },
      clients: { type: 'string' },
      patroni: { type: 'boolean', default: false },
      defaults: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '1' },
    },
  })
  const loadMs = Number(options.seconds ?? (options.patroni ? 5 : 10)) * 1000
  const clients = Number(options.clients ?? (options.patroni ? 16 : 8))
  const programs = findPrograms(options.bin)
  if (options.patroni) {
    await tryPatroni({
      programs,
      loadMs,
      clients,
      rounds: Number(options.rounds),
      isByDefaults: options.defaults,
    })
  } else await promoteByHand(programs, loadMs, clients)
}

/** Kills the primary and promotes its synchronous standby at once. */
async function promoteByHand(programs: string, loadMs: number, clients: number): Promise<void> {
  const pair = await startPair(programs, await temporaryFolder())
  atEnd(pair.stop)
  const { primary, standby } = pair
  const DATABASE_URL = `postgresql://counterfoil@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/counterfoil?target_session_attrs=read-write`
  const service = await startService({ env: { DATABASE_URL } })
  atEnd(() => service.stop())
  const load = await FailoverLoad.start(service, clients)
  await delay(loadMs)
  const killedAtMs = performance.now()
  pair.killPrimary()
  await pair.promote()
  const promotedAtMs = performance.now()
  await delay(loadMs)
  const unanswered = await load.stop()
  // An answer that was on its way when the primary ended is no sign of the new one.
  const back = load.acknowledged.filter(({ atMs }) => atMs > promotedAtMs).map(({ atMs }) => atMs)
  const backMs = back.length > 0 ? Math.min(...back) - promotedAtMs : null
  show({
    name: 'from the kill to the promoted standby',
    value: (promotedAtMs - killedAtMs) / 1000,
    unit: 's',
  })
  show({
    name: 'from there to the next acknowledged write',
    value: backMs === null ? null : backMs / 1000,
    unit: 's',
  })
  show({ name: 'acknowledged after the promotion', value: back.length, unit: '', atLeast: 1 })
  await showBooks(service, load, unanswered, standby.url)
}
