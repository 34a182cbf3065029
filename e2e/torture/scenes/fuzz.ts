import {
  BROKEN_STRINGS,
  HOSTILE_NUMBERS,
  HOSTILE_SEGMENTS,
  HOSTILE_STRINGS,
  HOSTILE_STRUCTURES,
} from '@/e2e/fixtures/hostile-values'
import { exponentOf } from '@/lib/money/currencies'
import { parseJsonNumber, toMinor } from '@/lib/money/decimals'
import type { Actor } from '../actor'
import type { Random } from '../random'
import type { Scene } from '../scene'
import { inParallel } from '../stage'
import { type OperationEntry, readDescription, type Schema } from './description'

const AT_ONCE = 16
/** Answers of a service that understood a request, or refused it. */
const HANDLED = new Set([200, 201, 204, 400, 401, 403, 404, 405, 409, 413, 415, 422, 502])
const HOSTILE = [...HOSTILE_NUMBERS, ...HOSTILE_STRUCTURES, ...BROKEN_STRINGS, ...HOSTILE_STRINGS]

/** Requests made from the service's own OpenAPI description, each with something wrong in it. */
export const fuzz: Scene = {
  name: 'fuzz',
  finds: 'input that ends in 500, in an answer without JSON, or in a process that dies',
  async run(stage, random, { count }) {
    const operations = await readDescription(stage)
    const [actor] = await stage.actorsOf(1, { creditMinor: 10_000_000n })
    if (!actor) return
    // Not every request has a key here, so the vendor does not learn of every payout.
    actor.knowsAll = false
    await inParallel(count(250_000, 300), AT_ONCE, async (index) => {
      const choices = random.fork(index)
      const operation = choices.pick(operations)
      const request = requestFor(operation, actor, choices)
      const reply = await stage.send(request)
      if (request.path.startsWith(CREDIT) && reply.status < 300) actor.creditedMinor += creditedBy(reply.text)
      const isJson = String(reply.headers['content-type'] ?? '').startsWith('application/json')
      const requestText = `${request.method} ${request.path} ${request.body ?? ''}`.slice(0, 500)
      stage.tally.expect(
        HANDLED.has(reply.status) && isJson,
        `${reply.status} ${reply.text.slice(0, 200)}: ${requestText}`,
      )
    })
  },
}

const CREDIT = '/api/v2/test/wallet/credit'

/** The minor units that an answer says were credited. */
function creditedBy(answer: string): bigint {
  const [, text = '', currency = 'USD'] = /"amount":([\d.e+]+),"currency":"(\w+)"/.exec(answer) ?? []
  const amount = parseJsonNumber(text)
  return (amount && toMinor(amount, exponentOf(currency))) ?? 0n
}

function requestFor(operation: OperationEntry, actor: Actor, random: Random) {
  const path = operation.path.replace(/\{(\w+)\}/g, () =>
    random.chance(0.15) ? random.pick(HOSTILE_SEGMENTS) : random.pick([actor.customerId, random.uuid()]),
  )
  const names = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const query = names
    .filter((name) => name !== 'api_key' && random.chance(0.3))
    .map((name) => `${name}=${random.pick(HOSTILE_SEGMENTS).slice(0, 3000)}`)
  const key = random.chance(0.05) ? random.pick(HOSTILE_SEGMENTS).slice(0, 3000) : actor.key
  if (operation.method === 'GET') query.push(`api_key=${key}`)
  const headers: Record<string, string> = random.chance(0.1) ? { 'idempotency-key': random.uuid() } : {}
  const target = query.length > 0 ? `${path}?${query.join('&')}` : path
  if (operation.method === 'GET' || operation.method === 'DELETE') {
    return { method: operation.method, path: target, headers }
  }
  return { method: operation.method, path: target, headers, body: bodyFor(operation, actor, random) }
}

function bodyFor({ body }: OperationEntry, actor: Actor, random: Random): string {
  if (random.chance(0.03)) return random.pick(HOSTILE)
  const text = valueFor('', body ?? {}, actor, random)
  const withKey = text.startsWith('{')
    ? `{"api_key":${JSON.stringify(actor.key)}${text === '{}' ? '' : ','}${text.slice(1)}`
    : text
  if (!random.chance(0.05)) return withKey
  // Cut, doubled or flipped somewhere.
  const at = random.integer(0, withKey.length)
  return random.pick([
    withKey.slice(0, at),
    withKey + withKey,
    withKey.slice(0, at) + String.fromCodePoint(random.integer(1, 0x2ff)) + withKey.slice(at + 1),
  ])
}

/** A value for a field as JSON text: a fitting one mostly, a hostile one sometimes. */
function valueFor(name: string, schema: Schema, actor: Actor, random: Random): string {
  if (name !== '' && random.chance(0.12)) return random.pick(HOSTILE)
  const options = schema.anyOf ?? schema.oneOf
  if (options && options.length > 0) return valueFor(name, random.pick(options), actor, random)
  if (schema.enum) return JSON.stringify(random.pick(schema.enum))
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type
  if (schema.properties || type === 'object') {
    const properties = Object.entries(schema.properties ?? {}).filter(([each]) => each !== 'api_key')
    const fields = properties
      .filter(([each]) => (schema.required?.includes(each) ? random.chance(0.95) : random.chance(0.5)))
      .map(([each, inner]) => `${JSON.stringify(each)}:${valueFor(each, inner, actor, random)}`)
    return `{${fields.join(',')}}`
  }
  if (type === 'array') {
    const inner = schema.items ?? {}
    return `[${Array.from({ length: random.integer(0, 4) }, () => valueFor('item', inner, actor, random)).join()}]`
  }
  // Each day moves every open invoice of the account, and this one has thousands.
  if (name === 'days') return String(random.integer(1, 3))
  if (type === 'number' || type === 'integer') return String(random.integer(1, 5000) / 100)
  if (type === 'boolean') return random.pick(['true', 'false'])
  if (/customer_id$/.test(name)) return JSON.stringify(actor.customerId)
  if (/bank_account_id$/.test(name)) return JSON.stringify(actor.bankAccountId)
  if (/email/.test(name)) return JSON.stringify(`${random.uuid()}@example.com`)
  // Nothing is sent to an address of somebody else.
  if (/url/.test(name)) return JSON.stringify('http://127.0.0.1:9/hook')
  if (/date/.test(name))
    return JSON.stringify(`20${random.integer(10, 99)}-0${random.integer(1, 9)}-1${random.integer(0, 9)}`)
  if (/routing/.test(name)) return '"021000021"'
  if (/account_number/.test(name)) return '"123456789012"'
  if (/currency/.test(name)) return random.pick(['"USD"', '"EUR"', '"JPY"', '"XXX"'])
  return JSON.stringify(random.pick(['Ada Lovelace', 'x', 'München', '10001', 'NY']))
}
