import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'
import { MAX_PHONE_CHARACTERS } from '@/lib/i18n/phone'

const optionalText = (limit: number) => z.string().trim().max(limit, `At most ${limit} characters`)

/** On one line. */
const optionalName = (limit: number) => optionalText(limit).refine(...noControlCharacters)

/** The seller's details, as printed on invoices; empty where there is nothing to print. Shared by form and service. */
export const sellerFields = z.object({
  legalName: optionalName(255),
  addressLine1: optionalName(255),
  addressLine2: optionalName(255),
  city: optionalName(255),
  state: optionalName(255),
  zip: optionalName(255),
  country: z.string().regex(/^([A-Z]{2})?$/, 'Choose a country'),
  taxId: optionalName(64),
  noTaxReason: optionalName(200),
  phone: optionalName(MAX_PHONE_CHARACTERS),
  supportEmail: z.union([z.literal(''), z.string().trim().max(254).pipe(z.email('Enter a valid email'))]),
  notes: optionalText(2000),
})

export type SellerFields = z.infer<typeof sellerFields>

export const NO_SELLER: SellerFields = {
  legalName: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  taxId: '',
  noTaxReason: '',
  phone: '',
  supportEmail: '',
  notes: '',
}

/** Lines that have text. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
