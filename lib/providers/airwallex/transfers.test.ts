import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import {
  answerFault,
  LIST_TRANSFERS,
  providerAt,
  type StandIn,
  startStandIn,
} from '@/lib/providers/testing/airwallex-stand-in'
import { acceptedValue, callProvider } from '@/lib/providers/testing/contract'
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

const toAnyone = () => transferTo(ACCOUNTS.delivered)
const send = (request: TransferRequest) =>
  callProvider((signal) => provider.send(request, signal), { secret: request.beneficiary.accountNumber })
const lookUp = (key: string) => callProvider((signal) => provider.lookUp({ key, id: null }, signal))

describe('an Airwallex status', () => {
  test.each([
    ['IN_APPROVAL', 'processing'],
    ['APPROVAL_RECALLED', 'processing'],
    ['APPROVAL_REJECTED', 'processing'],
    ['APPROVAL_BLOCKED', 'processing'],
    ['SCHEDULED', 'processing'],
    ['OVERDUE', 'processing'],
    ['PROCESSING', 'processing'],
    ['SENT', 'processing'],
    ['CANCELLATION_REQUESTED', 'processing'],
    ['A_NEW_ONE', 'processing'],
    ['PAID', 'delivered'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'failed'],
  ])('%s maps to %s', async (providerStatus, status) => {
    const request = toAnyone()
    acceptedValue(await send(request))
    standIn.books.setStatus(request.key, providerStatus)
    const transfer = acceptedValue(await lookUp(request.key))
    expect(transfer).toMatchObject({ providerStatus, status })
    expect(transfer.failure?.code ?? null).toBe(status === 'failed' ? providerStatus.toLowerCase() : null)
  })

  test.each([
    ['FAILED', '90701', 'Account closed', 'failed'],
    ['CANCELLED', '90101', 'Invalid account name/number', 'failed'],
    ['FAILED', '90802', 'Beneficiary bank returned', 'returned'],
    ['CANCELLED', '90801', 'Beneficiary requested', 'returned'],
  ])('%s with the failure %s (%s) maps to %s', async (providerStatus, code, message, status) => {
    const request = toAnyone()
    acceptedValue(await send(request))
    standIn.books.setStatus(request.key, providerStatus, { code, message })
    expect(acceptedValue(await lookUp(request.key))).toMatchObject({
      providerStatus,
      status,
      failure: { code, detail: message },
    })
  })

  test.each([
    ['90802: Beneficiary bank returned', 'returned', '90802', 'Beneficiary bank returned'],
    ['Beneficiary bank returned (90802)', 'returned', '90802', 'Beneficiary bank returned'],
    ['90701 Account closed', 'failed', '90701', 'Account closed'],
    ['Something else', 'failed', 'failed', 'Something else'],
  ])(
    'with the failure reason %s, as older versions write it, maps to %s',
    async (text, status, code, detail) => {
      const request = toAnyone()
      acceptedValue(await send(request))
      standIn.books.setStatus(request.key, 'FAILED')
      standIn.failNext(
        LIST_TRANSFERS,
        answerFault(200, { items: [{ ...standIn.books.show(request.key), failure_reason: text }] }),
      )
      expect(acceptedValue(await lookUp(request.key))).toMatchObject({ status, failure: { code, detail } })
    },
  )

  const failure = (code: unknown) => ({ failure: { code, message: 'No' } })
  test.each([
    ['90201', 'FAILED', failure('90201'), true],
    ['90201', 'CANCELLED', failure('90201'), true],
    ['90201 as a number', 'FAILED', failure(90201), true],
    ['90202', 'FAILED', failure('90202'), false],
    ['90701', 'FAILED', failure('90701'), false],
    ['90802', 'CANCELLED', failure('90802'), false],
    ['a code that begins so', 'FAILED', failure('902011'), false],
    ['no code', 'FAILED', failure(undefined), false],
    ['a postcode in the words of an older version', 'FAILED', { failure_reason: 'No bank in 90201' }, false],
    ['the code in the words of an older version', 'FAILED', { failure_reason: '90201: Invalid' }, false],
    ['90201', 'PAID', failure('90201'), false],
    ['90201', 'SENT', failure('90201'), false],
  ])(
    'with the failure %s and the status %s (%o) was off the rail: %s',
    async (_code, status, fields, isOffRail) => {
      const request = toAnyone()
      acceptedValue(await send(request))
      standIn.books.setStatus(request.key, status)
      const items = [{ ...standIn.books.show(request.key), ...fields }]
      standIn.failNext(LIST_TRANSFERS, answerFault(200, { items }))
      const transfer = acceptedValue(await lookUp(request.key))
      expect(transfer.failure?.isOffRail ?? false).toBe(isOffRail)
    },
  )

  test('never carries an account number', async () => {
    const request = toAnyone()
    acceptedValue(await send(request))
    const message = `No account ${ACCOUNTS.delivered} here`
    standIn.books.setStatus(request.key, 'FAILED', { code: ACCOUNTS.delivered, message })
    expect(acceptedValue(await lookUp(request.key)).failure).toEqual({
      code: 'failed',
      detail: 'No account … here',
    })
  })
})
