import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'

const ADDRESS_LINES = 6

const optionalText = (limit: number) => z.string().trim().max(limit, `At most ${limit} characters`)

/** The seller's details, as printed on invoices; empty where there is nothing to print. Shared by form and service. */
export const sellerFields = z.object({
  legalName: optionalText(255).refine(...noControlCharacters),
  address: optionalText(1000).refine(
    (text) => linesOf(text).length <= ADDRESS_LINES,
    `At most ${ADDRESS_LINES} lines`,
  ),
  taxId: optionalText(64).refine(...noControlCharacters),
  supportEmail: z.union([z.literal(''), z.string().trim().max(254).pipe(z.email('Enter a valid email'))]),
  notes: optionalText(2000),
})

export type SellerFields = z.infer<typeof sellerFields>

/** Lines that have text. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
