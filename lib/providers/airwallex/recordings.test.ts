import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import {
  RECORDED_DUPLICATE,
  RECORDED_TRANSACTIONS,
  RECORDED_TRANSFERS,
} from '@/lib/providers/testing/airwallex-recordings'
import {
  answerFault,
  CREATE_TRANSFER,
  FINANCIAL_TRANSACTIONS,
  LIST_TRANSFERS,
  providerAt,
  type StandIn,
  startStandIn,
} from '@/lib/providers/testing/airwallex-stand-in'
import { acceptedValue, callProvider } from '@/lib/providers/testing/contract'
import { transferTo } from '@/lib/providers/testing/payout-provider-contract'
import type { PayoutProvider } from '../payout-provider'

let standIn: StandIn
let provider: PayoutProvider
beforeAll(async () => {
  standIn = await startStandIn()
  provider = providerAt(standIn.baseUrl)
})
afterEach(() => expect(standIn.complaints).toEqual([]))
afterAll(() => standIn.close())

const NO_FEE = { kind: 'accepted', value: null } as const

const lookUp = (key: string) => callProvider((signal) => provider.lookUp({ key, id: null }, signal))

describe('what Airwallex’s sandbox has answered', () => {
  test.each([
    ['delivered', ['processing', 'processing', 'delivered'], null],
    ['failed', ['processing', 'processing', 'failed'], '90701'],
    ['returned', ['processing', 'processing', 'delivered', 'returned'], '90802'],
  ] as const)('of a transfer that was %s is read so, step by step', async (name, statuses, code) => {
    const read = []
    for (const transfer of RECORDED_TRANSFERS[name]) {
      standIn.failNext(LIST_TRANSFERS, answerFault(200, { items: [transfer] }))
      read.push(acceptedValue(await lookUp(transfer.request_id)))
    }
    expect(read.map(({ status }) => status)).toEqual(statuses)
    expect(read.at(-1)).toMatchObject({ amountMinor: 1000n, currency: 'USD' })
    expect(read.at(-1)?.failure?.code ?? null).toBe(code)
  })

  test('of what a transfer took from the balance is read as its fee, which stays when the transfer comes back', async () => {
    standIn.failNext(FINANCIAL_TRANSACTIONS, answerFault(200, { items: RECORDED_TRANSACTIONS }))
    const id = RECORDED_TRANSACTIONS[0]?.source_id ?? ''
    const fee = await callProvider(async (signal) => provider.readFee?.(id, signal) ?? NO_FEE)
    expect(acceptedValue(fee)).toEqual({ amountMinor: 300n, currency: 'USD' })
  })

  test('to a key that was used before leads to a look-up', async () => {
    const request = transferTo(ACCOUNTS.delivered)
    const sent = acceptedValue(await callProvider((signal) => provider.send(request, signal)))
    standIn.failNext(CREATE_TRANSFER, answerFault(400, RECORDED_DUPLICATE))
    expect(acceptedValue(await callProvider((signal) => provider.send(request, signal)))).toEqual(sent)
  })
})

/** Words differ from transfer to transfer; fields, numbers and nesting don't. */
const formOf = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === 'string' ? 'text' : each))

describe('the stand-in answers as the sandbox did', () => {
  test('with every field of a transfer, in the same form', async () => {
    const request = transferTo(ACCOUNTS.delivered, { amountMinor: 1000n })
    acceptedValue(await callProvider((signal) => provider.send(request, signal)))
    standIn.books.setStatus(request.key, 'CANCELLED', { code: '90802', message: 'Beneficiary bank returned' })
    const [recorded] = RECORDED_TRANSFERS.returned.slice(-1)
    expect(formOf(standIn.books.show(request.key))).toMatchObject(formOf(recorded))
    for (const name of ['created_at', 'updated_at']) {
      expect(standIn.books.show(request.key)[name]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
    }
  })

  test('with the financial transactions of a transfer that came back', async () => {
    const request = transferTo(ACCOUNTS.delivered, { amountMinor: 1000n })
    const { id } = acceptedValue(await callProvider((signal) => provider.send(request, signal)))
    standIn.books.setStatus(request.key, 'CANCELLED', { code: '90802', message: 'Beneficiary bank returned' })
    const { body } = standIn.books.listFinancialTransactions(new URLSearchParams({ source_id: id }))
    const { items } = JSON.parse(body)
    expect(formOf(items)).toEqual(formOf(RECORDED_TRANSACTIONS))
    const types = RECORDED_TRANSACTIONS.map(({ transaction_type: type }) => type)
    expect(items.map((item: { transaction_type: string }) => item.transaction_type)).toEqual(types)
  })

  test('with the refusal of a key that was used before', async () => {
    const request = transferTo(ACCOUNTS.delivered)
    acceptedValue(await callProvider((signal) => provider.send(request, signal)))
    const { rawBody = '' } = standIn.books.transferOf(request.key) ?? {}
    const again = standIn.books.createTransfer(rawBody, () => {})
    if (again === 'silence') throw new Error('the stand-in said nothing')
    const { id } = standIn.books.show(request.key)
    expect(again.status).toBe(400)
    const own = (text: string) =>
      text
        .replaceAll(RECORDED_DUPLICATE.details.request_id, request.key)
        .replaceAll(RECORDED_DUPLICATE.details.id, String(id))
    expect(JSON.parse(again.body)).toMatchObject(JSON.parse(own(JSON.stringify(RECORDED_DUPLICATE))))
  })
})
