import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'

/** Of the tax ID of a customer. */
export const MAX_TAX_ID_CHARACTERS = 64

const text = z.string().max(255, 'At most 255 characters')

/** Validation of the customer form, with the API's names and limits. */
export const customerFields = z.object({
  name: text.refine((name) => name.trim() !== '', 'Enter the customer’s name').refine(...noControlCharacters),
  email: z
    .string()
    .trim()
    .min(1, 'Enter the customer’s email address')
    .max(254, 'Email addresses can be at most 254 characters')
    .pipe(z.email('Enter an email address such as name@example.com')),
  group: text,
  preferred_currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'Enter a three-letter currency code, such as USD'),
  address_line1: text,
  address_line2: text,
  city: text,
  state: text,
  zip: text,
  country: text,
  tax_id: z.string().max(MAX_TAX_ID_CHARACTERS, `At most ${MAX_TAX_ID_CHARACTERS} characters`),
})
