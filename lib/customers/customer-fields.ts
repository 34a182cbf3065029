import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'
import type { TaxTreatment } from '@/lib/db/generated/enums'
import { LOCALES } from '@/lib/i18n/locale'
import { isPhone, MAX_PHONE_CHARACTERS } from '@/lib/i18n/phone'
import { addressesIn, COPIES_FAULT, MAX_COPIES } from './copy-emails'

/** Of the tax ID of a customer. */
export const MAX_TAX_ID_CHARACTERS = 64

/** Length of a buyer reference. A German Leitweg-ID has at most 46. */
export const MAX_BUYER_REFERENCE_CHARACTERS = 200

/** Why a customer is exempt, as it is printed. */
export const MAX_EXEMPTION_CHARACTERS = 200

/** How invoices to a customer are taxed, in the words of the form. */
export const TAX_TREATMENTS = {
  taxed: 'Charge tax as usual',
  reverse_charge: 'Reverse charge',
  exempt: 'Exempt',
} as const satisfies Record<TaxTreatment, string>

const MAX_EMAIL_CHARACTERS = 254

/** Each address once, whatever its case; null if one of them is none, or they are too many. */
export function copyEmailsOf(addresses: readonly string[]): string[] | null {
  const once = [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
  const isValid = once.every(
    (address) => address.length <= MAX_EMAIL_CHARACTERS && z.regexes.email.test(address),
  )
  return isValid && once.length <= MAX_COPIES ? once : null
}

/** The addresses of a text as `copyEmailsOf` returns them. */
export function parseCopies(text: string): string[] | null {
  return copyEmailsOf(addressesIn(text))
}

const text = z.string().max(255, 'At most 255 characters')

/** Validation of the customer form, with the API's names and limits. */
export const customerFields = z
  .object({
    name: text
      .refine((name) => name.trim() !== '', 'Enter the customer’s name')
      .refine(...noControlCharacters),
    email: z
      .string()
      .trim()
      .min(1, 'Enter the customer’s email address')
      .max(MAX_EMAIL_CHARACTERS, `Email addresses can be at most ${MAX_EMAIL_CHARACTERS} characters`)
      .pipe(z.email('Enter an email address such as name@example.com')),
    phone: z
      .string()
      .max(MAX_PHONE_CHARACTERS, `At most ${MAX_PHONE_CHARACTERS} characters`)
      .refine(...noControlCharacters)
      .refine(
        (phone) => phone.trim() === '' || isPhone(phone),
        'Enter a phone number such as +1 757 555 0100',
      ),
    copy_emails: z.string().refine((text) => parseCopies(text) !== null, COPIES_FAULT),
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
    tax_id: z
      .string()
      .max(MAX_TAX_ID_CHARACTERS, `At most ${MAX_TAX_ID_CHARACTERS} characters`)
      .refine(...noControlCharacters),
    language: z.enum(['auto', ...LOCALES]),
    tax_treatment: z.enum(Object.keys(TAX_TREATMENTS) as TaxTreatment[]),
    tax_exemption_reason: z
      .string()
      .max(MAX_EXEMPTION_CHARACTERS, `At most ${MAX_EXEMPTION_CHARACTERS} characters`)
      .refine(...noControlCharacters),
    buyer_reference: z
      .string()
      .max(MAX_BUYER_REFERENCE_CHARACTERS, `At most ${MAX_BUYER_REFERENCE_CHARACTERS} characters`)
      .refine(...noControlCharacters),
  })
  .superRefine(({ tax_treatment: treatment, tax_id, tax_exemption_reason: reason }, { addIssue }) => {
    if (treatment === 'reverse_charge' && tax_id.trim() === '') {
      addIssue({ code: 'custom', path: ['tax_id'], message: 'Reverse charge needs the customer’s tax ID' })
    }
    if (treatment === 'exempt' && reason.trim() === '') {
      addIssue({
        code: 'custom',
        path: ['tax_exemption_reason'],
        message: 'Enter the reason, such as “Registered charity”',
      })
    }
  })
