import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import {
  airwallexFaults,
  answerFault,
  CREATE_BENEFICIARY,
  CREATE_TRANSFER,
  LIST_TRANSFERS,
  providerAt,
  type StandIn,
  startStandIn,
} from '@/lib/providers/testing/airwallex-stand-in'
import { acceptedValue, callProvider } from '@/lib/providers/testing/contract'
import { payoutProviderContract, transferTo } from '@/lib/providers/testing/payout-provider-contract'
import type { PayoutProvider, TransferRequest } from '../payout-provider'

payoutProviderContract('Airwallex', async () => {
  const standIn = await startStandIn()
  return {
    provider: providerAt(standIn.baseUrl),
    unreachable: providerAt('http://127.0.0.1:1'),
    wrongKey: providerAt(standIn.baseUrl, { apiKey: 'another key' }),
    balance: () => ({ availableMinor: standIn.books.balanceMinor(), pendingMinor: 0n }),
    feeMinor: () => standIn.books.feeMinor,
    accounts: ACCOUNTS,
    faults: airwallexFaults(standIn),
    unusedKey: 'unknown',
    countTransfers: async (key) => standIn.books.countTransfers(key),
    close: async () => {
      expect(standIn.complaints).toEqual([])
      await standIn.close()
    },
  }
})

let standIn: StandIn
let provider: PayoutProvider
beforeAll(async () => {
  standIn = await startStandIn()
  provider = providerAt(`${standIn.baseUrl}/`)
})
afterEach(() => expect(standIn.complaints).toEqual([]))
afterAll(() => standIn.close())

const toAnyone = (changes: Partial<TransferRequest> = {}) => transferTo(ACCOUNTS.delivered, changes)
const send = (request: TransferRequest) =>
  callProvider((signal) => provider.send(request, signal), {
    secret: request.beneficiary.accountNumber,
  })
const lookUp = (key: string) => callProvider((signal) => provider.lookUp({ key, id: null }, signal))
describe('a transfer to Airwallex', () => {
  test('names beneficiary, amount and reason, under our key', async () => {
    const request = toAnyone({ key: '0198c3a1-7f7e-7b7a-8c33-5d3e9f1b2a4c' })
    acceptedValue(await send(request))
    const transfer = standIn.books.transferOf(request.key)
    expect(transfer?.accountNumber).toBe(ACCOUNTS.delivered)
    expect(transfer?.body).toMatchObject({
      request_id: request.key,
      beneficiary_id: standIn.books.beneficiaries.at(-1)?.id,
      source_currency: 'USD',
      transfer_currency: 'USD',
      transfer_method: 'LOCAL',
      reason: 'professional_business_services',
      reference: 'Payout 5D3E9F1B2A4C',
    })
  })

  test.each([
    [1n, '0.01'],
    [10n, '0.10'],
    [2500n, '25.00'],
    [123456789n, '1234567.89'],
    // Beyond the precision of a float.
    [900719925474099301n, '9007199254740993.01'],
  ])('of %s cents is written as %s', async (amountMinor, written) => {
    const request = toAnyone({ amountMinor })
    acceptedValue(await send(request))
    expect(standIn.books.transferOf(request.key)?.rawBody).toContain(`"transfer_amount":${written},`)
  })

  test.each([
    ['currency_not_supported', { currency: 'EUR' }],
    ['invalid_amount', { amountMinor: 0n }],
    ['invalid_amount', { amountMinor: -1n }],
  ])('is refused as %s before anything is sent', async (code, changes) => {
    const before = standIn.requests.length
    expect(await send(toAnyone(changes))).toMatchObject({ kind: 'rejected', code })
    expect(standIn.requests).toHaveLength(before)
  })
})

