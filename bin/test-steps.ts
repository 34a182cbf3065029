import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '@/e2e/fixtures/chromium'

/** The operations of the contract. */
const CONTRACT_TESTS = [
  'authentication',
  'bank-accounts',
  'create-customer',
  'create-invoice',
  'get-customer',
  'invoice-status',
  'list-bank-accounts',
  'payout',
  'protocol',
  'update-customer',
].map((name) => `e2e/api/${name}.test.ts`)

interface Count {
  passed: number
  failed: number
  /** One text per failure. */
  failures?: string[]
}

interface Step {
  name: string
  title: string
  /** Runs only when it is named. */
  onRequest?: true
  run(): Promise<Count>
}

/**
 * Runs the named steps of the test suite, or all of them, each to its end whatever the others' results.
 * Prints the failures once more and the counts, with `N passed, N failed` as the last line; returns the exit code.
 */
export async function runSteps(names: string[], build: () => Promise<void>): Promise<number> {
  const all = steps(build)
  const unknown = names.filter((name) => !all.some((step) => step.name === name))
  if (unknown.length > 0) {
    const list = all.map((step) => step.name).join(', ')
    throw new Error(`There is no step named ${unknown.join(', ')}. The steps are: ${list}`)
  }
  const summary: string[] = []
  const failures: string[] = []
  const total: Count = { passed: 0, failed: 0 }
  const stepsToRun = all.filter(({ name, onRequest }) => (names.length ? names.includes(name) : !onRequest))
  for (const step of stepsToRun) {
    print(`\n── ${step.title} ──\n`)
    const startedAt = Date.now()
    const { passed, failed, failures: texts = [] } = await step.run()
    failures.push(...texts.map((text) => `✗ ${step.name}: ${text.slice(0, 2_000)}\n\n`))
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    const line = `${step.name.padEnd(12)} ${passed} passed, ${failed} failed in ${seconds} s`
    print(`   ${line}\n`)
    summary.push(`  ${failed > 0 ? '✗' : '✓'} ${line}\n`)
    total.passed += passed
    total.failed += failed
  }
  print(`\n${failures.join('')}${summary.join('')}\n${total.passed} passed, ${total.failed} failed\n`)
  return total.failed > 0 ? 1 : 0
}

function steps(build: () => Promise<void>): Step[] {
  // Both steps need the build; the first one triggers it.
  const built = () => check(build)
  return [
    {
      name: 'lint',
      title: 'Lint and format',
      run: () => program('@biomejs/biome/bin/biome', ['check', '.']),
    },
    { name: 'types', title: 'Types', run: checkTypes },
    { name: 'unused', title: 'Unused code', run: () => program('knip/bin/knip.js', []) },
    {
      name: 'migrations',
      title: 'Migrations arrive at the schema',
      run: () => node(['bin/migrate.mjs', 'check']),
    },
    { name: 'unit', title: 'Unit and integration tests', run: unit },
    { name: 'build', title: 'Build', run: built },
    { name: 'api', title: 'The API from the outside', run: api },
    {
      name: 'routes',
      title: 'The contract through the route handlers',
      run: () => vitest(['e2e'], { TEST_API_BY: 'routes' }, CONTRACT_TESTS),
    },
    {
      name: 'all-routes',
      title: 'The API from the outside, through the route handlers',
      onRequest: true,
      run: () => vitest(['e2e'], { TEST_API_BY: 'routes' }, ['e2e/api']),
    },
    {
      name: 'torture',
      title: 'Kills and races under load, in short',
      run: () => node(['--import', 'tsx', 'e2e/torture/torture.ts', '--quick', '--seed', '1']),
    },
    { name: 'browser', title: 'The pages in a browser', run: () => playwright() },
    {
      name: 'axe',
      title: 'Accessibility of the pages in both themes at every width',
      onRequest: true,
      run: () => playwright(['--grep', 'no accessibility violation'], { AXE: 'full' }),
    },
    {
      name: 'weight',
      title: 'JavaScript that each page loads',
      run: () => node(['--import', 'tsx', 'bench/bench.ts', 'page-weight']),
    },
  ]
}

/** A step without tests of its own counts as one check. */
async function check(work: () => Promise<unknown>): Promise<Count> {
  try {
    await work()
    return { passed: 1, failed: 0 }
  } catch (error) {
    const { message } = error as Error
    print(`${message}\n`)
    return { passed: 0, failed: 1, failures: [message] }
  }
}

function node(args: string[]): Promise<Count> {
  return check(async () => {
    const code = await run(process.execPath, args)
    if (code !== 0) throw new Error(`exit code ${code}`)
  })
}

function program(path: string, args: string[]): Promise<Count> {
  return node([join('node_modules', path), ...args])
}

