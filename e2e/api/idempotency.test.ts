import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '@/lib/time/units'
import { type Answer, expectRefusal, expectReplay, send } from '../fixtures/api-client'
import { buildScene, POST_ENDPOINTS, type Scene } from '../fixtures/endpoints'
import { customerBody, payoutBody } from '../fixtures/request-bodies'
import { database, freshVendor, operate } from '../fixtures/vendor'

const REUSED = 'Idempotency-Key was already used with different parameters'
const IN_PROGRESS = 'A request with this Idempotency-Key is in progress'

let scene: Scene

beforeEach(async () => {
  scene = await buildScene()
})

const KEY = { 'idempotency-key': 'order-1' }

function payPath(): string {
  return `/customer/${scene.customerId}/payout`
}

describe.each(POST_ENDPOINTS)('$name', (endpoint) => {
  const path = () => endpoint.path(scene).replace('/api/v2', '')

  test('with the same key and body is done once, and gets the same answer again', async () => {
    const body = endpoint.body(scene)
    const first = await scene.vendor.post(path(), body, KEY)
    expect(first.status).toBe(endpoint.success)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    for (let n = 0; n < 3; n++) {
      expectReplay(await scene.vendor.unchanged(() => scene.vendor.post(path(), body, KEY)), first)
    }
  })

  test('with the same key and another body is 422', async () => {
    const body = endpoint.body(scene)
    await scene.vendor.post(path(), body, KEY)
    const other = { ...body, amount: 11, email: 'other@example.com' }
    await scene.vendor.expectRefused(path(), other, 422, REUSED, KEY)
  })

  test('with the same key is done once, however many concurrent requests there are', async () => {
    const body = endpoint.body(scene)
    const before = await scene.vendor.rows()
    const answers = await Promise.all(Array.from({ length: 50 }, () => scene.vendor.post(path(), body, KEY)))
    const successes = answers.filter(({ status }) => status === endpoint.success)
    expect(successes.length).toBeGreaterThan(0)
    expect(new Set(successes.map(({ text }) => text)).size).toBe(1)
    const firsts = successes.filter(({ headers }) => headers.get('idempotent-replayed') === null)
    expect(firsts).toHaveLength(1)
    for (const answer of answers) if (!successes.includes(answer)) expectRefusal(answer, 409, IN_PROGRESS)
    const after = await scene.vendor.rows()
    for (const table of ['customers', 'bank_accounts', 'invoices', 'payouts', 'idempotency_claims']) {
      expect(rowsOf(after, table) - rowsOf(before, table), table).toBeLessThanOrEqual(1)
    }
    expectReplay(await scene.vendor.post(path(), body, KEY), successes[0] as Answer)
  })

  test('with a new key, or none, is a new request', async () => {
    const body = endpoint.body(scene)
    await scene.vendor.post(path(), body, KEY)
    for (const headers of [{ 'idempotency-key': 'order-2' }, undefined]) {
      const answer = await scene.vendor.post(path(), body, headers)
      expect(answer.status).toBe(endpoint.name === 'create customer' ? 409 : endpoint.success)
      expect(answer.headers.get('idempotent-replayed')).toBeNull()
    }
  })

  test('accepts a key of 255 characters, and refuses one of 256', async () => {
    const longest = { 'idempotency-key': 'k'.repeat(255) }
    const body = endpoint.body(scene)
    const first = await scene.vendor.post(path(), body, longest)
    expect(first.status).toBe(endpoint.success)
    expectReplay(await scene.vendor.post(path(), body, longest), first)
    const tooLong = { 'idempotency-key': 'k'.repeat(256) }
    const message = 'Idempotency-Key must be at most 255 characters'
    await scene.vendor.expectRefused(path(), endpoint.body(scene), 400, message, tooLong)
  })

  test.each(['', ' '])('refuses the key %j: in the client, a variable was not set', async (key) => {
    const message = 'Idempotency-Key must not be empty'
    await scene.vendor.expectRefused(path(), endpoint.body(scene), 400, message, { 'idempotency-key': key })
  })

  test.skipIf(endpoint.isBodyOptional)('can be retried under the same key after a refusal', async () => {
    const body = endpoint.body(scene)
    const [required = ''] = Object.keys(body).filter((name) => name !== 'entity_type')
    await scene.vendor.expectRefused(
      path(),
      { ...body, [required]: undefined },
      400,
      await refusalOf(required),
      KEY,
    )
    const done = await scene.vendor.post(path(), body, KEY)
    expect(done.status).toBe(endpoint.success)
    expect(done.headers.get('idempotent-replayed')).toBeNull()
  })

  /** The endpoint's error if this field is missing, without a key. */
  async function refusalOf(field: string): Promise<string> {
    return (await scene.vendor.post(path(), { ...endpoint.body(scene), [field]: undefined })).body.error
  }
})

