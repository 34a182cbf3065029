import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Fields, send } from '../fixtures/api-client'
import { bankAccountBody, customerBody } from '../fixtures/request-bodies'
import { type Service, startService } from '../fixtures/service'

/** A service of its own, with its own database: that is what the commands back up. */
let service: Service
let folder: string
let key: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterfoil-backups-'))
  const keyFile = join(folder, 'backup.key')
  await writeFile(keyFile, 'a passphrase of the operator\n')
  service = await startService({ env: { DATABASE_URL: '', BACKUP_KEY_FILE: keyFile } })
  const vendor = 'demo@example.com'
  key = (await service.admin(['key', 'create', '--vendor', vendor, '--mode', 'test'])).key ?? ''
  const credit = ['--vendor', vendor, '--mode', 'test', '--amount', '100000', '--currency', 'USD']
  await service.admin(['wallet', 'credit', ...credit])
})
afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

function ask(method: 'GET' | 'POST', path: string, body?: Fields): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}` }
  return send({ method, path: `/api/v2${path}`, headers, ...(body ? { body } : {}) }, service.url)
}

async function backedUpAt(): Promise<Date | null> {
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  const { rows } = await client.query('SELECT backed_up_at AS at FROM instance').finally(() => client.end())
  return rows[0].at
}

test('a backup, or the word that one was made elsewhere, is known to the metrics', async () => {
  expect(await backedUpAt()).toBeNull()
  const { file = '', created_at } = await service.admin(['backup', 'create', '--to', `${folder}/`])
  await rm(file)
  expect((await backedUpAt())?.toISOString()).toBe(created_at)
  const { backed_up_at = '' } = await service.admin(['backup', 'record'])
  expect((await backedUpAt())?.toISOString()).toBe(backed_up_at)
  expect(Date.parse(backed_up_at)).toBeGreaterThan(Date.parse(created_at ?? ''))
})

test('a backup under load brings back every payout that was answered before it', async () => {
  const customerId = (await ask('POST', '/customer', customerBody())).body.customer.id
  const account = await ask('POST', `/customer/${customerId}/bank-account`, bankAccountBody())
  const request = { bank_account_id: account.body.bank_account.id, amount: 1 }
  const paid: string[] = []
  let isOver = false
  const paying = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const { status, body } = await ask('POST', `/customer/${customerId}/payout`, request)
      expect(status).toBe(200)
      paid.push(body.payout.id)
    }
  })
  await expect.poll(() => paid.length, { timeout: 30_000 }).toBeGreaterThan(20)
  const before = [...paid]
  const { file = '' } = await service.admin(['backup', 'create', '--to', `${folder}/`])
  isOver = true
  await Promise.all(paying)

  expect(await service.admin(['backup', 'verify', '--from', file])).toMatchObject({ ok: true })
  const inPlace = await service.adminRaw(['backup', 'restore', '--from', file])
  expect(inPlace).toMatchObject({ code: 1, stderr: expect.stringMatching(/is not empty/) })

  const dataDir = join(folder, 'restored')
  const restored = await service.admin<{ ledger: object }>([
    'backup',
    'restore',
    '--from',
    file,
    '--to',
    dataDir,
  ])
  expect(restored.ledger).toMatchObject({ ok: true })

  // The old machine is gone; its keys and its encrypted account numbers work on the new one.
  await service.stop()
  service = await startService({ env: { DATABASE_URL: '', DATA_DIR: dataDir } })
  const { status, body } = await ask('GET', `/customer/${customerId}`)
  expect(status).toBe(200)
  expect(body.customer.id).toBe(customerId)
  const { rows } = await query(`SELECT id FROM payouts`)
  const there = new Set(rows.map(({ id }) => id))
  expect(before.filter((id) => !there.has(id))).toEqual([])
  expect((await ask('POST', `/customer/${customerId}/payout`, request)).status).toBe(200)
  // The restored folder has an anchor of its own.
  expect(await service.admin(['ledger', 'verify'])).toMatchObject({ ok: true })
  expect(await service.admin(['audit', 'verify'])).toMatchObject({
    ok: true,
    anchored_seal: expect.any(Number),
  })
})

test('without the anchor beside its database the service raises an alarm, until an operator anchors the seals', async () => {
  await service.halt()
  await rm(join(service.dataDir, 'seals.json'))
  await service.start()
  const { code, stderr } = await service.adminRaw(['audit', 'verify'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^audit: the anchor .*seals\.json is missing/),
  })
  const books = async () => (await (await fetch(`${service.url}/api/health`)).json()).books
  await expect.poll(books, { timeout: 20_000 }).toBe('audit and ledger changed')
  await service.admin(['seals', 'anchor', '--reason', 'the file was lost'])
  expect(await service.admin(['audit', 'verify'])).toMatchObject({
    ok: true,
    anchored_seal: expect.any(Number),
  })
  await expect.poll(books, { timeout: 20_000 }).toBeUndefined()
  const [latest] = await service.admin<{ action: string; detail: string }[]>([
    'audit',
    'list',
    '--limit',
    '1',
  ])
  expect(latest).toMatchObject({
    action: 'seals.anchored',
    detail: expect.stringMatching(/: the file was lost$/),
  })
})

test('the secret key is replaced while the service answers, and API keys and account numbers stay good', async () => {
  const customerId = (await ask('POST', '/customer', customerBody())).body.customer.id
  await ask('POST', `/customer/${customerId}/bank-account`, bankAccountBody())
  const list = () => ask('GET', `/customer/${customerId}/bank-accounts`)
  const { body: before } = await list()
  let isOver = false
  const reads = Array.from({ length: 2 }, async () => {
    while (!isOver) expect((await list()).body).toEqual(before)
  })
  const earlierKey = await service.admin<Keys>(['secret-key', 'show'])
  const rotation = await service.admin<Keys & { reencrypted: number }>(['secret-key', 'rotate'])
  isOver = true
  await Promise.all(reads)
  expect(rotation).toMatchObject({ earlier_key_ids: [earlierKey.key_id], reencrypted: expect.any(Number) })
  expect(rotation.reencrypted).toBeGreaterThan(0)
  // From now on only the new key encrypts.
  const { id } = (await ask('POST', `/customer/${customerId}/bank-account`, bankAccountBody())).body
    .bank_account
  const { rows } = await query(`SELECT account_number_encrypted AS id FROM bank_accounts WHERE id = '${id}'`)
  expect(rows[0]?.id.startsWith(`v2.${rotation.key_id}.`)).toBe(true)
  expect(await service.admin(['secret-key', 'show'])).toEqual({ ...pickKeys(rotation), waiting: 0 })
  await service.restart()
  expect((await list()).status).toBe(200)
})

type Keys = { key_id: string; earlier_key_ids: string[] }
const pickKeys = ({ key_id, earlier_key_ids }: Keys): Keys => ({ key_id, earlier_key_ids })

async function query(text: string) {
  const client = new Client({ connectionString: service.databaseUrl })
  await client.connect()
  return client.query<{ id: string }>(text).finally(() => client.end())
}
