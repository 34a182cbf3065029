import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { due } from '@/lib/jobs/queue.fixture'
import { listUnposted } from '@/lib/ledger/unposted-amounts'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { payoutProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import {
  intend,
  LEASE_MS,
  type PayableCustomer,
  payableCustomer,
  postingsOf,
  refused,
  STAND_IN,
  standIn,
  TIMEOUT_MS,
  transfer,
  unknown,
  walletOf,
} from './payable-customer.fixture'
import { payoutQueue } from './payout'
import { reconcileAllPayouts, reconcilePayout } from './reconcile-payout'
import { findPayoutIntent, sendPayout } from './send-payout'

const DAY_MS = 86_400_000

let time = new Date()
let payable: PayableCustomer
let payoutId: string

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  payable = await payableCustomer(1000n)
  payoutId = await intend(payable, 400n)
})
afterEach(() => setClock(null))

const later = (ms: number) => {
  time = new Date(time.getTime() + ms)
}
const key = () => ({ accountId: payable.account.id, payoutId })
const ask = (provider: PayoutProvider) =>
  reconcilePayout(key(), { providers: [provider], timeoutMs: TIMEOUT_MS })
const read = () => database().payout.findFirstOrThrow({ where: { id: payoutId } })
const isDue = async () => (await due(payoutQueue)).some(({ id }) => id === payoutId)

/** Moves the clock to the payout's next check and runs it. */
async function askWhenDue(provider: PayoutProvider) {
  const { nextAttemptAt } = await read()
  if (!nextAttemptAt) throw new Error('the payout is never asked about again')
  time = nextAttemptAt
  expect(await isDue()).toBe(true)
  return ask(provider)
}

describe('a payout whose request died', () => {
  test('is left alone while the request may still be waiting, and is due once its lease expires', async () => {
    const provider = standIn({ lookUps: [transfer('delivered')] })
    later(LEASE_MS - 1)
    expect(await isDue()).toBe(false)
    expect(await ask(provider)).toBeNull()
    expect(provider.asked).toEqual([])
    later(1)
    expect(await isDue()).toBe(true)
    expect((await ask(provider))?.status).toBe('PAID')
    expect(provider.asked).toEqual([`look up ${payoutId}`])
    expect(await walletOf(payable)).toEqual({ available: 600n, held: 0n })
  })

  test('that the provider never accepted is reversed, on the provider’s word', async () => {
    later(LEASE_MS)
    const provider = { ...payoutProviderFor('test'), ...STAND_IN }
    expect(await ask(provider)).toMatchObject({ status: 'FAILED', failureCode: 'never_accepted' })
    expect(await walletOf(payable)).toEqual({ available: 1000n, held: 0n })
    // If the request resumes, it finds the key void: nothing is sent after the reversal.
    const late = await sendPayout(await findPayoutIntent(key()), { provider, timeoutMs: TIMEOUT_MS })
    expect(late.status).toBe('FAILED')
    expect(await database().sandboxTransfer.findMany({ where: { idempotencyKey: payoutId } })).toMatchObject([
      { status: 'VOIDED', amountMinor: null },
    ])
  })

  test('that the provider has accepted is paid, and not sent a second time', async () => {
    const provider = { ...payoutProviderFor('test'), ...STAND_IN }
    const dying: PayoutProvider = {
      ...provider,
      async send(request, signal) {
        await provider.send(request, signal)
        throw new Error('the process died')
      },
    }
    await expect(
      sendPayout(await findPayoutIntent(key()), { provider: dying, timeoutMs: TIMEOUT_MS }),
    ).rejects.toThrow('died')
    expect((await read()).status).toBe('PROCESSING')
    later(LEASE_MS)
    expect((await ask(provider))?.status).toBe('PAID')
    expect(await postingsOf(payoutId)).toEqual({ 'payout.delivered': 1, 'payout.requested': 1 })
    expect(await database().sandboxTransfer.findMany({ where: { idempotencyKey: payoutId } })).toMatchObject([
      { status: 'DELIVERED', amountMinor: 400n },
    ])
  })
})

describe('a provider that doesn’t know', () => {
  test('is asked again and again, ever more rarely, and nothing is reversed meanwhile', async () => {
    const provider = standIn({ lookUps: [unknown] })
    const waits: number[] = []
    for (let check = 0; check < 8; check += 1) {
      await askWhenDue(provider)
      waits.push(((await read()).nextAttemptAt?.getTime() ?? 0) - time.getTime())
      expect(await walletOf(payable)).toEqual({ available: 600n, held: 400n })
    }
    expect(waits).toEqual([15, 30, 60, 300, 900, 3600, 3600, 3600].map((seconds) => seconds * 1000))
    expect((await askWhenDue(standIn({ lookUps: [transfer('delivered')] })))?.status).toBe('PAID')
  })

  test('keeps a slow transfer in progress until it is delivered', async () => {
    const provider = standIn({
      lookUps: [transfer('processing'), transfer('processing'), transfer('delivered')],
    })
    expect((await askWhenDue(provider))?.status).toBe('PROCESSING')
    expect((await askWhenDue(provider))?.status).toBe('PROCESSING')
    expect((await askWhenDue(provider))?.status).toBe('PAID')
    expect(await walletOf(payable)).toEqual({ available: 600n, held: 0n })
  })
})

