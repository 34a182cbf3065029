import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { expectDeclared } from '@/lib/http/declared.fixture'
import type { Operation } from '@/lib/http/operation'
import { newId } from '@/lib/ids'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { moneyOf } from '@/lib/ledger/live-money.fixture'
import { mailsOf, onlyMail } from '@/lib/mail/mail.fixture'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildApiKey } from '@/prisma/seed/builders'
import { creditInvoice, getCredit, listCredits } from './credit-api'
import { getInvoice } from './invoice-dashboard'
import { type PayableInvoice, payableInvoice, payByCard } from './payable-invoice.fixture'

/** 100.00 and a fee of 3.20. */
let invoice: PayableInvoice
let key: string

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  invoice = await payableInvoice(paymentProviderFor('test'))
  key = await buildApiKey(invoice.account)
})

async function call(operation: Operation, path: string, body?: object, idempotencyKey?: string) {
  const request = new Request(`http://localhost/api/v2${path}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const response = await ask(operation, request)
  const answer = { status: response.status, body: await response.json() }
  expectDeclared(operation, answer)
  return answer
}

const credit = (body: object, idempotencyKey?: string) =>
  call(creditInvoice, `/invoice/${invoice.invoiceId}/credit`, body, idempotencyKey)
const count = () => database().invoiceCredit.count({ where: { accountId: invoice.accountId } })
const items = (amount: number | string, item = 1) => ({ items: [{ item, amount }] })

test('answers the credit note and the invoice after it, mails it to the customer, and moves no money', async () => {
  const { status, body } = await credit({ amount: '40', reason: ' Late ' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    credit: {
      invoice_id: invoice.invoiceId,
      number: 'INV-0001-CN1',
      amount: 41.28,
      currency: 'USD',
      reason: 'Late',
    },
    invoice: { status: 'Invoice Created', amount: 103.2, amount_credited: 41.28, amount_due: 61.92 },
  })
  const { text } = await onlyMail(invoice.accountId, 'credit_note')
  for (const part of ['$41.28', '$61.92', 'Late', 'INV-0001-CN1']) expect(text).toContain(part)
  expect((await moneyOf(invoice.account)).available).toBe(0n)
})

test('the audit log and the timeline name the credit note and the key', async () => {
  await credit({ ...items(40), reason: 'Late' })
  const view = await (await signedIn(invoice.account.vendorId)).call(
    getInvoice,
    'GET',
    `/api/dashboard/invoices/${invoice.invoiceId}`,
  )
  expect(view.body.timeline).toContainEqual(
    expect.objectContaining({
      title: 'Credited',
      detail: expect.stringMatching(/^41\.28 USD, INV-0001-CN1: Late, by the API key “.+”/),
    }),
  )
})

test('a credit of all that is due ends the invoice as a void does', async () => {
  await credit(items('25.50'))
  const { body } = await credit({ amount: 74.5 })
  expect(body.credit).toMatchObject({ number: 'INV-0001-CN2', amount: 76.88, reason: null })
  expect(body.invoice).toMatchObject({
    status: 'Invoice Created',
    voided_on: expect.any(String),
    amount_credited: 103.2,
    amount_due: 0,
  })
  expect(await credit({ amount: 1 })).toMatchObject({ status: 409, body: { error: 'Invoice was voided' } })
})

test('an invoice that is paid or voided is 409', async () => {
  await payByCard(invoice)
  expect(await credit({ amount: 1 })).toMatchObject({
    status: 409,
    body: { error: 'Invoice is already paid' },
  })
  invoice = await payableInvoice(paymentProviderFor('test'))
  key = await buildApiKey(invoice.account)
  await inOrmTransaction((tx) => markInvoiceVoid(tx, invoice))
  expect(await credit({ amount: 1 })).toMatchObject({ status: 409, body: { error: 'Invoice was voided' } })
  expect(await count()).toBe(0)
})

test.each([
  [{}, 'amount or items are required'],
  [{ amout: 40 }, 'amount or items are required'],
  [{ amount: 100.01 }, 'Credit exceeds what is left to credit'],
  [items(100.01), 'The amount exceeds what is left of an item'],
  [items(1, 2), 'The invoice has no item at this place'],
  [{ amount: 1, ...items(1) }, 'Send amount or items, not both'],
  [{ items: [] }, 'items must have at least one entry'],
  [{ items: [...items(1).items, ...items(2).items] }, 'Each item can be named once'],
  [{ items: [{ item: 0, amount: 1 }] }, 'Each item must have item, its place from 1, and amount'],
  [{ amount: '' }, 'Invalid amount format'],
  [{ amount: 1.001 }, 'Invalid amount format'],
  [{ amount: 0 }, 'amount must be greater than 0'],
  [{ amount: 1, reason: 5 }, 'reason must be a string'],
  [{ amount: 1, reason: 'x'.repeat(256) }, 'reason must be at most 255 characters'],
])('%j is refused, and credits nothing', async (body, error) => {
  expect(await credit(body)).toMatchObject({ status: 400, body: { error } })
  expect([await count(), await mailsOf(invoice.accountId, 'credit_note')]).toEqual([0, []])
})

describe('a repeat with the same key', () => {
  test('credits once, and gets the first answer', async () => {
    const repeated = newId()
    const first = await credit({ amount: 40 }, repeated)
    expect(await credit({ amount: 40 }, repeated)).toEqual(first)
    expect((await credit({ amount: 41 }, repeated)).status).toBe(422)
    expect((await credit(items(40), repeated)).status).toBe(422)
    expect(await count()).toBe(1)
  })

  test('at once credits once', async () => {
    const repeated = newId()
    const answers = await Promise.all([credit({ amount: 40 }, repeated), credit({ amount: 40 }, repeated)])
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await count()).toBe(1)
  })

  test('after a refusal is a fresh attempt', async () => {
    const repeated = newId()
    expect((await credit({ amount: 200 }, repeated)).status).toBe(400)
    expect((await credit({ amount: 20 }, repeated)).status).toBe(200)
  })
})

test('credits are listed newest first and by invoice, and read one by one, wherever they were made', async () => {
  const [{ body: first }, { body: second }] = [await credit({ amount: 10 }), await credit(items(20))]
  const other = await payableInvoice(paymentProviderFor('test'))
  const { body } = await call(listCredits, '/credits')
  expect(body).toMatchObject({ credits: [second.credit, first.credit], next_cursor: null })
  expect((await call(listCredits, `/credits?invoice_id=${invoice.invoiceId}`)).body.credits).toHaveLength(2)
  expect((await call(listCredits, `/credits?invoice_id=${other.invoiceId}`)).body.credits).toEqual([])
  const { body: page } = await call(listCredits, '/credits?limit=1')
  expect(page.credits).toEqual([second.credit])
  expect((await call(listCredits, `/credits?limit=1&after=${page.next_cursor}`)).body.credits).toEqual([
    first.credit,
  ])
  const read = (id: string) => call(getCredit, `/credit/${id}`)
  expect((await read(first.credit.id)).body.credit).toEqual(first.credit)
  key = await buildApiKey(other.account)
  for (const id of [first.credit.id, newId(), 'x']) {
    expect(await read(id)).toMatchObject({ status: 404, body: { error: 'Credit not found' } })
  }
  expect((await call(listCredits, '/credits')).body.credits).toEqual([])
})
