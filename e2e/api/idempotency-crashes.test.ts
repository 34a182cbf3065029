import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, expectRefusal, type Fields } from '../fixtures/api-client'
import { answerOf, type CrashScene, startCrashScene } from '../fixtures/crash-scene'
import {
  bankAccountBody,
  batchRow,
  customerBody,
  invoiceBody,
  recurringBody,
} from '../fixtures/request-bodies'

const IN_PROGRESS = 'A request with this Idempotency-Key is in progress'

let scene: CrashScene
let customerId: string
let bankAccountId: string
let key: string

beforeAll(async () => {
  scene = await startCrashScene()
  await scene.credit('1000')
})
afterAll(() => scene.stop())

beforeEach(async () => {
  customerId = await scene.customer()
  bankAccountId = await scene.bankAccount(customerId)
  key = randomUUID()
})
afterEach(async () => {
  await scene.reconcileAll()
  await scene.expectProviderAgrees()
})

type Endpoint = {
  name: string
  path: () => string
  body: () => Fields
  success: number
  /** The table that the request writes to, and the created id in its answer. */
  table: string
  idIn: (answer: Answer) => string
}

const ENDPOINTS: Endpoint[] = [
  {
    name: 'create customer',
    path: () => '/customer',
    body: customerBody,
    success: 201,
    table: 'customers',
    idIn: ({ body }) => body.customer.id,
  },
  {
    name: 'create invoice',
    path: () => '/invoice',
    body: invoiceBody,
    success: 201,
    table: 'invoices',
    idIn: ({ body }) => body.invoice.id,
  },
  {
    name: 'add bank account',
    path: () => `/customer/${customerId}/bank-account`,
    body: bankAccountBody,
    success: 201,
    table: 'bank_accounts',
    idIn: ({ body }) => body.bank_account.id,
  },
  {
    name: 'payout batch',
    path: () => '/payout-batches',
    // Of a later day, so that the repeats find it as it was.
    body: () => ({
      name: 'Payroll',
      send_on: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      payouts: [batchRow(customerId, bankAccountId)],
    }),
    success: 201,
    table: 'payout_batches',
    idIn: ({ body }) => body.payout_batch.id,
  },
  {
    name: 'recurring invoice',
    path: () => '/recurring-invoices',
    body: () => recurringBody(customerId),
    success: 201,
    table: 'recurring_invoices',
    idIn: ({ body }) => body.recurring_invoice.id,
  },
  {
    name: 'payout',
    path: () => `/customer/${customerId}/payout`,
    body: () => ({ bank_account_id: bankAccountId, amount: 10 }),
    success: 200,
    table: 'payouts',
    idIn: ({ body }) => body.payout.id,
  },
]

const post = (endpoint: Pick<Endpoint, 'path'>, body: Fields) =>
  scene.post(endpoint.path(), body, { 'Idempotency-Key': key })

const idsOf = async (table: string) =>
  (await scene.rows<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id)

/** Repeats the request five times at once, until none of them has to wait any more. */
async function repeated(endpoint: Endpoint, body: Fields): Promise<Answer[]> {
  const repeat = async () => {
    const answer = await post(endpoint, body)
    if (answer.status === 409) expectRefusal(answer, 409, IN_PROGRESS)
    return answer
  }
  const first = await Promise.all(Array.from({ length: 5 }, repeat))
  return Promise.all(first.map((answer) => (answer.status === 409 ? repeat() : answer)))
}

describe.each(ENDPOINTS)('$name, when its process dies', (endpoint) => {
  test('before it has written anything: a repeat does the work, once, and later ones get the same answer', async () => {
    const body = endpoint.body()
    const before = await idsOf(endpoint.table)
    const table = await scene.stall(`LOCK TABLE ${endpoint.table} IN SHARE MODE`)
    const answer = answerOf(post(endpoint, body))
    await scene.untilStalled(endpoint.table)
    await scene.crash('web', [table])
    expect(await answer).toBeNull()
    expect(await idsOf(endpoint.table)).toEqual(before)

    // Nobody can know yet that it has died.
    expectRefusal(await post(endpoint, body), 409, IN_PROGRESS)
    await scene.expireLeases()
    const answers = await repeated(endpoint, body)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => endpoint.success))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(4)
    const newIds = (await idsOf(endpoint.table)).filter((id) => !before.includes(id))
    expect(answers.map(endpoint.idIn)).toEqual(answers.map(() => newIds[0]))
    expect(newIds).toHaveLength(1)
  })
})

