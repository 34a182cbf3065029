import { chromium, type Page } from '@playwright/test'
import { sectionsFor } from '@/components/shell/pages'
import { findChromium } from '@/e2e/fixtures/chromium'
import { clickThrough, countPrefetches, LISTS } from '@/e2e/fixtures/route-change'
import { withDemoService } from './demo-service'
import { percentile } from './figures'

/*
 * Route changes of the dashboard in Chromium, on the production build: from every page to every page of the
 * sidebar, and from lists to their rows. A time counts from the click until the new page's content is painted.
 * Exits with code 1 if a median is over its limit, or if a page prefetches too much.
 */

const MOST_MS = 150
const MOST_PREFETCHES = 10
/** Each route is measured this many times, and its median counts. */
const ROUNDS = 3
const ROWS = 5

/** The documentation is a document of its own. */
const PAGES = sectionsFor({ role: 'owner', isOperator: true })
  .flatMap(({ pages }) => pages.map(({ href }) => href))
  .filter((href) => !href.startsWith('/docs'))
type Times = Map<string, number[]>

async function main(): Promise<number> {
  const executablePath = findChromium()
  if (!executablePath) {
    console.error('No Chromium was found: install one, or name it in CHROMIUM_PATH')
    return 2
  }
  const browser = await chromium.launch({ executablePath })
  try {
    return await withDemoService(async ({ service, cookie }) => {
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
      const first: Times = new Map()
      const prefetches = new Map<string, number>()
      for (const path of PAGES) {
        prefetches.set(path, await visit((page) => countPrefetches(page, path)))
        for (let round = 0; round < ROUNDS; round += 1) await visit((page) => firstClick(page, path, first))
      }
      const sidebar = await visit(everyRoute)
      const rows = await visit(everyRow)
      return report({ first, prefetches, sidebar, rows })
    })
  } finally {
    await browser.close()
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

type Measured = { first: Times; prefetches: Map<string, number>; sidebar: Times; rows: Times }

function report({ first, prefetches, sidebar, rows }: Measured): number {
  let missed = 0
  const line = (name: string, cells: (number | undefined)[], isMet: boolean) => {
    if (!isMet) missed += 1
    const shown = cells.map((cell) => (cell === undefined ? '–' : cell.toFixed(0)).padStart(10))
    console.log(`${isMet ? '✓' : '✗'} ${name.padEnd(26)}${shown.join('')}`)
  }
  console.log(
    `  ${'to page, ms'.padEnd(26)}${['first', 'median', 'slowest', 'prefetches'].map((each) => each.padStart(10)).join('')}`,
  )
  for (const path of PAGES) {
    const medians = [...sidebar]
      .filter(([route]) => route.endsWith(` ${path}`))
      .map(([, times]) => median(times))
    const cells = [median(first.get(path) ?? []), median(medians), Math.max(...medians)]
    const count = prefetches.get(path) ?? 0
    line(path, [...cells, count], Math.max(...cells) <= MOST_MS && count <= MOST_PREFETCHES)
  }
  for (const [path, times] of rows)
    line(path, [times[0], median(times), Math.max(...times)], median(times) <= MOST_MS)
  return missed > 0 ? 1 : 0
}

function median(times: number[]): number {
  return percentile(times, 0.5)
}

process.exit(await main())
