import { gzipSync } from 'node:zlib'
import { nameOf, startDemo } from './demo-service'
import { startEmptyPage } from './empty-page'
import { show } from './figures'

const DASHBOARD_LIMIT_KB = 150
const PAY_LIMIT_KB = 30
const SANDBOX_LIMIT_KB = 30

const DASHBOARD_PAGES = [
  '/home',
  '/invoices',
  '/invoices/new',
  '/invoices/drafts',
  '/invoices/items',
  '/invoices/items/new',
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
  '/operator/money',
  '/operator/health',
]

/** Gzipped kilobytes of the scripts in the page's HTML, without those for old browsers. */
async function scriptKb(url: string, cookie: string): Promise<number> {
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
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000
}

/** Gzipped JavaScript that each page loads before it is usable, minus that of an empty page of the same Next.js. */
export async function measurePageWeight(): Promise<void> {
  const emptyKb = await scriptKb(await startEmptyPage(), '')
  console.log(`An empty page loads ${emptyKb.toFixed(1)} KB of scripts, gzipped. Above it:\n`)
  const { service, cookie, invoicePath, payPath, checkoutPath } = await startDemo()
  const limits: [string, number][] = [
    ...[...DASHBOARD_PAGES, invoicePath].map((path): [string, number] => [path, DASHBOARD_LIMIT_KB]),
    [payPath, PAY_LIMIT_KB],
    [checkoutPath, SANDBOX_LIMIT_KB],
  ]
  for (const [path, atMost] of limits) {
    const value = (await scriptKb(service.url + path, cookie)) - emptyKb
    show({ name: nameOf(path), value, unit: 'KB', atMost })
  }
}
