import localFont from 'next/font/local'

/*
 * Geist on every page, the buyer's too. Only Latin is loaded at first, in 28 KB, and preloaded. If it is late for the
 * first paint, the page keeps the system font: text shows at once even on a slow connection, and never shifts.
 */
const geist = localFont({
  src: '../../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
  variable: '--font-geist',
  weight: '100 900',
  preload: true,
  display: 'optional',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215',
    },
  ],
})

/** Letters such as ł or ğ, and currency signs: loaded by a page that shows one. */
const geistExtended = localFont({
  src: '../../node_modules/@fontsource-variable/geist/files/geist-latin-ext-wght-normal.woff2',
  variable: '--font-geist-extended',
  weight: '100 900',
  preload: false,
  display: 'optional',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+100-130, U+132-151, U+154-2BA, U+2BD-2C5, U+2C7-2CC, U+2CE-2D7, U+2DD-2FF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113',
    },
  ],
})

export const fontVariables = `${geist.variable} ${geistExtended.variable}`
