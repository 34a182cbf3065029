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
import { HOUR_MS } from '@/lib/time/units'
import type { PayoutProvider } from '../payout-provider'

let standIn: StandIn
let provider: PayoutProvider
beforeAll(async () => {
  standIn = await startStandIn()
  provider = providerAt(standIn.baseUrl)
})
afterEach(() => expect(standIn.complaints).toEqual([]))
afterAll(() => standIn.close())

const around = () => ({ from: new Date(Date.now() - HOUR_MS), until: new Date(Date.now() + HOUR_MS) })
const list = (from = provider) =>
  callProvider((signal) => from.listTransfers(around(), null, signal), { secret: ACCOUNTS.delivered })

async function transfer() {
  const request = transferTo(ACCOUNTS.delivered)
  acceptedValue(await callProvider((signal) => provider.send(request, signal)))
  return standIn.books.show(request.key)
}

describe('a list from Airwallex', () => {
  test('has Airwallex’s own statuses, and never an account number', async () => {
    const { id } = await transfer()
    const { items } = acceptedValue(await list())
    expect(items.find(({ reference }) => reference === id)).toMatchObject({
      providerStatus: 'PAID',
      status: 'delivered',
    })
  })

  test('is unknown if any item is unreadable: skipping it would look like a missing transfer', async () => {
    const transferRow = await transfer()
    for (const wrong of [
      { created_at: 'yesterday' },
      { created_at: undefined },
      { id: '' },
      { status: {} },
    ]) {
      standIn.failNext(LIST_TRANSFERS, answerFault(200, { items: [{ ...transferRow, ...wrong }] }))
      expect(await list()).toEqual({
        kind: 'unknown',
        reason: 'Airwallex lists something that is not a transfer',
      })
    }
  })

  test('leaves out transfers outside the range if the filter is ignored', async () => {
    const old = { ...(await transfer()), created_at: '2020-01-31T09:30:00+0000' }
    standIn.failNext(LIST_TRANSFERS, answerFault(200, { items: [old] }))
    expect(acceptedValue(await list())).toEqual({ items: [], nextCursor: null })
  })

  test('has no amount for currencies other than USD, since we count in cents', async () => {
    const yen = { ...(await transfer()), transfer_currency: 'JPY', transfer_amount: 1000 }
    standIn.failNext(LIST_TRANSFERS, answerFault(200, { items: [yen] }))
    expect(acceptedValue(await list()).items).toMatchObject([{ currency: 'JPY', amountMinor: null }])
  })

  test('is read page by page, by the bookmark of each answer', async () => {
    const from = new Date()
    const requests = Array.from({ length: 101 }, () => transferTo(ACCOUNTS.delivered))
    for (const request of requests)
      acceptedValue(await callProvider((signal) => provider.send(request, signal)))
    const range = { from: new Date(Math.floor(from.getTime() / 1000) * 1000), until: around().until }
    const page = async (cursor: string | null) =>
      acceptedValue(await callProvider((signal) => provider.listTransfers(range, cursor, signal)))
    const first = await page(null)
    expect(first.items).toHaveLength(100)
    const second = await page(first.nextCursor)
    expect(second.nextCursor).toBeNull()
    const keys = new Set([...first.items, ...second.items].map(({ key }) => key))
    for (const { key } of requests) expect(keys).toContain(key)
  })

  test('is unknown if a page leads to itself: it would be read for ever', async () => {
    standIn.failNext(LIST_TRANSFERS, answerFault(200, { items: [], page_after: 'again' }))
    const outcome = await callProvider((signal) => provider.listTransfers(around(), 'again', signal))
    expect(outcome).toEqual({ kind: 'unknown', reason: 'Airwallex repeats a page' })
  })

  test('is refused to a wrong API key, with our own message', async () => {
    expect(await list(providerAt(standIn.baseUrl, { apiKey: 'wrong' }))).toMatchObject({
      kind: 'rejected',
      code: 'unauthorized',
    })
  })
})
