import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import type { Fault } from '@/lib/providers/testing/stripe-stand-in'
import { anotherSession, latestSession, workOnPayment, workOnPayments } from './hosted-checkout.fixture'
import { booksOf, LONG_TIMEOUT_MS, PAID_ONCE } from './payable-invoice.fixture'
import { recordTestPayment } from './settle-payment'
import { comeBack, invoice, moveClock, provider, standIn, time } from './stripe-checkout.fixture'

const DAY_MS = 86_400_000
/** Long enough for a request to arrive, even on a busy machine. */
const SHORT_TIMEOUT_MS = 2000

beforeEach(() => {
  standIn.books.refunds.length = 0
  standIn.books.nextRefundStatus = 'succeeded'
})
afterEach(async () => {
  // Whatever happens to the second payment, the first one was credited exactly once.
  expect(await booksOf(invoice)).toMatchObject(PAID_ONCE)
})

const work = (timeoutMs = LONG_TIMEOUT_MS) => workOnPayments(invoice, provider, timeoutMs)
const statuses = async () => (await booksOf(invoice)).payments.toSorted()
/** The number of refunds of the second payment, and the amount the provider has refunded. */
async function refunded(): Promise<{ refunds: number; amount: number }> {
  const { providerReference } = await secondPayment()
  const refunds = standIn.books.refunds.filter(({ paymentId }) => paymentId === providerReference)
  return { refunds: refunds.length, amount: standIn.books.refundTotal(providerReference ?? '') }
}
const secondPayment = () =>
  database().payment.findFirstOrThrow({
    where: { invoiceId: invoice.invoiceId, status: { in: ['REFUNDING', 'REFUNDED'] } },
  })
/** Moves the clock to the refund's next try. */
async function untilDue(): Promise<void> {
  const { nextAttemptAt } = await secondPayment()
  if (!nextAttemptAt) throw new Error('the refund is never tried again')
  moveClock(nextAttemptAt)
}

/** The buyer pays in two tabs with different sessions. */
async function payTwice(): Promise<void> {
  const first = (await latestSession(invoice)).providerReference
  const { providerReference: second } = await anotherSession(invoice, provider)
  standIn.books.pay(first)
  standIn.books.pay(second)
  await comeBack()
}

describe('a second payment of an invoice', () => {
  test('is refunded in full, once, and never credited', async () => {
    await payTwice()
    expect(await statuses()).toEqual(['REFUNDING', 'SUCCEEDED'])
    await work()
    expect(await statuses()).toEqual(['REFUNDED', 'SUCCEEDED'])
    expect(await refunded()).toEqual({ refunds: 1, amount: 10_320 })
    expect(standIn.books.refunds).toHaveLength(1)
    moveClock(new Date(time.getTime() + 400 * DAY_MS))
    await comeBack()
    await work()
    expect(standIn.books.refunds).toHaveLength(1)
  })

  test('is refunded once, however many workers learn of it at once', async () => {
    const first = (await latestSession(invoice)).providerReference
    const { providerReference: second } = await anotherSession(invoice, provider)
    standIn.books.pay(first)
    standIn.books.pay(second)
    await Promise.all(Array.from({ length: 5 }, comeBack))
    await Promise.all(Array.from({ length: 5 }, () => work()))
    expect(await statuses()).toEqual(['REFUNDED', 'SUCCEEDED'])
    expect(standIn.books.refunds).toHaveLength(1)
  })

  test('is refunded if the first one was marked by hand', async () => {
    const where = { accountId: invoice.accountId, invoiceId: invoice.invoiceId }
    await inOrmTransaction((tx) => recordTestPayment(tx, where, { name: 'stripe', method: 'card' }))
    standIn.books.pay((await latestSession(invoice)).providerReference)
    await comeBack()
    await work()
    expect(await statuses()).toEqual(['REFUNDED', 'SUCCEEDED'])
    expect(await refunded()).toEqual({ refunds: 1, amount: 10_320 })
  })

  test('can’t be booked a second time by hand: the database refuses another payment of its session', async () => {
    await payTwice()
    const { id, createdAt, ...payment } = await secondPayment()
    const again = {
      ...payment,
      id: invoice.invoiceId,
      createdAt,
      status: 'REFUNDING' as const,
      receiptNumber: null,
    }
    await expect(database().payment.create({ data: again })).rejects.toThrow(/[Uu]nique/)
  })
})