describe('a refusal by Airwallex', () => {
  test('is passed on with its code and message, without the account number in any form', async () => {
    const outcome = await send(transferTo(ACCOUNTS.refused))
    expect(outcome).toEqual({
      kind: 'rejected',
      code: 'validation_failed',
      detail: "The account … (…) can't be paid (transfer, beneficiary.bank_details.account_number)",
      httpStatus: 400,
    })
  })

  test('of the beneficiary rejects the transfer, which is never requested', async () => {
    const refused = {
      code: 'validation_failed',
      source: 'beneficiary.address.postcode',
      message: 'Is too short',
    }
    standIn.failNext(CREATE_BENEFICIARY, answerFault(400, refused))
    const request = toAnyone()
    expect(await send(request)).toEqual({
      kind: 'rejected',
      code: 'validation_failed',
      detail: 'Is too short (beneficiary.address.postcode)',
      httpStatus: 400,
    })
    expect(standIn.books.countTransfers(request.key)).toBe(0)
  })

  test.each([
    ['with a code that is no word', { code: 'Not a code!', message: 'No' }, 'http_422', 'No'],
    ['without words', { code: 'declined' }, 'declined', 'The transfer was refused'],
    [
      'with its code in its words',
      { code: 'declined', message: 'declined by us' },
      'declined',
      'Airwallex says: declined by us',
    ],
  ])('%s has a code and a message', async (_name, body, code, detail) => {
    standIn.failNext(CREATE_TRANSFER, answerFault(422, body))
    expect(await send(toAnyone())).toMatchObject({ kind: 'rejected', code, detail })
  })

  test('for a key that already has a transfer yields that transfer', async () => {
    const request = toAnyone()
    const first = acceptedValue(await send(request))
    standIn.failNext(CREATE_TRANSFER, answerFault(400, { code: 'insufficient_fund', message: 'Too little' }))
    expect(acceptedValue(await send(request))).toEqual(first)
  })

  test('is unknown while it is unclear whether the key has a transfer', async () => {
    standIn.failNext(CREATE_TRANSFER, answerFault(400, { code: 'insufficient_fund', message: 'Too little' }))
    standIn.failNext(LIST_TRANSFERS, answerFault(503))
    expect(await send(toAnyone())).toEqual({ kind: 'unknown', reason: 'Airwallex answered 503' })
  })

  test('by something between us and Airwallex is unknown', async () => {
    standIn.failNext(CREATE_TRANSFER, answerFault(403, '<html>Blocked</html>'))
    expect(await send(toAnyone())).toEqual({ kind: 'unknown', reason: 'Airwallex answered 403' })
  })
})

