import assert from 'node:assert/strict'
import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { expectDeclared } from '@/lib/http/declared.fixture'
import type { Operation } from '@/lib/http/operation'
import { newId } from '@/lib/ids'
import { invoiceList, invoicesForPrograms } from '@/lib/invoices/invoice-list'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { claim } from '@/lib/jobs/queue'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { moneyOf } from '@/lib/ledger/live-money.fixture'
import { mailsAbout } from '@/lib/mail/invoice-mail'
import { paymentWork } from '@/lib/payments/jobs'
import { requestRefund } from '@/lib/payments/refund-invoice'
import { scheduleLook } from '@/lib/payments/wake-reversals'
import { findPayout, payoutQueue } from '@/lib/payouts/payout'
import { reconcileClaimedPayout } from '@/lib/payouts/reconcile-payout'
import { paymentProviderFor, payoutProviderFor } from '@/lib/providers/registry'
import type { Account } from '@/lib/vendors/account'
import {
  buildApiKey,
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildLiveApproval,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import {
  advanceTestClock,
  creditTestWallet,
  disputeTestInvoice,
  payTestInvoice,
  settleTestPayout,
  warnOfTestFraud,
} from './api'

const UNKNOWN_ID = '0199d1c2-ffff-7fff-bfff-ffffffffffff'
let vendor: Awaited<ReturnType<typeof buildVendor>>
let account: Account
let key: string

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  vendor = await buildVendor()
  account = vendor.test
  key = await buildApiKey(account)
})

