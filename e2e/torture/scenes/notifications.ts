import {
  airwallexNotification,
  type Notification,
  stripeNotification,
} from '@/e2e/fixtures/provider-stand-ins'
import { payoutIdOf } from '@/lib/payouts/rails'
import type { Actor } from '../actor'
import { textAt } from '../client'
import type { Random } from '../random'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'

const AT_ONCE = 6

/** Providers' notifications: twice and more at once, out of order, forged, of things we don't know. */
export const notifications: Scene = {
  name: 'notifications',
  finds: 'a payment that is posted twice, a notification that is trusted, an order that matters',
  async run(stage, random, { count }) {
    const actors = await stage.actorsOf(2, { mode: 'live', creditMinor: 100_000_000n })
    await inParallel(count(400, 4), AT_ONCE, async (index) => {
      const choices = random.fork(index)
      await payment(stage, choices.pick(actors), choices)
      await payout(stage, choices.pick(actors), choices)
    })
  },
}

async function payment(stage: Stage, actor: Actor, random: Random): Promise<void> {
  const webhook_url = stage.receivers.url(actor.account.id)
  const amounts = Array.from({ length: random.chance(0.3) ? 3 : 1 }, () => random.integer(100, 9999))
  const [amountMinor = 100] = amounts
  // Sometimes several at once, from the portal.
  const opened =
    amounts.length > 1
      ? await actor.openLiveInvoices(amounts, () => random.uuid(), { webhook_url })
      : await actor.openLiveInvoice(amountMinor, random.uuid(), { webhook_url })
  if (!opened) return
  const { session } = opened
  const ids = 'ids' in opened ? opened.ids : [opened.id]
  const { books } = stage.providers.stripe
  const about = (type: string, options = {}) =>
    stripeNotification(type, books.sessionObject(session), options)
  const early = [about('checkout.session.completed'), about('checkout.session.expired')]
  const isPaid = random.chance(0.8)
  if (isPaid) books.pay(session)
  const late = Array.from({ length: random.integer(2, 5) }, () => about('checkout.session.completed'))
  const forged = about('checkout.session.completed', { secret: 'whsec_of_somebody_else' })
  const old = about('checkout.session.completed', { at: new Date(Date.now() - 3_600_000) })
  const again = random.pick(late)
  await Promise.all([
    ...random.shuffled([...early, ...late, again]).map((each) => tell(stage, 'stripe', each, [200])),
    tell(stage, 'stripe', forged, [400, 401]),
    tell(stage, 'stripe', old, [400, 401]),
  ])
  // Never booked on the notification's word alone.
  const status = isPaid ? 'PAID' : 'CREATED'
  const isSo = await stage.until(async () => {
    const rows = await stage.rows('SELECT FROM invoices WHERE id = ANY ($1::uuid[]) AND status::text = $2', [
      ids,
      status,
    ])
    return rows.length === ids.length
  })
  stage.tally.expect(isSo, `the invoices ${ids.join(', ')} did not become ${status}`)
}

async function payout(stage: Stage, actor: Actor, random: Random): Promise<void> {
  const reply = await actor.payOut(random.integer(1, 999), random.uuid())
  const id = textAt(reply.body, 'payout.id')
  if (id === '') return
  const { books } = stage.providers.airwallex
  const key = books.transferKeys().findLast((each) => payoutIdOf(each) === id)
  if (key === undefined) return
  const transfer = books.show(key)
  const names = [
    'payout.transfer.paid',
    'payout.transfer.sent',
    'payout.transfer.failed',
    'payout.transfer.cancelled',
  ]
  const statuses = ['PAID', 'SENT', 'FAILED', 'CANCELLED']
  const notices = Array.from({ length: random.integer(1, 4) }, () =>
    airwallexNotification(random.pick(names), { ...transfer, status: random.pick(statuses) }),
  )
  const forged = airwallexNotification('payout.transfer.failed', transfer, { secret: 'of somebody else' })
  const unknown = airwallexNotification('payout.transfer.failed', { ...transfer, request_id: random.uuid() })
  await Promise.all([
    ...[...notices, unknown, random.pick(notices)].map((each) => tell(stage, 'airwallex', each, [200])),
    tell(stage, 'airwallex', forged, [400, 401]),
  ])
}

async function tell(
  stage: Stage,
  provider: 'stripe' | 'airwallex',
  { body, headers }: Notification,
  expected: number[],
): Promise<void> {
  stage.tally.faults += 1
  const { status, text } = await stage.send({
    method: 'POST',
    path: `/api/providers/${provider}`,
    body,
    headers,
  })
  stage.tally.expect(expected.includes(status), `a notification of ${provider}: ${status} ${text}`)
}
