import { z } from 'zod'
import { decimal, isMissing, text } from '@/lib/http/fields'
import type { BodyObject } from '@/lib/http/json-body'
import { givenMetadata, parseMetadata } from '@/lib/http/metadata'
import { type RefusalCode, refuse } from '@/lib/http/refusals'
import { givenDecimal } from '@/lib/http/schemas'
import { parseCurrency } from '@/lib/money/currencies'
import { toMinor } from '@/lib/money/decimals'
import type { PayoutRequest } from './request-payout'

const USD_EXPONENT = 2

/** Describes the body; `parsePayout` checks it. */
export const payoutBody = z.object({
  bank_account_id: z.string().describe("One of this customer's bank accounts."),
  amount: givenDecimal.describe(
    "In dollars, above 0, with at most two decimals. Your limits per request and per day and your wallet's balance cap it.",
  ),
  currency: z.string().default('USD').describe('Only `USD`, in either case.'),
  metadata: givenMetadata,
})

/** Refusals of `parsePayout`, in the order of its checks. */
export const payoutErrors = [
  'bank_account_id_required',
  'amount_required',
  'invalid_amount',
  'amount_not_positive',
  'field_not_text',
  'field_too_long',
  'currency_not_supported',
  'invalid_metadata',
] as const satisfies readonly RefusalCode[]

/** The payout fields of the body, checked in the order of the contract's error table. */
export function parsePayout(body: BodyObject): Omit<PayoutRequest, 'customerId'> {
  if (isMissing(body.bank_account_id)) refuse('bank_account_id_required')
  if (isMissing(body.amount)) refuse('amount_required')
  const amount = decimal(body.amount) ?? refuse('invalid_amount')
  const amountMinor = toMinor(amount, USD_EXPONENT) ?? refuse('invalid_amount')
  if (amountMinor <= 0n) refuse('amount_not_positive')
  const bankAccountId = text(body.bank_account_id, 'bank_account_id')
  if (!isMissing(body.currency) && parseCurrency(text(body.currency, 'currency')) !== 'USD') {
    refuse('currency_not_supported')
  }
  return { bankAccountId, amountMinor, metadata: parseMetadata(body.metadata) }
}
