import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import type { Commit } from '@/lib/http/idempotency'
import { newId } from '@/lib/ids'
import { log } from '@/lib/log'
import { payOut, recordPayoutIntent } from '@/lib/payouts/create-payout'
import { payableCustomer, refused, standIn, transfer, unknown } from '@/lib/payouts/payable-customer.fixture'
import { reconcilePayout } from '@/lib/payouts/reconcile-payout'
import { setClock } from '@/lib/time/clock'
import { observedPayouts, payoutsOf } from './observed'

let lines: [level: string, fields: object][] = []

beforeEach(() => {
  lines = []
  for (const level of ['debug', 'info', 'warn'] as const) {
    vi.spyOn(log, level).mockImplementation((fields: unknown) => void lines.push([level, fields as object]))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  setClock(null)
})

const soon = () => AbortSignal.timeout(1000)

test.each([
  ['accepted', transfer('delivered'), 'info', {}],
  ['rejected', refused, 'info', { reason: 'no_account' }],
  ['unknown', unknown, 'warn', { reason: 'no answer in time' }],
] as const)(
  'a call that is %s is logged with its id, its outcome and its time',
  async (kind, outcome, level, more) => {
    const provider = observedPayouts({ ...standIn({ lookUps: [outcome] }), name: 'elsewhere' })
    expect(await provider.lookUp({ key: 'payout-1', id: null }, soon())).toBe(outcome)
    const fields = { provider: 'elsewhere', call: 'look_up', key: 'payout-1', outcome: kind, ...more }
    expect(lines).toMatchObject([[level, { ...fields, durationMs: expect.any(Number) }]])
    expect(lines[0]?.[1]).not.toHaveProperty('requestId')
  },
)

test('a call on behalf of a request names it, once, and other calls do not', async () => {
  const observed = observedPayouts(standIn({ lookUps: [unknown] }))
  const provider = payoutsOf(payoutsOf(observed, 'request-1'), 'request-2')
  await payoutsOf(observed, 'request-1').lookUp({ key: 'payout-1', id: null }, soon())
  await observed.lookUp({ key: 'payout-2', id: null }, soon())
  expect(lines).toMatchObject([
    ['warn', { requestId: 'request-1', key: 'payout-1' }],
    ['warn', { key: 'payout-2' }],
  ])
  expect(lines[1]?.[1]).not.toHaveProperty('requestId')
  expect(provider.name).toBe(observed.name)
})

test('the call of a payout has the id of the request that asked for it', async () => {
  const { account, customerId, bankAccountId } = await payableCustomer(1000n, '000987654321')
  const commit = { claim: null, requestId: newId() } as Commit
  const payout = await payOut(account, { customerId, bankAccountId, amountMinor: 400n }, commit)
  expect(payout.status).toBe('PAID')
  const call = {
    requestId: commit.requestId,
    provider: 'sandbox',
    call: 'send',
    key: payout.id,
    outcome: 'accepted',
  }
  expect(lines).toMatchObject([['debug', call]])
  expect(JSON.stringify(lines)).not.toContain('987654321')
})

test('a payout that is asked about later has the id of the request that created it', async () => {
  const { account, customerId, bankAccountId } = await payableCustomer(1000n, '000222222227')
  const requested = { customerId, bankAccountId, amountMinor: 400n }
  const requestId = newId()
  const provider = observedPayouts(standIn({ send: unknown, lookUps: [transfer('delivered')] }))
  const payout = await recordPayoutIntent(connectionPool(), account, requested, {
    provider,
    leaseMs: 1,
    requestId,
  })
  const key = { accountId: account.id, payoutId: payout.payoutId }
  setClock(() => new Date(Date.now() + 60_000))
  await reconcilePayout(key, { providers: [provider], timeoutMs: 1000, isEarly: true })
  expect(lines).toMatchObject([['info', { requestId, call: 'look_up', key: payout.payoutId }]])
})