// A payout takes more than one transaction; its places to die are tested below.
describe.each(ENDPOINTS.filter(({ name }) => name !== 'payout'))(
  '$name, when its process dies',
  (endpoint) => {
    test('right after the commit: a repeat gets what was created, and nothing is created twice', async () => {
      const body = endpoint.body()
      const before = await idsOf(endpoint.table)
      const answer = answerOf(post(endpoint, body))
      await scene.untilThere(`SELECT FROM ${endpoint.table} WHERE NOT id = ANY($1::uuid[])`, [before])
      await scene.crash('web')
      const first = await answer
      await scene.expireLeases()
      const answers = await repeated(endpoint, body)
      const newIds = (await idsOf(endpoint.table)).filter((id) => !before.includes(id))
      expect(newIds).toHaveLength(1)
      for (const repeat of answers) {
        expect(repeat.status, repeat.text).toBe(endpoint.success)
        expect(endpoint.idIn(repeat)).toBe(newIds[0])
      }
      if (first) expect(first.text).toBe(answers[0]?.text)
    })
  },
)

describe('a payout whose process died after its intent was committed', () => {
  const payout = ENDPOINTS.find(({ name }) => name === 'payout') as Endpoint
  const payouts = () =>
    scene.rows<{ id: string; status: string }>('SELECT id, status FROM payouts WHERE customer_id = $1', [
      customerId,
    ])

  /** Ends the leases of payout and claim, without waking the worker, which would interfere. */
  async function endLeases(): Promise<void> {
    await scene.rows(`UPDATE payouts SET lease_until = now() - interval '1 second' WHERE customer_id = $1`, [
      customerId,
    ])
    await scene.rows(
      `UPDATE idempotency_claims SET lease_until = now() - interval '1 second' WHERE response_status IS NULL`,
    )
  }

  /** Kills the web process while the provider has a transfer in front of it, which arrives or never does. */
  async function die(body: Fields, transfer: 'arrives' | 'is lost'): Promise<void> {
    const provider = await scene.stall('LOCK TABLE sandbox_transfers IN ACCESS EXCLUSIVE MODE')
    const answer = answerOf(post(payout, body))
    await scene.untilThere('SELECT FROM payouts WHERE customer_id = $1', [customerId])
    const lines = await scene.untilStalled('sandbox_transfers')
    // Until the test allows it, however slow the machine: otherwise the worker might settle it meanwhile.
    await scene.rows(
      `UPDATE payouts SET lease_until = now() + interval '1 hour', next_attempt_at = now() + interval '1 hour'
        WHERE customer_id = $1`,
      [customerId],
    )
    await scene.rows(
      `UPDATE idempotency_claims SET lease_until = now() + interval '1 hour' WHERE response_status IS NULL`,
    )
    if (transfer === 'is lost') await scene.crash('web', [{ release: () => scene.cut(lines) }, provider])
    else
      await scene.crash('web', [provider], () =>
        scene.untilThere(
          'SELECT FROM sandbox_transfers t JOIN payouts p ON t.idempotency_key = p.id::text WHERE p.customer_id = $1',
          [customerId],
        ),
      )
    expect(await answer).toBeNull()
  }

  test('is found by the repeat, which answers with its outcome', async () => {
    const body = payout.body()
    await die(body, 'arrives')
    const [first] = await payouts()
    expectRefusal(await post(payout, body), 409, IN_PROGRESS)
    await endLeases()
    const repeat = await post(payout, body)
    expect(repeat.status).toBe(200)
    expect(repeat.body.payout).toMatchObject({
      id: first?.id,
      status: 'PAID',
      provider_transfer_status: 'DELIVERED',
    })
    expect(await payouts()).toMatchObject([{ status: 'PAID' }])
  })

  test('and never reached the provider is reversed by the repeat, and the next one is a fresh attempt', async () => {
    const body = payout.body()
    await die(body, 'is lost')
    await endLeases()
    const refused = await post(payout, body)
    expect(refused.status).toBe(502)
    expect(refused.body.error).toMatch(/^sandbox error: never_accepted/)
    const fresh = await post(payout, body)
    expect(fresh.body.payout).toMatchObject({ status: 'PAID' })
    expect((await payouts()).map(({ status }) => status).sort()).toEqual(['FAILED', 'PAID'])
    expect((await post(payout, body)).text).toBe(fresh.text)
  })

  test('is not sent again while a reconciler is asking about it: a repeat waits, and finds it later', async () => {
    const body = payout.body()
    // Hold the payout as a reconciler would, from before its question until it has recorded the answer.
    await die(body, 'arrives')
    await scene.rows(
      `UPDATE idempotency_claims SET lease_until = now() - interval '1 second' WHERE response_status IS NULL`,
    )
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expectRefusal(await post(payout, body), 409, IN_PROGRESS)
      expect(await payouts()).toHaveLength(1)
    }
    await endLeases()
    const [first] = await payouts()
    const answer = await post(payout, body)
    expect(answer.body.payout).toMatchObject({ id: first?.id, status: 'PAID' })
    expect(await payouts()).toHaveLength(1)
  })

  test('keeps its key for its own body: another amount is refused, whatever the outcome of the first', async () => {
    const body = payout.body()
    await die(body, 'arrives')
    await endLeases()
    const other = await post(payout, { ...body, amount: 11 })
    expectRefusal(other, 422, 'Idempotency-Key was already used with different parameters')
    expect((await post(payout, body)).body.payout.status).toBe('PAID')
    expect(await payouts()).toHaveLength(1)
  })
})
