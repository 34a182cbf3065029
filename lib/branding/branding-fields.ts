import { z } from 'zod'
import { LOCALES } from '@/lib/i18n/locale'

/** Validation of a vendor's branding, shared by form and server. */
export const brandingFields = z.object({
  /** Empty for the default colour. */
  color: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(#[0-9a-f]{6})?$/, 'Enter a color such as #2b50d6'),
  locale: z.enum(LOCALES, 'Choose a language'),
})

export type BrandingFields = z.infer<typeof brandingFields>

/** Limits of a logo: it is shown small on every pay page and embedded in every document. */
export const MAX_LOGO_BYTES = 256 * 1024
export const MAX_LOGO_PIXELS = 2000

/** Image types that browsers, mail programs and documents all support. No SVG: it can contain scripts. */
export const LOGO_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