async function checkTypes(): Promise<Count> {
  // Types of the routes and of imported files other than code, which a fresh clone lacks.
  const types = await program('next/dist/bin/next', ['typegen'])
  return types.failed > 0 ? types : program('typescript/bin/tsc', ['--noEmit'])
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

function vitest(
  projects: string[],
  environment: Record<string, string> = {},
  files: string[] = [],
): Promise<Count> {
  return reported(async (file) => {
    const projectFlags = projects.flatMap((project) => ['--project', project])
    const args = ['run', ...files, ...projectFlags, '--reporter=default', '--reporter=json']
    const code = await run(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', ...args, `--outputFile=${file}`],
      environment,
    )
    const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = readReport<VitestReport>(file) ?? {}
    // A file that can't be imported has no failed test.
    const broken = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    )
    const failures = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => `${name}\n${test.fullName}\n${test.failureMessages.join('\n')}`),
    )
    failures.push(...broken.map(({ name, message }) => `${name}\n${message}`))
    return { code, passed: numPassedTests, failed: numFailedTests + broken.length, failures }
  })
}

/** A third worker uses the time in which two wait for their databases. Vitest's projects take no number from a flag. */
function unit(): Promise<Count> {
  return vitest(['pure', 'database'], { VITEST_MAX_WORKERS: '3' })
}

/** The API's tests; then one check more: they met every refusal that the API declares. */
async function api(): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-refusals-'))
  try {
    const file = join(folder, 'refusals.txt')
    const tests = await vitest(['e2e'], { REFUSALS_FILE: file })
    const refusals = await check(async () => expectAllMet(readFileSync(file, 'utf8').split('\n')))
    return {
      passed: tests.passed + refusals.passed,
      failed: tests.failed + refusals.failed,
      failures: [...(tests.failures ?? []), ...(refusals.failures ?? [])],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lines are `declared OPERATION CODE`, and `met OPERATION CODE` for each that an answer had. */
function expectAllMet(lines: string[]): void {
  const metCodes = new Set(
    lines.filter((line) => line.startsWith('met ')).map((line) => line.slice('met '.length)),
  )
  const declared = lines
    .filter((line) => line.startsWith('declared '))
    .map((line) => line.slice('declared '.length))
  const missing = declared.filter((refusal) => !metCodes.has(refusal))
  if (declared.length === 0) throw new Error('The API declares no refusals.')
  if (missing.length > 0) throw new Error(`No test meets these declared refusals:\n${missing.join('\n')}`)
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    file: string
    line: number
    ok: boolean
    tests: { results: { error?: { message?: string } }[] }[]
  }[]
}

async function playwright(args: string[] = [], settings: Record<string, string> = {}): Promise<Count> {
  const browser = findChromium() ?? (await installChromium())
  if (!browser) {
    print(
      'No Chromium was found. Install one (apt-get install chromium, or npx playwright install chromium),\n',
    )
    print('or set CHROMIUM_PATH to the one you have.\n')
    return { passed: 0, failed: 1 }
  }
  return reported(async (file) => {
    const environment = { ...settings, CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
    const command = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...args]
    const code = await run(process.execPath, command, environment)
    const report = readReport<PlaywrightReport>(file)
    const { expected = 0, unexpected = 0, flaky = 0 } = report?.stats ?? {}
    return {
      code,
      passed: expected,
      failed: unexpected + flaky,
      failures: (report?.suites ?? []).flatMap(failuresOf),
    }
  })
}

function failuresOf({ suites = [], specs }: PlaywrightSuite): string[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ title, file, line, tests }) => {
      const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ''))
      return `${file}:${line}\n${title}\n${messages.join('\n')}`
    })
  return [...failed, ...suites.flatMap(failuresOf)]
}

async function installChromium(): Promise<string | null> {
  const attempts = [[process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium']]
  if (process.getuid?.() === 0) {
    const packages = ['chromium-headless-shell', 'chromium']
    attempts.push(['apt-get', 'update'], ...packages.map((name) => ['apt-get', 'install', '-y', name]))
  }
  for (const [file = '', ...args] of attempts) {
    await run(file, args)
    const chromium = findChromium()
    if (chromium) return chromium
  }
  return null
}

/** Counts by a runner's own report. A runner that failed without a failed test counts as one. */
async function reported(work: (file: string) => Promise<Count & { code: number }>): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-report-'))
  try {
    const { code, failed, ...rest } = await work(join(folder, 'report.json'))
    return { ...rest, failed: code !== 0 ? Math.max(failed, 1) : failed }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return null
  }
}

/** Runs a program with inherited output; returns its exit code. */
function run(file: string, args: string[], environment: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.on('error', () => resolve(127))
    child.on('close', (code) => resolve(code ?? 1))
  })
}

function print(text: string): void {
  process.stdout.write(text)
}
