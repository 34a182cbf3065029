import type Stripe from 'stripe'
import type { Access } from '../access'
import type { Outcome } from '../outcome'
import { balanceSchema } from './objects'
import { changeRefused, failureOf } from './outcomes'

/** Reads the account's balance, of which nothing is kept: https://docs.stripe.com/api/balance/balance_retrieve */
export async function checkAccess(stripe: Stripe): Promise<Outcome<Access>> {
  try {
    const { livemode } = balanceSchema.parse(await stripe.balance.retrieve())
    return { kind: 'accepted', value: { movesRealMoney: livemode } }
  } catch (error) {
    return failureOf(error, changeRefused)
  }
}
