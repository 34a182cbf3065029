import type { Actor } from '../actor'
import type { Random } from '../random'
import { BEHAVIOURS } from '../receivers'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'

/** A well-behaved receiver gets its event within this time while others misbehave. */
const GOOD_MS = 20_000

/** Receivers that hang, drip, reset, redirect and send bombs, beside one that behaves. */
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
    stage.receivers.misbehave(false)
    stage.tally.expect(!stage.receivers.wasHit('redirected'), 'a redirect was followed')
  },
}

async function paidInvoice(actor: Actor, random: Random, webhook_url: string): Promise<void> {
  const invoice = await actor.createInvoice(random.integer(100, 9999), random.uuid(), { webhook_url })
  if (invoice.status === 201) await actor.payInvoice(invoice)
}

/** Kept for the scene of the noisy neighbour. */
export function hangingUrl(stage: Stage, actor: Actor): string {
  return stage.receivers.badUrl(actor.account.id, 'hang')
}
