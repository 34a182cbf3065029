import { beforeEach, describe, expect, test } from 'vitest'
import { inOrmTransaction } from '@/lib/db/transaction'
import { due } from '@/lib/jobs/queue.fixture'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import { answerFault, LIST_TRANSFERS } from '@/lib/providers/testing/airwallex-stand-in'
import {
  books,
  intend,
  key,
  LONG_TIMEOUT_MS,
  moveClock,
  PAID,
  PROCESSING,
  payable,
  payoutId,
  provider,
  read,
  reconcile,
  send,
  standIn,
  time,
} from './airwallex-payout.fixture'
import { findReturns } from './find-returns'
import { walletOf } from './payable-customer.fixture'
import { payoutQueue } from './payout'
import { reconcilePayout, wakePayout } from './reconcile-payout'
import { findPayoutIntent, sendPayout } from './send-payout'

const DAY_MS = 86_400_000
const wake = (id = payoutId, name = 'airwallex') => inOrmTransaction((tx) => wakePayout(tx, name, id))
const isDue = async () => (await due(payoutQueue)).some(({ id }) => id === payoutId)

/** A notification arrives, and the worker handles it. */
async function notify(): Promise<void> {
  await wake()
  if (await isDue()) await reconcilePayout(key(), { providers: [provider], timeoutMs: LONG_TIMEOUT_MS })
}

/** The notification arrives while the provider is being asked, and the answer predates it. */
async function reconcileOvertaken(change: () => void): Promise<void> {
  const overtaken: PayoutProvider = {
    ...provider,
    async lookUp(asked, signal) {
      const outcome = await provider.lookUp(asked, signal)
      change()
      await notify()
      return outcome
    },
  }
  await reconcile(LONG_TIMEOUT_MS, overtaken)
}

describe('a payout', () => {
  test('is paid when it is delivered, and not before', async () => {
    await intend(ACCOUNTS.slow)
    await send()
    const seen = [(await read()).providerTransferStatus]
    while ((await read()).status === 'PROCESSING') {
      expect(await books()).toEqual(PROCESSING)
      await reconcile()
      seen.push((await read()).providerTransferStatus)
    }
    expect(seen).toEqual(['SCHEDULED', 'PROCESSING', 'SENT', 'PAID'])
    expect(await books()).toEqual(PAID)
  })

  test('that is refused is reversed, once, and the stored reason has no account number', async () => {
    await intend(ACCOUNTS.refused)
    const payout = await send()
    expect(payout).toMatchObject({ status: 'FAILED', failureCode: 'validation_failed' })
    expect(payout.failureDetail).not.toMatch(/4000/)
    expect(await walletOf(payable)).toEqual({ available: 1000n, held: 0n })
    expect(standIn.books.countTransfers(payoutId)).toBe(0)
  })

  test('that is returned after delivery gets its funds back', async () => {
    await intend(ACCOUNTS.returned)
    await send()
    expect(await books()).toEqual(PAID)
    await reconcile()
    expect((await read()).status).toBe('PAID')
    await reconcile()
    expect(await read()).toMatchObject({ status: 'RETURNED', failureCode: '90802', nextAttemptAt: null })
    expect(await walletOf(payable)).toEqual({ available: 1000n, held: 0n })
  })
})

const CAME_BACK = { code: '90802', message: 'Beneficiary bank returned' }
/** The bank returns the money. */
const comeBack = () => standIn.books.setStatus(payoutId, 'FAILED', CAME_BACK)
const expectReturned = async () => {
  expect((await read()).status).toBe('RETURNED')
  expect(await walletOf(payable)).toEqual({ available: 1000n, held: 0n })
}

