import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { acceptedValue } from '@/lib/providers/testing/contract'
import { checkoutFor, paymentProviderContract } from '@/lib/providers/testing/payment-provider-contract'
import { holdingTransaction, idle, openPool, someoneWaits } from '@/lib/providers/testing/sandbox-database'
import type { PaymentProvider, RehearsedPayment } from '../payment-provider'
import { readCheckoutPage } from './checkout-page'
import { createSandboxPaymentProvider } from './payment-provider'

const HOUR_MS = 3_600_000
const DISPUTE_URL = 'https://sandbox.example/disputes'

/** Two pools act like two processes. */
const pool = openPool()
const otherPool = openPool()
let clock = () => new Date()
const provider = sandboxOn(pool)
const other = sandboxOn(otherPool)
afterAll(async () => {
  await Promise.all([pool.end(), otherPool.end()])
})

const email = 'ann@example.com'
const goodCard = '4242 4242 4242 4242'
const badCard = '4000 0000 0000 0002'
const never = () => new AbortController().signal

function sandboxOn(books: Pool): PaymentProvider {
  const pageUrl = (reference: string) => `https://sandbox.example/${reference}`
  return createSandboxPaymentProvider({ pool: books, clock: () => clock(), pageUrl, disputeUrl: DISPUTE_URL })
}

async function openSession(): Promise<string> {
  return acceptedValue(await provider.createCheckoutSession(checkoutFor(email), never())).reference
}

/** An attempt to pay under a new key. */
function attempt(sessionReference: string, cardNumber = goodCard): RehearsedPayment {
  return { key: randomUUID(), sessionReference, cardNumber }
}

async function charge(payment: RehearsedPayment, { by = provider, signal = never() } = {}) {
  if (!by.rehearsal) throw new Error('the sandbox takes test cards')
  return by.rehearsal.pay(payment, signal)
}

async function pay(sessionReference: string): Promise<void> {
  acceptedValue(await charge(attempt(sessionReference)))
}

async function countPayments(sessionReference: string): Promise<number> {
  const result = await pool.query(
    `SELECT FROM sandbox_charges WHERE session_reference = $1 AND status = 'PAID'`,
    [sessionReference],
  )
  return result.rowCount ?? 0
}

async function refundedMinor(paymentReference: string): Promise<bigint> {
  const result = await pool.query<{ amount_minor: string }>(
    `SELECT amount_minor FROM sandbox_refunds WHERE payment_reference = $1 AND status = 'REFUNDED'`,
    [paymentReference],
  )
  return result.rows.reduce((sum, row) => sum + BigInt(row.amount_minor), 0n)
}

paymentProviderContract(
  'the sandbox',
  async () => {
    const nowhere = new Pool({ host: '127.0.0.1', port: 1 })
    return {
      provider,
      unreachable: sandboxOn(nowhere),
      wrongKey: null,
      balance: null,
      faults: null,
      emails: { accepted: email, refused: 'ann+checkout_503@example.com' },
      pay,
      feeMinor: null,
      refundedMinor,
      close: () => nowhere.end(),
    }
  },
  { isInOurDatabase: true },
)

