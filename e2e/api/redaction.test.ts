import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Collector } from '@/lib/tracing/collector.fixture'
import { exchange } from '../fixtures/api-client'
import { type CrashScene, startCrashScene } from '../fixtures/crash-scene'
import { bankAccountBody, customerBody } from '../fixtures/request-bodies'
import { SandboxBuyer, sessionIn } from '../fixtures/sandbox-buyer'

/*
 * One long journey past everything that handles a secret, failures above all; then a search of everything for
 * what must be nowhere.
 */

const ACCOUNT_NUMBER = '91827364554637281'
const REFUSED_ACCOUNT_NUMBER = '000111111116'
const CARDS = ['4242424242424242', '4000000000000002', '5555341244441115']
const HOLDER = 'Zephyrine Quillfeather'

let scene: CrashScene
let collector: Collector
let customerId: string
let secrets: string[]
/** They are stored, but open a payment page or the sandbox's: not in any log. */
const payTokens: string[] = []
const sessions: string[] = []

beforeAll(async () => {
  collector = await Collector.start()
  // The embedded database, whose files are read below.
  scene = await startCrashScene({
    LOG_LEVEL: 'trace',
    DATABASE_URL: '',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  })
  const { key: otherKey = '', key_id: otherKeyId = '' } = await scene.service.admin([
    ...['key', 'create', '--vendor', scene.vendor, '--mode', 'test'],
  ])
  await scene.service.admin(['key', 'revoke', '--key-id', otherKeyId])
  secrets = [scene.key, otherKey, ACCOUNT_NUMBER, ...CARDS, ...CARDS.map(spaced), HOLDER, 'whsec_']
  await scene.credit('100')
  customerId = await scene.customer()
  await useKeys(otherKey)
  await useEndpointSecrets()
  await useAccountNumbers()
  await useCards()
  // Flush the database's memory to its files.
  await scene.rows('CHECKPOINT')
}, 240_000)
afterAll(async () => {
  await scene.stop()
  await collector.stop()
})

function spaced(card: string): string {
  return card.replace(/(\d{4})(?=\d)/g, '$1 ')
}

function request(method: string, path: string, body?: object | string, headers: Record<string, string> = {}) {
  const text = typeof body === 'string' ? body : body && JSON.stringify(body)
  return exchange({ method, path, headers, ...(text === undefined ? {} : { body: text }) }, scene.service.url)
}

/** Adds a webhook endpoint and rotates its secret, each with an answer that is kept to be repeated. */
async function useEndpointSecrets(): Promise<void> {
  const headers = { Authorization: `Bearer ${scene.key}`, 'Idempotency-Key': 'endpoint' }
  const added = await request(
    'POST',
    '/api/v2/webhook-endpoints',
    { url: 'https://shop.example.com/', event_types: ['payout.returned'] },
    headers,
  )
  const { id, secret } = JSON.parse(added.text).webhook_endpoint
  const rotated = await request('POST', `/api/v2/webhook-endpoints/${id}/rotate-secret`, {}, headers)
  expect([added.status, rotated.status]).toEqual([201, 200])
  // Without the beginning that they share.
  for (const each of [secret, JSON.parse(rotated.text).webhook_endpoint.secret])
    secrets.push(each.slice('whsec_'.length))
}

/** Runs the work while a schema change makes statements fail that otherwise never do. */
async function whileBroken(change: string, undo: string, work: () => Promise<void>): Promise<void> {
  await scene.rows(change)
  await work().finally(() => scene.rows(undo))
}

const whileRefusing = (table: string, work: () => Promise<void>) =>
  whileBroken(
    `ALTER TABLE ${table} ADD CONSTRAINT refuse_everything CHECK (false) NOT VALID`,
    `ALTER TABLE ${table} DROP CONSTRAINT refuse_everything`,
    work,
  )

/** Sends a key in every place where a client may put it, right or wrong. */
async function sendEverywhere(key: string): Promise<number[]> {
  const bearer = { Authorization: `Bearer ${key}` }
  const answers = [
    await request('GET', `/api/v2/customer/${customerId}?api_key=${key}`),
    await request('GET', `/api/v2/customer/${customerId}`, undefined, bearer),
    await request('GET', `/api/v2/customer/${customerId}/bank-accounts?api_key=${key}&api_key=${key}`),
    await request('GET', `/api/v2/invoice/${customerId}?api_key=${key}`),
    await request('POST', '/api/v2/customer', { ...customerBody(), api_key: key }),
    await request('POST', '/api/v2/customer', customerBody(), bearer),
    await request('POST', '/api/v2/customer', { api_key: key }),
    await request('POST', `/api/v2/customer?api_key=${key}`, { api_key: key, name: 1 }),
    await request('POST', '/api/v2/customer', `{"api_key":"${key}",`),
    await request('POST', '/api/v2/customer', `${key}`),
    await request('POST', '/api/v2/invoice', { api_key: [key] }),
    await request('POST', '/api/v2/invoice', {
      api_key: key,
      email: 'ada+checkout_503@example.com',
      amount: 5,
    }),
    await request('DELETE', `/api/v2/customer?api_key=${key}`, undefined, bearer),
    await request('GET', `/api/v2/nothing?api_key=${key}`, undefined, bearer),
    await request('GET', `/?api_key=${key}`),
    await request('GET', `/pay/nothing?api_key=${key}`),
    await request('GET', `/sign-in?api_key=${key}`),
    await request('GET', `/api/v2/customer/${key}`, undefined, bearer),
    await request('GET', `/api/v2/customer/${key.replaceAll('_', '%5F')}/bank-accounts`, undefined, bearer),
    await request('GET', `/api/v2/${key}`),
    await request('GET', `/api/pay/${key}/status`),
    await request('GET', `/pay/${key}`),
  ]
  return answers.map(({ status }) => status)
}

