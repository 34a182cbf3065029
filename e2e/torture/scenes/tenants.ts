import type { Actor } from '../actor'
import { textAt } from '../client'
import { comeToRest } from '../oracle'
import type { Scene } from '../scene'
import { inParallel, type Stage } from '../stage'
import { type OperationEntry, readDescription } from './description'

const VENDORS = 3
const REFUSALS = new Set([400, 401, 403, 404, 405, 409, 422])

type Owner = { actor: Actor; externalId: string; ids: Record<string, string> }

/** Every id of every vendor and mode, at every endpoint, with the key of every other. */
export const tenants: Scene = {
  name: 'tenants',
  finds: 'an endpoint that shows, changes or admits to the existence of what is another account’s',
  async run(stage, random, { count }) {
    const operations = (await readDescription(stage)).filter(
      ({ path, body }) => (path.includes('{') || body) && !path.includes('{external_id}'),
    )
    const owners: Owner[] = []
    for (let vendor = 0; vendor < VENDORS; vendor += 1) {
      for (const mode of ['test', 'live'] as const) {
        owners.push(await ownerOf(stage, await stage.actor({ mode, creditMinor: 100_000n }), random.uuid()))
      }
    }
    const pairs = owners.flatMap((victim) =>
      owners.filter((other) => other !== victim).map((other) => ({ victim, other })),
    )
    // On a busy machine, an owner's own payout may be settled only after its answer.
    await comeToRest(stage)
    const before = await rowsOf(stage, owners)
    const stranger = await stage.actor({ mode: 'test', creditMinor: 0n })
    for (const owner of owners) await reuseExternalId(stage, owner, stranger)
    await inParallel(Math.min(pairs.length, count(pairs.length * 12, 4)), 4, async (index) => {
      const { victim, other } = pairs[(index * 7) % pairs.length] ?? { victim: owners[0], other: owners[1] }
      if (!victim || !other) return
      for (const operation of operations) {
        for (const id of Object.values(victim.ids)) await trespass(stage, operation, id, victim, other)
      }
    })
    stage.tally.expectNone('a stranger changed an account', differences(before, await rowsOf(stage, owners)))
  },
}

async function ownerOf(stage: Stage, actor: Actor, key: string): Promise<Owner> {
  const invoice = await actor.createInvoice(1234, key)
  const payout = await actor.payOut(123, `${key}-p`)
  const named = await saveExternalCustomer(stage, actor, key)
  const ids = {
    customer: actor.customerId,
    namedCustomer: textAt(named.body, 'customer.id'),
    bankAccount: actor.bankAccountId,
    invoice: textAt(invoice.body, 'invoice.id'),
    payout: textAt(payout.body, 'payout.id'),
  }
  stage.tally.expect(
    Object.values(ids).every((id) => id !== ''),
    'a tenant could not be made',
  )
  return { actor, externalId: key, ids }
}

function saveExternalCustomer(stage: Stage, { key: api_key }: Actor, externalId: string) {
  const body = { api_key, name: 'Grace', email: `${externalId}@example.com` }
  return stage.send({ method: 'PUT', path: `/api/v2/customers/external/${externalId}`, body })
}

/** Each account has external ids of its own: the same one creates a customer there, and leaves the other account’s alone. */
async function reuseExternalId(stage: Stage, owner: Owner, stranger: Actor): Promise<void> {
  const reply = await saveExternalCustomer(stage, stranger, owner.externalId)
  stage.tally.expect(
    reply.status === 201 && !Object.values(owner.ids).some((id) => reply.text.includes(id)),
    `the external id of another account: ${reply.status} ${reply.text.slice(0, 200)}`,
  )
}

