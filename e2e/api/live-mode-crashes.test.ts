import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import {
  CREATE_BENEFICIARY,
  CREATE_TRANSFER,
  type Fault,
  LIST_TRANSFERS,
} from '@/lib/providers/testing/airwallex-stand-in'
import { answerOf } from '../fixtures/crash-scene'
import { type LiveScene, startLiveScene } from '../fixtures/live-scene'

const CREATE_SESSION = 'POST /v1/checkout/sessions'
const REFUND = 'POST /v1/refunds'
const MOMENTS = ['before', 'after'] as const

let scene: LiveScene
let customerId: string
let bankAccountId: string

beforeAll(async () => {
  scene = await startLiveScene()
  await scene.credit('1000')
  customerId = await scene.customer()
})
afterAll(() => scene?.stop())
beforeEach(async () => {
  // A new account for each test, so that its beneficiary is new.
  bankAccountId = await scene.bankAccount(customerId)
})
afterEach(() => scene.expectProviderAgrees())

/** Withholds Stripe's answer to the next request of the kind, before or after it is carried out. */
function silenceStripe(call: string, when: 'before' | 'after'): void {
  scene.providers.stripe.fail({ when, how: 'silence', on: new RegExp(`^${call}`) })
}

const booksOf = (invoiceId: string) =>
  scene.rows(
    `SELECT status, (SELECT count(*)::int FROM ledger_transactions
                      WHERE account_id = i.account_id AND reference_id = i.id) AS booked
       FROM invoices i WHERE id = $1`,
    [invoiceId],
  )
const PAID_ONCE = [{ status: 'PAID', booked: 1 }]

/** The buyer pays on Stripe's page, and Stripe notifies us. */
async function pay(invoiceId: string): Promise<void> {
  const session = await scene.sessionOf(invoiceId)
  scene.stripe.pay(session)
  await scene.tellStripe('checkout.session.completed', session)
  await scene.untilStatus('invoices', invoiceId, 'PAID')
  expect(await booksOf(invoiceId)).toEqual(PAID_ONCE)
}

