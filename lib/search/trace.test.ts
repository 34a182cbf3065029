import { beforeEach, describe, expect, test } from 'vitest'
import { createCustomer } from '@/lib/customers/api'
import { connectionPool, database, type Sql, sql } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { recordEvent } from '@/lib/events/record-event'
import { ask } from '@/lib/http/ask.fixture'
import { expectDeclared } from '@/lib/http/declared.fixture'
import type { Operation } from '@/lib/http/operation'
import { flushRequests } from '@/lib/http/record-request'
import { newId } from '@/lib/ids'
import { createInvoice } from '@/lib/invoices/api'
import { refundInvoice } from '@/lib/payments/refund-api'
import { createPayout } from '@/lib/payouts/api'
import { approvePayoutRequest, createPayoutOrRequestApproval } from '@/lib/payouts/payout-approval'
import { payTestInvoice } from '@/lib/test-mode/api'
import { type Account, findAccount } from '@/lib/vendors/account'
import {
  buildApiKey,
  buildBankAccount,
  buildCustomer,
  buildMember,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { getTrace } from './api'
import { readTraceSteps } from './trace-steps'
import { findTraceTarget } from './trace-target'

let account: Account
let key: string

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  account = (await buildVendor()).test
  key = await buildApiKey(account)
})

type Step = { kind: string; created_at: string } & { [part: string]: { [field: string]: unknown } }
type Trace = { id: string; kind: string; steps: Step[]; has_more: boolean }

async function send(operation: Operation, path: string, body: object = {}, idempotencyKey?: string) {
  const response = await ask(
    operation,
    new Request(`http://localhost/api/v2${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      body: JSON.stringify(body),
    }),
  )
  await flushRequests()
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
    body: await response.json(),
  }
}

async function look(id: string) {
  const path = `/api/v2/trace/${encodeURIComponent(id)}`
  const response = await ask(
    getTrace,
    new Request(`http://localhost${path}`, { headers: { authorization: `Bearer ${key}` } }),
  )
  const answer = { status: response.status, body: await response.json() }
  expectDeclared(getTrace, answer)
  return answer
}

async function trace(id: string): Promise<Trace> {
  const { status, body } = await look(id)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.trace.id).toBe(id)
  const times = body.trace.steps.map(({ created_at }: Step) => created_at)
  expect(times).toEqual(times.toSorted())
  return body.trace
}

/** Each step in a few words. */
function words({ steps }: Trace): string[] {
  return steps.map(({ kind, request, approval, provider_attempt, ledger_entry, event, delivery }) => {
    if (request)
      return `${request.method} ${String(request.path).replaceAll(/[0-9a-f-]{36}/g, '…')} ${request.response_status}`
    if (approval) return `approval ${approval.status}`
    if (provider_attempt) return `${provider_attempt.operation} ${provider_attempt.status}`
    if (ledger_entry) return `${ledger_entry.reason}: ${ledger_entry.source} → ${ledger_entry.destination}`
    return `${kind} ${event?.type ?? delivery?.status}`
  })
}

