import { beforeEach, describe, expect, test, vi } from 'vitest'
import { database } from '@/lib/db/client'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import { answerFault, CREATE_TRANSFER, LIST_TRANSFERS } from '@/lib/providers/testing/airwallex-stand-in'
import { DAY_MS } from '@/lib/time/units'
import {
  books,
  intend,
  key,
  LONG_TIMEOUT_MS,
  moveClock,
  PAID,
  PROCESSING,
  payoutId,
  provider,
  read,
  send,
  standIn,
  time,
} from './airwallex-payout.fixture'
import { findPayoutAccount, settleUnknownPayout } from './settle-unknown-payout'

const record = vi.fn(async () => {})
beforeEach(() => record.mockClear())

const settle = (transferId: string | null = null, providers = [provider]) =>
  settleUnknownPayout(key(), {
    transferId,
    reason: 'support says no',
    providers,
    timeoutMs: LONG_TIMEOUT_MS,
    record,
  })
const refusedWith = (code: string) => expect.objectContaining({ code })
const pass = (days: number) => moveClock(new Date(time.getTime() + days * DAY_MS))

/** A payout whose request was lost. */
async function lose(): Promise<void> {
  await intend()
  standIn.failNext(CREATE_TRANSFER, { how: 'reset' })
  await send()
}

describe('a payout whose request was lost, and whose key may be forgotten', () => {
  beforeEach(async () => {
    await lose()
    pass(7)
  })

  test('fails on the operator’s word that there is no transfer, and the money is back', async () => {
    expect(await settle()).toMatchObject({
      status: 'FAILED',
      failureCode: 'never_accepted',
      failureDetail: 'Looked up by the operator: support says no',
    })
    expect(await books()).toMatchObject({ status: 'FAILED', available: 1000n, held: 0n })
    expect(record).toHaveBeenCalledTimes(1)
    await expect(settle()).rejects.toEqual(refusedWith('payout_has_outcome'))
    expect(record).toHaveBeenCalledTimes(1)
  })

  test('stays as it is where the provider does not answer, or is not configured', async () => {
    standIn.failNext(LIST_TRANSFERS, answerFault(503))
    await expect(settle()).rejects.toEqual(refusedWith('payout_not_forgotten'))
    await expect(settle(null, [])).rejects.toEqual(refusedWith('payout_not_forgotten'))
    expect(await books()).toEqual(PROCESSING)
    expect(record).not.toHaveBeenCalled()
  })

  test('can’t be ended by a transfer that the provider doesn’t have, or that is another payout’s', async () => {
    await expect(settle('no-such-transfer')).rejects.toEqual(refusedWith('payout_transfer_unknown'))
    const lost = { ...key() }
    await intend()
    await send()
    const { providerTransferId } = await read()
    const ofAnother = settleUnknownPayout(lost, {
      transferId: providerTransferId,
      reason: 'x',
      providers: [provider],
      timeoutMs: LONG_TIMEOUT_MS,
      record,
    })
    await expect(ofAnother).rejects.toEqual(refusedWith('payout_transfer_unknown'))
    expect(record).not.toHaveBeenCalled()
  })
})

test('a payout that can still be sent again is not given back', async () => {
  await lose()
  pass(5)
  await expect(settle()).rejects.toEqual(refusedWith('payout_not_forgotten'))
  expect(await books()).toEqual(PROCESSING)
})

test('a transfer that the provider has after all is booked, whatever the operator saw', async () => {
  await intend(ACCOUNTS.answerLost)
  standIn.failNext(CREATE_TRANSFER, { how: 'reset', processed: true })
  await send(2000)
  pass(40)
  expect(await settle()).toMatchObject({ status: 'PAID' })
  expect(await books()).toEqual(PAID)
})

test('the transfer that the operator found is read by its id, and its outcome booked', async () => {
  await intend()
  standIn.failNext(CREATE_TRANSFER, { how: 'reset', processed: true })
  await send()
  pass(40)
  const { id } = standIn.books.show(payoutId)
  expect(await settle(String(id))).toMatchObject({ status: 'PAID', providerTransferId: id })
  expect(await books()).toEqual(PAID)
})

test('a payout’s account is found by its id alone', async () => {
  await lose()
  expect(await findPayoutAccount(database(), payoutId)).toBe(key().accountId)
  await expect(findPayoutAccount(database(), 'x')).rejects.toEqual(refusedWith('payout_not_found'))
})