describe('the sandbox cards', () => {
  test.each([
    ['4000 0000 0000 0002', 'card_declined'],
    ['4000 0000 0000 9995', 'insufficient_funds'],
    ['4000 0000 0000 0069', 'expired_card'],
    ['4000 0000 0000 0127', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error'],
    ['5555 5555 5555 4444', 'card_not_supported'],
    ['', 'card_not_supported'],
  ])('%s is declined with %s', async (number, code) => {
    const session = await openSession()
    expect(await charge(attempt(session, number))).toMatchObject({
      kind: 'rejected',
      code,
      httpStatus: 402,
      detail: expect.stringMatching(/\.$/),
    })
    expect(await countPayments(session)).toBe(0)
  })

  test.each(['4242424242424242', '4242 4242 4242 4242'])('%s pays', async (number) => {
    const session = await openSession()
    acceptedValue(await charge(attempt(session, number)))
    const { status, paymentReference, url } = acceptedValue(
      await provider.readCheckoutSession(session, never()),
    )
    expect([status, url]).toEqual(['paid', null])
    expect(paymentReference).toMatch(/^sbx_ch_/)
  })

  test('are not stored', async () => {
    const session = await openSession()
    await charge(attempt(session, badCard))
    await charge(attempt(session, goodCard))
    const rows = await pool.query<{ text: string }>(
      'SELECT c::text AS text FROM sandbox_charges c WHERE session_reference = $1',
      [session],
    )
    expect(rows.rows).toHaveLength(2)
    const text = rows.rows.map((row) => row.text).join()
    expect(text).not.toMatch(/4242424242424242|4000000000000002/)
  })
})

describe('a sandbox session', () => {
  test.each([
    ['ann+checkout_503@example.com', 503],
    ['ann+checkout_400@example.com', 400],
    ['ann+tag+checkout_599@example.com', 599],
  ])('for %s is refused with %i', async (address, httpStatus) => {
    const outcome = await provider.createCheckoutSession(checkoutFor(address), never())
    expect(outcome).toMatchObject({ kind: 'rejected', httpStatus })
  })

  test.each([
    'ann+checkout_399@example.com',
    'ann+checkout_600@example.com',
    'ann+checkout_5031@example.com',
    'ann+checkout_503x@example.com',
    'checkout_503@example.com',
    'ann@checkout_503.example.com',
  ])('for %s is created', async (address) => {
    acceptedValue(await provider.createCheckoutSession(checkoutFor(address), never()))
  })

  test('has a reference that nobody can guess, and a page of its own', async () => {
    const sessions = [await openSession(), await openSession()]
    for (const session of sessions) expect(session).toMatch(/^sbx_cs_[\w-]{32}$/)
    // Nothing of one leads to the next, as time-ordered ids would.
    expect(sessions[0]?.slice(0, 12)).not.toBe(sessions[1]?.slice(0, 12))
    const { url } = acceptedValue(await provider.readCheckoutSession(sessions[0] ?? '', never()))
    expect(url).toBe(`https://sandbox.example/${sessions[0]}`)
    expect(await readCheckoutPage(pool, sessions[0] ?? '', clock())).toMatchObject({
      status: 'open',
      vendorName: 'Corner Bakery',
      description: 'Invoice for Ann Smith',
      amountMinor: 2500n,
      currency: 'USD',
      decline: null,
    })
  })

  test('is paid once, however often the key of the attempt is sent', async () => {
    const session = await openSession()
    const payment = attempt(session)
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => charge(payment)))
    for (const outcome of [...outcomes, await charge(payment)]) acceptedValue(outcome)
    expect(await countPayments(session)).toBe(1)
  })

  test('once paid takes no other card', async () => {
    const session = await openSession()
    await pay(session)
    const late = await charge(attempt(session))
    expect(late).toMatchObject({ kind: 'rejected', code: 'session_paid', httpStatus: 409 })
    expect(await charge(attempt(session, badCard))).toEqual(late)
    expect(await countPayments(session)).toBe(1)
  })

  test('is paid once by two processes, round after round', async () => {
    for (let round = 0; round < 30; round += 1) {
      const session = await openSession()
      const outcomes = await Promise.all([charge(attempt(session)), charge(attempt(session), { by: other })])
      expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['accepted', 'rejected'])
      expect(await countPayments(session)).toBe(1)
    }
  })

  test('stays open after a decline, which stands for its key and is shown', async () => {
    const session = await openSession()
    const payment = attempt(session, badCard)
    const declined = await charge(payment)
    expect(await charge(payment)).toEqual(declined)
    expect(await readCheckoutPage(pool, session, clock())).toMatchObject({
      status: 'open',
      decline: 'card_declined',
    })
    await pay(session)
    expect(await readCheckoutPage(pool, session, clock())).toMatchObject({ status: 'paid', decline: null })
  })

  test('is never paid by a charge of another one', async () => {
    const [first, second] = [await openSession(), await openSession()]
    const payment = attempt(first)
    acceptedValue(await charge(payment))
    expect(await charge({ ...payment, sessionReference: second })).toMatchObject({
      code: 'idempotency_mismatch',
    })
    expect(await countPayments(second)).toBe(0)
  })

  test('that does not exist is not charged and has no page', async () => {
    const session = `sbx_cs_${'x'.repeat(32)}`
    expect(await charge(attempt(session))).toMatchObject({ code: 'no_such_session', httpStatus: 404 })
    expect(await readCheckoutPage(pool, session, clock())).toBeNull()
  })

  test('expires after a day: it is not charged any more, not even by a process whose clock is behind', async () => {
    const session = await openSession()
    const time = clock().getTime()
    try {
      clock = () => new Date(time + 25 * HOUR_MS)
      expect(await charge(attempt(session))).toMatchObject({ code: 'session_expired' })
      expect(await readCheckoutPage(pool, session, clock())).toMatchObject({ status: 'expired' })
      const { status, url } = acceptedValue(await provider.readCheckoutSession(session, never()))
      expect([status, url]).toEqual(['expired', null])
      clock = () => new Date(time)
      expect(await charge(attempt(session))).toMatchObject({ code: 'session_expired' })
      expect(await countPayments(session)).toBe(0)
    } finally {
      clock = () => new Date()
    }
  })
})

