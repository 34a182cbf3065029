import { expect, test } from 'vitest'
import type { PaymentProvider, Refund, RefundRequest } from '@/lib/providers/payment-provider'
import type { PayoutProvider, Transfer, TransferRequest } from '@/lib/providers/payout-provider'
import { listAll, type TimeRange } from '@/lib/providers/shared/listing'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { acceptedValue, callProvider } from './contract'

type PaymentListCalls = {
  setup: { provider: PaymentProvider }
  refund(request: RefundRequest): Promise<Outcome<Refund>>
  openSession(): Promise<unknown>
  /** A request to refund all of a new payment. */
  paidSession(): Promise<RefundRequest>
}

/** More than any provider's page holds. */
const MANY_PAYMENTS = 130

/** Wide enough for a provider whose times are in whole seconds. */
const aroundNow = (): TimeRange => ({
  from: new Date(Date.now() - 3_600_000),
  until: new Date(Date.now() + 3_600_000),
})

/** The guarantees that reconciliation relies on; part of the payment provider contract. */
export function listsItsPayments(under: () => PaymentListCalls): void {
  const newSignal = () => AbortSignal.timeout(15_000)
  const payments = (range = aroundNow()) => {
    const { provider } = under().setup
    const readPage = (cursor: string | null) =>
      callProvider((signal) => provider.listPayments(range, cursor, signal))
    return listAll(readPage, newSignal)
  }
  const refunds = (range = aroundNow()) => {
    const { provider } = under().setup
    const readPage = (cursor: string | null) =>
      callProvider((signal) => provider.listRefunds(range, cursor, signal))
    return listAll(readPage, newSignal)
  }

  test('has each payment and each refund once, across all pages', async () => {
    const { refund, paidSession } = under()
    const requests: RefundRequest[] = []
    for (let count = 0; count < MANY_PAYMENTS; count += 1) requests.push(await paidSession())
    for (const request of requests) acceptedValue(await refund(request))
    const [paid, refundItems] = [await payments(), await refunds()]
    expect(new Set(paid.map(({ reference }) => reference)).size).toBe(paid.length)
    expect(new Set(refundItems.map(({ reference }) => reference)).size).toBe(refundItems.length)
    for (const { key, paymentReference } of requests) {
      const common = { amountMinor: 2500n, currency: 'USD' }
      expect(paid.filter(({ reference }) => reference === paymentReference)).toMatchObject([
        { ...common, status: 'paid', key: expect.stringMatching(/./) },
      ])
      expect(refundItems.filter((item) => item.key === key)).toMatchObject([
        { ...common, status: 'refunded', paymentReference },
      ])
    }
  }, 120_000)

  test('has no unpaid session, and nothing outside the range', async () => {
    const { openSession, paidSession, refund } = under()
    await openSession()
    const before = (await payments()).length
    const request = await paidSession()
    acceptedValue(await refund(request))
    expect(await payments()).toHaveLength(before + 1)
    const past = { from: new Date(Date.now() - 7_200_000), until: new Date(Date.now() - 3_600_000) }
    expect([await payments(past), await refunds(past)]).toEqual([[], []])
  })
}

type TransferCalls = {
  setup: {
    provider: PayoutProvider
    unreachable: PayoutProvider
    accounts: { delivered: string; refused: string; slow: string }
  }
  send(request: TransferRequest): Promise<Outcome<Transfer>>
  /** A request under a new key. */
  transferTo(accountNumber: string, changes?: Partial<TransferRequest>): TransferRequest
}

/** More than any provider's page holds. */
const MANY_TRANSFERS = 130

/** Wide enough for a provider whose times are in whole seconds. */

/** The guarantees that reconciliation relies on; part of the payout provider contract. */
export function listsItsTransfers(under: () => TransferCalls): void {
  const list = async (range = aroundNow()) => {
    const { provider } = under().setup
    const readPage = (cursor: string | null) =>
      callProvider((signal) => provider.listTransfers(range, cursor, signal))
    return listAll(readPage, () => AbortSignal.timeout(15_000))
  }

  test('has each transfer once, with key, amount and status, across all pages', async () => {
    const { setup, send, transferTo } = under()
    const requests = Array.from({ length: MANY_TRANSFERS }, (_, index) =>
      transferTo(setup.accounts.delivered, { amountMinor: BigInt(index + 100) }),
    )
    for (let begin = 0; begin < requests.length; begin += 10) {
      await Promise.all(requests.slice(begin, begin + 10).map(send))
    }
    const items = await list()
    expect(new Set(items.map(({ reference }) => reference)).size).toBe(items.length)
    for (const { key, amountMinor } of requests) {
      const matches = items.filter((item) => item.key === key)
      expect(matches).toMatchObject([{ amountMinor, currency: 'USD', status: 'delivered' }])
      expect(Math.abs(Date.now() - (matches[0]?.createdAt.getTime() ?? 0))).toBeLessThan(600_000)
    }
  }, 120_000)

  test('has no refused transfer, and none outside the range', async () => {
    const { setup, send, transferTo } = under()
    const [refused, request] = [transferTo(setup.accounts.refused), transferTo(setup.accounts.delivered)]
    await send(refused)
    const { id } = acceptedValue(await send(request))
    const items = await list()
    expect(items.some(({ key }) => key === refused.key)).toBe(false)
    const createdAt = items.find(({ reference }) => reference === id)?.createdAt ?? new Date(0)
    const just = { from: createdAt, until: new Date(createdAt.getTime() + 1) }
    expect((await list(just)).some(({ key }) => key === request.key)).toBe(true)
    const before = { from: new Date(createdAt.getTime() - 3_600_000), until: createdAt }
    expect((await list(before)).some(({ key }) => key === request.key)).toBe(false)
  })

  test('advances no transfer and voids no key', async () => {
    const { setup, send, transferTo } = under()
    const slow = transferTo(setup.accounts.slow)
    await send(slow)
    const later = transferTo(setup.accounts.delivered)
    for (let count = 0; count < 5; count += 1) {
      const items = await list()
      expect(items.find(({ key }) => key === slow.key)?.status).toBe('processing')
      expect(items.some(({ key }) => key === later.key)).toBe(false)
    }
    expect(acceptedValue(await send(later)).status).toBe('delivered')
  })

  test('is unknown if the provider is unreachable, or the signal had already aborted', async () => {
    const { provider, unreachable } = under().setup
    const list = (at: PayoutProvider, signal: AbortSignal) => at.listTransfers(aroundNow(), null, signal)
    const outcomes = [
      await callProvider((signal) => list(unreachable, signal), { timeoutMs: 3000 }),
      await callProvider(() => list(provider, AbortSignal.abort())),
    ]
    expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown', 'unknown'])
  })
}
