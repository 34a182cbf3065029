import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { wakeCheckout } from '@/lib/invoices/checkout-session'
import { expectSoundLedgerOf } from '@/lib/ledger/sound-ledger.fixture'
import {
  anotherSession,
  sessionsOf,
  workOnCheckout,
  workOnPayments,
} from '@/lib/payments/hosted-checkout.fixture'
import { openHostedCheckout } from '@/lib/payments/open-hosted-checkout'
import { LONG_TIMEOUT_MS, type PayableInvoice, payableInvoice } from '@/lib/payments/payable-invoice.fixture'
import { wakeReversals } from '@/lib/payments/wake-reversals'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { createStripePaymentProvider } from '@/lib/providers/stripe/payment-provider'
import { StripeStandIn } from '@/lib/providers/testing/stripe-stand-in'
import { readBankPayouts } from './bank-payouts'
import { readProviderBooks } from './money'

let standIn: StripeStandIn
let provider: PaymentProvider

beforeAll(async () => {
  standIn = await StripeStandIn.start()
  provider = createStripePaymentProvider(standIn.options)
})
afterAll(() => standIn?.close())

type Step = {
  act:
    | 'pay'
    | 'pay twice'
    | 'refund'
    | 'fail refund'
    | 'dispute'
    | 'win'
    | 'lose'
    | 'charge'
    | 'return fee'
    | 'pay out'
    | 'arrive'
    | 'fail payout'
  of: number
  amount: number
}

const ACTS: Step['act'][] = [
  'pay',
  'pay',
  'pay twice',
  'refund',
  'fail refund',
  'dispute',
  'win',
  'lose',
  'charge',
  'return fee',
  'pay out',
  'arrive',
  'fail payout',
]

const steps: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...ACTS),
  of: fc.nat(50),
  amount: fc.integer({ min: 1, max: 6000 }),
})

/** Events at Stripe. A notification of one only makes us look. */
class World {
  readonly invoices: PayableInvoice[] = []
  readonly payments: string[] = []
  /** Only of this world: the stand-in is used by all. */
  readonly refunds: string[] = []
  readonly disputes: string[] = []
  readonly payouts: string[] = []

  async take({ act, of, amount }: Step): Promise<void> {
    const { books } = standIn
    const pick = <T>(all: readonly T[]): T | undefined => all[of % Math.max(1, all.length)]
    const payment = pick(this.payments)
    const [refund, disputeId, payout] = [pick(this.refunds), pick(this.disputes), pick(this.payouts)]
    const dispute = books.disputes.find(({ id }) => id === disputeId)
    const isFree = payment !== undefined && !books.disputes.some(({ paymentId }) => paymentId === payment)
    if (act === 'pay' || act === 'pay twice') await this.pay(act === 'pay twice')
    else if (
      act === 'refund' &&
      isFree &&
      books.refundTotal(payment) + amount <= books.payment(payment).amount
    ) {
      this.refunds.push(books.refundByHand(payment, amount, amount % 2 ? 'succeeded' : 'pending'))
    } else if (act === 'fail refund' && refund && this.isUndisputed(refund))
      books.settleRefund(refund, 'failed')
    else if (act === 'dispute' && isFree) {
      const left = books.payment(payment).amount - books.refundTotal(payment)
      if (left > 0) this.disputes.push(books.dispute(payment, Math.min(left, amount)))
    } else if (act === 'win' && dispute && dispute.status !== 'won') books.settleDispute(dispute.id, 'won')
    else if (act === 'lose' && dispute?.status === 'needs_response') books.settleDispute(dispute.id, 'lost')
    else if (act === 'charge' && dispute?.fees.length === 0) books.chargeForDispute(dispute.id, 1500)
    else if (act === 'return fee' && dispute?.fees.length === 1) books.chargeForDispute(dispute.id, -1500)
    else if (act === 'pay out') this.payouts.push(books.payOut(amount % 7 === 0 ? -amount : amount))
    else if (act === 'arrive' && payout) this.movePayout(payout, 'paid')
    else if (act === 'fail payout' && payout) this.movePayout(payout, 'failed')
  }

  /** Stripe has a buyer's page for each session, and takes the money of both. */
  async pay(isTwice: boolean): Promise<void> {
    const invoice = await payableInvoice(provider)
    this.invoices.push(invoice)
    await openHostedCheckout(invoice.token, { provider, timeoutMs: LONG_TIMEOUT_MS })
    if (isTwice) await anotherSession(invoice, provider)
    for (const { providerReference, number } of await sessionsOf(invoice)) {
      const payment = standIn.books.pay(providerReference)
      await inOrmTransaction((tx) => wakeCheckout(tx, 'stripe', providerReference))
      await workOnCheckout(
        { tenantId: invoice.accountId, id: String(number) },
        { providers: [provider], timeoutMs: LONG_TIMEOUT_MS },
      )
      // The second is given back by us.
      if (this.payments.length < this.invoices.length) this.payments.push(payment)
    }
  }

  /** A failed refund of a payment that was disputed since may exceed it. */
  isUndisputed(refundId: string): boolean {
    const { books } = standIn
    const refund = books.refunds.find(({ id }) => id === refundId)
    return !books.disputes.some(({ paymentId }) => paymentId === refund?.paymentId)
  }

  movePayout(id: string, status: 'paid' | 'failed'): void {
    const payout = standIn.books.payouts.find((each) => each.id === id)
    if (payout && payout.status !== 'failed') payout.status = status
  }

  /** The notifications of all that happened arrive, twice, and the worker looks. */
  async hear(): Promise<void> {
    for (let times = 0; times < 2; times += 1) {
      for (const payment of this.payments) await wakeReversals(connectionPool(), 'stripe', payment)
      for (const invoice of this.invoices) await workOnPayments(invoice, provider)
      await readBankPayouts([provider], LONG_TIMEOUT_MS)
    }
  }
}

/** Stripe's balance by our books, in cents. */
async function booksMinor(): Promise<bigint> {
  const lines = await readProviderBooks()
  return lines
    .filter(({ provider: name, currency }) => name === 'stripe' && currency === 'USD')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

function balanceMinor(): bigint {
  const { available, pending } = standIn.books.balance()
  return BigInt(available + pending)
}

test('after payments, refunds, disputes, fees and payouts to the bank in any order, the books have Stripe’s balance to the cent', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 24 }), async (sequence) => {
      const world = new World()
      for (const [index, step] of sequence.entries()) {
        await world.take(step)
        if (index % 5 === 4) await world.hear()
      }
      await world.hear()
      expect(await booksMinor()).toBe(balanceMinor())
      for (const { accountId } of world.invoices) await expectSoundLedgerOf(accountId)
    }),
    { seed: 20_261_126, numRuns: 15, endOnFailure: true },
  )
})