async function paidInvoice() {
  const webhook_url = 'https://receiver.example/hook'
  const answer = await send(createInvoice, '/invoice', {
    email: 'buyer@example.com',
    amount: 100,
    currency: 'USD',
    webhook_url,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  const invoiceId: string = answer.body.invoice.id
  const paid = await send(payTestInvoice, `/test/invoice/${invoiceId}/pay`, { outcome: 'paid' })
  expect(paid.status).toBe(200)
  return { invoiceId, requestId: answer.requestId }
}

async function payout(amount: number, idempotencyKey?: string, accountNumber?: string) {
  await fundWallet(account, 10_000n)
  const { id: customerId } = await buildCustomer(account)
  const bank = await buildBankAccount(account, customerId, accountNumber ? { accountNumber } : {})
  const body = { bank_account_id: bank.id, amount }
  const sendIt = () => send(createPayout, `/customer/${customerId}/payout`, body, idempotencyKey)
  return { first: await sendIt(), again: sendIt }
}

const PAYOUT_STORY = [
  'POST /api/v2/customer/…/payout 200',
  'payout PAID',
  'payout.requested: credit_wallet → customer_wallet',
  'payout.requested: customer_wallet → payouts_in_transit',
  'payout.delivered: payouts_in_transit → provider_clearing',
  'event payout.created',
  'event payout.paid',
]

test('a payout: its request, the transfer, the ledger with balances, and the events', async () => {
  const { first } = await payout(25.5)
  const { id } = first.body.payout
  const story = await trace(id)
  expect([story.kind, story.has_more]).toEqual(['payout', false])
  expect(words(story)[0]).toBe(PAYOUT_STORY[0])
  expect(words(story).toSorted()).toEqual(PAYOUT_STORY.toSorted())
  expect(story.steps[0]?.request).toMatchObject({ id: first.requestId, idempotency_key: null })
  const requested = story.steps.find(({ ledger_entry }) => ledger_entry?.source === 'credit_wallet')
  expect(requested?.ledger_entry).toMatchObject({
    amount: 25.5,
    currency: 'USD',
    source_balance_after: 74.5,
  })
  expect(story.steps.find(({ kind }) => kind === 'provider_attempt')?.provider_attempt).toMatchObject({
    id,
    provider: 'sandbox',
    amount: 25.5,
    failure: null,
  })
})

test('a payout that was refused says why, and its request leads to it', async () => {
  const { first } = await payout(25.5, undefined, '000111111116')
  expect(first.status).toBe(502)
  const story = await trace(first.requestId)
  expect(story.kind).toBe('request')
  expect(words(story)).toEqual(
    expect.arrayContaining([
      'POST /api/v2/customer/…/payout 502',
      'payout FAILED',
      'payout.requested.reversed: customer_wallet → credit_wallet',
      'event payout.failed',
    ]),
  )
  const attempt = story.steps.find(({ kind }) => kind === 'provider_attempt')
  expect(attempt?.provider_attempt?.failure).toEqual(expect.any(String))
})

test('an Idempotency-Key: every request that carried it, and the one payout', async () => {
  const name = 'order 7/2 #1?'
  const { first, again } = await payout(10, name)
  const repeat = await again()
  const story = await trace(name)
  expect(story.kind).toBe('idempotency_key')
  const requests = story.steps.flatMap(({ request }) => request?.id ?? [])
  expect(requests).toEqual([first.requestId, repeat.requestId])
  expect(words(story)).toContain('event payout.paid')
  // The repeat caused nothing by itself.
  expect(words(await trace(repeat.requestId))).toEqual(words(story))
  expect(words(await trace(first.body.payout.id))).toEqual(words(story))
})

test('an Idempotency-Key may look like an id', async () => {
  const name = newId()
  await payout(10, name)
  expect(await trace(name)).toMatchObject({ kind: 'idempotency_key' })
})

describe('an invoice that was paid and refunded', () => {
  let invoiceId: string
  let requestId: string
  let refundId: string

  beforeEach(async () => {
    ;({ invoiceId, requestId } = await paidInvoice())
    const refunded = await send(refundInvoice, `/invoice/${invoiceId}/refund`, { amount: 40 })
    refundId = refunded.body.refund.id
  })

  test('its whole story, with the deliveries of its events', async () => {
    const story = await trace(invoiceId)
    expect(story.kind).toBe('invoice')
    expect(words(story)).toEqual(
      expect.arrayContaining([
        'POST /api/v2/invoice 201',
        'checkout_session PAID',
        'POST /api/v2/test/invoice/…/pay 200',
        'payment SUCCEEDED',
        'event invoice.created',
        'event invoice.paid',
        'delivery PENDING',
        'POST /api/v2/invoice/…/refund 200',
        'refund SUCCEEDED',
        'event refund.succeeded',
      ]),
    )
    const entries = story.steps.flatMap(({ ledger_entry }) => ledger_entry ?? [])
    expect(entries[0]).toMatchObject({ reason: 'invoice.paid', destination_balance_after: 100 })
  })

  test('its request, payment, refund, events and deliveries lead to the same story', async () => {
    const { steps } = await trace(invoiceId)
    const one = (kind: string) => steps.find((step) => step.kind === kind)?.[kind]?.id as string
    const payment = await database().payment.findFirstOrThrow({ where: { accountId: account.id, invoiceId } })
    const ids = [
      ['request', requestId],
      ['payment', payment.id],
      ['refund', refundId],
      ['event', one('event')],
      ['delivery', one('delivery')],
    ] as const
    for (const [kind, id] of ids) {
      // The request that created the invoice created its customer too.
      const shared = kind === 'request' ? expect.arrayContaining(steps) : steps
      expect(await trace(id)).toMatchObject({ kind, steps: shared })
    }
  })

  test('the attempts of a delivery are with it, the latest first', async () => {
    const { id } = await database().webhookDelivery.findFirstOrThrow({ where: { invoiceId } })
    for (let number = 1; number <= 6; number += 1) {
      await database().webhookAttempt.create({
        data: {
          accountId: account.id,
          deliveryId: id,
          number,
          requestHeaders: '{}',
          responseStatus: 500,
          durationMs: 9,
          createdAt: new Date(),
        },
      })
    }
    const story = await trace(id)
    const step = story.steps.find(({ delivery }) => delivery?.id === id)
    const attempts = step?.delivery?.attempts as { number: number }[]
    expect(attempts.map(({ number }) => number)).toEqual([6, 5, 4, 3, 2])
    expect(story.has_more).toBe(true)
  })
})

test('a request that created a customer, and one that was refused', async () => {
  const answer = await send(createCustomer, '/customer', { name: 'Ada', email: 'ada@example.com' })
  expect(words(await trace(answer.requestId))).toEqual([
    'POST /api/v2/customer 201',
    'event customer.created',
  ])
  const refused = await send(createCustomer, '/customer')
  expect(words(await trace(refused.requestId))).toEqual(['POST /api/v2/customer 400'])
})

test('a request that the log has forgotten leads to what it caused', async () => {
  const { requestId } = await paidInvoice()
  await connectionPool().query('DELETE FROM api_requests WHERE id = $1', [requestId])
  const story = await trace(requestId)
  expect(story.kind).toBe('request')
  expect(words(story)).toContain('event invoice.paid')
})

test('a payout that needs two people: its approval while it waits, and the payout once it is approved', async () => {
  const { vendorId } = account
  await database().vendor.update({ where: { id: vendorId }, data: { payoutApprovalFromMinor: 5000n } })
  const own = await findAccount(database(), vendorId, 'test')
  await fundWallet(own, 10_000n)
  const { id: customerId } = await buildCustomer(own)
  const { id: bankAccountId } = await buildBankAccount(own, customerId)
  const person = async (id: string) => {
    const { email } = await database().member.findUniqueOrThrow({ where: { id } })
    return { vendorId, member: { id, name: email }, address: null }
  }
  const pendingApproval = await createPayoutOrRequestApproval(
    own,
    { customerId, bankAccountId, amountMinor: 6000n },
    { claim: null, requestId: newId() } as Parameters<typeof createPayoutOrRequestApproval>[2],
    await person(await buildMember(vendorId, 'finance')),
  )
  if (!('approvalId' in pendingApproval)) return expect.fail('it was paid without approval')
  const waiting = await trace(pendingApproval.approvalId)
  expect(waiting.kind).toBe('payout_approval')
  expect(waiting.steps).toMatchObject([
    {
      approval: {
        id: pendingApproval.approvalId,
        status: 'WAITING',
        amount: 60,
        currency: 'USD',
        payout_id: null,
      },
    },
  ])
  const { id: payoutId } = await approvePayoutRequest(
    own,
    pendingApproval.approvalId,
    await person(vendorId),
    newId(),
  )
  const story = ['approval APPROVED', ...PAYOUT_STORY.slice(1)].toSorted()
  for (const id of [pendingApproval.approvalId, payoutId]) {
    const traceStory = await trace(id)
    expect(words(traceStory).toSorted()).toEqual(story)
    expect(traceStory.steps[0]?.approval).toMatchObject({ payout_id: payoutId })
  }
  key = await buildApiKey((await buildVendor()).test)
  expect(await look(pendingApproval.approvalId)).toMatchObject({ status: 404 })
})

test('more steps of a kind than are shown are said to be there', async () => {
  const { invoiceId } = await paidInvoice()
  for (let count = 0; count < 100; count += 1) {
    await recordEvent(connectionPool(), {
      accountId: account.id,
      type: 'invoice.unpaid',
      subjectId: invoiceId,
      data: { id: invoiceId },
    })
  }
  const story = await trace(invoiceId)
  expect(story.has_more).toBe(true)
  expect(story.steps.filter(({ kind }) => kind === 'event')).toHaveLength(100)
})

test('what another account has, the other mode, and nothing at all look the same', async () => {
  const name = 'a-key-of-mine'
  const { first } = await payout(10, name)
  const { invoiceId } = await paidInvoice()
  const story = await trace(invoiceId)
  const ids = story.steps.flatMap((step) => (step[step.kind]?.id as string | undefined) ?? [])
  key = await buildApiKey((await buildVendor()).test)
  const uuids = ids.filter((id) => id.length === 36)
  expect(uuids.length).toBeGreaterThan(4)
  const others = [newId(), 'none', '\0', '%', 'x'.repeat(256)]
  for (const id of [name, first.body.payout.id, first.requestId, invoiceId, ...uuids, ...others]) {
    expect(await look(id)).toMatchObject({ status: 404, body: { error: 'Trace not found' } })
  }
})

test('every statement of it reads through indexes', async () => {
  const { first } = await payout(10, 'a-key')
  const { invoiceId, requestId } = await paidInvoice()
  for (const id of ['a-key', first.body.payout.id, invoiceId, requestId]) {
    const scanned = await inOrmTransaction(async (tx) => {
      // A few rows are read at once otherwise; without an index they still would be.
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`
      const plans: string[] = []
      const explaining = new Proxy(tx, {
        get: (client, name) => {
          if (name !== '$queryRaw') return Reflect.get(client, name)
          return async (statement: Sql) => {
            plans.push(JSON.stringify(await tx.$queryRaw(sql`EXPLAIN (FORMAT JSON) ${statement}`)))
            return tx.$queryRaw(statement)
          }
        },
      })
      const target = await findTraceTarget(explaining, account.id, id)
      if (!target) throw new Error(`${id} has a story`)
      await readTraceSteps(explaining, account.id, target)
      expect(plans.length).toBeGreaterThan(6)
      return plans.filter((plan) => plan.includes('Seq Scan'))
    })
    expect(scanned).toEqual([])
  }
})