describe('a sandbox charge', () => {
  test('is unknown if the sandbox is unreachable, or the signal had already aborted', async () => {
    const nowhere = new Pool({ host: '127.0.0.1', port: 1 })
    expect((await charge(attempt('some-session'), { by: sandboxOn(nowhere) })).kind).toBe('unknown')
    await nowhere.end()
    const session = await openSession()
    expect((await charge(attempt(session), { signal: AbortSignal.abort() })).kind).toBe('unknown')
    expect(await countPayments(session)).toBe(0)
  })

  test('ends with its signal while it waits, and returns its connection', async () => {
    const one = openPool(1)
    const session = await openSession()
    const lock = 'SELECT FROM sandbox_checkout_sessions WHERE reference = $1 FOR UPDATE'
    const holding = await holdingTransaction(otherPool, lock, [session])
    const controller = new AbortController()
    const payment = attempt(session)
    const charged = charge(payment, { by: sandboxOn(one), signal: controller.signal })
    await someoneWaits(otherPool)
    controller.abort()
    expect((await charged).kind).toBe('unknown')
    await holding.commit()
    await idle(one)
    // The abort did not stop the charge: the same key tells its outcome.
    acceptedValue(await charge(payment))
    expect(await countPayments(session)).toBe(1)
    await one.end()
  })
})

describe('a sandbox refund', () => {
  test.each([
    ['amount_too_large', { amountMinor: 2501n }],
    ['invalid_amount', { amountMinor: 0n }],
    ['currency_mismatch', { currency: 'EUR' }],
    ['no_such_payment', { paymentReference: 'sbx_ch_none' }],
  ])('is refused with %s, and stays refused under its key', async (code, changes) => {
    const session = await openSession()
    await pay(session)
    const { paymentReference } = acceptedValue(await provider.readCheckoutSession(session, never()))
    const whole = {
      key: randomUUID(),
      paymentReference: paymentReference ?? '',
      amountMinor: 2500n,
      currency: 'USD',
    }
    const refused = await provider.refund({ ...whole, ...changes }, never())
    expect(refused).toMatchObject({ kind: 'rejected', code })
    expect(await provider.refund({ ...whole, ...changes }, never())).toEqual(refused)
    expect(await provider.refund(whole, never())).toMatchObject({ code: 'idempotency_mismatch' })
    acceptedValue(await provider.refund({ ...whole, key: randomUUID() }, never()))
  })
})
