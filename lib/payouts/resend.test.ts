import { describe, expect, test, vi } from 'vitest'
import { log } from '@/lib/log'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import {
  answerFault,
  CREATE_BENEFICIARY,
  CREATE_TRANSFER,
  type Fault,
  LIST_TRANSFERS,
  LOGIN,
  memoryStore,
  providerAt,
  startStandIn,
} from '@/lib/providers/testing/airwallex-stand-in'
import { DAY_MS, HOUR_MS } from '@/lib/time/units'
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
import { walletOf } from './payable-customer.fixture'
import { reconcilePayout } from './reconcile-payout'
import { findPayoutIntent, sendTransfer } from './send-payout'

/** Long enough for a request to arrive, even on a busy machine. */
const SHORT_TIMEOUT_MS = 2000

const sent = () => standIn.requests.filter((call) => call === `POST ${CREATE_TRANSFER}`).length
const transfers = () => standIn.books.countTransfers(payoutId)

/** The first request is lost in transit, and the payout stays open. */
async function loseFirstRequest(accountNumber?: string): Promise<void> {
  await intend(accountNumber)
  standIn.failNext(CREATE_TRANSFER, { how: 'reset' })
  await send()
  expect(await books()).toEqual(PROCESSING)
  expect(transfers()).toBe(0)
}

describe('a request that never reached the provider', () => {
  const faults: Record<string, [string, Fault]> = {
    'no answer': [CREATE_TRANSFER, { how: 'silence' }],
    'a broken line': [CREATE_TRANSFER, { how: 'reset' }],
    'an error of a gateway': [CREATE_TRANSFER, answerFault(502, '<html>Bad Gateway</html>')],
    'too many requests': [CREATE_TRANSFER, answerFault(429, { code: 'too_many_requests' })],
    'no answer to the login': [LOGIN, { how: 'silence' }],
    'no answer to the beneficiary': [CREATE_BENEFICIARY, { how: 'silence' }],
  }

  test.each(Object.entries(faults))(
    '(%s) is sent again by the reconciler: one transfer',
    async (_how, [path, fault]) => {
      await intend()
      standIn.failNext(path, fault)
      await send(fault.how === 'silence' ? SHORT_TIMEOUT_MS : LONG_TIMEOUT_MS)
      expect(await books()).toEqual(PROCESSING)
      startProcess()
      await reconcile()
      expect(await books()).toEqual(PAID)
      expect(transfers()).toBe(1)
      const calls = sent()
      await reconcile()
      expect(sent()).toBe(calls)
    },
  )

  test('is sent again under the same key until it arrives', async () => {
    await loseFirstRequest()
    for (let loss = 0; loss < 3; loss += 1) {
      standIn.failNext(CREATE_TRANSFER, { how: 'reset' })
      await reconcile()
      expect(await books()).toEqual(PROCESSING)
    }
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(sent()).toBe(5)
    expect(standIn.books.transferOf(payoutId)?.body.request_id).toBe(payoutId)
  })

  test('is not sent again if it was accepted before, by an account whose key was replaced since', async () => {
    await intend(ACCOUNTS.slow)
    await send()
    const otherAccount = await startStandIn()
    await reconcile(LONG_TIMEOUT_MS, providerAt(otherAccount.baseUrl))
    expect(otherAccount.books.countTransfers(payoutId)).toBe(0)
    await otherAccount.close()
    expect(await books()).toEqual(PROCESSING)
    while ((await read()).status === 'PROCESSING') await reconcile()
    expect(await books()).toEqual(PAID)
    expect(transfers()).toBe(1)
  })

  test('is not sent with another account’s keys, because its outcome in the first account is unknown', async () => {
    await loseFirstRequest()
    const otherAccount = await startStandIn()
    await reconcile(LONG_TIMEOUT_MS, { ...providerAt(otherAccount.baseUrl), account: 'another' })
    expect(otherAccount.books.countTransfers(payoutId)).toBe(0)
    await otherAccount.close()
    expect(await books()).toEqual(PROCESSING)
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(transfers()).toBe(1)
  })

  test('is sent again by one of ten reconcilers, and by none of the later ones', async () => {
    await loseFirstRequest()
    moveClock((await read()).nextAttemptAt ?? time)
    const options = { providers: [provider], timeoutMs: LONG_TIMEOUT_MS }
    await Promise.all(Array.from({ length: 10 }, () => reconcilePayout(key(), options)))
    expect(sent()).toBe(2)
    expect(await books()).toEqual(PAID)
  })

  test('of a process that died is sent by another', async () => {
    await intend()
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(sent()).toBe(1)
  })
})

