import type { Actor } from '../actor'
import { textAt } from '../client'
import type { Random } from '../random'
import type { Scene } from '../scene'
import type { Stage } from '../stage'

type Act = (actor: Actor, random: Random, stage: Stage) => Promise<unknown>

type Point = {
  name: string
  part: 'web' | 'worker'
  /** The act stops when it wants to write to this table. */
  table: string
  /** The statement that waits goes on after the kill, or is rolled back with its connection. */
  fate: 'goes on' | 'is lost'
  act: Act
}

const payOut: Act = (actor, random) => actor.payOut(random.integer(1, 999), random.uuid())

const pay: Act = async (actor, random, stage) => {
  const webhook_url = stage.receivers.url(actor.account.id)
  const invoice = await actor.createInvoice(random.integer(100, 9999), random.uuid(), { webhook_url })
  return textAt(invoice.body, 'invoice.id') === '' ? invoice : actor.payInvoice(invoice)
}

const POINTS: Point[] = [
  { name: 'the claim on a key', part: 'web', table: 'idempotency_claims', fate: 'is lost', act: payOut },
  { name: 'a payout’s intent', part: 'web', table: 'ledger_transactions', fate: 'is lost', act: payOut },
  { name: 'a payout’s intent, late', part: 'web', table: 'wallet_movements', fate: 'goes on', act: payOut },
  { name: 'a transfer that is lost', part: 'web', table: 'sandbox_transfers', fate: 'is lost', act: payOut },
  { name: 'a transfer that arrives', part: 'web', table: 'sandbox_transfers', fate: 'goes on', act: payOut },
  { name: 'a payout’s outcome', part: 'web', table: 'mail_messages', fate: 'is lost', act: payOut },
  {
    name: 'a customer',
    part: 'web',
    table: 'customers',
    fate: 'goes on',
    act: (actor, random) => {
      const key = random.uuid()
      return actor.createCustomer(`${key}@example.com`, key)
    },
  },
  {
    name: 'a bank account',
    part: 'web',
    table: 'bank_accounts',
    fate: 'is lost',
    act: (actor, random) => actor.addBankAccount('123456789012', random.uuid()),
  },
  { name: 'an invoice', part: 'web', table: 'invoices', fate: 'goes on', act: pay },
  { name: 'a charge', part: 'web', table: 'sandbox_charges', fate: 'goes on', act: pay },
  { name: 'a payment’s outcome', part: 'web', table: 'invoice_status_changes', fate: 'is lost', act: pay },
  { name: 'a payment’s posting', part: 'web', table: 'ledger_transactions', fate: 'is lost', act: pay },
  { name: 'a delivery', part: 'web', table: 'webhook_deliveries', fate: 'is lost', act: pay },
  { name: 'a delivery’s attempt', part: 'worker', table: 'webhook_attempts', fate: 'is lost', act: pay },
]

/** Kills a process exactly when it wants to write a certain row, at each such place. */
export const crashPoints: Scene = {
  name: 'crash-points',
  finds: 'a step that a kill at a certain place leaves half done',
  async run(stage, random, { count }) {
    const [actor] = await stage.actorsOf(1, { creditMinor: 100_000_000n })
    if (!actor) return
    let order: Point[] = []
    for (let kill = 0; kill < count(12 * 25, 2); kill += 1) {
      if (order.length === 0) order = random.shuffled(POINTS)
      const point = order.pop()
      if (point) await killAt(stage, point, actor, random.fork(kill))
    }
  },
}

async function killAt(stage: Stage, point: Point, actor: Actor, random: Random): Promise<void> {
  const lock = await stage.hold(`LOCK TABLE ${point.table} IN SHARE ROW EXCLUSIVE MODE`)
  const act = point.act(actor, random, stage)
  let waiting: number[] = []
  const isThere = await stage.until(async () => {
    waiting = await waitersOf(stage, point.table)
    return waiting.length > 0
  }, 20_000)
  stage.tally.expect(isThere, `nothing came to ${point.name}`)
  const killed = stage.kill(point.part, random)
  if (point.fate === 'is lost') {
    await stage.rows('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [waiting])
  }
  await lock.release()
  await killed
  await act
}

async function waitersOf(stage: Stage, table: string): Promise<number[]> {
  const waiters = await stage.rows<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE NOT granted AND relation = $1::regclass`,
    [table],
  )
  return waiters.map(({ pid }) => pid)
}