async function useKeys(revokedKey: string): Promise<void> {
  expect(await sendEverywhere(scene.key)).toEqual(expect.arrayContaining([200, 201, 400, 404, 405, 502]))
  expect(await sendEverywhere(revokedKey)).toEqual(expect.arrayContaining([401]))
  const broken = () => sendEverywhere(scene.key).then((statuses) => expect(statuses).toContain(500))
  await whileBroken('ALTER TABLE api_keys RENAME TO hidden', 'ALTER TABLE hidden RENAME TO api_keys', broken)
  await whileBroken(
    'ALTER TABLE customers RENAME TO hidden',
    'ALTER TABLE hidden RENAME TO customers',
    broken,
  )
  await whileRefusing('customers', broken)
}

async function addAccount(accountNumber: string, key: string) {
  const body = { ...bankAccountBody({ accountNumber }), api_key: scene.key }
  return request('POST', `/api/v2/customer/${customerId}/bank-account`, body, { 'Idempotency-Key': key })
}

async function payOut(bankAccountId: string): Promise<number> {
  const body = { api_key: scene.key, bank_account_id: bankAccountId, amount: 1 }
  return (await request('POST', `/api/v2/customer/${customerId}/payout`, body)).status
}

async function useAccountNumbers(): Promise<void> {
  for (const table of ['bank_accounts', 'idempotency_claims']) {
    await whileRefusing(table, async () => {
      expect((await addAccount(ACCOUNT_NUMBER, `broken ${table}`)).status).toBe(500)
    })
  }
  const added = await addAccount(ACCOUNT_NUMBER, 'kept')
  expect(added.status).toBe(201)
  expect(await addAccount(ACCOUNT_NUMBER, 'kept')).toMatchObject({ status: 201, text: added.text })
  const asNumber = {
    ...bankAccountBody(),
    api_key: scene.key,
    bank_details: { account_number: Number(ACCOUNT_NUMBER) },
  }
  expect((await request('POST', `/api/v2/customer/${customerId}/bank-account`, asNumber)).status).toBe(400)
  await request('GET', `/api/v2/customer/${customerId}/bank-accounts?api_key=${scene.key}`)

  const { id } = JSON.parse(added.text).bank_account
  expect(await payOut(id)).toBe(200)
  await whileRefusing('payouts', async () => expect(await payOut(id)).toBe(500))
  await whileRefusing('sandbox_transfers', async () => expect(await payOut(id)).toBe(200))
  await scene.reconcileAll()
  const refused = JSON.parse((await addAccount(REFUSED_ACCOUNT_NUMBER, 'refused')).text).bank_account
  expect(await payOut(refused.id)).toBe(502)
}

async function useCards(): Promise<void> {
  const buyer = new SandboxBuyer((sent) => exchange(sent, scene.service.url))
  const open = async () => {
    const { payPath } = await scene.invoice()
    return { payPath, session: sessionIn(await buyer.click(payPath)) ?? 'none' }
  }
  const submit = async (number: string, fields?: Record<string, string>) =>
    buyer.submit((await open()).session, number, { holder: HOLDER, ...fields })
  for (const number of CARDS.flatMap((each) => [each, spaced(each)])) {
    expect(await submit(number)).not.toBeNull()
    expect(await submit(number, { securityCode: 'x' })).toContain('?problem=security_code')
    expect(await buyer.submit('nothing', number)).toBeNull()
    await whileRefusing('sandbox_charges', async () =>
      expect(await submit(number)).toContain('?problem=unanswered'),
    )
    const { payPath, session } = await open()
    await buyer.submit(session, number)
    await whileRefusing('payments', async () => {
      await request('GET', `${payPath}/return`)
    })
    await request('GET', `/sandbox/checkout/${session}?number=${encodeURIComponent(number)}`)
    await request('POST', `/api/providers/sandbox/checkout/${session}`, `{"number":"${number}"`)
    await request('GET', `${payPath.slice(4)}?number=${encodeURIComponent(number)}`)
    await request('GET', `${payPath}/status`)
    payTokens.push(payPath.slice('/api/pay/'.length))
    sessions.push(session)
    await whileBroken(
      'ALTER TABLE payments RENAME TO hidden',
      'ALTER TABLE hidden RENAME TO payments',
      async () => {
        expect((await request('GET', payPath.slice(4))).status).toBe(500)
      },
    )
    // To the API, which has no such fields and logs what it was sent.
    const elsewhere = { number, extra: { pan: number, note: `card ${number} 123` }, list: [[number]] }
    const body = { ...customerBody(), ...elsewhere, api_key: scene.key }
    await request('POST', '/api/v2/customer', body)
    await request('GET', `/api/v2/customer/${encodeURIComponent(number)}?api_key=${scene.key}`)
  }
}

