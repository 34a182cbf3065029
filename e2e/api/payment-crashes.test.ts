import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { send } from '../fixtures/api-client'
import { answerOf, type CrashScene, type Stall, startCrashScene } from '../fixtures/crash-scene'

const GOOD = '4242424242424242'
const BAD = '4000000000000002'

let scene: CrashScene
let invoice: { id: string; payPath: string }

beforeAll(async () => {
  scene = await startCrashScene()
})
afterAll(() => scene.stop())

beforeEach(async () => {
  invoice = await scene.invoice()
})
afterEach(async () => {
  await scene.expectChargesAgree()
  await scene.expectSoundLedger()
})

/** The buyer submits a card; the answer may never come. */
function pay(number = GOOD) {
  const body = { number, expiry_month: 12, expiry_year: 2035, security_code: '123', holder: 'Ada Lovelace' }
  return answerOf(send({ method: 'POST', path: invoice.payPath, body }, scene.service.url))
}

const payments = async () =>
  (
    await scene.rows<{ status: string }>('SELECT status FROM payments WHERE invoice_id = $1 ORDER BY id', [
      invoice.id,
    ])
  ).map(({ status }) => status)

/** The invoice's status, and how often it was booked as paid. */
async function books(): Promise<{ status: string; booked: number }> {
  const [row] = await scene.rows<{ status: string; booked: number }>(
    `SELECT i.status, (SELECT count(*)::int FROM ledger_transactions WHERE reference_id = i.id) AS booked
       FROM invoices i WHERE i.id = $1`,
    [invoice.id],
  )
  return row ?? { status: 'none', booked: 0 }
}

/** Lets the worker find the open payment, and waits until it has. */
async function expectFoundOut(...statuses: string[]): Promise<void> {
  await scene.expireLeases()
  await expect.poll(payments, { timeout: 30_000 }).toEqual(statuses)
}

const stallProvider = () => scene.stall('LOCK TABLE sandbox_charges IN ACCESS EXCLUSIVE MODE')
const stallPayment = () => scene.stall('SELECT FROM payments WHERE invoice_id = $1 FOR UPDATE', [invoice.id])

/** Submits a card and stops after the provider has decided, before we record the outcome. */
async function stallBeforeOutcome(
  number: string,
): Promise<{ outcome: Stall; answer: ReturnType<typeof pay> }> {
  const provider = await stallProvider()
  const answer = pay(number)
  await scene.untilThere('SELECT FROM payments WHERE invoice_id = $1', [invoice.id])
  await scene.untilStalled('sandbox_charges')
  const outcome = await stallPayment()
  await provider.release()
  await scene.untilStalled('payments')
  return { outcome, answer }
}

describe('the web process is killed while a buyer pays', () => {
  test('before the provider has charged: nothing is charged, and the buyer can pay', async () => {
    const provider = await stallProvider()
    const answer = pay()
    await scene.untilThere('SELECT FROM payments WHERE invoice_id = $1', [invoice.id])
    await scene.untilStalled('sandbox_charges')
    await scene.crash('web', [provider])
    expect(await answer).toBeNull()
    expect((await pay())?.status).toBe(409)
    await expectFoundOut('ABANDONED')
    expect(await books()).toEqual({ status: 'CREATED', booked: 0 })
    expect((await pay())?.status).toBe(200)
    expect(await payments()).toEqual(['ABANDONED', 'SUCCEEDED'])
    expect(await books()).toEqual({ status: 'PAID', booked: 1 })
  })

  test('after the provider has charged: the invoice is paid, once, and nobody is charged again', async () => {
    const { outcome, answer } = await stallBeforeOutcome(GOOD)
    await scene.crash('web', [outcome])
    expect(await answer).toBeNull()
    expect(await books()).toEqual({ status: 'CREATED', booked: 0 })
    // The buyer tries again at once, and the operator marks it paid: both are refused.
    expect((await pay())?.status).toBe(409)
    const marked = await scene.service.adminRaw(['invoice', 'mark-paid', '--invoice', invoice.id])
    expect(marked.code).toBe(1)
    await expectFoundOut('SUCCEEDED')
    expect(await books()).toEqual({ status: 'PAID', booked: 1 })
    expect((await pay())?.status).toBe(409)
  })

  test('after the provider has declined: the invoice is failed, and the buyer can pay', async () => {
    const { outcome, answer } = await stallBeforeOutcome(BAD)
    await scene.crash('web', [outcome])
    expect(await answer).toBeNull()
    await expectFoundOut('DECLINED')
    expect(await books()).toEqual({ status: 'FAILED', booked: 0 })
    expect((await pay())?.status).toBe(200)
    expect(await books()).toEqual({ status: 'PAID', booked: 1 })
  })
})

describe('the worker is killed while it asks about a payment', () => {
  test('that was charged: another worker finds it, once', async () => {
    const { outcome } = await stallBeforeOutcome(GOOD)
    await scene.crash('web', [outcome])
    const provider = await scene.stall(
      `SELECT FROM sandbox_charges
        WHERE idempotency_key = (SELECT id::text FROM payments WHERE invoice_id = $1) FOR UPDATE`,
      [invoice.id],
    )
    await scene.expireLeases()
    await scene.untilStalled('sandbox_charges')
    await scene.crash('worker', [provider])
    expect(await payments()).toEqual(['PROCESSING'])
    await expectFoundOut('SUCCEEDED')
    expect(await books()).toEqual({ status: 'PAID', booked: 1 })
  })
})
