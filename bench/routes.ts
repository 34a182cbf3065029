import type { Page } from '@playwright/test'
import { sectionsFor } from '@/components/shell/pages'
import { clickThrough, countPrefetches, LISTS } from '@/e2e/fixtures/route-change'
import { startDemo } from './demo-service'
import { percentile, show } from './figures'
import { atEnd, launchChromium } from './setup'

const MAX_MS = 150
const MAX_PREFETCHES = 10
/** Each route is measured this many times, and its median counts. */
const ROUNDS = 3
const ROWS = 5

/** The documentation is a document of its own. */
const PAGES = sectionsFor({ role: 'owner', isOperator: true })
  .flatMap(({ pages }) => pages.map(({ href }) => href))
  .filter((href) => !href.startsWith('/docs'))
type Times = Map<string, number[]>

/**
 * Route changes of the dashboard in Chromium, on the production build: from every page to every page of the
 * sidebar, and from lists to their rows. A time counts from the click until the new page's content is painted.
 */
export async function measureRoutes(): Promise<void> {
  const browser = await launchChromium()
  atEnd(() => browser.close())
  const { service, cookie } = await startDemo()
  const visit = async <Result>(work: (page: Page) => Promise<Result>): Promise<Result> => {
    const context = await browser.newContext({
      baseURL: service.url,
      viewport: { width: 1280, height: 1000 },
      extraHTTPHeaders: { cookie },
    })
    try {
      return await work(await context.newPage())
    } finally {
      await context.close()
    }
  }
  for (const path of PAGES) {
    const value = await visit((page) => countPrefetches(page, path))
    show({ name: `prefetches of ${path}`, value, unit: '', atMost: MAX_PREFETCHES })
  }
  const first: Times = new Map()
  for (const path of PAGES) {
    for (let round = 0; round < ROUNDS; round += 1) await visit((page) => firstClick(page, path, first))
  }
  showMedians('first click to', first)
  const sidebar: Times = new Map()
  for (const [route, times] of await visit(everyRoute))
    note(sidebar, route.split(' ')[1] ?? '', median(times))
  for (const [path, medians] of sidebar) {
    const note = `median ${median(medians).toFixed(0)}`
    show({ name: `slowest route to ${path}`, value: Math.max(...medians), unit: 'ms', atMost: MAX_MS, note })
  }
  showMedians('from the list to', await visit(everyRow))
}

function showMedians(what: string, times: Times): void {
  for (const [path, each] of times) {
    const note = each.map((ms) => ms.toFixed(0)).join(' ')
    show({ name: `${what} ${path}`, value: median(each), unit: 'ms', atMost: MAX_MS, note })
  }
}

/** From home to the page, as the first click after a document was loaded with an empty cache. */
async function firstClick(page: Page, path: string, times: Times): Promise<void> {
  await page.goto(path === '/home' ? '/invoices' : '/home', { waitUntil: 'networkidle' })
  note(times, path, await clickThrough(sidebarLink(page, path)))
}

/** Every ordered pair of the sidebar's pages. */
async function everyRoute(page: Page): Promise<Times> {
  const times: Times = new Map()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, from] of PAGES.entries()) {
      await page.goto(from, { waitUntil: 'networkidle' })
      for (const to of PAGES.slice(index + 1)) {
        note(times, `${from} ${to}`, await clickThrough(sidebarLink(page, to)))
        note(times, `${to} ${from}`, await clickThrough(sidebarLink(page, from)))
      }
    }
  }
  return times
}

/** From each list to its first rows. */
async function everyRow(page: Page): Promise<Times> {
  const times: Times = new Map()
  for (const path of LISTS) {
    for (let row = 0; row < ROWS; row += 1) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const link = page.locator(`main tbody tr:nth-child(${row + 1}) a[href^="${path}/"]`).first()
      if (await link.count()) note(times, `${path}/…`, await clickThrough(link))
    }
  }
  return times
}

function sidebarLink(page: Page, path: string) {
  return page.locator(`aside nav a[href="${path}"]`)
}

function note(times: Times, route: string, ms: number): void {
  times.set(route, [...(times.get(route) ?? []), ms])
}

function median(times: number[]): number {
  return percentile(times, 0.5)
}
