import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '@/e2e/fixtures/chromium'
import { freePort } from '@/e2e/fixtures/service'
import { withDemoService } from './demo-service'

/*
 * Runs Lighthouse with its mobile preset (a mid-range phone on slow 4G) on the production build. Exits with
 * code 1 if a median score is below the limit in any category.
 */

const LEAST_SCORE = 95
/** Scores vary with the load on the machine, so the median counts. */
const RUNS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Scores = Record<(typeof CATEGORIES)[number], number>

/** Scores from 0 to 100, and the audits that cost points. */
async function audit(
  url: string,
  port: number,
  cookie: string,
): Promise<{ scores: Scores; failed: string[] }> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    extraHeaders: cookie ? { cookie } : {},
    // The session cookie is sent as a request header, so resetting the browser's storage does not matter.
    disableStorageReset: true,
  })
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message}`)
  const { categories, audits } = result.lhr
  const scores = Object.fromEntries(
    CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]),
  ) as Scores
  const failed = Object.values(audits).flatMap(({ id, score, scoreDisplayMode, displayValue }) =>
    score !== null && score < 0.9 && scoreDisplayMode !== 'informative'
      ? [`${id} ${displayValue ?? ''}`]
      : [],
  )
  return { scores, failed }
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function main(): Promise<number> {
  const executablePath = findChromium()
  if (!executablePath) {
    console.error('No Chromium was found: install one, or name it in CHROMIUM_PATH')
    return 2
  }
  return withDemoService(async ({ service, cookie, invoicePath, payPath }) => {
    const pages = [
      ['/sign-in', ''],
      ['/home', cookie],
      ['/invoices', cookie],
      [invoicePath, cookie],
      [payPath, ''],
    ] as const
    let isUnder = false
    for (const [path, session] of pages) {
      const runs: Awaited<ReturnType<typeof audit>>[] = []
      for (let run = 0; run < RUNS; run += 1) {
        const port = await freePort()
        const browser = await chromium.launch({ executablePath, args: [`--remote-debugging-port=${port}`] })
        runs.push(await audit(service.url + path, port, session))
        await browser.close()
      }
      const scores = CATEGORIES.map((name) => [name, median(runs.map((run) => run.scores[name]))] as const)
      const low = scores.filter(([, score]) => score < LEAST_SCORE)
      const line = scores.map(([name, score]) => `${name} ${score}`).join(', ')
      console.log(`${low.length > 0 ? '✗' : '✓'} ${path.replace(/\/[^/]{20,}$/, '/…').padEnd(14)} ${line}`)
      if (low.length === 0) continue
      isUnder = true
      for (const audit of new Set(runs.flatMap((run) => run.failed))) console.log(`    ${audit}`)
    }
    return isUnder ? 1 : 0
  })
}

process.exit(await main())
