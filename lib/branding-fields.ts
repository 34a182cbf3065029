import { z } from 'zod'
import { LOCALES } from './locale'

/** What a vendor shows of itself to buyers: one set of rules for the form and for the server. */
export const brandingFields = z.object({
  /** Empty: our own colour. */
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, 'Enter a colour like #2b50d6.'),
  locale: z.enum(LOCALES, 'Choose one of the languages.'),
})

export type BrandingFields = z.infer<typeof brandingFields>
