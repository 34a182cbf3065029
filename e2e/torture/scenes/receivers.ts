import { percentile } from '@/bench/figures'
import type { Actor } from '../actor'
import { textAt } from '../client'
import type { Random } from '../random'
import { BEHAVIOURS } from '../receivers'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'

/** A well-behaved receiver gets its event within this time while others misbehave. */
const GOOD_MS = 20_000

/** Events that hang at a host, at least as many as a worker has slots, and those of others to the same host. */
const HANGING = 300
const SHARING = 100
const MAX_SHARED_P95_MS = 1000

/** Receivers that hang, drip, reset, redirect and send bombs, beside one that behaves, and one host for them all. */
export const receivers: Scene = {
  name: 'receivers',
  finds:
    'a worker that a receiver can hold up, fill or send elsewhere; deliveries that others have to wait for',
  async run(stage, random, { count }) {
    const [bad, good] = await stage.actorsOf(2)
    if (!bad || !good) return
    stage.receivers.misbehave(true)
    await inParallel(count(600, BEHAVIOURS.length), 8, async (index) => {
      const behaviour = BEHAVIOURS[index % BEHAVIOURS.length] ?? 'hang'
      stage.tally.faults += 1
      await paidInvoice(bad, random.fork(index), stage.receivers.badUrl(bad.account.id, behaviour))
    })
    await inParallel(10, 4, (index) =>
      paidInvoice(good, random.fork(`good/${index}`), stage.receivers.url(good.account.id)),
    )
    const mine = () => stage.receivers.deliveries.filter(({ path }) => path === `/${good.account.id}`).length
    const isThere = await stage.until(() => mine() >= 10, GOOD_MS)
    stage.tally.expect(isThere, `a good receiver got ${mine()} of 10 events beside bad ones`)
    await stage.until(() => stage.receivers.wasHit('bomb') && stage.receivers.wasHit('hang'))
    await shareHost(stage, random.fork('shared'), bad)
    stage.receivers.misbehave(false)
    stage.tally.expect(!stage.receivers.wasHit('redirected'), 'a redirect was followed')
  },
}

/** Two vendors whose events go to the host at which hundreds of another one's hang: they wait for none of them. */
async function shareHost(stage: Stage, random: Random, noisy: Actor): Promise<void> {
  const sharing = await stage.actorsOf(2)
  const invoices = await inParallel(SHARING, 4, async (index) => {
    const actor = sharing[index % sharing.length] ?? noisy
    const webhook_url = stage.receivers.sharedUrl(actor.account.id)
    const choices = random.fork(index)
    return {
      actor,
      invoice: await actor.createInvoice(choices.integer(100, 9999), choices.uuid(), { webhook_url }),
    }
  })
  stage.tally.faults += HANGING
  await stage.rows(
    `INSERT INTO webhook_deliveries (account_id, id, sequence, url, payload, next_attempt_at, created_at)
     SELECT $1, gen_random_uuid(), 1, $2, '{}', now(), now() FROM generate_series(1, $3)`,
    [noisy.account.id, hangingUrl(stage, noisy), HANGING],
  )
  const leased = 'SELECT FROM webhook_deliveries WHERE account_id = $1 AND lease_until IS NOT NULL'
  await stage.until(async () => (await stage.rows(leased, [noisy.account.id])).length > 50)
  const paidAtMs = new Map<string, number>()
  await inParallel(SHARING, 4, async (index) => {
    const { actor, invoice } = invoices[index] ?? {}
    if (!actor || invoice?.status !== 201) return
    paidAtMs.set(textAt(invoice.body, 'invoice.id'), performance.now())
    await actor.payInvoice(invoice)
  })
  const latenciesMs = () =>
    stage.receivers.deliveries.flatMap(({ body, arrivedAtMs }) => {
      const paidAt = paidAtMs.get(textAt(JSON.parse(body), 'invoice.id'))
      return paidAt === undefined ? [] : [arrivedAtMs - paidAt]
    })
  const isThere = await stage.until(() => latenciesMs().length >= paidAtMs.size, GOOD_MS)
  const p95 = percentile(latenciesMs(), 0.95)
  stage.tally.expect(
    isThere && p95 < stage.allowedMs(MAX_SHARED_P95_MS),
    `at a host where another vendor’s events hang, ${latenciesMs().length} of ${paidAtMs.size} events came, p95 ${p95.toFixed(0)} ms`,
  )
}

async function paidInvoice(actor: Actor, random: Random, webhook_url: string): Promise<void> {
  const invoice = await actor.createInvoice(random.integer(100, 9999), random.uuid(), { webhook_url })
  if (invoice.status === 201) await actor.payInvoice(invoice)
}

/** Kept for the scene of the noisy neighbour. */
export function hangingUrl(stage: Stage, actor: Actor): string {
  return stage.receivers.badUrl(actor.account.id, 'hang')
}
