import type { Actor } from '../actor'
import type { Random } from '../random'
import type { Scene } from '../scene'
import type { Stage } from '../stage'

const CLIENTS = 6
/** Accounts of the sandbox: paid, refused, answer lost, request lost, slow, returned later. */
const NUMBERS = [
  '123456789012',
  '000111111116',
  '000444444440',
  '000555555559',
  '000777777771',
  '000666666661',
]

/** Requests of all kinds, each with a key and repeated until it is answered, until the signal. */
export async function work(stage: Stage, actor: Actor, random: Random, until: AbortSignal): Promise<void> {
  while (!until.aborted) await step(stage, actor, random)
}

async function step(stage: Stage, actor: Actor, random: Random): Promise<void> {
  const key = random.uuid()
  const webhook_url = stage.receivers.url(actor.account.id)
  switch (random.pick(['payout', 'payout', 'customer', 'bank account', 'invoice', 'payment'])) {
    case 'payout':
      await actor.payOut(random.integer(1, 999), key)
      return
    case 'customer':
      await actor.createCustomer(`${key}@example.com`, key)
      return
    case 'bank account': {
      const { body } = await actor.addBankAccount(random.pick(NUMBERS), key)
      const { id = '' } = (body.bank_account ?? {}) as { id?: string }
      if (id !== '') await actor.payOut(random.integer(1, 999), random.uuid(), id)
      return
    }
    case 'invoice':
      await actor.createInvoice(random.integer(100, 9999), key, { webhook_url })
      return
    case 'payment': {
      const invoice = await actor.createInvoice(random.integer(100, 9999), key, { webhook_url })
      if (invoice.status === 201) await actor.payInvoice(invoice)
    }
  }
}

/** Kills processes at random moments while clients work. */
export const kills: Scene = {
  name: 'kills',
  finds:
    'work that is lost, done twice or stuck after kill -9 of a process, of a database server or of everything',
  async run(stage, random, { count }) {
    const ending = new AbortController()
    const actors = await stage.actorsOf(CLIENTS, { creditMinor: 100_000_000n })
    const clients = actors.map((actor, index) => work(stage, actor, random.fork(index), ending.signal))
    const parts = ['web', 'web', 'web', 'worker', 'worker', 'database', 'everything'] as const
    // Every kind once before any of them again, so that a short run has some of each.
    const order: (typeof parts)[number][] = []
    for (let kill = 0; kill < count(300, 2); kill += 1) {
      if (order.length === 0) order.push(...random.shuffled(parts))
      await stage.afterOperations(random.integer(5, 60))
      await stage.kill(order.pop() ?? 'web', random.fork(`kill ${kill}`))
    }
    await stage.afterOperations(20)
    ending.abort()
    await Promise.all(clients)
  },
}
