import type { Actor } from '../actor'
import { type Reply, textAt } from '../client'
import type { Random } from '../random'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'

const AT_ONCE = 24
/** Above everything that an actor's wallet has held, and below the limit per payout. */
const TOO_MUCH_MINOR = 90_000

/** A request of which it is known beforehand what its answer says. */
type Errand = { what: string; send: () => Promise<Reply>; isAnswered: (reply: Reply) => boolean }

/** One account's requests of all kinds at once: what is decided together is answered one by one. */
export const batches: Scene = {
  name: 'batches',
  finds:
    'an answer to another’s request, a refusal that takes its neighbours along, a balance read once for all',
  async run(stage, random, { count }) {
    const actors = await stage.actorsOf(2)
    const rounds = count(300, 6)
    for (let round = 0; round < rounds; round += 1) {
      const actor = random.pick(actors)
      const errands = await errandsOf(actor, random.fork(round))
      const replies = await inParallel(errands.length, AT_ONCE, async (index) => errands[index]?.send())
      for (const [index, { what, isAnswered }] of errands.entries()) {
        const reply = replies[index]
        const isRight = reply !== undefined && isAnswered(reply)
        stage.tally.expect(isRight, `${what}: ${reply?.status} ${reply?.text}`)
      }
      await compare(stage, actor)
    }
  },
}

async function errandsOf(actor: Actor, random: Random): Promise<Errand[]> {
  const key = () => (random.chance(0.5) ? random.uuid() : undefined)
  const taken = `${random.uuid()}@example.com`
  await actor.post('/customer', { name: 'Ada', email: taken })
  const amounts = Array.from({ length: AT_ONCE }, () => random.integer(1, 999))
  const errands = amounts.map((amountMinor): Errand => {
    const amount = amountMinor / 100
    const email = `${random.uuid()}@example.com`
    const [payoutPath, payout] = actor.payoutRequest(amountMinor)
    const withKey = key()
    return random.pick<Errand>([
      {
        what: 'a customer',
        send: () => actor.post('/customer', { name: 'Ada', email }, withKey),
        isAnswered: ({ status, body }) => status === 201 && textAt(body, 'customer.email') === email,
      },
      {
        what: 'a customer whose email is taken',
        send: () => actor.post('/customer', { name: 'Ada', email: taken }, withKey),
        isAnswered: ({ status }) => status === 409,
      },
      {
        what: 'an invoice',
        send: () => actor.post('/invoice', { customer_id: actor.customerId, amount }, withKey),
        isAnswered: ({ status, body }) =>
          status === 201 && (body.invoice as { base_amount?: number }).base_amount === amount,
      },
      {
        what: 'a payout',
        send: () => actor.post(payoutPath, payout, withKey),
        isAnswered: ({ status, body }) =>
          status === 200 && (body.payout as { amount?: number }).amount === amount,
      },
      {
        what: 'a payout beyond the wallet',
        send: () => actor.post(...actor.payoutRequest(TOO_MUCH_MINOR), withKey),
        isAnswered: ({ status, body }) => status === 400 && textAt(body, 'error').startsWith('Insufficient'),
      },
    ])
  })
  const payouts = amounts.filter((_, index) => errands[index]?.what === 'a payout')
  const sumMinor = payouts.reduce((sum, amountMinor) => sum + amountMinor, 0)
  if (sumMinor > 0) await actor.credit(BigInt(sumMinor))
  return errands
}

/** All that was credited is paid out, and the invoices are numbered without a gap. */
async function compare(stage: Stage, { account }: Actor): Promise<void> {
  const [books] = await stage.rows<{ wallet: string; invoices: string; numbers: string; next: string }>(
    `SELECT (SELECT sum(balance_minor) FROM ledger_accounts WHERE account_id = $1 AND kind = 'credit_wallet')::text AS wallet,
            (SELECT count(*) FROM invoices WHERE account_id = $1)::text AS invoices,
            (SELECT count(DISTINCT number) FROM invoices WHERE account_id = $1)::text AS numbers,
            (SELECT next_invoice_number - 1 FROM accounts WHERE id = $1)::text AS next`,
    [account.id],
  )
  stage.tally.expect(Number(books?.wallet ?? 0) === 0, `a wallet holds ${books?.wallet} in place of nothing`)
  stage.tally.expect(
    books?.numbers === books?.invoices && books?.next === books?.invoices,
    `${books?.invoices} invoices have ${books?.numbers} numbers, and the last is ${books?.next}`,
  )
}
