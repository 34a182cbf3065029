import { afterEach, describe, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import { answerFault, CREATE_TRANSFER } from '@/lib/providers/testing/airwallex-stand-in'
import { DAY_MS } from '@/lib/time/units'
import {
  books,
  intend,
  LONG_TIMEOUT_MS,
  moveClock,
  PAID,
  PROCESSING,
  payable,
  payoutId,
  read,
  reconcile,
  send,
  standIn,
  startProcess,
  time,
} from './airwallex-payout.fixture'
import { presentPayoutDetail } from './answer'
import { findPayout } from './payout'
import { readPayout } from './queries'

const BALANCES = '/api/v1/balances/current'
const sends = () => standIn.requests.filter((call) => call === `POST ${CREATE_TRANSFER}`).length

afterEach(() => standIn.books.fund(100_000_000_00n))

describe('a payout that the provider’s balance doesn’t cover', () => {
  test('waits with its amount on hold, says why, and is sent once when the money is there', async () => {
    standIn.books.fund(399n)
    await intend()
    expect((await send()).status).toBe('PROCESSING')
    expect(await books()).toEqual(PROCESSING)
    expect(sends()).toBe(0)
    await reconcile()
    expect(sends()).toBe(0)
    const view = await readPayout(payable.account.vendorId, 'test', payoutId)
    expect(view).toMatchObject({ waitsForFunds: true, expectedOn: null })
    expect(view?.steps.at(-1)).toMatchObject({
      title: 'Waiting for funds',
      detail: expect.stringContaining('Airwallex doesn’t hold enough'),
      status: 'waiting',
    })
    const waiting = await findPayout(connectionPool(), payable.account.id, payoutId)
    expect(presentPayoutDetail(waiting)).toMatchObject({ waiting_for: 'provider_balance' })
    standIn.books.fund(400n + standIn.books.feeMinor)
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(sends()).toBe(1)
    expect(standIn.books.balanceMinor()).toBe(0n)
    const paid = await findPayout(connectionPool(), payable.account.id, payoutId)
    expect(presentPayoutDetail(paid)).not.toHaveProperty('waiting_for')
  })

  test('is still sent after weeks: the provider knows its key from the day on which it is sent', async () => {
    standIn.books.fund(0n)
    await intend(ACCOUNTS.answerLost)
    await send()
    moveClock(new Date(time.getTime() + 20 * DAY_MS))
    await reconcile()
    standIn.books.fund(400n)
    // The answer is lost: the next look finds the transfer.
    await reconcile(1000)
    expect(await read()).toMatchObject({ status: 'PROCESSING', waitingSince: null })
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(sends()).toBe(1)
  })

  test('whose process died once its wait was over is asked about like any other, and sent', async () => {
    standIn.books.fund(0n)
    await intend()
    await send()
    standIn.books.fund(400n)
    standIn.failNext(CREATE_TRANSFER, { how: 'reset' })
    await reconcile(1000)
    startProcess()
    expect(await read()).toMatchObject({ status: 'PROCESSING', waitingSince: null })
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(standIn.books.countTransfers(payoutId)).toBe(1)
  })
})

test('a provider that doesn’t tell its balance decides by itself', async () => {
  for (const fault of [{ how: 'silence' } as const, answerFault(500), answerFault(200, { items: [] })]) {
    await intend()
    standIn.failNext(BALANCES, fault)
    expect((await send(fault === undefined ? LONG_TIMEOUT_MS : 4000)).status).toBe('PAID')
  }
})
