import { z } from 'zod'
import { amountView } from '@/lib/http/schemas'
import { presentAmount } from '@/lib/money/money'
import { ratePercent, taxSums } from '@/lib/money/taxes'
import type { InvoiceRecord } from './invoice'

/** The steps from an invoice's lines to its base amount, for the pages of vendor and buyer. */
export const invoiceSums = z.object({
  subtotal: amountView.describe('The sum of the lines.'),
  discount: z
    .object({
      percent: z.string().nullable().describe('Set if it was given in percent.'),
      amount: amountView,
    })
    .nullable(),
  taxes: z
    .array(
      z.object({
        name: z.string(),
        percent: z.string(),
        isInclusive: z.boolean().describe('Contained in the lines, and not on top of them.'),
        amount: amountView,
      }),
    )
    .describe('Each name and rate once.'),
})

export type InvoiceSums = z.infer<typeof invoiceSums>

type Summed = Pick<InvoiceRecord, 'currency' | 'discountMinor' | 'discountPpm'> & {
  items: Pick<InvoiceRecord['items'][number], 'lineAmountMinor' | 'tax' | 'taxMinor'>[]
}

export function presentSums({ currency, discountMinor, discountPpm, items }: Summed): InvoiceSums {
  const subtotalMinor = items.reduce((sum, { lineAmountMinor }) => sum + lineAmountMinor, 0n)
  return {
    subtotal: presentAmount(subtotalMinor, currency),
    discount:
      discountMinor > 0n
        ? {
            percent: discountPpm === null ? null : ratePercent(discountPpm),
            amount: presentAmount(discountMinor, currency),
          }
        : null,
    taxes: taxSums(items).map(({ name, ratePpm, isInclusive, taxMinor }) => ({
      name,
      percent: ratePercent(ratePpm),
      isInclusive,
      amount: presentAmount(taxMinor, currency),
    })),
  }
}

/** The tax of a stored line. */
export function taxOfLine({
  taxName: name,
  taxRatePpm: ratePpm,
  taxInclusive: isInclusive,
}: {
  taxName: string | null
  taxRatePpm: number | null
  taxInclusive: boolean | null
}): InvoiceRecord['items'][number]['tax'] {
  return name === null || ratePpm === null || isInclusive === null ? null : { name, ratePpm, isInclusive }
}
