import { textAt } from '../client'
import type { Scene } from '../scene'
import { inParallel } from '../stage'

const AT_ONCE = 50
const REUSED = 'Idempotency-Key was already used with different parameters'

/** Fifty requests at once under one key, some of them with another body. */
export const sameKey: Scene = {
  name: 'same-key',
  finds: 'a key that pays twice, a replay that differs, a key that takes another body',
  async run(stage, random, { count }) {
    const rounds = count(200, 4)
    const [actor] = await stage.actorsOf(1, { creditMinor: 100_000_000n })
    if (!actor) return
    for (let round = 0; round < rounds; round += 1) {
      const key = random.uuid()
      const amount = random.integer(1, 1999)
      const others = new Set(
        Array.from({ length: random.integer(0, 10) }, () => random.integer(0, AT_ONCE - 1)),
      )
      const replies = await inParallel(AT_ONCE, AT_ONCE, (index) =>
        others.has(index)
          ? actor.post(...actor.payoutRequest(amount + 1), key)
          : actor.post(...actor.payoutRequest(amount), key),
      )
      for (const { status, text } of replies) {
        stage.tally.expect([200, 409, 422].includes(status), `under one key: ${status} ${text}`)
      }
      const [last, other] = [await actor.payOut(amount, key), await actor.payOut(amount + 1, key)]
      const answers = [...replies, last, other].filter(({ status }) => status === 200)
      const ids = new Set(answers.map(({ body }) => textAt(body, 'payout.id')))
      stage.tally.expect(ids.size === 1, `the key ${key} led to ${ids.size} payouts`)
      const amounts = new Set(answers.map(({ body }) => (body.payout as { amount: number }).amount))
      stage.tally.expect(amounts.size === 1, `the key ${key} was answered with ${[...amounts].join(' and ')}`)
      // Whichever body came first has the key; the other one is refused from then on.
      const refused = [last, other].filter(({ status, body }) => status === 422 && body.error === REUSED)
      stage.tally.expect(refused.length === 1, `the key ${key} took both bodies`)
    }
  },
}
