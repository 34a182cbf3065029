import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { Client } from 'pg'
import { findChromium } from '@/e2e/fixtures/chromium'
import { startEmbedded } from '@/lib/db/embedded'

/* Starts the servers and browsers of a benchmark, and cleans up in reverse order at the end. */

const ANSWER_MS = 120_000

const endings: (() => Promise<unknown>)[] = []

export function atEnd(end: () => Promise<unknown>): void {
  endings.push(end)
}

export async function endAll(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end()
}

/** Prints progress on standard error; standard output has the figures. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'counterfoil-bench-'))
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A database server of its own with the schema, which `lib` in this process uses from then on. */
export async function startDatabase(settings: Record<string, string> = {}) {
  const folder = await temporaryFolder()
  const server = await startEmbedded(folder, { settings })
  atEnd(() => server.stop())
  const secretKey = randomBytes(32).toString('hex')
  // lib/env reads the settings on import, so modules that need it are imported later.
  Object.assign(process.env, { DATABASE_URL: server.url, SECRET_KEY: secretKey, LOG_LEVEL: 'warn' })
  const { applyMigrations } = await import('@/lib/db/migrate')
  await applyMigrations(server.url)
  atEnd(async () => (await import('@/lib/db/client')).disconnect())
  return { url: server.url, folder, secretKey }
}

/** Work on a connection of its own, without the service's time-outs. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

export async function launchChromium(args: string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium was found: install one, or name it in CHROMIUM_PATH')
  return chromium.launch({ executablePath, args })
}

/** Waits until a server that starts answers with a success. */
export async function untilAnswered(url: string): Promise<void> {
  const deadline = Date.now() + ANSWER_MS
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (Date.now() > deadline) throw new Error(`${url} does not answer`)
    await delay(20)
  }
}
