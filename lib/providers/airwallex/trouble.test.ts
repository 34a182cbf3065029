import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import {
  answerFault,
  CREATE_BENEFICIARY,
  CREATE_TRANSFER,
  type Fault,
  GET_TRANSFER,
  LIST_TRANSFERS,
  LOGIN,
  memoryStore,
  providerAt,
  type StandIn,
  startStandIn,
} from '@/lib/providers/testing/airwallex-stand-in'
import { acceptedValue, callProvider, callUntil } from '@/lib/providers/testing/contract'
import { transferTo } from '@/lib/providers/testing/payout-provider-contract'
import type { PayoutProvider, TransferRequest } from '../payout-provider'

let standIn: StandIn
let provider: PayoutProvider
beforeAll(async () => {
  standIn = await startStandIn()
  provider = providerAt(standIn.baseUrl)
})
afterEach(() => expect(standIn.complaints).toEqual([]))
afterAll(() => standIn.close())

const today = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) }
const toAnyone = () => transferTo(ACCOUNTS.delivered)
const send = (request: TransferRequest) =>
  callProvider((signal) => provider.send(request, signal), { secret: request.beneficiary.accountNumber })
const lookUp = (key: string) => callProvider((signal) => provider.lookUp({ key, id: null }, signal))

const troubles: [string, Fault, string | RegExp][] = [
  [
    '429',
    answerFault(429, { code: 'too_many_requests', message: 'Rate Limit Exceeded.' }),
    'Airwallex answered 429',
  ],
  [
    '429 with Retry-After',
    answerFault(429, '', { 'retry-after': '7' }),
    'Airwallex answered 429, retry after 7 s',
  ],
  ['408', answerFault(408, { code: 'timeout', message: 'Too slow' }), 'Airwallex answered 408'],
  ['500', answerFault(500, { code: 'internal_error', message: 'Sorry' }), 'Airwallex answered 500'],
  ['502', answerFault(502, '<html></html>'), 'Airwallex answered 502'],
  ['redirect', answerFault(307, '', { location: '/elsewhere' }), 'Airwallex answered 307'],
  ['reset', { how: 'reset' }, /^the call failed: \w+$/],
  ['half a body', answerFault(200, '{"id":"0198'), /^Airwallex answered/],
  ['body of something else', answerFault(200, '[]'), /^Airwallex answered/],
  ['body without what counts', answerFault(200, { status: 'PAID' }), /^Airwallex answered/],
  ['body that nests too deeply', answerFault(200, '['.repeat(200_000)), /^Airwallex answered/],
  ['body without end', answerFault(200, ' '.repeat(5_000_000)), 'Airwallex answered with more than we read'],
]

