import { z } from 'zod'
import { plainDecimal } from '@/lib/money/decimals'

/** A movement of the operator's money as typed, shared by form and server. */
export const fundingFields = z
  .object({
    source: z.string().min(1, 'Choose where the money came from'),
    destination: z.string().min(1, 'Choose where the money went'),
    amount: z
      .string()
      .overwrite(plainDecimal)
      .regex(/^(?!0+(\.0+)?$)\d{1,12}(\.\d{1,3})?$/, 'Enter an amount above 0, such as 5,000.00'),
    currency: z.string().trim().toUpperCase().length(3, 'Enter a currency, such as USD'),
    note: z.string().trim().max(500, 'Notes can be at most 500 characters'),
  })
  .refine(({ source, destination }) => source !== destination, {
    path: ['destination'],
    message: 'Choose another place than the money came from',
  })

export type FundingFields = z.infer<typeof fundingFields>
