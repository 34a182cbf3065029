import { setTimeout as delay } from 'node:timers/promises'
import {
  answerFault,
  CREATE_TRANSFER,
  type Fault,
  LIST_TRANSFERS,
  LOGIN,
} from '@/lib/providers/testing/airwallex-stand-in'
import type { Actor } from '../actor'
import type { Random } from '../random'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'

const AT_ONCE = 10

const refused = { code: 'validation_failed', source: 'transfer', message: 'The account is closed' }
const duplicate = { code: 'duplicate_request_id', source: 'request_id', message: 'This request_id was used' }

/** A body of the provider with something changed in it. */
const altered = (pattern: RegExp, replacement: string): Fault => ({
  how: 'alter',
  alter: (body) => body.replace(pattern, replacement),
})

/** Faults of a transfer at the provider. */
const FAULTS: Record<string, () => Fault> = {
  refused: () => answerFault(400, refused),
  'an error before it is made': () => answerFault(500, 'Internal Server Error'),
  'an error after it is made': () => ({ ...answerFault(502, '<html>Bad gateway</html>'), processed: true }),
  'silence before it is made': () => ({ how: 'silence' }),
  'silence after it is made': () => ({ how: 'silence', processed: true }),
  'the connection is reset': () => ({ how: 'reset', processed: true }),
  garbage: () => ({ ...answerFault(200, '\u0000{"id": <<<'), processed: true }),
  slow: () => ({ how: 'wait', until: delay(400) }),
  'a duplicate’s answer': () => ({ ...answerFault(400, duplicate), processed: true }),
  'too many requests': () =>
    answerFault(429, { code: 'too_many_requests', message: 'Slow down' }, { 'retry-after': '1' }),
  'another amount': () => altered(/"transfer_amount":[\d.]+/, '"transfer_amount":123456.78'),
  'an unknown status': () => altered(/"status":"[A-Z]+"/, '"status":"FROBNICATED"'),
}

/** Live payouts while the provider fails in each way, before and after it has carried a request out. */
export const providerFaults: Scene = {
  name: 'provider-faults',
  finds: 'a reversal on a guess, a transfer made twice or never, an amount that is posted as reported',
  async run(stage, random, { count }) {
    const actors = await stage.actorsOf(4, { mode: 'live', creditMinor: 100_000_000n })
    for (const [name, fault] of random.shuffled(Object.entries(FAULTS))) {
      const faults = count(200)
      const rest = Math.ceil(faults / 4)
      await inParallel(faults + rest, AT_ONCE, async (index) => {
        if (index < faults) add(stage, CREATE_TRANSFER, fault())
        await payOut(stage, random.fork(`${name}/${index}`), actors)
      })
      // The look-ups and sign-ins fail too.
      add(stage, LIST_TRANSFERS, fault())
      add(stage, LOGIN, answerFault(503, ''))
      stage.providers.airwallex.revokeTokens()
    }
    stage.providers.airwallex.forgetFaults()
  },
}

function add(stage: Stage, path: string, fault: Fault): void {
  stage.tally.faults += 1
  stage.providers.airwallex.failNext(path, fault)
}

async function payOut(stage: Stage, random: Random, actors: Actor[]): Promise<void> {
  const reply = await random.pick(actors).payOut(random.integer(1, 999), random.uuid())
  stage.tally.expect([200, 502].includes(reply.status), `a live payout: ${reply.status} ${reply.text}`)
}
