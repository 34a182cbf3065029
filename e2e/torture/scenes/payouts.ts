import { textAt } from '../client'
import type { Scene } from '../scene'
import { inParallel } from '../stage'

const AT_ONCE = 20
/** Credits that another process makes meanwhile: the payouts of one process wait for each other. */
const CREDITS = 10

/** Twenty payouts at once from one wallet that is filled meanwhile and covers about half of them, again and again. */
export const parallelPayouts: Scene = {
  name: 'payouts',
  finds: 'a wallet that goes below zero, an update that is lost, a sum that is rounded',
  async run(stage, random, { count }) {
    const rounds = count(500, 8)
    const actors = await stage.actorsOf(4)
    for (let round = 0; round < rounds; round += 1) {
      const actor = random.pick(actors)
      const amounts = Array.from({ length: AT_ONCE }, () => random.integer(1, 1999))
      const creditMinor = BigInt(amounts.reduce((sum, amount) => sum + amount, 0)) / BigInt(2 * CREDITS)
      const keys = amounts.map(() => random.uuid())
      const [replies] = await Promise.all([
        inParallel(AT_ONCE, AT_ONCE, (index) => actor.payOut(amounts[index] ?? 1, keys[index] ?? '')),
        inParallel(CREDITS, 1, () => actor.credit(creditMinor)),
      ])
      for (const reply of replies) {
        const isShort = reply.status === 400 && textAt(reply.body, 'error').startsWith('Insufficient')
        stage.tally.expect(reply.status === 200 || isShort, `a payout: ${reply.status} ${reply.text}`)
      }
    }
  },
}
