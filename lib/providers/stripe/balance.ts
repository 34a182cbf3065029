import type Stripe from 'stripe'
import type { ListedPage, TimeRange } from '@/lib/providers/shared/listing'
import type { HeldBalance, Outcome, ProviderFee } from '@/lib/providers/shared/outcome'
import type { BankPayout } from '../payment-provider'
import { moneyAndTime, pageOf, readPage } from './listing'
import { balanceSchema, chargedPaymentSchema, fromStripeAmount, payoutSchema } from './objects'
import { changeRefused, failureOf, lookUpRefused } from './outcomes'

/**
 * What Stripe keeps of a payment: the fee of its charge's movement of our balance, which may come a while after the charge.
 * https://docs.stripe.com/api/balance_transactions/object and https://docs.stripe.com/payments/payment-intents/asynchronous-capture
 */
export async function readFee(
  stripe: Stripe,
  paymentReference: string,
): Promise<Outcome<ProviderFee | null>> {
  try {
    const payment = await stripe.paymentIntents.retrieve(paymentReference, {
      expand: ['latest_charge.balance_transaction'],
    })
    const movement = chargedPaymentSchema.parse(payment).latest_charge?.balance_transaction ?? null
    if (movement === null) return { kind: 'accepted', value: null }
    const fee = movement.fee < 0 ? null : fromStripeAmount(movement.fee, movement.currency)
    return {
      kind: 'accepted',
      value: { amountMinor: fee?.amountMinor ?? null, currency: movement.currency.toUpperCase() },
    }
  } catch (error) {
    return failureOf(error, lookUpRefused)
  }
}

/** https://docs.stripe.com/api/balance/balance_retrieve. A currency without money may be missing. */
export async function readBalance(stripe: Stripe): Promise<Outcome<HeldBalance[]>> {
  try {
    const { available, pending } = balanceSchema.parse(await stripe.balance.retrieve())
    const currencies = [...new Set([...available, ...pending].map(({ currency }) => currency))]
    const value = currencies.map((currency) => ({
      currency: currency.toUpperCase(),
      availableMinor: sumOf(available, currency),
      pendingMinor: sumOf(pending, currency),
    }))
    return { kind: 'accepted', value }
  } catch (error) {
    return failureOf(error, changeRefused)
  }
}

function sumOf(amounts: { amount: number; currency: string }[], currency: string): bigint {
  const own = amounts.filter((each) => each.currency === currency)
  const money = fromStripeAmount(
    own.reduce((sum, { amount }) => sum + amount, 0),
    currency,
  )
  if (money === null) throw new RangeError('a balance of a fraction of a minor unit')
  return money.amountMinor
}

/** Payouts to our bank account: https://docs.stripe.com/api/payouts/list */
export function listBankPayouts(
  stripe: Stripe,
  range: TimeRange,
  cursor: string | null,
): Promise<Outcome<ListedPage<BankPayout>>> {
  return readPage(cursor, async () => {
    const page = await stripe.payouts.list(pageOf(range, cursor))
    const items = page.data.map((item): BankPayout => {
      const { id, amount, currency, status, created } = payoutSchema.parse(item)
      return { reference: id, status: payoutStatus(status), ...moneyAndTime(amount, currency, created) }
    })
    return { items, page }
  })
}

function payoutStatus(status: string): BankPayout['status'] {
  if (status === 'paid') return 'arrived'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'on_its_way'
}