describe('a network fault', () => {
  test.each(troubles)(
    'before a transfer is created (%s) is unknown, and so is its look-up',
    async (_name, fault, reason) => {
      const request = toAnyone()
      standIn.failNext(CREATE_TRANSFER, fault)
      expect(await send(request)).toEqual({ kind: 'unknown', reason: expect.stringMatching(reason) })
      expect(standIn.books.countTransfers(request.key)).toBe(0)
      expect((await lookUp(request.key)).kind).toBe('unknown')
    },
  )

  test.each(troubles)(
    'after a transfer was created (%s) is unknown, and a look-up finds it',
    async (_name, fault, reason) => {
      const request = toAnyone()
      standIn.failNext(CREATE_TRANSFER, { ...fault, processed: true })
      expect(await send(request)).toEqual({ kind: 'unknown', reason: expect.stringMatching(reason) })
      const transfer = acceptedValue(await lookUp(request.key))
      expect(transfer.status).toBe('delivered')
      expect(acceptedValue(await send(request))).toEqual(transfer)
      expect(standIn.books.countTransfers(request.key)).toBe(1)
    },
  )

  test.each(troubles)('during a look-up (%s) is unknown', async (_name, fault, reason) => {
    const request = toAnyone()
    acceptedValue(await send(request))
    standIn.failNext(LIST_TRANSFERS, fault)
    expect(await lookUp(request.key)).toEqual({ kind: 'unknown', reason: expect.stringMatching(reason) })
  })

  const missing = { code: 'resource_not_found', message: 'No such transfer' }
  test.each([
    ...troubles,
    ['404', answerFault(404, missing), 'Airwallex has no transfer of this id'] as const,
    ['404 of something between us', answerFault(404, '<html></html>'), 'Airwallex answered 404'] as const,
    ['401', answerFault(401, { code: 'unauthorized', message: 'No' }), 'Airwallex answered 401'] as const,
  ])(
    'during a look-up by id (%s) is unknown, and does not call the key unseen',
    async (_name, fault, reason) => {
      const { key, ...request } = toAnyone()
      const { id } = acceptedValue(await send({ ...request, key }))
      // Twice, because a 401 is tried again with a new token.
      for (let count = 0; count < 2; count += 1) standIn.failNext(GET_TRANSFER, fault)
      const outcome = await callProvider((signal) => provider.lookUp({ key, id }, signal))
      standIn.forgetFaults()
      expect(outcome).toEqual({ kind: 'unknown', reason: expect.stringMatching(reason) })
    },
  )

  test.each(troubles)('during a list (%s) is unknown', async (_name, fault, reason) => {
    standIn.failNext(LIST_TRANSFERS, fault)
    const outcome = await callProvider((signal) => provider.listTransfers(today, null, signal))
    expect(outcome).toEqual({ kind: 'unknown', reason: expect.stringMatching(reason) })
  })

  test.each(troubles)('during a check (%s) is unknown', async (_name, fault, reason) => {
    standIn.failNext(LIST_TRANSFERS, fault)
    const outcome = await callProvider((signal) => provider.check(signal))
    expect(outcome).toEqual({ kind: 'unknown', reason: expect.stringMatching(reason) })
  })

  test('that leaves a check unanswered is unknown after its timeout', async () => {
    standIn.failNext(LIST_TRANSFERS, { how: 'silence' })
    expect((await callProvider((signal) => provider.check(signal), { timeoutMs: 300 })).kind).toBe('unknown')
  })

  test.each([LOGIN, CREATE_BENEFICIARY])('at %s is unknown, and nothing is paid', async (path) => {
    for (const [, fault] of troubles) {
      const request = toAnyone()
      standIn.revokeTokens()
      standIn.failNext(path, fault)
      expect((await send(request)).kind).toBe('unknown')
      expect(standIn.books.countTransfers(request.key)).toBe(0)
    }
    acceptedValue(await send(toAnyone()))
  })

  test.each([LOGIN, CREATE_BENEFICIARY, CREATE_TRANSFER])(
    'a silence at %s ends with the signal',
    async (path) => {
      const silent = providerAt(standIn.baseUrl)
      const request = toAnyone()
      standIn.failNext(path, { how: 'silence' })
      const before = standIn.requests.length
      const arrived = async () => {
        await expect.poll(() => standIn.requests.slice(before)).toContain(`POST ${path}`)
      }
      const outcome = await callUntil((signal) => silent.send(request, signal), arrived)
      expect(outcome).toEqual({ kind: 'unknown', reason: 'Airwallex did not answer in time' })
      expect(standIn.books.countTransfers(request.key)).toBe(0)
    },
  )

  test('in our own store is unknown, and nothing is sent', async () => {
    const broken = { ...memoryStore(), find: () => Promise.reject(new Error('the account is 123456789012')) }
    const request = toAnyone()
    const before = standIn.requests.length
    const outcome = await callProvider((signal) =>
      providerAt(standIn.baseUrl, { beneficiaries: broken }).send(request, signal),
    )
    expect(outcome).toEqual({ kind: 'unknown', reason: 'the call failed: Error' })
    expect(standIn.requests).toHaveLength(before)
  })
})
