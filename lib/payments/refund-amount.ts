import type { Field } from '@/lib/http/field'
import { decimal } from '@/lib/http/fields'
import { refuse } from '@/lib/http/refusals'
import { exponentOf } from '@/lib/money/currencies'
import { type Decimal, toMinor } from '@/lib/money/decimals'

export const refundAmount: Field<Decimal> = decimal().check(
  (amount) => amount.digits > 0n,
  'amount_not_positive',
)

/** The amount in minor units of the invoice's currency; throws `invalid_amount` if it has too many decimals. */
export function refundAmountMinor(amount: Decimal, currency: string): bigint {
  return toMinor(amount, exponentOf(currency)) ?? refuse('invalid_amount')
}
