import { describe, expect, test } from 'vitest'
import { inOrmTransaction } from '@/lib/db/transaction'
import { gate, latestSession, sessionsOf } from './hosted-checkout.fixture'
import { booksOf, PAID_ONCE, payableInvoice, UNPAID } from './payable-invoice.fixture'
import { noteHostedDecline } from './reconcile-checkout'
import {
  click,
  comeBack,
  dueHere,
  invoice,
  notification,
  provider,
  session,
  standIn,
  wake,
} from './stripe-checkout.fixture'

const decline = (key = invoice.invoiceId, name = 'stripe') =>
  inOrmTransaction((tx) => noteHostedDecline(tx, name, key))

describe('a notification', () => {
  test('about a session that nobody was sent to is ignored', async () => {
    const other = await payableInvoice(provider)
    const session = await latestSession(other)
    await wake(session.providerReference)
    await decline(other.invoiceId)
    expect(await sessionsOf(other)).toEqual([session])
    expect((await booksOf(other)).status).toBe('CREATED')
  })

  test('about another provider’s session, or an unknown one, triggers nothing', async () => {
    const before = await latestSession(invoice)
    await wake(session, 'sandbox')
    await wake('cs_test_unknown')
    expect(await latestSession(invoice)).toEqual(before)
    expect(await dueHere()).toEqual([])
  })
})

describe('a decline on the provider’s page', () => {
  test('marks the invoice failed, once, and it can still be paid', async () => {
    await Promise.all([decline(), decline(`${invoice.invoiceId}:7:1`), decline()])
    await decline()
    expect(await booksOf(invoice)).toMatchObject({ status: 'FAILED', history: ['CREATED>FAILED'] })
    standIn.books.pay(session)
    await notification()
    expect(await booksOf(invoice)).toEqual({
      ...PAID_ONCE,
      history: ['CREATED>FAILED', 'FAILED>PAID'],
      events: ['Failed', 'Paid'],
      payments: ['SUCCEEDED'],
    })
  })

  test('reported after the payment changes nothing', async () => {
    standIn.books.pay(session)
    await notification()
    await decline()
    expect(await booksOf(invoice)).toEqual({ ...PAID_ONCE, payments: ['SUCCEEDED'] })
  })

  test('reported at the moment of the payment leaves it paid', async () => {
    standIn.books.pay(session)
    const start = gate()
    const both = [comeBack, decline].map((tell) => start.passed.then((): Promise<unknown> => tell()))
    start.open()
    await Promise.all(both)
    expect(await booksOf(invoice)).toMatchObject({ status: 'PAID', transactions: 1, availableMinor: 10_000n })
  })

  test.each([
    ['no id', 'not-an-id:1'],
    ['nothing', ''],
    ['another deployment’s invoice', '0198c3a1-7f7e-7b7a-8c33-5d3e9f1b2a4c:1'],
  ])('under a key with %s changes nothing', async (_what, key) => {
    await decline(key)
    await decline(invoice.invoiceId, 'sandbox')
    expect(await booksOf(invoice)).toEqual({ ...UNPAID, payments: [] })
  })

  test('of a payment that takes days marks the invoice failed, and the next click starts a new session', async () => {
    standIn.books.payLater(session)
    await notification()
    standIn.books.settle(session, false)
    await decline()
    await notification()
    expect((await booksOf(invoice)).status).toBe('FAILED')
    await click()
    expect((await sessionsOf(invoice)).map(({ status }) => status)).toEqual(['EXPIRED', 'OPEN'])
  })
})
