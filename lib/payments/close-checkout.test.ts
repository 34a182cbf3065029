import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { HOUR_MS } from '@/lib/time/units'
import { latestSession, workOnPayments } from './hosted-checkout.fixture'
import { booksOf } from './payable-invoice.fixture'
import {
  invoice,
  moveClock,
  notification,
  provider,
  session,
  standIn,
  time,
  work,
} from './stripe-checkout.fixture'

/* The page at Stripe of an invoice that its vendor voids. */

beforeAll(() => {
  Object.assign(env, {
    STRIPE_SECRET_KEY: standIn.secretKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    STRIPE_API_URL: `http://127.0.0.1:${standIn.apiBase.port}`,
  })
})
beforeEach(() => {
  standIn.requests.length = 0
})

const EXPIRE = () => `POST /v1/checkout/sessions/${session}/expire`
const makeVoid = () => inTransaction((tx) => markInvoiceVoid(tx, invoice))
const ours = async () => (await latestSession(invoice)).status
const later = () => moveClock(new Date(time.getTime() + HOUR_MS))

test('is closed by the worker: nobody can pay there any more', async () => {
  await makeVoid()
  expect(standIn.count(EXPIRE())).toBe(0)
  expect(await work()).toBe(1)
  expect(standIn.books.session(session).status).toBe('expired')
  expect(await ours()).toBe('EXPIRED')
  later()
  expect(await work()).toBe(0)
})

test('is closed once, also when Stripe’s answer is lost', async () => {
  await makeVoid()
  standIn.fail({ when: 'after', how: 'reset', on: /expire$/, times: 3 })
  await work()
  expect(await ours()).toBe('OPEN')
  later()
  await work()
  expect(await ours()).toBe('EXPIRED')
})

test('that was paid before it could be closed is refunded', async () => {
  await makeVoid()
  const payment = standIn.books.pay(session)
  await work()
  expect(await ours()).toBe('PAID')
  await workOnPayments(invoice, provider)
  expect(await booksOf(invoice)).toMatchObject({ status: 'VOIDED', payments: ['REFUNDED'], transactions: 0 })
  expect(standIn.books.refundTotal(payment)).toBe(10_320)
})

test('on which a payment of days is under way stays watched, and that payment is refunded when it arrives', async () => {
  await makeVoid()
  const payment = standIn.books.payLater(session)
  await work()
  expect(await ours()).toBe('OPEN')
  standIn.books.settle(session, true)
  await notification()
  await workOnPayments(invoice, provider)
  expect(standIn.books.refundTotal(payment)).toBe(10_320)
})

test('stays open while the invoice can be paid', async () => {
  await notification()
  expect(standIn.count(EXPIRE())).toBe(0)
  expect(standIn.books.session(session).status).toBe('open')
})
