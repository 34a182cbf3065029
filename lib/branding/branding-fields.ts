import { z } from 'zod'
import { LOCALES } from '@/lib/i18n/locale'

/** What a vendor shows of itself to buyers: one set of rules for the form and for the server. */
export const brandingFields = z.object({
  /** Empty: our own colour. */
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, 'Enter a color such as #2b50d6'),
  locale: z.enum(LOCALES, 'Choose a language'),
})

export type BrandingFields = z.infer<typeof brandingFields>

/** What a logo may have: it is shown small, on every pay page, and put into every document. */
export const MAXIMUM_LOGO_BYTES = 256 * 1024
export const MAXIMUM_LOGO_PIXELS = 2000

/** The kinds of picture that browsers, mail programs and documents can all show. No SVG: it can hold scripts. */
export const LOGO_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
