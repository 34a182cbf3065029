import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'
import { usableRails } from '@/lib/providers/airwallex/manifest'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import { CREATE_TRANSFER, type Fault, providerAt } from '@/lib/providers/testing/airwallex-stand-in'
import { HOUR_MS } from '@/lib/time/units'
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
  startProcess,
  time,
} from './airwallex-payout.fixture'
import { presentPayoutDetail } from './answer'
import { findPayout } from './payout'
import { readPayout } from './queries'
import { expectedDay, firstRail, nextRail, payoutIdOf, transferKey } from './rails'
import { reconcilePayout, wakePayout } from './reconcile-payout'
import { findPayoutIntent, sendPayout } from './send-payout'
import { recordTransferOutcome } from './settle-payout'

/* A bank that does not take part in FedNow is paid over ACH, with one transfer. */

const SHORT_TIMEOUT_MS = 2000
const NOTHING = { available: 1000n, held: 0n }

const sends = () => standIn.requests.filter((call) => call === `POST ${CREATE_TRANSFER}`).length
const transfersOf = (id: string) => standIn.books.transferKeys().filter((each) => payoutIdOf(each) === id)
const moving = (id: string) => transfersOf(id).filter((each) => standIn.books.show(each).status !== 'FAILED')
const railOf = async () => {
  const { rail, formerRails } = await read()
  return { rail, formerRails }
}
const ON_ACH = { rail: 'ACH', formerRails: ['FEDNOW'] }

afterEach(() => vi.restoreAllMocks())

describe('a bank outside the first rail', () => {
  test('is paid over the next one, under a key of its own, within the same request', async () => {
    await intend(ACCOUNTS.achOnly)
    expect(await railOf()).toEqual({ rail: 'FEDNOW', formerRails: [] })
    expect((await send()).status).toBe('PAID')
    expect(await books()).toEqual(PAID)
    expect(await railOf()).toEqual(ON_ACH)
    expect(transfersOf(payoutId)).toEqual([`${payoutId}-2`])
    expect(sends()).toBe(2)
  })

  test('is paid over the next one too when the first transfer was accepted and failed later', async () => {
    await intend(ACCOUNTS.achOnlyLater)
    expect((await send()).status).toBe('PROCESSING')
    const first = await read()
    expect(first.providerTransferId).not.toBeNull()
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(await railOf()).toEqual(ON_ACH)
    expect(moving(payoutId)).toEqual([`${payoutId}-2`])
    expect((await read()).providerTransferId).not.toBe(first.providerTransferId)
  })

  test('is refused, with the money back, when no rail is left', async () => {
    await intend(ACCOUNTS.onNoRail)
    expect(await send()).toMatchObject({ status: 'FAILED', failureCode: 'validation_failed' })
    expect(await books()).toMatchObject({ status: 'FAILED', ...NOTHING })
    expect(await railOf()).toEqual(ON_ACH)
    expect(transfersOf(payoutId)).toEqual([])
  })

  test('is refused at once when the operator allows no other rail', async () => {
    await intend(ACCOUNTS.achOnly)
    const only = providerAt(standIn.baseUrl, { rails: ['FEDNOW'] })
    const after = await sendPayout(await findPayoutIntent(key()), {
      provider: only,
      timeoutMs: LONG_TIMEOUT_MS,
    })
    expect(after.status).toBe('FAILED')
    expect(sends()).toBe(1)
  })
})

test('a refusal for another reason is no reason to try another rail', async () => {
  await intend(ACCOUNTS.refused)
  expect((await send()).status).toBe('FAILED')
  expect(sends()).toBe(1)
  expect(await railOf()).toEqual({ rail: 'FEDNOW', formerRails: [] })
})

