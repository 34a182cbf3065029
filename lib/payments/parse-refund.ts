import { decimal } from '@/lib/http/fields'
import type { BodyObject } from '@/lib/http/json-body'
import { type RefusalCode, refuse } from '@/lib/http/refusals'
import { exponentOf } from '@/lib/money/currencies'
import { type Decimal, toMinor } from '@/lib/money/decimals'

/** Refusals of `parseRefund` and `refundAmountMinor`, in the order of their checks. */
export const refundErrors = [
  'invalid_amount',
  'amount_not_positive',
] as const satisfies readonly RefusalCode[]

/**
 * The amount of a refund; null for all that is left. A blank one is refused: a variable that a client forgot to set
 * must not refund everything.
 */
export function parseRefund({ amount }: BodyObject): Decimal | null {
  if (amount === undefined || amount === null) return null
  const given = decimal(amount) ?? refuse('invalid_amount')
  if (given.digits <= 0n) refuse('amount_not_positive')
  return given
}

/** The parsed amount in minor units of the invoice's currency, whose decimals it may not exceed. */
export function refundAmountMinor(amount: Decimal, currency: string): bigint {
  return toMinor(amount, exponentOf(currency)) ?? refuse('invalid_amount')
}
