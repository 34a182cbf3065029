import { describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { listUnposted } from '@/lib/ledger/unposted-amounts'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { latestSession, workOnCheckout } from './hosted-checkout.fixture'
import { booksOf, PAID_ONCE, UNPAID } from './payable-invoice.fixture'
import {
  click,
  comeBack,
  dueHere,
  invoice,
  moveClock,
  notification,
  options,
  provider,
  replaceProvider,
  session,
  standIn,
  time,
  wake,
  work,
} from './stripe-checkout.fixture'

/** Moves the clock to the session's next check. */
async function untilDue(): Promise<void> {
  const { nextAttemptAt } = await latestSession(invoice)
  if (!nextAttemptAt) throw new Error('nobody asks about the session any more')
  moveClock(nextAttemptAt)
}

const poll = () => untilDue().then(work)

describe('a payment of another amount', () => {
  test.each([
    ['less', { amountMinor: 1n }],
    ['more', { amountMinor: 99_999_900n }],
    ['another currency', { currency: 'EUR' }],
  ])('is not booked but kept, once, while it lasts: %s', async (_, differs) => {
    standIn.books.pay(session)
    const honest = provider
    const readCheckoutSession: PaymentProvider['readCheckoutSession'] = async (asked, signal) => {
      const outcome = await honest.readCheckoutSession(asked, signal)
      return outcome.kind === 'accepted' ? { ...outcome, value: { ...outcome.value, ...differs } } : outcome
    }
    replaceProvider({ ...honest, readCheckoutSession })
    try {
      for (const way of [notification, comeBack, poll]) await way()
      expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
      await expect(click()).rejects.toMatchObject({ code: 'invoice_already_paid' })
      const kept = await listUnposted(database(), 100)
      expect(kept.filter(({ accountId }) => accountId === invoice.accountId)).toMatchObject([
        {
          kind: 'payment',
          referenceId: invoice.invoiceId,
          providerReference: session,
          expectedCurrency: 'USD',
        },
      ])
    } finally {
      replaceProvider(honest)
    }
    await poll()
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })
})

describe('a payment on the provider’s page', () => {
  const ways = { poll, notification, 'the buyer’s return': comeBack }
  const orders = [
    ['poll', 'notification', 'the buyer’s return'],
    ['notification', 'the buyer’s return', 'poll'],
    ['the buyer’s return', 'poll', 'notification'],
  ] as const

  test.each(orders)('is learned from %s; then %s and %s add nothing', async (first, ...others) => {
    standIn.books.pay(session)
    await ways[first]()
    const books = await booksOf(invoice)
    expect(books).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    for (const way of [first, ...others, ...others]) {
      if (way === 'poll') expect(await work()).toBe(0)
      else await ways[way]()
    }
    expect(await booksOf(invoice)).toEqual(books)
    expect(await latestSession(invoice)).toMatchObject({ status: 'PAID', nextAttemptAt: null })
  })

  test('is booked once, however many learn of it at once', async () => {
    standIn.books.pay(session)
    await wake()
    const [key] = await dueHere()
    if (!key) throw new Error('the session is not due')
    const reconcilers = Array.from({ length: 5 }, () => workOnCheckout(key, options()))
    const returns = Array.from({ length: 5 }, () => comeBack())
    await Promise.all([...reconcilers, ...returns, wake(), wake()])
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
    expect(await dueHere()).toEqual([])
  })

  test('keeps the provider’s references, to look it up there', async () => {
    const paymentReference = standIn.books.pay(session)
    await notification()
    const { rows } = await connectionPool().query(
      'SELECT provider, session_reference, provider_reference, amount_minor FROM payments WHERE invoice_id = $1',
      [invoice.invoiceId],
    )
    expect(rows).toEqual([
      {
        provider: 'stripe',
        session_reference: session,
        provider_reference: paymentReference,
        amount_minor: '10320',
      },
    ])
  })

  test('that takes days is booked when the money arrives', async () => {
    standIn.books.payLater(session)
    await notification()
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
    standIn.books.settle(session, true)
    await notification()
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })

  test('is booked even if the invoice is overdue by then', async () => {
    moveClock(new Date(time.getTime() + 40 * 86_400_000))
    await sweepOverdue(time)
    standIn.books.pay(session)
    await notification()
    expect(await booksOf(invoice)).toMatchObject({
      ...PAID_ONCE,
      history: ['CREATED>UNPAID', 'UNPAID>PAID'],
      events: ['Unpaid', 'Paid'],
    })
  })
})

describe('an unpaid session', () => {
  test('is polled ever more rarely until it expires, and then no more', async () => {
    const waits: number[] = []
    for (let check = 0; check < 8; check += 1) {
      const { nextAttemptAt } = await latestSession(invoice)
      waits.push(((nextAttemptAt?.getTime() ?? 0) - time.getTime()) / 1000)
      expect(await poll()).toBe(1)
    }
    expect(waits).toEqual([15, 15, 30, 60, 300, 900, 3600, 3600])
    standIn.books.expire(session)
    await poll()
    expect(await latestSession(invoice)).toMatchObject({ status: 'EXPIRED', nextAttemptAt: null })
    await wake()
    expect(await dueHere()).toEqual([])
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  })

  test('is polled again if the provider does not answer', async () => {
    standIn.fail({ when: 'before', how: { status: 500, text: 'oops' }, times: 3 })
    await poll()
    expect(await latestSession(invoice)).toMatchObject({ status: 'OPEN' })
    standIn.books.pay(session)
    await poll()
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })

  test('paid during a poll is polled again at once, triggered by the notification', async () => {
    const overtaken: PaymentProvider = {
      ...provider,
      async readCheckoutSession(asked, signal) {
        const outcome = await provider.readCheckoutSession(asked, signal)
        standIn.books.pay(session)
        moveClock(new Date(time.getTime() + 1))
        await wake()
        return outcome
      },
    }
    await untilDue()
    const [key] = await dueHere()
    if (!key) throw new Error('the session is not due')
    await workOnCheckout(key, { ...options(), providers: [overtaken] })
    expect((await booksOf(invoice)).status).toBe('CREATED')
    expect(await work()).toBe(1)
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })
})
