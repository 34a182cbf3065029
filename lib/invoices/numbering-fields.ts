import { z } from 'zod'

const DIGITS = 4
const HIGHEST = 999_999_999

/** Settings of an account's invoice numbers, shared by form and service. */
export const numberingFields = z.object({
  prefix: z
    .string()
    .trim()
    .max(16, 'At most 16 characters')
    .regex(/^[A-Za-z0-9._/-]*$/, 'Use letters, digits and . _ / -')
    // The digits at the end are the count: INV-1 and 0001 would be written like INV- and 10001.
    .regex(/^$|[^0-9]$/, 'End the prefix with a letter or a sign, such as 2026-'),
  next: z.int('Enter a whole number').min(1, 'Enter a number above 0').max(HIGHEST, 'At most 999,999,999'),
})

export type NumberingFields = z.infer<typeof numberingFields>

/** The number of an invoice as it is printed; the database does the same (`invoice_number`). */
export function invoiceNumber({ prefix, next }: NumberingFields): string {
  return prefix + String(next).padStart(DIGITS, '0')
}
