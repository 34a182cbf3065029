import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { cardCheckoutContract, chargeOf } from '@/lib/providers/testing/card-checkout-contract'
import { accepted } from '@/lib/providers/testing/contract'
import { checkoutFor, paymentProviderContract } from '@/lib/providers/testing/payment-provider-contract'
import { holdingTransaction, idle, openPool, someoneWaits } from '@/lib/providers/testing/sandbox-database'
import type { CardCheckout, PaymentProvider } from '../payment-provider'
import { createSandboxPaymentProvider } from './payment-provider'

/** Two pools act like two processes. */
const pool = openPool()
const otherPool = openPool()
const provider = createSandboxPaymentProvider(pool)
const other = createSandboxPaymentProvider(otherPool)
const cards = cardsOf(provider)
afterAll(async () => {
  await Promise.all([pool.end(), otherPool.end()])
})

const email = 'ann@example.com'
const goodCard = '4242 4242 4242 4242'
const never = () => new AbortController().signal

function cardsOf(sandbox: PaymentProvider): CardCheckout {
  if (sandbox.cards === null) throw new Error('the sandbox takes cards')
  return sandbox.cards
}

async function openSession(): Promise<string> {
  return accepted(await provider.createCheckoutSession(checkoutFor(email), never())).reference
}

async function pay(sessionReference: string): Promise<void> {
  accepted(await cards.charge(chargeOf(sessionReference, goodCard), never()))
}

async function countPayments(sessionReference: string): Promise<number> {
  const found = await pool.query(
    `SELECT FROM sandbox_charges WHERE session_reference = $1 AND status = 'PAID'`,
    [sessionReference],
  )
  return found.rowCount ?? 0
}

async function refundedMinor(paymentReference: string): Promise<bigint> {
  const found = await pool.query<{ amount_minor: string }>(
    `SELECT amount_minor FROM sandbox_refunds WHERE payment_reference = $1 AND status = 'REFUNDED'`,
    [paymentReference],
  )
  return found.rows.reduce((sum, row) => sum + BigInt(row.amount_minor), 0n)
}

paymentProviderContract('the sandbox', async () => {
  const nowhere = new Pool({ host: '127.0.0.1', port: 1 })
  return {
    provider,
    unreachable: createSandboxPaymentProvider(nowhere),
    wrongKey: null,
    emails: { accepted: email, refused: 'ann+checkout_503@example.com' },
    pay,
    refundedMinor,
    close: () => nowhere.end(),
  }
})

cardCheckoutContract('the sandbox', async () => {
  const nowhere = new Pool({ host: '127.0.0.1', port: 1 })
  return {
    cards,
    unreachable: cardsOf(createSandboxPaymentProvider(nowhere)),
    numbers: { paid: '4242424242424242', declined: '4000000000000002' },
    openSession,
    countPayments,
    close: () => nowhere.end(),
  }
})

