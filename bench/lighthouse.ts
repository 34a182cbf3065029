import lighthouse from 'lighthouse'
import { freePort } from '@/e2e/fixtures/service'
import { nameOf, startDemo } from './demo-service'
import { percentile, show } from './figures'
import { launchChromium } from './setup'

/** Scores vary with the load on the machine, so the median counts. */
const RUNS = 5
/** Runs that Lighthouse could not finish, such as with NO_NAVSTART, are repeated up to this often for each page. */
const REPEATS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const LEAST_SCORES = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 }

/** Scores from 0 to 100, and the audits that cost points; or why Lighthouse did not finish. */
type Run = { scores: Record<(typeof CATEGORIES)[number], number>; failed: string[] } | { error: string }

async function audit(url: string, cookie: string): Promise<Run> {
  const port = await freePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
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
  const score = (name: (typeof CATEGORIES)[number]) => Math.round((categories[name]?.score ?? 0) * 100)
  const failed = Object.values(audits).flatMap(({ id, score, scoreDisplayMode, displayValue }) =>
    score !== null && score < 0.9 && scoreDisplayMode !== 'informative'
      ? [`${id} ${displayValue ?? ''}`]
      : [],
  )
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    failed,
  }
}

/** Lighthouse's scores with its mobile preset, a mid-range phone on slow 4G, on the production build. */
export async function measureScores(): Promise<void> {
  const { service, cookie, invoicePath, payPath } = await startDemo()
  for (const path of ['/sign-in', '/home', '/invoices', invoicePath, payPath]) {
    const session = path === '/sign-in' || path === payPath ? '' : cookie
    const runs: Exclude<Run, { error: string }>[] = []
    const errors: string[] = []
    while (runs.length < RUNS && errors.length <= REPEATS) {
      const run = await audit(service.url + path, session)
      if ('error' in run) errors.push(run.error)
      else runs.push(run)
    }
    const isMet = CATEGORIES.map((category) => {
      const scores = runs.map((run) => run.scores[category])
      const value = percentile(scores, 0.5)
      const name = `${nameOf(path)} ${category}`
      return show({ name, value, unit: '', atLeast: LEAST_SCORES[category], note: scores.join(' ') })
    })
    if (errors.length > 0) console.log(`    ${errors.length} runs repeated: ${errors.join('; ')}`)
    if (isMet.every(Boolean)) continue
    for (const audit of new Set(runs.flatMap((run) => run.failed))) console.log(`    ${audit}`)
  }
}