describe('a refusal is off the rail, so that the next one is tried,', () => {
  const clearing = 'beneficiary.bank_details.local_clearing_system'
  const account = 'beneficiary.bank_details.account_number'
  const errors = (...sources: unknown[]) => ({ details: { errors: sources.map((source) => ({ source })) } })
  const nothing: object = {}
  const refusals: [string, object, boolean][] = [
    ['the clearing system', errors(clearing), true],
    ['the routing number', errors('beneficiary.bank_details.account_routing_value1'), true],
    ['the kind of routing number', errors('beneficiary.bank_details.account_routing_type1'), true],
    ['the transfer method', errors('transfer_method'), true],
    ['the transfer methods', errors('transfer_methods'), true],
    ['two fields of the rail', errors(clearing, 'transfer_method'), true],
    ['the request, and a field of the rail in its errors', { source: 'transfer', ...errors(clearing) }, true],
    ['a field of the rail, without errors', { source: clearing }, true],
    ['a field of the rail, above an empty list of errors', { source: clearing, ...errors() }, true],
    ['a field of the rail and one of the account', errors(clearing, account), false],
    ['a field of the account, above errors of the rail', { source: account, ...errors(clearing) }, false],
    ['a field of the rail, above an error of the account', { source: clearing, ...errors(account) }, false],
    ['a field of the rail, and in another error no field', errors(clearing, undefined), false],
    ['an unnamed field', errors(''), false],
    ['a field that is no text', errors(7), false],
    ['the request alone', { source: 'transfer' }, false],
    ['the account alone', { source: account }, false],
    ['a second routing number, which is none of ours', errors('account_routing_value2'), false],
    ['a field whose name only ends so', errors('sender_transfer_method'), false],
    ['a part of a field of the rail', errors(`${clearing}.code`), false],
    ['nothing', nothing, false],
  ]
  const bodyOf = (names: object) => ({ code: 'validation_failed', message: 'No', ...names })

  test.each(refusals)('if it names %s (%o): %s', async (_name, names, isOffRail) => {
    standIn.failNext(CREATE_TRANSFER, answerFault(400, bodyOf(names)))
    const request = toAnyone()
    const outcome = await send(request)
    expect(outcome).toMatchObject({ kind: 'rejected', code: 'validation_failed' })
    expect('isOffRail' in outcome).toBe(isOffRail)
    expect(standIn.books.countTransfers(request.key)).toBe(0)
  })

  test.each(refusals)(
    'also one of the beneficiary, if it names %s (%o): %s',
    async (_name, names, isOffRail) => {
      standIn.failNext(CREATE_BENEFICIARY, answerFault(400, bodyOf(names)))
      const request = toAnyone()
      const outcome = await send(request)
      expect(outcome).toMatchObject({ kind: 'rejected', code: 'validation_failed' })
      expect('isOffRail' in outcome).toBe(isOffRail)
      expect(standIn.books.countTransfers(request.key)).toBe(0)
    },
  )

  test.each([401, 403])('never with a %s, which is about our credentials', async (status) => {
    standIn.failNext(CREATE_TRANSFER, answerFault(status, bodyOf(errors(clearing))))
    standIn.failNext(CREATE_TRANSFER, answerFault(status, bodyOf(errors(clearing))))
    const outcome = await send(toAnyone())
    expect(outcome).toMatchObject({ kind: 'rejected', httpStatus: status })
    expect(outcome).not.toHaveProperty('isOffRail')
    standIn.forgetFaults()
  })

  test('never if the key has a transfer after all', async () => {
    const request = toAnyone()
    const first = acceptedValue(await send(request))
    standIn.failNext(CREATE_TRANSFER, answerFault(400, bodyOf(errors(clearing))))
    expect(acceptedValue(await send(request))).toEqual(first)
  })

  test('never by something between us and Airwallex', async () => {
    const { code: _, ...withoutCode } = bodyOf(errors(clearing))
    standIn.failNext(CREATE_TRANSFER, answerFault(400, withoutCode))
    expect(await send(toAnyone())).toEqual({ kind: 'unknown', reason: 'Airwallex answered 400' })
  })
})

describe('a key that Airwallex has seen', () => {
  test.each([
    ['409', answerFault(409, { code: 'conflict', message: 'In progress' })],
    ['duplicate_request_id', answerFault(400, { code: 'duplicate_request_id', message: 'Used' })],
    ['request_id_duplicate', answerFault(400, { code: 'request_id_duplicate', message: 'Used' })],
  ])('is looked up after a %s', async (_name, fault) => {
    const request = toAnyone()
    standIn.failNext(CREATE_TRANSFER, { ...fault, processed: true })
    expect(acceptedValue(await send(request)).status).toBe('delivered')
  })

  test('is unknown until its transfer is listed', async () => {
    standIn.failNext(CREATE_TRANSFER, answerFault(409, { code: 'conflict', message: 'In progress' }))
    const request = toAnyone()
    expect((await send(request)).kind).toBe('unknown')
    expect((await lookUp(request.key)).kind).toBe('unknown')
    acceptedValue(await send(request))
  })

  test('is unknown, not refused, for another amount', async () => {
    const request = toAnyone()
    acceptedValue(await send(request))
    expect(await send({ ...request, amountMinor: 2501n })).toEqual({
      kind: 'unknown',
      reason: 'the key belongs to a transfer with other details',
    })
  })

  test('is never matched to another key’s transfer', async () => {
    const other = toAnyone()
    acceptedValue(await send(other))
    const body = { items: [standIn.books.show(other.key)] }
    standIn.failNext(LIST_TRANSFERS, answerFault(200, body))
    expect((await lookUp(randomUUID())).kind).toBe('unknown')
    standIn.failNext(CREATE_TRANSFER, answerFault(201, standIn.books.show(other.key)))
    expect((await send(toAnyone())).kind).toBe('unknown')
  })
})