describe('the sandbox cards', () => {
  it.each([
    ['4000 0000 0000 0002', 'card_declined'],
    ['4000 0000 0000 9995', 'insufficient_funds'],
    ['4000 0000 0000 0069', 'expired_card'],
    ['4000 0000 0000 0127', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error'],
    ['5555 5555 5555 4444', 'card_not_supported'],
    ['', 'card_not_supported'],
  ])('%s is declined with %s', async (number, code) => {
    const session = await openSession()
    const outcome = await cards.charge(chargeOf(session, number), never())
    expect(outcome).toMatchObject({ kind: 'rejected', code, httpStatus: 402 })
    expect(await countPayments(session)).toBe(0)
  })

  it.each(['4242424242424242', '4242 4242 4242 4242'])('%s pays', async (number) => {
    const session = await openSession()
    const charge = accepted(await cards.charge(chargeOf(session, number), never()))
    const { state, paymentReference } = accepted(await provider.readCheckoutSession(session, never()))
    expect([state, paymentReference]).toEqual(['paid', charge.reference])
  })

  it('are not stored', async () => {
    const session = await openSession()
    await cards.charge(chargeOf(session, '4000000000000002'), never())
    await cards.charge(chargeOf(session, '4242424242424242'), never())
    const rows = await pool.query<{ text: string }>(
      'SELECT c::text AS text FROM sandbox_charges c WHERE session_reference = $1',
      [session],
    )
    expect(rows.rows).toHaveLength(2)
    const text = rows.rows.map((row) => row.text).join()
    expect(text).not.toMatch(/4242424242424242|4000000000000002|Ann Smith/)
  })
})

describe('a sandbox session', () => {
  it.each([
    ['ann+checkout_503@example.com', 503],
    ['ann+checkout_400@example.com', 400],
    ['ann+tag+checkout_599@example.com', 599],
  ])('for %s is refused with %i', async (address, httpStatus) => {
    const outcome = await provider.createCheckoutSession(checkoutFor(address), never())
    expect(outcome).toMatchObject({ kind: 'rejected', httpStatus })
  })

  it.each([
    'ann+checkout_399@example.com',
    'ann+checkout_600@example.com',
    'ann+checkout_5031@example.com',
    'ann+checkout_503x@example.com',
    'checkout_503@example.com',
    'ann@checkout_503.example.com',
  ])('for %s is created', async (address) => {
    accepted(await provider.createCheckoutSession(checkoutFor(address), never()))
  })

  it('once paid declines the next card, under that key for good', async () => {
    const session = await openSession()
    await pay(session)
    const late = chargeOf(session, goodCard)
    const outcome = await cards.charge(late, never())
    expect(outcome).toMatchObject({ kind: 'rejected', code: 'already_paid', httpStatus: 409 })
    expect(await cards.lookUpCharge(late.key, never())).toEqual(outcome)
  })

  it('is paid once by two processes, round after round', async () => {
    for (let round = 0; round < 30; round += 1) {
      const session = await openSession()
      const outcomes = await Promise.all([
        cards.charge(chargeOf(session, goodCard), never()),
        cardsOf(other).charge(chargeOf(session, goodCard), never()),
      ])
      expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['accepted', 'rejected'])
      expect(await countPayments(session)).toBe(1)
    }
  })
})

describe('a sandbox charge', () => {
  it('is either made or voided when it races a look-up', async () => {
    for (let round = 0; round < 60; round += 1) {
      const session = await openSession()
      const request = chargeOf(session, goodCard)
      const charge = () => cards.charge(request, never())
      const lookUp = () => cardsOf(other).lookUpCharge(request.key, never())
      const calls = round % 2 === 0 ? [charge(), lookUp()] : [lookUp(), charge()]
      const kinds = new Set((await Promise.all(calls)).map((outcome) => outcome.kind))
      expect(kinds.size).toBe(1)
      expect(await countPayments(session)).toBe(kinds.has('accepted') ? 1 : 0)
    }
  })

  it('waiting for its session while a look-up voids the key is not made', async () => {
    const session = await openSession()
    const request = chargeOf(session, goodCard)
    const lock = 'SELECT FROM sandbox_checkout_sessions WHERE reference = $1 FOR UPDATE'
    const holding = await holdingTransaction(otherPool, lock, [session])
    const charged = cards.charge(request, never())
    await someoneWaits(otherPool)
    const found = await cardsOf(other).lookUpCharge(request.key, never())
    await holding.commit()
    expect(found).toMatchObject({ kind: 'rejected', code: 'never_accepted' })
    expect(await charged).toEqual(found)
    expect(await countPayments(session)).toBe(0)
  })

  it('ends with its signal while it waits, and returns its connection', async () => {
    const one = openPool(1)
    const session = await openSession()
    const lock = 'SELECT FROM sandbox_checkout_sessions WHERE reference = $1 FOR UPDATE'
    const holding = await holdingTransaction(otherPool, lock, [session])
    const controller = new AbortController()
    const request = chargeOf(session, goodCard)
    const charged = cardsOf(createSandboxPaymentProvider(one)).charge(request, controller.signal)
    await someoneWaits(otherPool)
    controller.abort()
    expect((await charged).kind).toBe('unknown')
    await holding.commit()
    await idle(one)
    // The abort did not stop the charge, so only a look-up tells its outcome.
    accepted(await cards.lookUpCharge(request.key, never()))
    await one.end()
  })
})

describe('a sandbox refund', () => {
  it.each([
    ['amount_too_large', { amountMinor: 2501n }],
    ['invalid_amount', { amountMinor: 0n }],
    ['currency_mismatch', { currency: 'EUR' }],
    ['no_such_payment', { paymentReference: 'sbx_ch_none' }],
  ])('is refused with %s, and stays refused under its key', async (code, changes) => {
    const session = await openSession()
    await pay(session)
    const { paymentReference } = accepted(await provider.readCheckoutSession(session, never()))
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
    accepted(await provider.refund({ ...whole, key: randomUUID() }, never()))
  })
})
