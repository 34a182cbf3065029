import type { Metadata, Viewport } from 'next'

/** Files in `public/`. Browsers that support SVG icons take that one, others favicon.ico. */
export const ICONS: Metadata['icons'] = {
  icon: [
    { url: '/favicon.ico', sizes: '48x48' },
    { url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
  ],
  apple: '/apple-touch-icon.png',
}

export const SITE_METADATA: Metadata = {
  title: { default: 'Counterfoil', template: '%s · Counterfoil' },
  description: 'Invoicing and instant bank payouts',
  icons: ICONS,
  manifest: '/manifest.webmanifest',
}

export const SITE_VIEWPORT: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafaf9' },
    { media: '(prefers-color-scheme: dark)', color: '#0d0d0f' },
  ],
}