describe('a request that reached the provider', () => {
  const faults: Record<string, Fault> = {
    'no answer': { how: 'silence', processed: true },
    'a broken line': { how: 'reset', processed: true },
    'an error of a gateway': { ...answerFault(504, 'Gateway Timeout'), processed: true },
    garbage: { ...answerFault(200, '{}'), processed: true },
  }

  test.each(Object.entries(faults))('(%s) is found, and not sent again', async (_how, fault) => {
    await intend()
    standIn.failNext(CREATE_TRANSFER, fault)
    await send(fault.how === 'silence' ? SHORT_TIMEOUT_MS : LONG_TIMEOUT_MS)
    expect(await books()).toEqual(PROCESSING)
    expect(transfers()).toBe(1)
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(sent()).toBe(1)
  })

  test('but is not listed yet is sent again, and is still one transfer', async () => {
    await intend()
    standIn.failNext(CREATE_TRANSFER, { how: 'reset', processed: true })
    await send()
    // Not listed for the reconciler's look-up, nor for the one after the request is refused as a duplicate.
    for (let look = 0; look < 2; look += 1) {
      standIn.failNext(LIST_TRANSFERS, answerFault(200, { items: [] }))
    }
    await reconcile()
    expect(await books()).toEqual(PROCESSING)
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(transfers()).toBe(1)
  })
})

describe('a request that is refused when it is sent again', () => {
  const refusal = () => answerFault(400, { code: 'insufficient_funds', message: 'Not enough money' })
  /** Every look-up finds nothing, and every request is refused. */
  async function reconcileRefused(): Promise<void> {
    standIn.failNext(CREATE_TRANSFER, refusal())
    await reconcile()
  }

  test('leaves the payout open for a day, since the first may be in transit; then it is reversed, once', async () => {
    await loseFirstRequest()
    const { createdAt } = await read()
    while (time.getTime() - createdAt.getTime() + HOUR_MS <= 24 * HOUR_MS) {
      await reconcileRefused()
      expect(await books()).toEqual(PROCESSING)
    }
    moveClock(new Date(createdAt.getTime() + 24 * HOUR_MS + 1))
    await reconcileRefused()
    expect(await read()).toMatchObject({
      status: 'FAILED',
      failureCode: 'insufficient_funds',
      nextAttemptAt: null,
    })
    expect(await walletOf(payable)).toEqual({ available: 1000n, held: 0n })
    expect(transfers()).toBe(0)
  })

  test('and whose first attempt arrives later is found: nothing was reversed', async () => {
    await loseFirstRequest()
    await reconcileRefused()
    expect(await books()).toEqual(PROCESSING)
    // The first request arrives after its delay.
    await sendTransfer(await findPayoutIntent(key()), { provider, timeoutMs: LONG_TIMEOUT_MS })
    const calls = sent()
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(sent()).toBe(calls)
  })

  test('because of our own credentials says nothing: no payout is reversed, however long it takes', async () => {
    await loseFirstRequest()
    const locked = providerAt(standIn.baseUrl, { apiKey: 'revoked', beneficiaries: memoryStore() })
    for (let check = 0; check < 40; check += 1) await reconcile(LONG_TIMEOUT_MS, locked)
    expect(time.getTime() - (await read()).createdAt.getTime()).toBeGreaterThan(24 * HOUR_MS)
    expect(await books()).toEqual(PROCESSING)
    expect(sent()).toBe(1)
    await reconcile()
    expect(await books()).toEqual(PAID)
  })
})

describe('a request whose key the provider may have forgotten', () => {
  test('is not sent again after six days: it waits for the provider or a person, with its funds on hold', async () => {
    await loseFirstRequest()
    const { createdAt } = await read()
    moveClock(new Date(createdAt.getTime() + 6 * DAY_MS + 1))
    const calls = sent()
    const alarm = vi.spyOn(log, 'error').mockImplementation(() => undefined)
    await reconcile()
    expect(alarm).toHaveBeenCalledWith(
      expect.objectContaining({ payoutId }),
      expect.stringContaining('needs a person'),
    )
    alarm.mockRestore()
    expect(sent()).toBe(calls)
    expect(transfers()).toBe(0)
    expect(await books()).toEqual(PROCESSING)
    expect((await read()).nextAttemptAt).not.toBeNull()
  })

  test('and that was accepted without an answer is found after forty days, and paid once', async () => {
    await intend()
    standIn.failNext(CREATE_TRANSFER, { how: 'reset', processed: true })
    await send()
    moveClock(new Date(time.getTime() + 40 * DAY_MS))
    await reconcile()
    expect(await books()).toEqual(PAID)
    expect(sent()).toBe(1)
  })
})
