import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { setClock } from '@/lib/time/clock'
import {
  intend,
  LEASE_MS,
  type PayableCustomer,
  payableCustomer,
  postingsOf,
  refused,
  standIn,
  TIMEOUT_MS,
  transfer,
  unknown,
  walletOf,
} from './payable-customer.fixture'
import { reconcilePayout } from './reconcile-payout'
import { recordTransferOutcome } from './settle-payout'

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

/** A promise that the test resolves. */
function gate(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve: () => resolve() }
}

describe('concurrent reconcilers', () => {
  test('ten of them make one call, and book its outcome once', async () => {
    later(LEASE_MS)
    const { promise: othersAreDone, resolve: letAnswer } = gate()
    const delivered = async () => {
      await othersAreDone
      return transfer('delivered')
    }
    const provider = standIn({ lookUps: [delivered] })
    let turnedAway = 0
    const asking = Array.from({ length: 10 }, async () => {
      const payout = await ask(provider)
      if (payout === null) turnedAway += 1
      if (turnedAway === 9) letAnswer()
      return payout?.status
    })
    expect((await Promise.all(asking)).filter((status) => status === 'PAID')).toHaveLength(1)
    expect(provider.asked).toHaveLength(1)
    expect(await postingsOf(payoutId)).toEqual({ 'payout.delivered': 1, 'payout.requested': 1 })
  })

  test('a reconciler that died blocks the payout only until its lease expires', async () => {
    later(LEASE_MS)
    const { promise: answer, resolve: answerAtLast } = gate()
    const dying = ask(standIn({ lookUps: [() => answer.then(() => unknown)] }))
    const provider = standIn({ lookUps: [transfer('delivered')] })
    await expect.poll(async () => (await read()).leaseUntil?.getTime()).toBe(time.getTime() + 2 * TIMEOUT_MS)
    expect(await ask(provider)).toBeNull()
    later(2 * TIMEOUT_MS)
    expect((await ask(provider))?.status).toBe('PAID')
    // The first one was alive after all, and received a different answer.
    answerAtLast()
    expect((await dying)?.status).toBe('PAID')
    expect(await postingsOf(payoutId)).toEqual({ 'payout.delivered': 1, 'payout.requested': 1 })
  })

  test.each([
    ['delivered', transfer('delivered'), 'PAID', 600n],
    ['refused', refused, 'FAILED', 1000n],
    ['returned', transfer('returned'), 'RETURNED', 1000n],
  ] as const)('%s, reported ten times at once, is booked once', async (_name, outcome, status, available) => {
    const tell = () =>
      inOrmTransaction((tx) =>
        recordTransferOutcome(tx, { accountId: payable.account.id, id: payoutId }, outcome),
      )
    const payouts = await Promise.all(Array.from({ length: 10 }, tell))
    expect(new Set(payouts.map((payout) => payout.status))).toEqual(new Set([status]))
    expect(await walletOf(payable)).toEqual({ available, held: 0n })
    expect(Object.values(await postingsOf(payoutId)).every((count) => count === 1)).toBe(true)
  })

  test('of two contradictory reports at once, one is booked, whole', async () => {
    const tell = (outcome: typeof refused) =>
      inOrmTransaction((tx) =>
        recordTransferOutcome(tx, { accountId: payable.account.id, id: payoutId }, outcome),
      )
    await Promise.all([refused, transfer('delivered'), unknown, transfer('processing')].map(tell))
    const { status } = await read()
    expect(['PAID', 'FAILED']).toContain(status)
    expect(await walletOf(payable)).toEqual({ available: status === 'PAID' ? 600n : 1000n, held: 0n })
  })
})