describe('a notification', () => {
  test('of a delivery settles the payout early, once, however often it comes', async () => {
    await intend(ACCOUNTS.slow)
    await send()
    await notify()
    expect(await books()).toEqual(PROCESSING)
    standIn.books.setStatus(payoutId, 'PAID')
    await Promise.all(Array.from({ length: 5 }, notify))
    await notify()
    expect(await books()).toEqual(PAID)
  })

  test('of a failure reverses it, once', async () => {
    await intend(ACCOUNTS.slow)
    await send()
    standIn.books.setStatus(payoutId, 'FAILED', { code: '90001', message: 'Rejected' })
    await Promise.all(Array.from({ length: 5 }, notify))
    expect(await read()).toMatchObject({ status: 'FAILED', nextAttemptAt: null })
    expect(await walletOf(payable)).toEqual({ available: 1000n, held: 0n })
  })

  test('of a return is booked however late it is learnt, by the transfer’s own id', async () => {
    await intend()
    await send()
    expect(await books()).toEqual(PAID)
    moveClock(new Date(time.getTime() + 120 * DAY_MS))
    comeBack()
    await notify()
    await expectReturned()
    expect(standIn.requests.at(-1)).toBe(`GET ${LIST_TRANSFERS}/${(await read()).providerTransferId}`)
  })

  test('of a return that is lost is made up for by the provider’s list, without which nothing is guessed', async () => {
    await intend()
    await send()
    comeBack()
    const worked = async () => {
      await findReturns([provider], LONG_TIMEOUT_MS)
      if (await isDue()) await reconcile()
    }
    for (const fault of [{ how: 'reset' } as const, answerFault(500)]) {
      standIn.failNext(LIST_TRANSFERS, fault)
      await worked()
      expect(await books()).toEqual(PAID)
    }
    await worked()
    await expectReturned()
    await worked()
    await expectReturned()
    expect(await isDue()).toBe(false)
  })

  test.each([
    [59, 'found in the list'],
    [61, 'left to the provider’s notification: the list is not read further back'],
  ])('of a return after %i days whose notification is lost is %s', async (days) => {
    await intend()
    await send()
    const sentAt = time.getTime()
    while ((await read()).nextAttemptAt) await reconcile()
    moveClock(new Date(sentAt + days * DAY_MS))
    comeBack()
    await findReturns([provider], LONG_TIMEOUT_MS)
    expect(await isDue()).toBe(days < 60)
    await notify()
    await expectReturned()
  })

  test('of a failure after delivery returns it, and an older one changes nothing any more', async () => {
    await intend()
    await send()
    comeBack()
    await notify()
    await expectReturned()
    standIn.books.setStatus(payoutId, 'PAID')
    await notify()
    await expectReturned()
    expect(await isDue()).toBe(false)
  })

  test('that comes while the first request waits for its answer triggers a look-up afterwards', async () => {
    await intend(ACCOUNTS.slow)
    const overtaken: PayoutProvider = {
      ...provider,
      async send(request, signal) {
        const outcome = await provider.send(request, signal)
        standIn.books.setStatus(payoutId, 'PAID')
        await notify()
        return outcome
      },
    }
    await sendPayout(await findPayoutIntent(key()), { provider: overtaken, timeoutMs: LONG_TIMEOUT_MS })
    expect(await books()).toEqual(PROCESSING)
    expect(await isDue()).toBe(true)
    await reconcile()
    expect(await books()).toEqual(PAID)
  })

  test('that comes during a look-up triggers another one at once', async () => {
    await intend(ACCOUNTS.slow)
    await send()
    await reconcileOvertaken(() => standIn.books.setStatus(payoutId, 'PAID'))
    expect(await books()).toEqual(PROCESSING)
    expect(await isDue()).toBe(true)
    await reconcile()
    expect(await books()).toEqual(PAID)
  })

  test('about an unknown key, or through another provider, triggers nothing', async () => {
    await intend(ACCOUNTS.slow)
    await send()
    const before = await read()
    for (const id of ['', 'no-id', '0198c3a1-7f7e-7b7a-8c33-5d3e9f1b2a4c']) await wake(id)
    await wake(payoutId, 'sandbox')
    expect(await read()).toEqual(before)
  })
})

describe('a delivered payout', () => {
  beforeEach(async () => {
    await intend()
    await send()
    expect(await books()).toEqual(PAID)
  })

  test('is watched for its whole period, however many notifications come meanwhile', async () => {
    const { settledAt } = await read()
    for (let count = 0; count < 20; count += 1) await notify()
    let looks = 0
    while ((await read()).nextAttemptAt) {
      await reconcile()
      looks += 1
    }
    expect(looks).toBe(4)
    expect(time.getTime() - (settledAt?.getTime() ?? 0)).toBe(97 * 3_600_000)
  })

  test('that is returned during the last check is handled, triggered by the notification', async () => {
    while (time.getTime() - ((await read()).settledAt?.getTime() ?? 0) < 3 * DAY_MS) {
      const { nextAttemptAt } = await read()
      if (!nextAttemptAt) throw new Error('the payout is not watched for three days')
      if (nextAttemptAt.getTime() - time.getTime() > DAY_MS * 2) break
      await reconcile()
    }
    await reconcileOvertaken(comeBack)
    expect((await read()).status).toBe('PAID')
    await reconcile()
    await expectReturned()
  })

  test('that is returned when nobody polls any more is handled all the same', async () => {
    while ((await read()).nextAttemptAt) await reconcile()
    moveClock(new Date(time.getTime() + 30 * DAY_MS))
    await notify()
    expect(await read()).toMatchObject({ status: 'PAID', nextAttemptAt: null })
    comeBack()
    await notify()
    await expectReturned()
  })
})
