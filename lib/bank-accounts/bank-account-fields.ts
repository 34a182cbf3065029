import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'
import { isRoutingNumber } from '@/lib/money/routing-number'

const requiredText = (message: string) =>
  z
    .string()
    .max(255, 'At most 255 characters')
    .refine((text) => text.trim() !== '', message)

const name = z
  .string()
  .max(255, 'At most 255 characters')
  .refine(...noControlCharacters)

/**
 * Validation of the bank account form, by the API's rules. `isLive`: routing numbers must satisfy the ABA
 * checksum, because real money is sent there.
 */
export function bankAccountFields({ isLive }: { isLive: boolean }) {
  return z
    .object({
      entity_type: z.enum(['PERSONAL', 'COMPANY']),
      first_name: name,
      last_name: name,
      date_of_birth: z.union([z.literal(''), z.iso.date('Enter a date')]),
      company_name: name,
      email: z
        .string()
        .trim()
        .min(1, 'Enter an email address')
        .max(254, 'Email addresses can be at most 254 characters')
        .pipe(z.email('Enter an email address such as name@example.com')),
      bank_name: requiredText('Enter the bank name').refine(...noControlCharacters),
      account_name: requiredText('Enter the account holder name').refine(...noControlCharacters),
      routing_number: z
        .string()
        .trim()
        .regex(/^\d{9}$/, 'A routing number has 9 digits')
        .refine(
          (text) => isRoutingNumber(text, { checksum: isLive }),
          'This routing number can’t be right: its last digit doesn’t match the others. Check each digit.',
        ),
      account_number: z
        .string()
        .trim()
        .regex(/^\d{4,17}$/, 'An account number has 4 to 17 digits'),
      account_category: z.enum(['Checking', 'Savings']),
      street_address: requiredText('Enter the street address'),
      city: requiredText('Enter the city'),
      state: requiredText('Enter the state'),
      postcode: requiredText('Enter the postcode'),
      country_code: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{2}$/, 'Choose a country'),
    })
    .superRefine((fields, context) => {
      const need = (path: 'first_name' | 'last_name' | 'company_name', message: string) => {
        if (fields[path].trim() === '') context.addIssue({ code: 'custom', path: [path], message })
      }
      if (fields.entity_type === 'COMPANY') need('company_name', 'Enter the company name')
      else {
        need('first_name', 'Enter the first name')
        need('last_name', 'Enter the last name')
      }
    })
}

export type BankAccountFields = z.infer<ReturnType<typeof bankAccountFields>>
