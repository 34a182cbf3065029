import { z } from 'zod'
import { noControlCharacters } from '@/lib/control-characters'
import { exceedsMaxAmount, parsePlainDecimal, plainDecimal, toMinor } from '@/lib/money/decimals'
import { MAX_TAX_NAME_CHARACTERS, parseRatePpm } from '@/lib/money/taxes'

/* The forms of tax rates and saved items, validated alike by page and service. */

const name = (limit: number, message: string) =>
  z
    .string()
    .trim()
    .min(1, message)
    .max(limit, `At most ${limit} characters`)
    .refine(...noControlCharacters)

/** A number as it was typed. */
const number = z.string().max(40)

export const taxRateFields = z.object({
  name: name(MAX_TAX_NAME_CHARACTERS, 'Enter a name, such as VAT'),
  percent: number.refine(
    (text) => parseRatePpm(text) !== null,
    'Enter a rate from 0 to 100, such as 19 or 8.875',
  ),
  isDefault: z.boolean().describe('True if new lines have it.'),
})

export type TaxRateFields = z.infer<typeof taxRateFields>

export const taxRateView = z.object({
  id: z.uuid(),
  name: z.string(),
  percent: z.string(),
  isDefault: z.boolean(),
})

export const taxSettings = z.object({
  rates: z.array(taxRateView).describe('Those that are not archived.'),
  pricesIncludeTax: z.boolean().describe('True if prices on new invoices include their taxes.'),
})

/** The same, for the settings. */
export const taxSettingsPage = taxSettings.extend({
  archived: z
    .array(taxRateView)
    .describe('Each once, by name, at most 50, without those that are there again.'),
})

export type TaxRateView = z.infer<typeof taxRateView>
export type TaxSettings = z.infer<typeof taxSettings>
export type TaxSettingsPage = z.infer<typeof taxSettingsPage>

/** `VAT 19%` */
export function rateLabel({ name, percent }: Pick<TaxRateView, 'name' | 'percent'>): string {
  return `${name} ${percent}%`
}

export const MAX_ITEM_TITLE_CHARACTERS = 255

const storedItem = z.object({
  title: name(MAX_ITEM_TITLE_CHARACTERS, 'Enter a description'),
  price: number,
  currency: z.string().regex(/^[A-Z]{3}$/, 'Choose a currency'),
  taxRateId: z.union([z.literal(''), z.uuid()]).describe('Empty for the rate of any new line.'),
})

export type ItemFields = z.infer<typeof storedItem>

/** The form of an item; `exponentOf` knows the decimals of each currency, and null of none. */
export function itemFields(exponentOf: (currency: string) => number | null): z.ZodType<ItemFields> {
  return storedItem.superRefine(({ price, currency }, context) => {
    const refuse = (path: keyof ItemFields, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const exponent = exponentOf(currency)
    if (exponent === null) return refuse('currency', 'Choose a currency')
    const value = parsePlainDecimal(plainDecimal(price))
    if (!value || value.digits < 0n) return refuse('price', 'Enter an amount such as 1,250.00')
    const minor = toMinor(value, exponent)
    if (minor === null) {
      refuse('price', exponent === 0 ? 'This currency has no decimals' : `At most ${exponent} decimals`)
    } else if (exceedsMaxAmount(minor, exponent)) refuse('price', 'At most 999,999,999.99')
  })
}