describe('the web process is killed while it calls Stripe', () => {
  test.each(MOMENTS)(
    'for the session of a new invoice, %s it was created: the repeat creates one invoice',
    async (when) => {
      const body = { email: `${randomUUID()}@example.com`, amount: 100 }
      const create = () => answerOf(scene.post('/invoice', body, { 'idempotency-key': body.email }))
      const invoices = () =>
        scene.rows<{ id: string }>('SELECT id FROM invoices WHERE email = $1', [body.email])
      silenceStripe(CREATE_SESSION, when)
      const { result } = await scene.untilCalled(CREATE_SESSION, create)
      await scene.crash('web')
      expect(await result).toBeNull()
      expect(await invoices()).toEqual([])
      await scene.expireLeases()
      const answer = await create()
      expect(answer?.status, answer?.text).toBe(201)
      expect(await invoices()).toEqual([{ id: answer?.body.invoice.id }])
      const payPath = `/api${new URL(answer?.body.invoice.payment_link ?? '').pathname}`
      expect(await scene.click(payPath)).toMatch(/^https:\/\/checkout\.stripe\.com\//)
      await pay(answer?.body.invoice.id ?? '')
    },
  )

  test.each(MOMENTS)('for another session, %s it was created: the next click leads to one', async (when) => {
    const { id, payPath } = await scene.invoice()
    scene.stripe.expire(await scene.sessionOf(id))
    silenceStripe(CREATE_SESSION, when)
    const { result } = await scene.untilCalled(CREATE_SESSION, () => scene.click(payPath).catch(() => null))
    await scene.crash('web')
    expect(await result).toBeNull()
    const page = await scene.click(payPath)
    expect(page).toBe(`https://checkout.stripe.com/c/pay/${await scene.sessionOf(id)}`)
    expect(await scene.click(payPath)).toBe(page)
    await pay(id)
  })

  test('about the payment of a returning buyer: the next one who asks books it, once', async () => {
    const { id, payPath } = await scene.invoice()
    await scene.click(payPath)
    const session = await scene.sessionOf(id)
    scene.stripe.pay(session)
    const call = `GET /v1/checkout/sessions/${session}`
    silenceStripe(call, 'after')
    const { result } = await scene.untilCalled(call, () => scene.comeBack(payPath).catch(() => null))
    await scene.crash('web')
    expect(await result).toBeNull()
    expect(await scene.comeBack(payPath)).toBe(`${scene.service.url}/thank-you/${payPath.split('/').at(-1)}`)
    expect(await booksOf(id)).toEqual(PAID_ONCE)
  })
})

describe('the worker is killed while it refunds a second payment', () => {
  test.each(MOMENTS)('%s Stripe has done it: another worker does, and it is done once', async (when) => {
    const { id, payPath } = await scene.invoice()
    await scene.click(payPath)
    const sessions = [await scene.sessionOf(id), await scene.anotherSession(id)]
    for (const session of sessions) scene.stripe.pay(session)
    silenceStripe(REFUND, when)
    await scene.untilCalled(REFUND, async () => {
      for (const session of sessions) await scene.tellStripe('checkout.session.completed', session)
    })
    await scene.service.kill('worker')
    await scene.expireRefundLeases()
    await scene.untilThere(`SELECT FROM payments WHERE invoice_id = $1 AND status = 'REFUNDED'`, [id])
    expect(await booksOf(id)).toEqual(PAID_ONCE)
    const payments = sessions.map((session) => scene.stripe.session(session).paymentId)
    expect(scene.stripe.refunds.filter(({ paymentId }) => payments.includes(paymentId))).toHaveLength(1)
  })
})

/** Sends a payout of 4.00; the answer may never come. */
const payOut = (key: string) =>
  answerOf(
    scene.post(
      `/customer/${customerId}/payout`,
      { bank_account_id: bankAccountId, amount: 4 },
      { 'idempotency-key': key },
    ),
  )
/** The payouts to the test's own bank account. */
const payouts = () =>
  scene.rows<{ id: string; status: string }>('SELECT id, status FROM payouts WHERE bank_account_id = $1', [
    bankAccountId,
  ])
const sendsOf = () =>
  scene.providers.airwallex.requests.filter((call) => call === `POST ${CREATE_TRANSFER}`).length

describe('the web process is killed while it calls Airwallex', () => {
  const moments: [string, string, Fault][] = [
    ['for a beneficiary', CREATE_BENEFICIARY, { how: 'silence' }],
    ['for a beneficiary that it has made', CREATE_BENEFICIARY, { how: 'silence', processed: true }],
    ['for a transfer that it never gets', CREATE_TRANSFER, { how: 'silence' }],
    ['for a transfer that it has made', CREATE_TRANSFER, { how: 'silence', processed: true }],
  ]

  test.each(moments)('%s: the payout is paid, with one transfer', async (_what, path, fault) => {
    const key = randomUUID()
    scene.providers.airwallex.failNext(path, fault)
    const { result } = await scene.untilCalled(`POST ${path}`, () => payOut(key))
    await scene.crash('web')
    expect(await result).toBeNull()
    const [payout] = await payouts()
    expect(payout?.status).toBe('PROCESSING')
    const hasTransfer = scene.airwallex.countTransfers(payout?.id ?? '') === 1
    const sends = sendsOf()
    await scene.reconcileAll()
    expect(sendsOf()).toBe(hasTransfer ? sends : sends + 1)
    // The repeat gets the payout that the first request created.
    const repeat = await payOut(key)
    expect(repeat?.body.payout).toMatchObject({ id: payout?.id, status: 'PAID' })
    expect(await payouts()).toEqual([{ id: payout?.id, status: 'PAID' }])
  })

  test('and refuses the transfer: the funds are back, the repeat is told, and the next one is a fresh attempt', async () => {
    bankAccountId = await scene.bankAccount(customerId, ACCOUNTS.refused)
    const key = randomUUID()
    scene.providers.airwallex.failNext(CREATE_TRANSFER, { how: 'silence', processed: true })
    const { result } = await scene.untilCalled(`POST ${CREATE_TRANSFER}`, () => payOut(key))
    await scene.crash('web')
    expect(await result).toBeNull()
    // A refusal of the second request says nothing about the first, until a day has passed.
    await scene.rows(
      `UPDATE payouts SET created_at = now() - interval '25 hours' WHERE bank_account_id = $1`,
      [bankAccountId],
    )
    await scene.reconcileAll()
    expect(await payouts()).toMatchObject([{ status: 'FAILED' }])
    for (const attempts of [1, 2]) {
      expect((await payOut(key))?.status).toBe(502)
      expect(await payouts()).toHaveLength(attempts)
    }
  })
})

describe('the web process is killed while a payout changes its rail', () => {
  const processingOver = (rail: string) => [{ status: 'PROCESSING', rail }]
  const payoutRails = () =>
    scene.rows('SELECT status, rail FROM payouts WHERE bank_account_id = $1', [bankAccountId])
  const keys = (id: string) => scene.airwallex.transferKeys().filter((each) => each.startsWith(id))

  /** Each call of the two tries, lost before and after Airwallex carries it out. */
  const steps = [CREATE_BENEFICIARY, CREATE_TRANSFER].flatMap((path) =>
    (['FEDNOW', 'ACH'] as const).flatMap((rail) =>
      [false, true].map((processed): [string, string, 'FEDNOW' | 'ACH', Fault] => [
        `${path.split('/').at(-2)} over ${rail}, ${processed ? 'carried out' : 'lost'}`,
        path,
        rail,
        { how: 'silence', processed },
      ]),
    ),
  )

  test.each(steps)('(%s): it is paid over ACH, with one transfer', async (_what, path, rail, fault) => {
    bankAccountId = await scene.bankAccount(customerId, ACCOUNTS.achOnly)
    const key = randomUUID()
    const call = `POST ${path}`
    const count = () => scene.providers.airwallex.requests.filter((each) => each === call).length
    const before = count()
    if (rail === 'ACH')
      scene.providers.airwallex.failNext(path, { how: 'wait', processed: true, until: Promise.resolve() })
    scene.providers.airwallex.failNext(path, fault)
    const result = payOut(key)
    await expect.poll(count, { timeout: 30_000, interval: 20 }).toBe(before + (rail === 'ACH' ? 2 : 1))
    await scene.crash('web')
    expect(await result).toBeNull()
    expect(await payoutRails()).toEqual(processingOver(rail))
    // A refusal of the second request says nothing about the first, until a day has passed.
    await scene.rows(
      `UPDATE payouts SET created_at = now() - interval '25 hours' WHERE bank_account_id = $1`,
      [bankAccountId],
    )
    await scene.reconcileAll()
    const [payout] = await payouts()
    expect(await payoutRails()).toEqual([{ status: 'PAID', rail: 'ACH' }])
    expect(keys(payout?.id ?? '')).toEqual([`${payout?.id}-2`])
    expect((await payOut(key))?.body.payout).toMatchObject({ id: payout?.id, status: 'PAID' })
  })

  test('and FedNow’s transfer was accepted and failed: it is paid over ACH by the process that asks next', async () => {
    bankAccountId = await scene.bankAccount(customerId, ACCOUNTS.achOnlyLater)
    const answer = await payOut(randomUUID())
    expect(answer?.body.payout.status).toBe('PROCESSING')
    const id = answer?.body.payout.id ?? ''
    scene.providers.airwallex.failNext(CREATE_TRANSFER, { how: 'silence', processed: true })
    await scene.untilCalled(`POST ${CREATE_TRANSFER}`, () => scene.expireLeases())
    await scene.service.kill('worker')
    expect(await payoutRails()).toEqual(processingOver('ACH'))
    await scene.expireLeases()
    await scene.untilStatus('payouts', id, 'PAID')
    expect(keys(id)).toEqual([id, `${id}-2`])
  })
})

describe('the worker is killed while it sends a payout again', () => {
  test('and Airwallex has made the transfer: it is found, and stays the only one', async () => {
    scene.providers.airwallex.failNext(CREATE_TRANSFER, { how: 'reset' })
    const answer = await payOut(randomUUID())
    expect(answer?.body.payout.status).toBe('PROCESSING')
    const id = answer?.body.payout.id ?? ''
    scene.providers.airwallex.failNext(CREATE_TRANSFER, { how: 'silence', processed: true })
    await scene.untilCalled(`POST ${CREATE_TRANSFER}`, () => scene.expireLeases())
    const sends = sendsOf()
    await scene.service.kill('worker')
    expect(await payouts()).toEqual([{ id, status: 'PROCESSING' }])
    await scene.expireLeases()
    await scene.untilStatus('payouts', id, 'PAID')
    expect(sendsOf()).toBe(sends)
  })
})

test('everything is killed at once, with twenty payouts in progress: each is paid or reversed, once', async () => {
  const numbers = [ACCOUNTS.delivered, ACCOUNTS.refused, ACCOUNTS.slow]
  const accounts = await Promise.all(numbers.map((number) => scene.bankAccount(customerId, number)))
  const faults: Fault[] = [
    { how: 'silence' },
    { how: 'reset', processed: true },
    { how: 'silence', processed: true },
    { how: 'reset' },
  ]
  for (const fault of faults) scene.providers.airwallex.failNext(CREATE_TRANSFER, fault)
  const sends = sendsOf()
  const answers = Array.from({ length: 20 }, (_, index) =>
    answerOf(
      scene.post(`/customer/${customerId}/payout`, {
        bank_account_id: accounts[index % accounts.length] ?? '',
        amount: 4,
      }),
    ),
  )
  await expect.poll(sendsOf, { timeout: 30_000 }).toBeGreaterThan(sends + faults.length + 2)
  const parts = scene.service.allPids()
  const halted = scene.service.halt('SIGKILL')
  for (const pid of parts) process.kill(pid, 'SIGKILL')
  await halted
  const replies = (await Promise.all(answers)).filter((answer) => answer !== null)
  await scene.start()
  // A refusal of the second request then settles a payout too.
  await scene.rows(`UPDATE payouts SET created_at = now() - interval '25 hours' WHERE status = 'PROCESSING'`)
  await scene.reconcileAll()
  const all = await scene.rows<{ id: string; status: string }>(
    'SELECT id, status FROM payouts WHERE bank_account_id = ANY ($1)',
    [accounts],
  )
  for (const { status, body } of replies) {
    if (status === 200 && body.payout.status === 'PAID') {
      expect(all).toContainEqual({ id: body.payout.id, status: 'PAID' })
    }
  }
  expect(all.every(({ status }) => ['PAID', 'FAILED'].includes(status))).toBe(true)
  expect(scene.providers.airwallex.requests).toContain(`GET ${LIST_TRANSFERS}`)
})