describe('a refund', () => {
  const REFUND = /^POST \/v1\/refunds$/
  const faults: Record<string, Fault> = {
    'fails at first': { when: 'before', how: { status: 503, text: 'down' }, times: 3, on: REFUND },
    'fails after it was made': { when: 'after', how: { status: 500, text: 'oops' }, times: 3, on: REFUND },
    'gets no answer': { when: 'before', how: 'silence', on: REFUND },
    'gets no answer after it was made': { when: 'after', how: 'silence', on: REFUND },
    'gets half an answer after it was made': { when: 'after', how: 'cut', times: 3, on: REFUND },
  }

  test.each(Object.entries(faults))('that %s is requested again, and made once', async (_how, fault) => {
    await payTwice()
    standIn.fail(fault)
    await work(fault.how === 'silence' ? SHORT_TIMEOUT_MS : LONG_TIMEOUT_MS)
    expect(await statuses()).toEqual(['REFUNDING', 'SUCCEEDED'])
    await untilDue()
    // Stripe forgets its keys after a day; the refund is found all the same.
    standIn.forgetKeys()
    await work()
    expect(await statuses()).toEqual(['REFUNDED', 'SUCCEEDED'])
    expect(await refunded()).toEqual({ refunds: 1, amount: 10_320 })
  })

  test('whose worker died with it made is found by the next worker, once the lease expires', async () => {
    await payTwice()
    const { accountId, id } = await secondPayment()
    const dying: PaymentProvider = {
      ...provider,
      async refund(request, signal) {
        await provider.refund(request, signal)
        throw new Error('the process died')
      },
    }
    const options = { providers: [dying], timeoutMs: LONG_TIMEOUT_MS }
    await expect(workOnPayment({ tenantId: accountId, id }, options)).rejects.toThrow('died')
    await work()
    expect(await statuses()).toEqual(['REFUNDING', 'SUCCEEDED'])
    moveClock(new Date(time.getTime() + 2 * LONG_TIMEOUT_MS))
    await work()
    expect(await statuses()).toEqual(['REFUNDED', 'SUCCEEDED'])
    expect(await refunded()).toEqual({ refunds: 1, amount: 10_320 })
  })

  test.each([
    ['succeeded', 'REFUNDED'],
    ['failed', 'REFUNDING'],
  ] as const)('that was pending ends as what it became: %s', async (becomes, status) => {
    await payTwice()
    standIn.books.nextRefundStatus = 'pending'
    await work()
    expect(await statuses()).toEqual(['REFUNDING', 'SUCCEEDED'])
    for (const row of standIn.books.refunds) row.status = becomes
    await untilDue()
    await work()
    expect(await statuses()).toEqual([status, 'SUCCEEDED'])
    expect(standIn.books.refunds).toHaveLength(1)
  })

  test('made by hand meanwhile is not made again, and no longer requested', async () => {
    await payTwice()
    const { providerReference } = await secondPayment()
    const byHand = { id: 're_by_hand', paymentId: providerReference ?? '', amount: 10_320, created: 0 }
    standIn.books.refunds.push({ ...byHand, status: 'succeeded', metadata: {} })
    await work()
    expect(await statuses()).toEqual(['REFUNDED', 'SUCCEEDED'])
    // Its fee is still to be read.
    await work()
    expect(await secondPayment()).toMatchObject({ nextAttemptAt: null, leaseUntil: null })
    expect(await refunded()).toEqual({ refunds: 1, amount: 10_320 })
  })

  test('that is refused is requested again, ever more rarely, and never counts as made', async () => {
    await payTwice()
    standIn.books.nextRefundStatus = 'failed'
    const waits: number[] = []
    for (let check = 0; check < 7; check += 1) {
      await work()
      const { nextAttemptAt } = await secondPayment()
      waits.push(((nextAttemptAt?.getTime() ?? 0) - time.getTime()) / 1000)
      expect(await statuses()).toEqual(['REFUNDING', 'SUCCEEDED'])
      await untilDue()
    }
    expect(waits).toEqual([15, 30, 60, 300, 900, 3600, 3600])
    expect((await refunded()).amount).toBe(0)
  })
})
