import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { workOn } from '@/lib/jobs/queue.fixture'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { setClock } from '@/lib/time/clock'
import { payoutWork } from './jobs'
import {
  intend,
  LEASE_MS,
  type PayableCustomer,
  payableCustomer,
  refused,
  standIn,
  TIMEOUT_MS,
  transfer,
  walletOf,
} from './payable-customer.fixture'
import { reconcileAllPayouts, reconcilePayout } from './reconcile-payout'

let time: Date
let payable: PayableCustomer
let payoutId: string

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  payable = await payableCustomer(1000n)
  payoutId = await intend(payable, 400n)
  time = new Date(time.getTime() + LEASE_MS)
})
afterEach(() => setClock(null))

const read = () => database().payout.findFirstOrThrow({ where: { id: payoutId } })

describe('a payout whose provider is no longer configured', () => {
  test('stays open, and no other provider is asked about it', async () => {
    await workOn(payoutWork, { tenantId: payable.account.id, id: payoutId })
    expect(await read()).toMatchObject({ status: 'PROCESSING', leaseUntil: null, attemptCount: 1 })
    expect((await read()).nextAttemptAt?.getTime()).toBeGreaterThan(time.getTime())
    expect(await walletOf(payable)).toEqual({ available: 600n, held: 400n })
    expect(await database().sandboxTransfer.count()).toBe(0)
  })
})

describe('a payout whose provider’s keys now belong to another account', () => {
  const other = () => ({
    ...standIn({ lookUps: [refused], send: transfer('delivered') }),
    account: 'another',
  })
  const ask = (provider: PayoutProvider) =>
    reconcilePayout(
      { accountId: payable.account.id, payoutId },
      { providers: [provider], timeoutMs: TIMEOUT_MS },
    )

  test('stays open: that account is neither asked about it nor sent it again', async () => {
    const provider = other()
    expect(await ask(provider)).toMatchObject({ status: 'PROCESSING', attemptCount: 1 })
    expect(provider.asked).toEqual([])
    expect(await walletOf(payable)).toEqual({ available: 600n, held: 400n })
  })

  test('is counted for the operator who asks about all payouts', async () => {
    const counts = await reconcileAllPayouts([other()], TIMEOUT_MS)
    expect(counts.unreachable).toBeGreaterThan(0)
    expect(counts).toEqual({ settled: 0, pending: counts.unreachable, unreachable: counts.unreachable })
  })

  test('is settled once its own account’s keys are back', async () => {
    await ask(other())
    time = (await read()).nextAttemptAt ?? time
    expect(await ask(standIn({ lookUps: [transfer('delivered')] }))).toMatchObject({ status: 'PAID' })
  })

  test('is looked up, and not sent again, if its account was not recorded', async () => {
    await database().payout.updateMany({ where: { id: payoutId }, data: { providerAccount: '' } })
    const unseen = { kind: 'unknown', reason: 'none of this key', isUnseen: true } as const
    const provider = standIn({ lookUps: [unseen] })
    expect(await ask(provider)).toMatchObject({ status: 'PROCESSING' })
    expect(provider.asked).toEqual([`look up ${payoutId}`])
  })
})
