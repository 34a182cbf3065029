/** What a logo may have: it is shown small, on every pay page, and put into every document. */
export const MAXIMUM_LOGO_BYTES = 256 * 1024
export const MAXIMUM_LOGO_PIXELS = 2000

/** The kinds of picture that browsers, mail programs and documents can all show. No SVG: it can hold scripts. */
export const LOGO_MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
