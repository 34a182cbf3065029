import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/*
 * Measures how long a start and an operator's command take, and the memory of the processes. Needs a built
 * service (`npm start` once, or `node bin/build.mjs`), Linux, and an otherwise idle machine.
 */

const LIMITS = {
  'second start, ms': 3000,
  'npm run admin -- vendor list, ms': 500,
  'web at rest, MB': 250,
}
const PAGES = ['/', '/sign-in', '/docs', '/docs/api', '/api/health']
const COMMANDS = 7

const dataDir = mkdtempSync(join(tmpdir(), 'counterfoil-runtime-'))
const port = process.env.PORT ?? '3987'
const environment = { ...process.env, NODE_ENV: 'production' as const, PORT: port, DATA_DIR: dataDir }
const figures: Record<string, number> = {}

async function start(): Promise<{ ms: number; stop(): Promise<void> }> {
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error('The service did not start')
    await delay(20)
  }
  const ms = performance.now() - startedAt
  const stop = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGINT')
    await exited
  }
  return { ms, stop }
}

async function isReady(): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/health`)
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

/** Median of several runs of the whole command, npm included, in milliseconds. */
function command(args: string[]): number {
  const times = Array.from({ length: COMMANDS }, () => {
    const startedAt = performance.now()
    execFileSync('npm', ['run', '--silent', 'admin', '--', ...args], { env: environment, stdio: 'ignore' })
    return performance.now() - startedAt
  })
  return times.sort((a, b) => a - b)[COMMANDS >> 1] ?? 0
}

/** Resident megabytes of each process. */
function memory(when: string): void {
  const pids = JSON.parse(readFileSync(join(dataDir, 'pids.json'), 'utf8')) as Record<string, number>
  for (const [name, pid] of Object.entries(pids)) {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    figures[`${name} ${when}, MB`] = Number(kilobytes) / 1024
  }
}

try {
  const first = await start()
  figures['first start on an empty data folder, ms'] = first.ms
  await first.stop()
  const second = await start()
  figures['second start, ms'] = second.ms
  await delay(3000)
  memory('at rest')
  figures['npm run admin -- vendor list, ms'] = command(['vendor', 'list'])
  figures['npm run admin -- wallet show, ms'] = command([
    'wallet',
    'show',
    '--vendor',
    'demo@example.com',
    '--mode',
    'test',
  ])
  figures['npm run admin -- ledger verify, ms'] = command(['ledger', 'verify'])
  for (let round = 0; round < 50; round += 1) {
    for (const page of PAGES) await (await fetch(`http://127.0.0.1:${port}${page}`)).text()
  }
  memory('after 250 requests')
  await second.stop()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

for (const [name, value] of Object.entries(figures)) {
  const limit = LIMITS[name as keyof typeof LIMITS]
  const verdict = limit === undefined ? '' : value <= limit ? `  ✓ at most ${limit}` : `  ✗ at most ${limit}`
  if (limit !== undefined && value > limit) process.exitCode = 1
  console.log(`${name.padEnd(42)} ${value.toFixed(0).padStart(6)}${verdict}`)
}