describe('an unknown outcome never leads to another rail', () => {
  const faults: [string, Fault][] = [
    ['that never arrived', { how: 'silence' }],
    ['whose refusal was lost', { how: 'silence', processed: true }],
    ['whose refusal was cut off', { how: 'reset', processed: true }],
  ]
  test.each(faults)('of the first try, %s', async (_what, fault) => {
    await intend(ACCOUNTS.achOnly)
    standIn.failNext(CREATE_TRANSFER, fault)
    expect((await send(SHORT_TIMEOUT_MS)).status).toBe('PROCESSING')
    // A refusal of a repeat says nothing about the first request, which may still be on its way.
    await reconcile()
    expect(await railOf()).toEqual({ rail: 'FEDNOW', formerRails: [] })
    expect(await books()).toEqual(PROCESSING)
    moveClock(new Date(time.getTime() + 25 * HOUR_MS))
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(transfersOf(payoutId)).toEqual([`${payoutId}-2`])
  })

  test.each(faults)('of the second try, %s: it is asked about under its own key', async (_what, fault) => {
    await intend(ACCOUNTS.achOnlyLater)
    await send()
    standIn.failNext(CREATE_TRANSFER, fault)
    await reconcile(SHORT_TIMEOUT_MS)
    expect(await books()).toEqual(PROCESSING)
    expect(await railOf()).toEqual(ON_ACH)
    startProcess()
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(moving(payoutId)).toEqual([`${payoutId}-2`])
  })
})

describe('a process that dies', () => {
  /** The intent of the next try is committed, and nobody sends it. */
  async function dieAfterRefusal(): Promise<void> {
    await intend(ACCOUNTS.achOnly)
    const dying: PayoutProvider = {
      ...provider,
      send: (request, signal) =>
        request.rail === 'FEDNOW' ? provider.send(request, signal) : Promise.reject(new Error('killed')),
    }
    const intent = await findPayoutIntent(key())
    await expect(sendPayout(intent, { provider: dying, timeoutMs: LONG_TIMEOUT_MS })).rejects.toThrow(
      'killed',
    )
  }

  test('between the refusal and the next try leaves an intent, which the worker sends once', async () => {
    await dieAfterRefusal()
    expect(await railOf()).toEqual(ON_ACH)
    expect(await books()).toEqual(PROCESSING)
    startProcess()
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(transfersOf(payoutId)).toEqual([`${payoutId}-2`])
  })

  test('leaves a lease during which nobody else sends the next try', async () => {
    await dieAfterRefusal()
    const calls = standIn.requests.length
    expect(await reconcilePayout(key(), { providers: [provider], timeoutMs: LONG_TIMEOUT_MS })).toBeNull()
    expect(standIn.requests.length).toBe(calls)
  })
})

describe('the outcome of a former try', () => {
  beforeEach(async () => {
    await intend(ACCOUNTS.achOnlyLater)
    await send()
    standIn.failNext(CREATE_TRANSFER, { how: 'reset' })
    await reconcile()
    expect(await railOf()).toEqual(ON_ACH)
  })

  test('that is a refusal changes nothing: it was known', async () => {
    const refusal = { kind: 'rejected', code: 'x', detail: 'x', httpStatus: 400, isOffRail: true } as const
    const { accountId, payoutId: id } = key()
    await inOrmTransaction((tx) => recordTransferOutcome(tx, { accountId, id, rail: 'FEDNOW' }, refusal))
    expect(await books()).toEqual(PROCESSING)
  })

  test('that is a delivery books nothing and calls a person', async () => {
    const error = vi.spyOn(log, 'error')
    const value = {
      id: 't',
      providerStatus: 'PAID',
      status: 'delivered',
      amountMinor: 400n,
      currency: 'USD',
      failure: null,
    } as const
    const { accountId, payoutId: id } = key()
    await inOrmTransaction((tx) =>
      recordTransferOutcome(tx, { accountId, id, rail: 'FEDNOW' }, { kind: 'accepted', value }),
    )
    expect(await books()).toEqual(PROCESSING)
    expect(error).toHaveBeenCalledWith(
      { payoutId: id, rail: 'ACH', transfer: 't' },
      'a payout needs a person: a transfer is under way that the provider had refused',
    )
  })

  test('is heard of in a notification, which wakes the payout', async () => {
    await wakePayout(connectionPool(), 'airwallex', `${payoutId}-2`)
    const { nextAttemptAt } = await read()
    expect(nextAttemptAt?.getTime()).toBeLessThanOrEqual(time.getTime())
  })
})

