import { expect, it } from 'vitest'
import { accepted, callProvider } from './contract'
import { listAll, type TimeRange } from './listing'
import type { Outcome } from './outcome'
import type { PaymentProvider, Refund, RefundRequest } from './payment-provider'

type PaymentListCalls = {
  setup: { provider: PaymentProvider }
  refund(request: RefundRequest): Promise<Outcome<Refund>>
  openSession(): Promise<unknown>
  /** A request to give back all of a new payment. */
  paidSession(): Promise<RefundRequest>
}

/** More than a page of any provider holds. */
const MANY_PAYMENTS = 130

/** Far enough around now that a provider which dates in whole seconds has all of it. */
const aroundNow = (): TimeRange => ({
  from: new Date(Date.now() - 3_600_000),
  until: new Date(Date.now() + 3_600_000),
})

/** What the reconciliation report relies on; a part of the payment provider contract. */
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

  it('has each payment and each refund once, over all of its pages', async () => {
    const { refund, paidSession } = under()
    const made: RefundRequest[] = []
    for (let count = 0; count < MANY_PAYMENTS; count += 1) made.push(await paidSession())
    for (const request of made) accepted(await refund(request))
    const [paid, refunded] = [await payments(), await refunds()]
    expect(new Set(paid.map(({ reference }) => reference)).size).toBe(paid.length)
    expect(new Set(refunded.map(({ reference }) => reference)).size).toBe(refunded.length)
    for (const { key, paymentReference } of made) {
      const common = { amountMinor: 2500n, currency: 'USD' }
      expect(paid.filter(({ reference }) => reference === paymentReference)).toMatchObject([
        { ...common, state: 'paid', key: expect.stringMatching(/./) },
      ])
      expect(refunded.filter((item) => item.key === key)).toMatchObject([
        { ...common, state: 'refunded', paymentReference },
      ])
    }
  }, 120_000)

  it('has no session that nobody paid, and nothing of another time', async () => {
    const { openSession, paidSession, refund } = under()
    await openSession()
    const before = (await payments()).length
    const request = await paidSession()
    accepted(await refund(request))
    expect(await payments()).toHaveLength(before + 1)
    const past = { from: new Date(Date.now() - 7_200_000), until: new Date(Date.now() - 3_600_000) }
    expect([await payments(past), await refunds(past)]).toEqual([[], []])
  })
}
