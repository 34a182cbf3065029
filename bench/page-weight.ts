import { gzipSync } from 'node:zlib'
import { withDemoService } from './demo-service'
import { withEmptyPage } from './empty-page'

/*
 * Gzipped JavaScript that each page loads before it is usable, minus that of an empty page of the same
 * Next.js. Exits with code 1 if a page exceeds its limit.
 */

const DASHBOARD_LIMIT_KB = 150
const PAY_LIMIT_KB = 30

const DASHBOARD_PAGES = [
  '/home',
  '/invoices',
  '/invoices/new',
  '/invoices/drafts',
  '/invoices/recurring',
  '/invoices/recurring/new',
  '/customers',
  '/customers/new',
  '/customers/import',
  '/payouts',
  '/payouts/new',
  '/wallet',
  '/mailbox',
  '/developers/webhooks',
  '/developers/requests',
  '/settings/profile',
  '/settings/branding',
  '/settings/invoices',
  '/settings/api-keys',
  '/settings/security',
  '/settings/team',
  '/settings/audit-log',
  '/operator/vendors',
  '/operator/ledger',
  '/operator/reconciliation',
  '/operator/health',
]

const KILOBYTE = 1000

/** Gzipped bytes of the scripts in the page's HTML, without those for old browsers. */
async function scriptBytes(url: string, cookie: string): Promise<number> {
  const page = await fetch(url, { headers: { cookie }, redirect: 'manual' })
  if (page.status !== 200) throw new Error(`${url} answered ${page.status}`)
  const html = await page.text()
  const tags = html.match(/<script [^>]*src="[^"]+"[^>]*>/g) ?? []
  const sources = tags
    .filter((tag) => !/ nomodule/i.test(tag))
    .map((tag) => /src="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '')
  const sizes = [...new Set(sources)].map(async (source) => {
    const script = await fetch(new URL(source, url))
    return gzipSync(Buffer.from(await script.arrayBuffer())).length
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function main(): Promise<number> {
  const empty = await withEmptyPage((url) => scriptBytes(url, ''))
  console.log(`An empty page loads ${(empty / KILOBYTE).toFixed(1)} KB of scripts, gzipped. Above it:\n`)
  const overweight = await withDemoService(async ({ service, cookie, invoicePath, payPath }) => {
    const pages: [string, number][] = [
      ...[...DASHBOARD_PAGES, invoicePath].map((path): [string, number] => [path, DASHBOARD_LIMIT_KB]),
      [payPath, PAY_LIMIT_KB],
    ]
    let over = 0
    for (const [path, limitKb] of pages) {
      const aboveKb = ((await scriptBytes(service.url + path, cookie)) - empty) / KILOBYTE
      const isOver = aboveKb > limitKb
      if (isOver) over += 1
      const shown = path.replace(/\/[^/]{20,}$/, '/…')
      console.log(
        `  ${isOver ? '✗' : '✓'} ${shown.padEnd(28)} ${aboveKb.toFixed(1).padStart(6)} KB of ${limitKb}`,
      )
    }
    return over
  })
  console.log(overweight > 0 ? `\n${overweight} pages are too heavy` : '\nEvery page is within its limit')
  return overweight > 0 ? 1 : 0
}

process.exit(await main())
