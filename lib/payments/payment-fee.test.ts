import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { wakeCheckout } from '@/lib/invoices/checkout-session'
import { verifyLedger } from '@/lib/ledger/verify'
import { MINUTE_MS } from '@/lib/time/units'
import { anotherSession, latestSession, workOnCheckout, workOnPayments } from './hosted-checkout.fixture'
import { recordPaymentFee } from './payment-fee'
import { invoice, moveClock, options, provider, session, standIn, time } from './stripe-checkout.fixture'

/** Books what was paid in the session, as after Stripe's notification of it. */
async function book(reference = session): Promise<void> {
  await inOrmTransaction((tx) => wakeCheckout(tx, 'stripe', reference))
  const { number } = await database().checkoutSession.findFirstOrThrow({
    where: { providerReference: reference },
  })
  await workOnCheckout({ tenantId: invoice.accountId, id: String(number) }, options())
}

const look = () => workOnPayments(invoice, provider)

const payments = () =>
  database().payment.findMany({ where: { accountId: invoice.accountId }, orderBy: { id: 'asc' } })

/** What Stripe holds for the invoice's vendor by the ledger, in cents. */
async function clearingMinor(): Promise<bigint> {
  const entries = await database().$queryRaw<{ minor: bigint }[]>`
    SELECT coalesce(sum(CASE WHEN source.kind = 'provider_clearing' THEN entry.amount_minor ELSE -entry.amount_minor END), 0)::bigint AS minor
      FROM ledger_entries AS entry
      JOIN ledger_accounts AS source ON source.account_id = entry.account_id AND source.id = entry.source_id
      JOIN ledger_accounts AS destination
        ON destination.account_id = entry.account_id AND destination.id = entry.destination_id
     WHERE entry.account_id = ${invoice.accountId}::uuid
       AND 'provider_clearing' IN (source.kind::text, destination.kind::text)`
  return entries[0]?.minor ?? 0n
}

test('what Stripe keeps of a payment is booked once, at the operator’s cost, so that the books have its balance', async () => {
  const reference = standIn.books.pay(session)
  await book()
  expect(await clearingMinor()).toBe(10_320n)
  for (let count = 0; count < 3; count += 1) await look()
  // 2.9 % of 103.20, and 0.30.
  expect(standIn.books.payment(reference).fee).toBe(329)
  expect(await payments()).toMatchObject([{ feeMinor: 329n, feeCurrency: 'USD', nextAttemptAt: null }])
  expect(await clearingMinor()).toBe(10_320n - 329n)
})

test('a fee that Stripe has not decided yet is asked for again', async () => {
  standIn.books.feeOf = () => null
  const reference = standIn.books.pay(session)
  await book()
  await look()
  expect(await payments()).toMatchObject([{ feeMinor: null, nextAttemptAt: expect.any(Date) }])
  standIn.books.capture(reference, 330)
  moveClock(new Date(time.getTime() + MINUTE_MS))
  await look()
  expect(await payments()).toMatchObject([{ feeMinor: 330n, nextAttemptAt: null }])
  standIn.books.feeOf = (amount) => Math.round(amount * 0.029) + 30
})

test('a payment that can’t be read keeps its refunds and disputes from nothing', async () => {
  const reference = standIn.books.pay(session)
  await book()
  standIn.books.refundByHand(reference, 10_320)
  const answer = { status: 403, text: '{"error":{"type":"invalid_request_error","message":"No permission"}}' }
  standIn.fail({ when: 'before', how: answer, on: /^GET \/v1\/payment_intents\// })
  await look()
  expect(await database().refund.count({ where: { accountId: invoice.accountId } })).toBe(1)
  expect(await payments()).toMatchObject([{ feeMinor: null, nextAttemptAt: expect.any(Date) }])
})

test('Stripe keeps its fee of a second payment that is given back, and the books say so', async () => {
  const second = await anotherSession(invoice, provider)
  for (const each of [session, second.providerReference]) standIn.books.pay(each)
  await book()
  await book(second.providerReference)
  for (let count = 0; count < 2; count += 1) await look()
  expect((await payments()).map(({ status, feeMinor }) => ({ status, feeMinor }))).toEqual([
    { status: 'SUCCEEDED', feeMinor: 329n },
    { status: 'REFUNDED', feeMinor: 329n },
  ])
  expect(await clearingMinor()).toBe(10_320n - 2n * 329n)
})

test('a fee that is read twice at once is booked once', async () => {
  standIn.books.pay(session)
  await book()
  const [payment] = await payments()
  if (!payment) throw new Error('the payment is booked')
  const record = () =>
    inOrmTransaction((tx) => recordPaymentFee(tx, payment, { amountMinor: 329n, currency: 'EUR' }))
  await Promise.all([record(), record(), record()])
  const posted = { accountId: invoice.accountId, reason: 'payment.fee' }
  expect(await database().ledgerTransaction.count({ where: posted })).toBe(1)
})

test('a fee that is no whole number of minor units is shown to the operator, and not booked', async () => {
  standIn.books.pay(session)
  await book()
  const [payment] = await payments()
  if (!payment) throw new Error('the payment is booked')
  await inOrmTransaction((tx) => recordPaymentFee(tx, payment, { amountMinor: null, currency: 'ISK' }))
  expect(await database().unpostedAmount.findMany({ where: { accountId: invoice.accountId } })).toMatchObject(
    [{ kind: 'payment', reportedMinor: null, reportedCurrency: 'ISK' }],
  )
  expect(await payments()).toMatchObject([{ feeMinor: null }])
})

test('the ledger check finds a fee that was changed behind its back', async () => {
  standIn.books.pay(session)
  await book()
  await look()
  const [payment] = await payments()
  const where = { accountId_id: { accountId: invoice.accountId, id: payment?.id ?? '' } }
  await database().payment.update({ where, data: { feeMinor: 1n } })
  const { problems } = await inOrmTransaction((tx) => verifyLedger(tx, invoice.accountId))
  expect(problems).toEqual([
    expect.stringContaining(`the fee of payment ${payment?.id} is 1 USD, and the ledger has 329`),
  ])
  await database().payment.update({ where, data: { feeMinor: 329n } })
  expect((await latestSession(invoice)).status).toBe('PAID')
})
