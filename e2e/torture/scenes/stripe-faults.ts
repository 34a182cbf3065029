import type { Fault } from '@/lib/providers/testing/stripe-stand-in'
import { type Actor, ALL_FEE_TERMS, type LiveInvoice } from '../actor'
import type { Reply } from '../client'
import { comeToRest } from '../oracle'
import type { Random } from '../random'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'

const AT_ONCE = 10
/** The package repeats a request by itself, so that one fault alone is seldom seen. */
const MOST_IN_A_ROW = 4

const CALLS = {
  'a new session': /^POST \/v1\/checkout\/sessions$/,
  'a look at a session': /^GET \/v1\/checkout\/sessions\/./,
  'a refund': /^POST \/v1\/refunds$/,
  'a look for a refund': /^GET \/v1\/(refunds|payment_intents)/,
  'a payout': /^POST \/v2\/money_management\/outbound_payments$/,
  'a look at a payout': /^GET \/v2\/money_management\/outbound_payments/,
} as const

const error = (status: number, words: object): Fault['how'] => ({
  status,
  text: JSON.stringify({ error: { message: 'No', ...words } }),
})
const changed = (fields: object): Fault['how'] => ({ alter: (body) => ({ ...body, ...fields }) })

const FAULTS: Record<string, Pick<Fault, 'when' | 'how'>> = {
  refused: { when: 'before', how: error(400, { type: 'invalid_request_error', code: 'parameter_invalid' }) },
  'an error before it is made': { when: 'before', how: { status: 500, text: 'Internal Server Error' } },
  'an error after it is made': { when: 'after', how: { status: 502, text: '<html>Bad gateway</html>' } },
  'silence before it is made': { when: 'before', how: 'silence' },
  'silence after it is made': { when: 'after', how: 'silence' },
  'the connection is reset': { when: 'after', how: 'reset' },
  'the answer is cut': { when: 'after', how: 'cut' },
  'the answer stops': { when: 'after', how: 'stall' },
  garbage: { when: 'after', how: { status: 200, text: '\u0000{"id": <<<' } },
  'too many requests': { when: 'before', how: error(429, { code: 'rate_limit' }) },
  'the key is in use': { when: 'after', how: error(409, { code: 'idempotency_key_in_use' }) },
  'an unknown status': { when: 'after', how: changed({ status: 'frobnicated' }) },
  'another amount': { when: 'after', how: changed({ amount_total: 12_345_678 }) },
}

/** Live invoices are paid, refunded and paid out over Stripe while it fails in each way. */
export const stripeFaults: Scene = {
  name: 'stripe-faults',
  finds: 'a payment that is never booked, a refund or a payout made twice, never or taken back on a guess',
  async run(stage, random, { count }) {
    const actors = await Promise.all(
      ALL_FEE_TERMS.map((fees) => stage.actor({ mode: 'live', creditMinor: 100_000_000n, fees })),
    )
    await stage.payOutOverStripe(actors)
    const faults = random.shuffled(
      Object.entries(FAULTS).flatMap((fault) => Array.from({ length: count(50) }, () => fault)),
    )
    const each = (what: string, act: (random: Random, actor: Actor) => Promise<void>) =>
      inParallel(faults.length, AT_ONCE, async (index) => {
        const [name, fault] = faults[index] ?? []
        const choices = random.fork(`${what}/${name}/${index}`)
        if (fault) add(stage, choices, fault)
        await act(choices, choices.pick(actors))
      })
    const paid: { actor: Actor; invoice: LiveInvoice }[] = []
    await each('invoice', async (choices, actor) => {
      const invoice = await pay(stage, choices, actor)
      if (invoice) paid.push({ actor, invoice })
    })
    stage.providers.stripe.forgetFaults()
    stage.tally.expectNone('still pending after the payments', await comeToRest(stage))
    await each('money', async (choices, actor) => {
      const next = paid.pop()
      const refunded = next && refund(stage, choices.fork('refund'), next)
      await Promise.all([refunded, payOut(stage, choices.fork('payout'), actor)])
    })
    stage.providers.stripe.forgetFaults()
  },
}

/** Lets some of the next calls of each kind meet the fault. */
function add(stage: Stage, random: Random, fault: Pick<Fault, 'when' | 'how'>): void {
  for (const on of Object.values(CALLS)) {
    stage.tally.faults += 1
    stage.providers.stripe.fail({ ...fault, on, times: random.integer(1, MOST_IN_A_ROW) })
  }
}

/** A vendor and a buyer who try again until they get there. */
async function pay(stage: Stage, random: Random, actor: Actor): Promise<LiveInvoice | null> {
  const webhook_url = stage.receivers.url(actor.account.id)
  let invoice: Reply | null = null
  await stage.until(async () => {
    const reply = await actor.createInvoice(random.integer(100, 9999), random.uuid(), { webhook_url })
    if (reply.status === 201) invoice = reply
    stage.tally.expect([201, 502].includes(reply.status), `a live invoice: ${reply.status} ${reply.text}`)
    return reply.status === 201
  })
  if (invoice === null) return null
  const opened = invoice
  const isOpen = await stage.until(() => actor.openStripePage(opened))
  const open = await actor.sessionOf(opened)
  stage.tally.expect(isOpen && open !== null, 'a buyer who tries again never gets to Stripe')
  if (!open) return null
  await stage.payAtStripe(open.session)
  return open
}

async function refund(
  stage: Stage,
  random: Random,
  { actor, invoice }: { actor: Actor; invoice: LiveInvoice },
): Promise<void> {
  const part = random.chance(0.5) ? { amount: random.integer(1, 100) / 100 } : {}
  const reply = await actor.postSurely(`/invoice/${invoice.id}/refund`, part, random.uuid())
  stage.tally.expect(reply.status === 200, `a refund: ${reply.status} ${reply.text}`)
}

async function payOut(stage: Stage, random: Random, actor: Actor): Promise<void> {
  const reply = await actor.payOut(random.integer(1, 999), random.uuid())
  stage.tally.expect([200, 502].includes(reply.status), `a payout over Stripe: ${reply.status} ${reply.text}`)
}
