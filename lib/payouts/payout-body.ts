import * as field from '@/lib/http/fields'
import { metadataField } from '@/lib/http/metadata'
import { inputFault } from '@/lib/http/refusals'
import { parseCurrency } from '@/lib/money/currencies'
import { toMinor } from '@/lib/money/decimals'

const USD_EXPONENT = 2

export const payoutFields = {
  bank_account_id: field
    .code()
    .required('bank_account_id_required')
    .describe("One of this customer's bank accounts."),
  amount: field
    .decimal()
    .parse((amount) => toMinor(amount, USD_EXPONENT), 'invalid_amount')
    .check((amountMinor) => amountMinor > 0n, 'amount_not_positive')
    .required('amount_required')
    .allEarly()
    .describe(
      "In dollars, above 0, with at most two decimals. Your limits per request and per day and your wallet's balance cap it.",
    ),
  currency: field
    .code()
    .check((code) => parseCurrency(code) === 'USD', 'currency_not_supported')
    .default('USD')
    .describe('Only `USD`, in either case.'),
}

const day = field.day(inputFault('day must be a date like 2026-01-31'))
// The path of the API has it.
const customer_id = field.code().required(inputFault('customer_id is required'))

export const payoutBody = field.object({ ...payoutFields, metadata: metadataField }).map(inCents)

export const payoutOrderBody = field
  .object({ customer_id, ...payoutFields, metadata: metadataField })
  .map(inCents)

export const scheduledChangeBody = field.object({ ...payoutFields, day }).map(inCents)

export const scheduledOrderBody = field.object({ customer_id, ...payoutFields, day }).map(inCents)

function inCents<Values extends { amount: bigint; currency: string }>({
  amount,
  currency: _,
  ...order
}: Values) {
  return { ...order, amountMinor: amount }
}
