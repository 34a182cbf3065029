import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { expectDeclared } from '@/lib/http/declared.fixture'
import { newId } from '@/lib/ids'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { moneyOf } from '@/lib/ledger/live-money.fixture'
import { paymentProviderFor, paymentProviders } from '@/lib/providers/registry'
import { buildApiKey } from '@/prisma/seed/builders'
import {
  GOOD_CARD,
  LONG_TIMEOUT_MS,
  type PayableInvoice,
  payableInvoice,
  payByCard,
} from './payable-invoice.fixture'
import { refundInvoice } from './refund-api'
import { reconcileRefund } from './refund-invoice'

const sandbox = paymentProviderFor('test')
let invoice: PayableInvoice
let key: string

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  invoice = await payableInvoice(sandbox)
  key = await buildApiKey(invoice.account)
})

const pay = (number = GOOD_CARD) => payByCard(invoice, number)

async function refund(body: object | string, idempotencyKey?: string) {
  const response = await ask(
    refundInvoice,
    new Request(`http://localhost/api/v2/invoice/${invoice.invoiceId}/refund`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  )
  const answer = { status: response.status, body: await response.json(), headers: response.headers }
  expectDeclared(refundInvoice, answer)
  return answer
}

const available = async () => (await moneyOf(invoice.account)).available
const count = () => database().refund.count({ where: { accountId: invoice.accountId } })

test('a voided invoice has nothing to refund', async () => {
  await inOrmTransaction((tx) => markInvoiceVoid(tx, invoice))
  expect(await refund({})).toMatchObject({ status: 409, body: { error: 'Invoice is not paid' } })
  expect(await count()).toBe(0)
})

test('answers the refund, in major units', async () => {
  await pay()
  expect(await refund({ amount: '34.50' })).toMatchObject({
    status: 200,
    body: {
      status: 'success',
      refund: {
        invoice_id: invoice.invoiceId,
        amount: 34.5,
        currency: 'USD',
        status: 'SUCCEEDED',
        failure_reason: null,
      },
    },
  })
  expect((await refund({})).body.refund.amount).toBe(65.5)
  expect(await refund({})).toMatchObject({
    status: 400,
    body: { error: 'Refund exceeds the amount that is left' },
  })
})

test('refunds items, and the answer is their sum', async () => {
  await pay()
  const items = (amount: number | string, item = 1) => ({ items: [{ item, amount }] })
  expect(await refund(items('34.50'))).toMatchObject({
    status: 200,
    body: { refund: { amount: 34.5, status: 'SUCCEEDED' } },
  })
  for (const [body, error] of [
    [items(65.51), 'The amount exceeds what is left of an item'],
    [items(1, 2), 'The invoice has no item at this place'],
    [{ amount: 1, ...items(1) }, 'Send amount or items, not both'],
    [{ items: [] }, 'items must have at least one entry'],
    [{ items: [...items(1).items, ...items(2).items] }, 'Each item can be named once'],
    [{ items: [{ item: 0, amount: 1 }] }, 'Each item must have item, its place from 1, and amount'],
    [{ items: [1] }, 'Each item must have item, its place from 1, and amount'],
    [items(1.001), 'Invalid amount format'],
    [items(0), 'amount must be greater than 0'],
  ] as const) {
    expect(await refund(body)).toMatchObject({ status: 400, body: { error } })
  }
  expect([await count(), await available()]).toEqual([1, 6550n])
})

test('a repeat with the same key and other items is refused', async () => {
  await pay()
  const repeated = newId()
  const first = await refund({ items: [{ item: 1, amount: 40 }] }, repeated)
  expect((await refund({ items: [{ item: 1, amount: 40 }] }, repeated)).body).toEqual(first.body)
  expect((await refund({ items: [{ item: 1, amount: 41 }] }, repeated)).status).toBe(422)
  expect((await refund({ amount: 40 }, repeated)).status).toBe(422)
  expect([await count(), await available()]).toEqual([1, 6000n])
})

test('an invoice that is not paid is 409', async () => {
  expect(await refund({})).toMatchObject({ status: 409, body: { error: 'Invoice is not paid' } })
})

test.each(['""', '" "', 'true', '[]', '{}', '"1e2"', '1.001', '"0x1"', '1e400', '0', '-1', '0.00', '1e-9'])(
  'an amount of %s is refused, and refunds nothing',
  async (amount) => {
    await pay()
    expect((await refund(`{"amount":${amount}}`)).status).toBe(400)
    expect([await count(), await available()]).toEqual([0, 10_000n])
  },
)

test('a refund that the provider refuses is FAILED, with its reason', async () => {
  await pay('4000000000003337')
  const { status, body } = await refund({})
  expect([status, body.refund]).toEqual([
    200,
    expect.objectContaining({
      status: 'FAILED',
      failure_reason: 'refund_refused',
      failure: { code: 'refund_refused', message: 'The provider refused the refund' },
    }),
  ])
  expect(await available()).toBe(10_000n)
})

describe('a repeat with the same key', () => {
  test('answers the refund as it is now, and refunds once', async () => {
    await pay('4000000000007726')
    const repeated = newId()
    const first = await refund({ amount: 40 }, repeated)
    expect(first.body.refund.status).toBe('PENDING')
    const refundId = first.body.refund.id
    const options = { providers: paymentProviders(), timeoutMs: LONG_TIMEOUT_MS, isEarly: true }
    await reconcileRefund({ accountId: invoice.accountId, refundId }, options)
    const again = await refund({ amount: 40 }, repeated)
    expect(again.body.refund).toEqual({ ...first.body.refund, status: 'SUCCEEDED' })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect([await count(), await available()]).toEqual([1, 6000n])
    expect((await refund({ amount: 41 }, repeated)).status).toBe(422)
  })

  test('finishes the refund of a first request that died', async () => {
    await pay()
    const repeated = newId()
    const first = await refund({ amount: 40 }, repeated)
    // As its process left them: the intent and the key committed, and no answer.
    await database().$executeRaw`
      UPDATE idempotency_claims SET response_status = NULL, response_encrypted = NULL, lease_until = now()
       WHERE account_id = ${invoice.accountId}::uuid AND key = ${repeated}`
    const again = await refund({ amount: 40 }, repeated)
    expect(again.body).toEqual(first.body)
    expect([await count(), await available()]).toEqual([1, 6000n])
  })

  test('after a refusal is a fresh attempt', async () => {
    const repeated = newId()
    expect((await refund({}, repeated)).status).toBe(409)
    await pay()
    expect((await refund({}, repeated)).status).toBe(200)
  })
})