async function post(operation: Operation, id: string | null, body: object, by = key) {
  const path = operation.path.replace(/\{\w+\}/, id ?? '')
  const response = await ask(
    operation,
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${by}` },
      body: JSON.stringify(body),
    }),
  )
  const answer = { status: response.status, body: await response.json() }
  expectDeclared(operation, answer)
  return answer
}

const invoice = async (dueDate: Date | null = null) =>
  (await buildInvoice(account, { dueDate, webhookUrl: 'https://receiver.example/hook' })).id
const pay = (id: string, outcome?: string) => post(payTestInvoice, id, outcome ? { outcome } : {})
const dispute = (id: string, outcome?: string) => post(disputeTestInvoice, id, outcome ? { outcome } : {})
const advance = (days: number) => post(advanceTestClock, null, { days })
const makeVoid = (invoiceId: string) =>
  inOrmTransaction((tx) => markInvoiceVoid(tx, { accountId: account.id, invoiceId }))
const eventsOf = async (invoiceId: string) =>
  (await database().webhookDelivery.findMany({ where: { invoiceId }, orderBy: { sequence: 'asc' } })).map(
    ({ payload }) => JSON.parse(payload).invoice.status,
  )

const ALL: [string, Operation][] = Object.entries({
  payTestInvoice,
  disputeTestInvoice,
  warnOfTestFraud,
  settleTestPayout,
  creditTestWallet,
  advanceTestClock,
})

test.each(ALL)('%s does not exist for a live key, whatever it is sent', async (_name, operation) => {
  const liveKey = await buildApiKey(await buildLiveApproval(vendor.id))
  expect(await post(operation, await invoice(), { amount: 1, days: 1, outcome: 'paid' }, liveKey)).toEqual({
    status: 404,
    body: { error: 'Not found' },
  })
  expect((await moneyOf(account)).available).toBe(0n)
})

test.each(ALL.slice(0, 4))('%s finds nothing of another account', async (_name, operation) => {
  const { test: other } = await buildVendor()
  const { id } = await buildInvoice(other)
  const body =
    operation === warnOfTestFraud ? {} : { outcome: operation === disputeTestInvoice ? 'opened' : 'paid' }
  expect(await post(operation, id, body)).toEqual(await post(operation, UNKNOWN_ID, body))
  expect((await post(operation, id, body)).status).toBe(404)
})

test('nobody pays or disputes a voided invoice', async () => {
  const id = await invoice()
  await makeVoid(id)
  for (const outcome of ['paid', 'declined']) {
    expect(await pay(id, outcome)).toEqual({ status: 409, body: { error: 'Invoice was voided' } })
  }
  expect(await dispute(id)).toMatchObject({ status: 409, body: { error: 'Invoice is not paid' } })
  expect(await database().payment.count({ where: { invoiceId: id } })).toBe(0)
})

test('a warning of fraud has one event, moves nothing, and marks the invoice', async () => {
  const id = await invoice()
  await pay(id)
  const first = await post(warnOfTestFraud, id, {})
  expect(first).toMatchObject({
    status: 200,
    body: { fraud_warning: { invoice_id: id, currency: 'USD', reason: 'made_with_stolen_card' } },
  })
  expect(await post(warnOfTestFraud, id, {})).toEqual(first)
  const events = await database().event.findMany({
    where: { accountId: account.id, type: 'fraud_warning.created' },
  })
  expect(events.map(({ data }) => JSON.parse(data))).toEqual([first.body.fraud_warning])
  expect(first.body.fraud_warning.id).toBe(
    (await database().payment.findFirstOrThrow({ where: { invoiceId: id } })).id,
  )
  expect((await moneyOf(account)).available).toBe(10_000n)
})

test('a worker finds a warning that the sandbox was told of by a request that then died', async () => {
  const id = await invoice()
  await pay(id)
  const payment = await database().payment.findFirstOrThrow({ where: { invoiceId: id } })
  const { rehearsal } = paymentProviderFor('test')
  assert(rehearsal && payment.providerReference)
  await scheduleLook(database(), payment, new Date())
  await rehearsal.warnOfFraud(payment.providerReference, AbortSignal.timeout(5000))
  const rows = await due(paymentWork.queue)
  for (const row of rows.filter(({ tenantId }) => tenantId === account.id)) await workOn(paymentWork, row)
  expect(
    await database().event.count({ where: { accountId: account.id, type: 'fraud_warning.created' } }),
  ).toBe(1)
})

describe('paying', () => {
  test('is a payment by card, with its webhook', async () => {
    const id = await invoice()
    expect(await pay(id)).toMatchObject({
      status: 200,
      body: { invoice: { status: 'Paid', provider: 'card' } },
    })
    expect(await eventsOf(id)).toEqual(['Paid'])
    expect(await database().payment.findMany({ where: { invoiceId: id } })).toMatchObject([
      { status: 'SUCCEEDED', provider: 'sandbox', providerReference: expect.stringMatching(/^sbx_ch_/) },
    ])
    expect((await moneyOf(account)).available).toBe(10_000n)
    expect(await pay(id)).toMatchObject({ status: 409, body: { error: 'Invoice is already paid' } })
  })

  test.each(['declined', 'insufficient_funds', 'expired_card', 'incorrect_cvc', 'processing_error'])(
    'can end with %s',
    async (outcome) => {
      const id = await invoice()
      expect((await pay(id, outcome)).body.invoice.status).toBe('Failed')
      expect((await pay(id)).body.invoice.status).toBe('Paid')
      expect(await eventsOf(id)).toEqual(['Failed', 'Paid'])
    },
  )

  test.each(['', 'Paid', 'toString'])('has no outcome %j', async (outcome) => {
    const id = await invoice()
    expect((await post(payTestInvoice, id, { outcome })).status).toBe(400)
    expect(await database().payment.count({ where: { invoiceId: id } })).toBe(0)
  })
})

describe('a dispute', () => {
  test('takes the money, and gives it back when it is won', async () => {
    const id = await invoice()
    await pay(id)
    expect((await dispute(id)).body.dispute).toMatchObject({
      status: 'OPEN',
      amount: 103.2,
      invoice_id: id,
      evidence_due_at: expect.any(String),
      provider_url: `${env.PUBLIC_URL}/docs/api/dispute-test-invoice`,
    })
    expect(await moneyOf(account)).toEqual({ available: 0n, pending: 0n, owed: 0n })
    expect((await dispute(id)).body.error).toBe('Nothing of the payment is left to dispute')
    expect((await dispute(id, 'won')).body.dispute.status).toBe('WON')
    expect((await moneyOf(account)).available).toBe(10_000n)
    expect((await dispute(id, 'lost')).body.error).toBe('Invoice has no open dispute')
  })

  test('that is lost changes nothing more', async () => {
    const id = await invoice()
    await pay(id)
    await dispute(id)
    expect((await dispute(id, 'lost')).body.dispute.status).toBe('LOST')
    expect((await moneyOf(account)).available).toBe(0n)
  })

  test('leaves a debt where the money is gone', async () => {
    const id = await invoice()
    await pay(id)
    await aPayout('123456789012', 10_000n)
    await dispute(id)
    expect(await moneyOf(account)).toEqual({ available: 0n, pending: 0n, owed: 10_000n })
  })

  test('that meets a pending refund is answered 409, and never 500', async () => {
    const id = await invoice()
    await pay(id)
    const request = { invoiceId: id, amountMinor: null }
    await inOrmTransaction((tx) => requestRefund(tx, account.id, request, { leaseMs: 60_000 }))
    const answer = await dispute(id)
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { error: 'A refund of the invoice is in progress' },
    ])
  })

  test('is of a paid invoice', async () => {
    expect(await dispute(await invoice())).toMatchObject({
      status: 409,
      body: { error: 'Invoice is not paid' },
    })
  })
})

async function aPayout(accountNumber: string, amountMinor = 1000n) {
  const { id: customerId } = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customerId, { accountNumber })
  return (await buildPayout(account, { customerId, bankAccountId, amountMinor })).id
}

describe('settling a payout', () => {
  const settle = async (id: string, outcome: string) => (await post(settleTestPayout, id, { outcome })).body
  /** Stays PROCESSING on the first look-up. */
  const SLOW = '000777777771'
  beforeEach(() => fundWallet(account, 1000n))

  test.each([
    ['paid', 'PAID', 0n],
    ['failed', 'FAILED', 1000n],
    ['returned', 'RETURNED', 1000n],
  ])('as %s', async (outcome, status, available) => {
    const id = await aPayout(SLOW)
    expect((await settle(id, outcome)).payout).toMatchObject({ id, status })
    expect((await moneyOf(account)).available).toBe(available)
    expect((await settle(id, outcome)).payout.status).toBe(status)
  })

  test('a delivered one can only come back', async () => {
    const id = await aPayout('123456789012')
    expect((await settle(id, 'failed')).error).toBe('Payout is already settled')
    expect((await settle(id, 'returned')).payout.status).toBe('RETURNED')
    expect((await settle(id, 'paid')).error).toBe('Payout is already settled')
    expect((await moneyOf(account)).available).toBe(1000n)
  })
})

test('a payout that somebody else is asking about is settled when the answer comes', async () => {
  await fundWallet(account, 1000n)
  const id = await aPayout('000777777771')
  const row = { tenantId: account.id, id }
  const lease = await claim(database(), payoutQueue, row, { leaseMs: 60_000, isEarly: true })
  assert(lease)
  const settled = post(settleTestPayout, id, { outcome: 'returned' })
  const isWoken = async () =>
    (await findPayout(database(), account.id, id)).nextAttemptAt?.getTime() !== lease.leaseUntil.getTime()
  await expect.poll(isWoken).toBe(true)
  await reconcileClaimedPayout(lease, { providers: [payoutProviderFor('test')], timeoutMs: 5000 })
  expect((await settled).body.payout.status).toBe('RETURNED')
})

test('the wallet is credited in any currency, exactly', async () => {
  const credit = (body: object) => post(creditTestWallet, null, body)
  expect((await credit({ amount: '12.34' })).body.credit).toEqual({ amount: 12.34, currency: 'USD' })
  for (const body of [{ amount: 1.5, currency: 'JPY' }, { amount: 1e12 }, { amount: -1 }]) {
    expect((await credit(body)).status).toBe(400)
  }
  expect((await moneyOf(account)).available).toBe(1234n)
  expect((await credit({ amount: 500, currency: 'jpy' })).body.credit).toEqual({
    amount: 500,
    currency: 'JPY',
  })
})

describe('the clock', () => {
  const DAY_MS = 24 * 60 * 60_000
  const inDays = (days: number) => new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS + days * DAY_MS)
  const statusOf = async (id: string) =>
    (await database().invoice.findFirstOrThrow({ where: { accountId: account.id, id } })).status

  test('turns an invoice overdue once its due day is over, with its reminders on the way', async () => {
    const id = await invoice(inDays(5))
    await advance(5)
    expect([await statusOf(id), await mailsOf(id)]).toEqual(['CREATED', ['reminder_due_soon']])
    await advance(1)
    expect([await statusOf(id), await eventsOf(id)]).toEqual(['UNPAID', ['Unpaid']])
    await advance(6)
    expect(await mailsOf(id)).toEqual(['reminder_due_soon', 'reminder_long_overdue', 'reminder_overdue'])
    expect((await pay(id)).body.invoice.status).toBe('Paid')
  })

  const mailsOf = async (invoiceId: string) => {
    const reference = mailsAbout(invoiceId)
    const where = { ownerId: account.id, reference, kind: { not: 'invoice' as const } }
    return (await database().mailMessage.findMany({ where })).map(({ kind }) => kind).sort()
  }

  test('leaves a voided invoice as it is', async () => {
    const id = await invoice(inDays(5))
    await makeVoid(id)
    await advance(7)
    expect([await statusOf(id), await mailsOf(id), await eventsOf(id)]).toEqual(['VOIDED', [], []])
    expect(await database().invoice.findFirst({ where: { id } })).toMatchObject({ dueDate: inDays(5) })
  })

  test('moves the due day and not the day of creation, so that every list finds an invoice by the day that it shows', async () => {
    const id = await invoice(inDays(60))
    await advance(45)
    const created = (await database().invoice.findFirstOrThrow({ where: { id } })).createdAt
    const createdDay = created.toISOString().slice(0, 10)
    expect(createdDay).toBe(new Date().toISOString().slice(0, 10))
    const foundOn = async (day: string) => {
      const params = new URLSearchParams({ created_from: day, created_to: day })
      const { rows } = await invoiceList.read(account.id, params)
      const api = await invoicesForPrograms.read(account.id, invoicesForPrograms.query.read(params))
      const file = await invoiceList.export(account, params)
      let csv = ''
      for await (const part of file.content) csv += part
      return {
        dashboard: rows.map((row) => [row.id, row.createdAt.slice(0, 10)]),
        api: api.rows.map(({ json }) => JSON.parse(json).id),
        csv: csv.includes(id),
      }
    }
    expect(await foundOn(createdDay)).toEqual({ dashboard: [[id, createdDay]], api: [id], csv: true })
    const earlier = inDays(-45).toISOString().slice(0, 10)
    expect(await foundOn(earlier)).toEqual({ dashboard: [], api: [], csv: false })
  })

  test('sends no reminder whose day had passed when the invoice was created', async () => {
    const id = await invoice(inDays(2))
    await advance(1)
    expect(await mailsOf(id)).toEqual([])
    await advance(2)
    expect(await mailsOf(id)).toEqual(['reminder_overdue'])
  })

  test('brings waiting retries forward, and leaves other accounts alone', async () => {
    const { test: other } = await buildVendor()
    const theirs = (await buildInvoice(other, { dueDate: inDays(5) })).id
    const id = await invoice()
    await pay(id)
    const later = new Date(Date.now() + DAY_MS / 2)
    await database().webhookDelivery.updateMany({ where: { invoiceId: id }, data: { nextAttemptAt: later } })
    await advance(1)
    const [event] = await database().webhookDelivery.findMany({ where: { invoiceId: id } })
    expect(event?.nextAttemptAt?.getTime()).toBeLessThan(Date.now())
    expect(await database().invoice.findFirst({ where: { id: theirs } })).toMatchObject({
      dueDate: inDays(5),
    })
  })

  test('leaves a row whose lease somebody holds to its holder', async () => {
    const id = await invoice()
    await pay(id)
    const leaseUntil = new Date(Date.now() + 60_000)
    const data = { leaseUntil, nextAttemptAt: leaseUntil }
    await database().webhookDelivery.updateMany({ where: { invoiceId: id }, data })
    await advance(2)
    expect(await database().webhookDelivery.findMany({ where: { invoiceId: id } })).toMatchObject([data])
  })

  test('does not wait for a transaction that has locked a due row', async () => {
    const id = await invoice()
    await pay(id)
    await inOrmTransaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM webhook_deliveries WHERE account_id = ${account.id}::uuid FOR UPDATE`
      expect((await advance(1)).status).toBe(200)
    })
  })

  test('lets the days of each request pass once, or refuses it while another one moves the clock', async () => {
    const id = await invoice(inDays(20))
    const statuses = (await Promise.all(Array.from({ length: 4 }, () => advance(2)))).map(
      ({ status }) => status,
    )
    expect(statuses).toEqual(statuses.map((status) => (status === 409 ? 409 : 200)))
    const passed = 2 * statuses.filter((status) => status === 200).length
    expect(passed).toBeGreaterThan(0)
    expect(await database().invoice.findFirst({ where: { id } })).toMatchObject({
      dueDate: inDays(20 - passed),
    })
  })

  test('is refused at once while another request moves it, and moves nothing', async () => {
    const id = await invoice(inDays(20))
    await inOrmTransaction(async (tx) => {
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`clock ${account.id}`}, 0))::text`
      const answer = await advance(1)
      expect([answer.status, answer.body]).toMatchObject([409, { error: 'The test clock is being advanced' }])
    })
    expect(await database().invoice.findFirst({ where: { id } })).toMatchObject({ dueDate: inDays(20) })
    expect((await advance(1)).status).toBe(200)
  })

  test.each([0, -1, 1.5, 367, '1', null, [1]])('does not move by %j days', async (days) => {
    expect((await post(advanceTestClock, null, { days })).status).toBe(400)
  })
})

test('a repeat with the same Idempotency-Key pays no second time', async () => {
  const id = await invoice()
  const request = () =>
    ask(
      payTestInvoice,
      new Request(`http://localhost/api/v2/test/invoice/${id}/pay`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': repeated },
        body: '{}',
      }),
    )
  const repeated = newId()
  const first = await (await request()).json()
  const again = await request()
  expect([again.status, await again.json()]).toEqual([200, first])
})