function rowsOf(digests: Record<string, string>, table: string): number {
  return Number.parseInt(digests[table] ?? '0', 10)
}

describe('a key', () => {
  test('covers one endpoint and path: another one may use the same key', async () => {
    const { vendor, customerId, bankAccountId } = scene
    const other = await vendor.customer()
    const otherBankAccount = await vendor.bankAccount(other)
    const body = customerBody()
    expect((await vendor.post('/customer', body, KEY)).status).toBe(201)
    expect((await vendor.post('/invoice', { ...body, amount: 5 }, KEY)).status).toBe(201)
    expect((await vendor.post(`/customer/${customerId}/payout`, payoutBody(bankAccountId), KEY)).status).toBe(
      200,
    )
    const elsewhere = await vendor.post(`/customer/${other}/payout`, payoutBody(otherBankAccount), KEY)
    expect(elsewhere.status).toBe(200)
    expect(elsewhere.headers.get('idempotent-replayed')).toBeNull()
    await vendor.expectWallet('980.00')
  })

  test('covers one account: another vendor or mode may use the same key', async () => {
    const body = customerBody()
    const others = [await freshVendor(), await scene.vendor.live()]
    const first = await scene.vendor.post('/customer', body, KEY)
    for (const vendor of others) {
      const answer = await vendor.post('/customer', { ...body, name: 'Somebody else' }, KEY)
      expect(answer.status).toBe(201)
      expect(answer.headers.get('idempotent-replayed')).toBeNull()
      expect(answer.body.customer.id).not.toBe(first.body.customer.id)
    }
  })

  test('is compared without the api_key: another key of the account, or a bearer token, gets the replay', async () => {
    const { vendor } = scene
    const body = customerBody()
    const first = await vendor.post('/customer', body, KEY)
    const { key = '' } = await operate('key create', { vendor: vendor.email, mode: 'test' })
    expectReplay(await vendor.post('/customer', { ...body, api_key: key }, KEY), first)
    const headers = { ...KEY, authorization: `Bearer ${vendor.key}` }
    expectReplay(await send({ method: 'POST', path: '/api/v2/customer', body, headers }), first)
  })

  test('replays nothing to a caller without access', async () => {
    const { vendor } = scene
    const body = customerBody()
    await vendor.post('/customer', body, KEY)
    const path = '/api/v2/customer'
    expectRefusal(await send({ method: 'POST', path, body, headers: KEY }), 401, 'Invalid API Key')
    await vendor.ban()
    await vendor.expectRefused('/customer', body, 403, 'This vendor account has been banned.', KEY)
  })

  test('is forgotten after 24 hours, except for a payout', async () => {
    const { vendor, bankAccountId } = scene
    const [invoice, payout] = [{ email: 'ada@example.com', amount: 5 }, payoutBody(bankAccountId)]
    const firstInvoice = await vendor.post('/invoice', invoice, KEY)
    const firstPayout = await vendor.post(payPath(), payout, KEY)
    await database.query(
      `UPDATE idempotency_claims
          SET created_at = $2, expires_at = CASE WHEN expires_at IS NOT NULL THEN $3::timestamptz END
        WHERE account_id = $1`,
      [vendor.account.id, new Date(Date.now() - 25 * HOUR_MS), new Date(Date.now() - HOUR_MS)],
    )
    const again = await vendor.post('/invoice', invoice, KEY)
    expect(again.headers.get('idempotent-replayed')).toBeNull()
    expect(again.body.invoice.id).not.toBe(firstInvoice.body.invoice.id)
    expectReplay(await vendor.post(payPath(), payout, KEY), firstPayout)
  })
})