async function trespass(
  stage: Stage,
  operation: OperationEntry,
  id: string,
  victim: Owner,
  other: Owner,
): Promise<void> {
  const { method } = operation
  const path = operation.path.replace(/\{\w+\}/g, id)
  const key = other.actor.key
  if (method === 'GET') {
    if (!operation.path.includes('{')) return
    const reply = await stage.send({ method, path: `${path}?api_key=${key}` })
    return expectRefused(stage, reply, `${method} ${path}`, victim)
  }
  // A body that would be accepted but for the ids in it.
  const body = {
    api_key: key,
    bank_account_id: victim.ids.bankAccount,
    customer_id: id,
    amount: 1,
    name: 'Ada',
    entity_type: 'PERSONAL',
    email: 'ada@example.com',
    address: { state: 'NY', city: 'New York', postcode: '10001', street_address: '1 Main Street' },
    bank_details: {
      account_name: 'Ada',
      account_number: '123456789012',
      routing_number: '021000021',
      bank_name: 'First Bank',
    },
    first_name: 'Ada',
    last_name: 'Lovelace',
  }
  const isCreation = !operation.path.includes('{') && !path.endsWith('/invoice')
  if (isCreation) return
  const reply = await stage.send({ method, path, body })
  expectRefused(stage, reply, `${method} ${path}`, victim)
  // The stranger's own customer, with the victim's bank account.
  if (!operation.path.includes('{customer_id}') || !operation.path.endsWith('payout')) return
  const own = operation.path.replace(/\{\w+\}/g, other.actor.customerId)
  expectRefused(stage, await stage.send({ method, path: own, body }), `${method} ${own}`, victim)
}

function expectRefused(
  stage: Stage,
  reply: { status: number; text: string },
  what: string,
  victim: Owner,
): void {
  const leaks = Object.values(victim.ids).some((id) => !what.includes(id) && reply.text.includes(id))
  stage.tally.expect(
    REFUSALS.has(reply.status) && !leaks,
    `${what} with the key of another account: ${reply.status} ${reply.text.slice(0, 200)}`,
  )
}

type Row = { place: string; columns: Record<string, unknown> }

const NO_FEE = `NOT EXISTS (
  SELECT FROM ledger_transactions AS fee
   WHERE fee.account_id = t.account_id AND fee.id = t.transaction_id AND fee.reason = 'transfer.fee')`

/** The rows of the accounts, but for the fees of transfers, which the worker books whenever their provider states them. */
async function rowsOf(stage: Stage, owners: Owner[]): Promise<Row[]> {
  const tables = [
    { table: 'customers', key: 'id' },
    { table: 'bank_accounts', key: 'id' },
    { table: 'invoices', key: 'id' },
    { table: 'payouts', key: 'id' },
    { table: 'ledger_transactions', key: 'id', where: `reason <> 'transfer.fee'` },
    { table: 'ledger_entries', key: `transaction_id || ' ' || position`, where: NO_FEE },
  ]
  const ids = owners.map(({ actor }) => actor.account.id)
  const rows = await Promise.all(
    tables.map(({ table, key, where = 'true' }) =>
      stage.rows<Row>(
        `SELECT '${table} ' || ${key} AS place, to_jsonb(t) AS columns FROM ${table} t
          WHERE account_id = ANY ($1::uuid[]) AND ${where}
          ORDER BY place`,
        [ids],
      ),
    ),
  )
  return rows.flat()
}

/** Each column that differs, with both values; a row that came or went differs in all of them. */
function differences(before: Row[], after: Row[]): string[] {
  const [was, is] = [before, after].map((rows) => new Map(rows.map(({ place, columns }) => [place, columns])))
  const places = new Set([...before, ...after].map(({ place }) => place))
  return [...places].flatMap((place) => {
    const [old, current] = [was?.get(place) ?? {}, is?.get(place) ?? {}]
    const columns = Object.keys({ ...old, ...current })
    const values = columns.map((column) => [
      column,
      JSON.stringify(old[column]),
      JSON.stringify(current[column]),
    ])
    return values
      .filter(([, from, to]) => from !== to)
      .map(([column, from, to]) => `${place} ${column}: ${from} → ${to}`)
  })
}
