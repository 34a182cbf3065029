import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@/e2e/fixtures/service'
import { percentile, show } from './figures'
import { residentMb } from './processes'
import { atEnd, temporaryFolder, untilAnswered } from './setup'

const PAGES = ['/', '/sign-in', '/docs', '/docs/api', '/api/health']
const ROUNDS = 50
const COMMANDS = 7
const WALLET = ['wallet', 'show', '--vendor', 'demo@example.com', '--mode', 'test']

/**
 * How long a start and an operator's command take, npm included, and the memory of the processes. Needs a built
 * service, Linux, and an otherwise idle machine.
 */
export async function measureRuntime(): Promise<void> {
  const DATA_DIR = await temporaryFolder()
  const PORT = String(await freePort())
  const env = { ...process.env, NODE_ENV: 'production' as const, PORT, DATA_DIR }
  const url = `http://127.0.0.1:${PORT}`

  const start = async () => {
    const startedAt = performance.now()
    const child = spawn('npm', ['start', '--silent'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const exited = once(child, 'exit')
    const stop = async () => {
      child.kill('SIGINT')
      await exited
    }
    atEnd(stop)
    const failed = exited.then(() => Promise.reject(new Error('The service did not start')))
    failed.catch(() => {})
    await Promise.race([untilAnswered(`${url}/api/health`), failed])
    return { ms: performance.now() - startedAt, stop }
  }
  /** Median of several runs of the whole command. */
  const commandMs = (args: string[]) => {
    const times = Array.from({ length: COMMANDS }, () => {
      const startedAt = performance.now()
      execFileSync('npm', ['run', '--silent', 'admin', '--', ...args], { env, stdio: 'ignore' })
      return performance.now() - startedAt
    })
    return percentile(times, 0.5)
  }
  const showMemory = (when: string, limits: Record<string, number> = {}) => {
    const pids = JSON.parse(readFileSync(join(DATA_DIR, 'pids.json'), 'utf8')) as Record<string, number>
    for (const [name, pid] of Object.entries(pids)) {
      const atMost = limits[name]
      show({ name: `${name} ${when}`, value: residentMb(pid), unit: 'MB', ...(atMost && { atMost }) })
    }
  }

  const first = await start()
  show({ name: 'first start on an empty data folder', value: first.ms, unit: 'ms' })
  await first.stop()
  show({ name: 'second start', value: (await start()).ms, unit: 'ms', atMost: 3000 })
  await delay(3000)
  showMemory('at rest', { web: 262 })
  show({ name: 'vendor list', value: commandMs(['vendor', 'list']), unit: 'ms', atMost: 500 })
  show({ name: 'wallet show', value: commandMs(WALLET), unit: 'ms' })
  show({ name: 'ledger verify', value: commandMs(['ledger', 'verify']), unit: 'ms' })
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const page of PAGES) await (await fetch(url + page)).text()
  }
  showMemory(`after ${ROUNDS * PAGES.length} requests`)
}
