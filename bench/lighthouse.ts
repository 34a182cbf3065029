import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { findChromium } from '@/e2e/fixtures/chromium'
import { freePort } from '@/e2e/fixtures/service'
import { withDemoService } from './demo-service'

/*
 * Runs Lighthouse with its mobile preset (a mid-range phone on slow 4G) on the production build. Exits with
 * code 1 if a median score is below the limit in any category.
 */

/** Scores vary with the load on the machine, so the median counts. */
const RUNS = 5
/** Runs that Lighthouse could not finish, such as with NO_NAVSTART, are repeated up to this often for each page. */
const REPEATS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const LEAST_SCORES = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 }

type Scores = Record<(typeof CATEGORIES)[number], number>

/** Scores from 0 to 100, and the audits that cost points; or why Lighthouse did not finish. */
type Run = { scores: Scores; failed: string[] } | { error: string }

async function audit(url: string, cookie: string, executablePath: string): Promise<Run> {
  const port = await freePort()
  const browser = await chromium.launch({ executablePath, args: [`--remote-debugging-port=${port}`] })
  try {
    return await auditIn(port, url, cookie)
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  } finally {
    await browser.close()
  }
}

async function auditIn(port: number, url: string, cookie: string): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    extraHeaders: cookie ? { cookie } : {},
    // The session cookie is sent as a request header, so resetting the browser's storage does not matter.
    disableStorageReset: true,
  })
  if (!result || result.lhr.runtimeError) return { error: result?.lhr.runtimeError?.code ?? 'no result' }
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
      const runs: Exclude<Run, { error: string }>[] = []
      const errors: string[] = []
      while (runs.length < RUNS && errors.length <= REPEATS) {
        const run = await audit(service.url + path, session, executablePath)
        if ('error' in run) errors.push(run.error)
        else runs.push(run)
      }
      const scores = CATEGORIES.map((name) => [name, median(runs.map((run) => run.scores[name]))] as const)
      const low = scores.filter(([name, score]) => score < LEAST_SCORES[name])
      const line = scores.map(([name, score]) => `${name} ${score}`).join(', ')
      const name = path.replace(/\/[^/]{20,}$/, '/…').padEnd(14)
      const each = runs.map((run) => run.scores.performance).join(', ')
      console.log(`${low.length > 0 ? '✗' : '✓'} ${name} ${line}  (performance of each run: ${each})`)
      if (errors.length > 0) console.log(`    ${errors.length} runs repeated: ${errors.join('; ')}`)
      if (low.length === 0) continue
      isUnder = true
      for (const audit of new Set(runs.flatMap((run) => run.failed))) console.log(`    ${audit}`)
    }
    return isUnder ? 1 : 0
  })
}

process.exit(await main())