describe('a delivered payout', () => {
  test('is checked for days, because a bank may still return it, and then no more', async () => {
    await askWhenDue(standIn({ lookUps: [transfer('delivered')] }))
    const provider = standIn({ lookUps: [transfer('delivered')] })
    const start = time
    for (let check = 0; check < 3; check += 1) await askWhenDue(provider)
    await askWhenDue(provider)
    expect((await read()).nextAttemptAt).toBeNull()
    expect(time.getTime() - start.getTime()).toBeGreaterThan(3 * DAY_MS)
    later(400 * DAY_MS)
    expect(await isDue()).toBe(false)
    expect((await ask(standIn({})))?.status).toBe('PAID')
  })

  test('that the bank returns is reversed, and the history of both is kept', async () => {
    await askWhenDue(standIn({ lookUps: [transfer('delivered')] }))
    const failure = { code: 'returned', detail: 'The bank sent it back' }
    const payout = await askWhenDue(standIn({ lookUps: [transfer('returned', failure)] }))
    expect(payout).toMatchObject({ status: 'RETURNED', failureCode: 'returned' })
    expect(await walletOf(payable)).toEqual({ available: 1000n, held: 0n })
    expect((await read()).nextAttemptAt).toBeNull()
  })

  test('stays paid if the provider forgets it: a person has to look, and nothing is reversed', async () => {
    await askWhenDue(standIn({ lookUps: [transfer('delivered')] }))
    for (const lookUp of [refused, unknown, transfer('processing')]) {
      expect((await askWhenDue(standIn({ lookUps: [lookUp] })))?.status).toBe('PAID')
      expect(await walletOf(payable)).toEqual({ available: 600n, held: 0n })
    }
  })
})

describe('a transfer of another amount', () => {
  test.each([
    ['delivered', { amountMinor: 399n, currency: 'USD' }],
    ['delivered', { amountMinor: 400n, currency: 'EUR' }],
    ['delivered', { amountMinor: null, currency: 'USD' }],
    ['failed', { amountMinor: 401n, currency: 'USD' }],
    ['returned', { amountMinor: 40_000n, currency: 'USD' }],
  ] as const)('%s as %o is not posted but kept, and the funds stay held', async (status, money) => {
    const wrong = standIn({ lookUps: [transfer(status, null, money)] })
    expect((await askWhenDue(wrong))?.status).toBe('PROCESSING')
    expect((await askWhenDue(wrong))?.status).toBe('PROCESSING')
    expect(await walletOf(payable)).toEqual({ available: 600n, held: 400n })
    expect(await postingsOf(payoutId)).toEqual({ 'payout.requested': 1 })
    const kept = (await listUnposted(database(), 100)).filter(({ referenceId }) => referenceId === payoutId)
    expect(kept).toMatchObject([{ kind: 'payout', expectedMinor: 400n, reportedMinor: money.amountMinor }])
    expect((await askWhenDue(standIn({ lookUps: [transfer('delivered')] })))?.status).toBe('PAID')
  })

  test('after its delivery returns nothing', async () => {
    await askWhenDue(standIn({ lookUps: [transfer('delivered')] }))
    const returned = transfer('returned', null, { amountMinor: 1n, currency: 'USD' })
    expect((await askWhenDue(standIn({ lookUps: [returned] })))?.status).toBe('PAID')
    expect(await walletOf(payable)).toEqual({ available: 600n, held: 0n })
  })
})

describe('reconciling all payouts', () => {
  test('checks each one now, and counts what settled and what is still open', async () => {
    const slow = await intend(payable, 100n)
    const ofSlow = { amountMinor: 100n, currency: 'USD' }
    const gone = await intend(payable, 200n)
    const lookUps: Record<string, ReturnType<typeof transfer>> = {
      [payoutId]: transfer('delivered'),
      [slow]: transfer('processing', null, ofSlow),
      [gone]: refused,
    }
    const provider: PayoutProvider = { ...standIn({}), lookUp: async ({ key }) => lookUps[key] ?? unknown }
    const all = () => reconcileAllPayouts([provider], TIMEOUT_MS)
    const { pending } = await all()
    // Their requests may still be waiting for an answer, and other tests' payouts are open too.
    expect(pending).toBeGreaterThanOrEqual(3)
    later(LEASE_MS)
    expect((await all()).settled).toBe(2)
    expect(await walletOf(payable)).toEqual({ available: 500n, held: 100n })
    lookUps[slow] = transfer('delivered', null, ofSlow)
    expect((await all()).settled).toBe(1)
    expect(await walletOf(payable)).toEqual({ available: 500n, held: 0n })
  })
})
