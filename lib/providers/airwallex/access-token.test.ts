import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import {
  answerFault,
  CREATE_TRANSFER,
  LIST_TRANSFERS,
  LOGIN,
  providerAt,
  type StandIn,
  startStandIn,
} from '@/lib/providers/testing/airwallex-stand-in'
import { acceptedValue, callProvider } from '@/lib/providers/testing/contract'
import { transferTo } from '@/lib/providers/testing/payout-provider-contract'
import type { PayoutProvider, TransferRequest } from '../payout-provider'

const MINUTE = 60_000

let standIn: StandIn
let provider: PayoutProvider
beforeEach(async () => {
  standIn = await startStandIn()
  provider = providerAt(standIn.baseUrl)
})
afterEach(async () => {
  vi.useRealTimers()
  expect(standIn.complaints).toEqual([])
  await standIn.close()
})

const toAnyone = () => transferTo(ACCOUNTS.delivered)
const send = (request: TransferRequest = toAnyone(), by = provider) =>
  callProvider((signal) => by.send(request, signal))
const lookUp = (key: string) => callProvider((signal) => provider.lookUp({ key, id: null }, signal))
const countRequests = (path: string) => standIn.requests.filter((line) => line.endsWith(` ${path}`)).length

function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

describe('an access token', () => {
  test('is reused as long as it is valid', async () => {
    for (let count = 0; count < 3; count += 1) acceptedValue(await send())
    pass(28 * MINUTE)
    acceptedValue(await send())
    expect(countRequests(LOGIN)).toBe(1)
  })

  test('is replaced shortly before it expires', async () => {
    acceptedValue(await send())
    pass(29.5 * MINUTE)
    acceptedValue(await send())
    expect(countRequests(LOGIN)).toBe(2)
    // The old token was still valid, so no request failed with a 401.
    expect(countRequests(CREATE_TRANSFER)).toBe(2)
  })

  test('is of the account that the operator names, where the key reaches several', async () => {
    const named = providerAt(standIn.baseUrl, { loginAs: 'acct_payouts' })
    acceptedValue(await send(toAnyone(), named))
    acceptedValue(await send())
    expect(standIn.logins).toEqual(['acct_payouts', null])
    // What one account was asked to pay is never asked of the other.
    expect(named.account).not.toBe(provider.account)
  })

  test('follows the expiry given by Airwallex', async () => {
    standIn.tokenLifetimeMs = 5 * MINUTE
    acceptedValue(await send())
    pass(3 * MINUTE)
    acceptedValue(await send())
    expect(countRequests(LOGIN)).toBe(1)
    pass(2 * MINUTE)
    acceptedValue(await send())
    expect(countRequests(LOGIN)).toBe(2)
  })

  test('is fetched by one login for many concurrent calls', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => send()))
    for (const outcome of outcomes) acceptedValue(outcome)
    expect(countRequests(LOGIN)).toBe(1)
  })

  test('that Airwallex no longer accepts is replaced by one login, and the calls go through', async () => {
    const requests = Array.from({ length: 5 }, toAnyone)
    for (const request of requests) acceptedValue(await send(request))
    standIn.revokeTokens()
    const outcomes = await Promise.all(requests.map((request) => lookUp(request.key)))
    for (const outcome of outcomes) acceptedValue(outcome)
    standIn.revokeTokens()
    for (const request of requests) {
      acceptedValue(await send(request))
      expect(standIn.books.countTransfers(request.key)).toBe(1)
    }
    expect(countRequests(LOGIN)).toBe(3)
  })

  test('does not block a call whose signal aborted, and serves the next one', async () => {
    const controller = new AbortController()
    const sent = provider.send(toAnyone(), controller.signal)
    controller.abort()
    expect((await sent).kind).toBe('unknown')
    acceptedValue(await send())
    expect(countRequests(LOGIN)).toBe(1)
  })
})

describe('credentials', () => {
  const wrong = () => providerAt(standIn.baseUrl, { apiKey: 'another key' })

  test('that Airwallex refuses reject a transfer, with our own message', async () => {
    const request = toAnyone()
    expect(await send(request, wrong())).toEqual({
      kind: 'rejected',
      code: 'unauthorized',
      detail: 'The payout provider does not accept the credentials of this service',
      httpStatus: 401,
    })
    expect(standIn.requests).toEqual([`POST ${LOGIN}`])
  })

  test('that Airwallex refuses leave a look-up unknown', async () => {
    const outcome = await callProvider((signal) => wrong().lookUp({ key: toAnyone().key, id: null }, signal))
    expect(outcome).toEqual({ kind: 'unknown', reason: 'Airwallex answered 401' })
  })

  test('are retried once after a 401, and not twice', async () => {
    const denied = { code: 'unauthorized', message: 'Access denied' }
    for (let count = 0; count < 2; count += 1) {
      standIn.failNext(CREATE_TRANSFER, answerFault(401, denied))
    }
    const request = toAnyone()
    expect(await send(request)).toMatchObject({ kind: 'rejected', code: 'unauthorized', httpStatus: 401 })
    expect(countRequests(CREATE_TRANSFER)).toBe(2)
    expect(standIn.books.countTransfers(request.key)).toBe(0)
  })

  test('without the permission to pay reject a transfer', async () => {
    const denied = { code: 'forbidden', message: 'Scope transfers:write is missing' }
    standIn.failNext(CREATE_TRANSFER, answerFault(403, denied))
    expect(await send()).toEqual({
      kind: 'rejected',
      code: 'forbidden',
      detail: 'The payout provider does not allow this service to make transfers',
      httpStatus: 403,
    })
  })

  test('are sent to the login endpoint and nowhere else', async () => {
    acceptedValue(await send())
    expect(standIn.requests).toEqual([
      `POST ${LOGIN}`,
      'POST /api/v1/beneficiaries/create',
      `POST ${CREATE_TRANSFER}`,
    ])
    expect(countRequests(LIST_TRANSFERS)).toBe(0)
  })
})
