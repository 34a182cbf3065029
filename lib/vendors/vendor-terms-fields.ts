import { z } from 'zod'
import { plainDecimal } from '@/lib/money/decimals'

/** A number as a person types it: `1,250` and `12,50` too. */
const decimalText = z.string().overwrite(plainDecimal)

/** What a refund does with the fee. */
export const FEE_ON_REFUND = ['keep', 'return'] as const

/** Validation of a vendor's terms as typed by an operator, shared by form and server. */
export const vendorTermsFields = z.object({
  payoutLimit: decimalText.regex(
    /^\d{1,9}(\.\d{1,2})?$/,
    'Enter an amount from 0 to 999,999,999.99, such as 500 or 1,250.00',
  ),
  /** Blank for the default. */
  dailyLimit: decimalText.regex(
    /^(\d{1,9}(\.\d{1,2})?)?$/,
    'Enter an amount from 0 to 999,999,999.99, or nothing for the default',
  ),
  feePercent: decimalText.regex(
    /^(\d{1,2}(\.\d{1,4})?|100(\.0{1,4})?)$/,
    'Enter a percentage from 0 to 100, such as 2.9',
  ),
  feeFixed: decimalText.regex(/^\d{1,4}(\.\d{1,2})?$/, 'Enter an amount from 0 to 9,999.99, such as 0.30'),
  feeOnRefund: z.enum(FEE_ON_REFUND, 'Choose whether a refund keeps or returns the fee'),
  holdDays: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, 'Enter a number of days from 0 to 365')
    .refine((days) => Number(days) <= 365, 'Enter a number of days from 0 to 365'),
})

export type VendorTermsFields = z.infer<typeof vendorTermsFields>

/** The vendor is shown the reason. */
export const banFields = z.object({
  reason: z
    .string()
    .trim()
    .min(1, 'Enter a reason. The vendor will see it.')
    .max(1000, 'Reasons can be at most 1000 characters'),
})

export type BanFields = z.infer<typeof banFields>