test('the database keeps the tries of a payout: none is taken back, or tried twice', async () => {
  await intend(ACCOUNTS.achOnly)
  await send()
  const change = (data: object) =>
    database().payout.update({
      where: { accountId_id: { accountId: payable.account.id, id: payoutId } },
      data,
    })
  await expect(change({ rail: 'FEDNOW', formerRails: [] })).rejects.toThrow(
    'the tries of a payout are frozen',
  )
  await intend()
  await expect(change({ rail: 'FEDNOW', formerRails: ['FEDNOW'] })).rejects.toThrow('payouts_rail_once')
})

test('the page says which network carried it, when it arrives, and which was tried before', async () => {
  await intend(ACCOUNTS.achOnly)
  await send()
  const page = await readPayout(payable.account.vendorId, 'test', payoutId)
  expect(page).toMatchObject({ rail: 'ACH', expectedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  expect(page?.steps.map(({ title }) => title)).toContain('Not reachable over FedNow')
  const record = await findPayout(connectionPool(), payable.account.id, payoutId)
  expect(presentPayoutDetail(record)).toMatchObject({ rail: 'ACH', expected_on: page?.expectedOn })
})

test('each try has another key, and each key leads to its payout', () => {
  const id = '0199d1c2-84a9-7373-9ef8-5288bf1b10c4'
  const keys = [[], ['FEDNOW'], ['FEDNOW', 'ACH']].map((formerRails) => transferKey({ id, formerRails }))
  expect(keys).toEqual([id, `${id}-2`, `${id}-3`])
  expect(keys.map(payoutIdOf)).toEqual([id, id, id])
  expect(payoutIdOf('another-2')).toBe('another-2')
})

test('an amount above what FedNow takes begins with the next rail, and never comes back to it', () => {
  const provider = { name: 'airwallex', rails: ['FEDNOW', 'ACH', 'FEDWIRE'] }
  const amountMinor = 50_000_001n
  expect(firstRail(provider, 50_000_000n)).toBe('FEDNOW')
  expect(firstRail(provider, amountMinor)).toBe('ACH')
  expect(nextRail(provider, { rail: 'ACH', formerRails: [], amountMinor })).toBe('FEDWIRE')
  expect(nextRail(provider, { rail: 'FEDWIRE', formerRails: ['ACH'], amountMinor })).toBeNull()
  expect(firstRail({ name: 'sandbox' }, amountMinor)).toBeNull()
})

test('the day of arrival counts business days, from the try that is under way', () => {
  const friday = new Date('2026-11-27T15:00:00Z')
  const sent = {
    status: 'PROCESSING',
    provider: 'airwallex',
    rail: 'ACH',
    railSince: null,
    waitingSince: null,
    createdAt: friday,
  } as const
  expect(expectedDay(sent)?.toISOString()).toBe('2026-12-02T00:00:00.000Z')
  const later = new Date('2026-11-30T15:00:00Z')
  expect(expectedDay({ ...sent, railSince: later })?.toISOString()).toBe('2026-12-03T00:00:00.000Z')
  expect(expectedDay({ ...sent, status: 'FAILED' })).toBeNull()
  expect(expectedDay({ ...sent, rail: null })).toBeNull()
})

test.each([
  ['NY', ['ACH']],
  ['VI', ['ACH']],
  ['CA', ['FEDNOW', 'ACH']],
  [undefined, ['FEDNOW', 'ACH']],
])('a business in %s is paid out over %s', (state, rails) => {
  expect(usableRails({ AIRWALLEX_RAILS: ['FEDNOW', 'ACH'], AIRWALLEX_STATE: state })).toEqual(rails)
})