/** Anything shorter may occur in random bytes. */
const SHORTEST_FORM = 12

/** A secret in every form in which a dump may show it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  // Base64 of the part that is independent of where in a group of three bytes it starts.
  const base64 = [0, 1, 2].map((offset) => {
    const end = offset + 3 * Math.floor((bytes.length - offset) / 3)
    return bytes.subarray(offset, end).toString('base64')
  })
  const encoded = [encodeURIComponent(secret), bytes.toString('hex'), ...base64]
  return [secret, ...encoded.filter((form) => form.length >= SHORTEST_FORM)]
}

/** The secrets found in a text, in any form; each by its beginning. */
function secretsIn(text: string): string[] {
  return secrets
    .filter((secret) => formsOf(secret).some((form) => text.includes(form)))
    .map((secret) => secret.slice(0, 10))
}

describe('no key, account number, card or card holder', () => {
  test('is in the service’s output, which otherwise reports every request', () => {
    const { output } = scene.service
    expect(output).toContain(`/api/v2/customer/${customerId}/bank-account`)
    expect(output).toContain('"status":500')
    expect(secretsIn(output)).toEqual([])
    expect([...payTokens, ...sessions].filter((token) => output.includes(token))).toEqual([])
    expect(payTokens.some((token) => output.includes(`/api/pay/${token.slice(0, 22)}…`))).toBe(true)
    // Prisma and PostgreSQL quote values.
    expect(output).not.toMatch(/prisma\.|Failing row|Raw query failed/)
  })

  test('is in any trace, of requests, pages, statements and jobs', async () => {
    const names = () => collector.spans.map(({ name }) => name)
    const expected = [
      'POST /api/v2/customer/{customer_id}/bank-account',
      'GET page',
      'add_requests',
      'COMMIT',
    ]
    await expect.poll(names, { timeout: 30_000 }).toEqual(expect.arrayContaining(expected))
    const everything = collector.posts.map(({ text }) => text).join('\n')
    expect(everything).toContain('"error.type"')
    expect(secretsIn(everything)).toEqual([])
    const personal = [...payTokens, ...sessions, scene.vendor, 'example.com']
    expect(personal.filter((text) => everything.includes(text))).toEqual([])
  })

  test('is on the terminal of an operator whose command fails', async () => {
    const command = [
      'wallet',
      'credit',
      '--vendor',
      scene.vendor,
      '--mode',
      'test',
      '--amount',
      '1',
      '--currency',
      'USD',
    ]
    await whileRefusing('ledger_transactions', async () => {
      const { code, stderr } = await scene.service.adminRaw([...command, '--reason', ACCOUNT_NUMBER])
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr:
          'new row for relation "ledger_transactions" violates check constraint "refuse_everything" (23514)\n',
      })
    })
  })

  test('is in any column of any table of any schema', async () => {
    const tables = await scene.rows<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
    )
    expect(tables.length).toBeGreaterThan(25)
    let everything = ''
    for (const { name } of tables) {
      const rows = await scene.rows<{ text: string }>(`SELECT t::text AS text FROM ${name} t`)
      const text = rows.map((row) => row.text).join('\n')
      expect(secretsIn(text), name).toEqual([])
      everything += text
    }
    // The search finds the parts that are stored on purpose, so it works.
    expect(everything).toContain(`cf_test_…${scene.key.slice(-4)}`)
    expect(everything).toContain(`,${ACCOUNT_NUMBER.slice(-4)},`)
    expect(everything).toContain(scene.vendor)
  })

  test('is in any file of the data folder, including the database’s own log and journal', async () => {
    const files = await readdir(scene.service.dataDir, { recursive: true, withFileTypes: true })
    let sawTheVendor = false
    for (const file of files) {
      if (!file.isFile()) continue
      const path = join(file.parentPath, file.name)
      const text = await readFile(path, 'latin1')
      if (text.includes(scene.vendor)) sawTheVendor = true
      expect(secretsIn(text), path).toEqual([])
    }
    expect(sawTheVendor).toBe(true)
    expect(files.some(({ name }) => name.endsWith('.log'))).toBe(true)
  })

  test('and the ledger is sound all the same', async () => {
    await scene.expectProviderAgrees()
  })
})
