import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { sentenceOf } from '@/lib/db/describe-error'
import { embeddedUrl, startEmbedded } from '@/lib/db/embedded'
import { clearAnchor } from '@/lib/db/seal-anchor'
import { resetToSnapshot, takeSnapshot } from '@/lib/db/table-snapshot'
import { env } from '@/lib/env'
import { configuredProviders } from '@/lib/providers/manifests'
import type { TwinVendor } from '@/prisma/seed/twin'

/*
 * `npm run twin`: the production build for the tests of an integration, on a database that is empty at each start
 * and gone afterwards. Programs take a snapshot and go back to it between tests by a control address of its own,
 * which is no part of the API.
 */

const FOLDER = '.twin'
/** Held by the process that runs on the folder. */
const LOCK = 'instance.sock'

/** Nothing of it survives, so nothing has to reach the disk. */
export const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Settings that lead to real data, real money or real people. */
const REAL = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'WAL_ARCHIVE_DIR',
  'SEAL_ANCHOR_FILE',
  'SMTP_URL',
] as const

/**
 * Puts the twin's settings in place of the service's own, for this process and its children. Throws if a setting leads
 * out of the twin.
 */
export function enterTwin(): void {
  const real = [
    ...REAL.filter((name) => env[name] !== undefined),
    ...configuredProviders(env).flatMap(({ needs }) => needs),
  ]
  if (real.length > 0) {
    const lines = real.map((name) => `${name}: the twin has only what it can throw away`)
    const way = `${real.map((name) => `${name}=`).join(' ')} npm run twin`
    throw new Error(`Bad settings:\n  ${lines.join('\n  ')}\nLeave them out: ${way}`)
  }
  set('PORT', env.TWIN_PORT)
  set('DATA_DIR', resolve(FOLDER, String(env.TWIN_PORT)))
  // Webhooks of test mode may go to this machine where this is a loopback address.
  set('PUBLIC_URL', `http://localhost:${env.TWIN_PORT}`)
  process.env.WEBHOOKS_ALLOW_PUBLIC = '0'
  env.WEBHOOKS_ALLOW_PUBLIC = false
  // Tests come in bursts. A limit that is set is tried on purpose.
  for (const name of ['RATE_LIMIT_TEST', 'RATE_LIMIT_ADDRESS'] as const) {
    if (!process.env[name]) set(name, 0)
  }
}

function set<Name extends 'PORT' | 'DATA_DIR' | 'PUBLIC_URL' | 'RATE_LIMIT_TEST' | 'RATE_LIMIT_ADDRESS'>(
  name: Name,
  value: (typeof env)[Name],
): void {
  env[name] = value
  process.env[name] = String(value)
}

/** Ends the database of a twin, also one that was killed, and removes its data; the folder too if the twin is over. */
export async function removeTwin(dataDir: string, { isOver = false } = {}): Promise<void> {
  if (await embeddedUrl(dataDir)) await (await startEmbedded(dataDir)).stop()
  const names = (await readdir(dataDir)).filter((name) => name !== LOCK)
  const options = { recursive: true, force: true, maxRetries: 5 }
  await Promise.all(names.map((name) => rm(join(dataDir, name), options)))
  if (isOver) await rm(dataDir, options)
}

/** All that a program needs to use the twin. */
export function twinFacts({ key, webhookSecret }: TwinVendor) {
  const control_url = `http://127.0.0.1:${env.TWIN_CONTROL_PORT}/twin`
  return { url: env.PUBLIC_URL, api_key: key, webhook_secret: webhookSecret, control_url }
}

/** Serves the control address, whose first snapshot is that of the start. */
export async function startControl(ownerUrl: string, vendor: TwinVendor): Promise<Server> {
  const acts: { [route: string]: () => Promise<object> } = {
    'GET /twin': async () => twinFacts(vendor),
    'POST /twin/snapshot': () => timed(() => takeSnapshot(ownerUrl)),
    'POST /twin/reset': () =>
      timed(async () => {
        // The seals go back as well, and here that is no alarm.
        await clearAnchor()
        await resetToSnapshot(ownerUrl)
      }),
  }
  await takeSnapshot(ownerUrl)
  let before: Promise<unknown> = Promise.resolve()
  const server = createServer((request, response) => {
    const act = isFromProgram(request) ? acts[`${request.method} ${request.url}`] : undefined
    if (!act) {
      answer(response, 404, { error: `Not found: there are ${Object.keys(acts).join(', ')}` })
      return
    }
    // One after the other: a reset has no use for half a snapshot.
    const acting = before.then(act)
    before = acting.catch(() => undefined)
    acting.then(
      (result) => answer(response, 200, { status: 'success', ...result }),
      (error) => answer(response, 500, { error: sentenceOf(error) }),
    )
  })
  server.listen(env.TWIN_CONTROL_PORT, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function timed(act: () => Promise<void>): Promise<{ duration_ms: number }> {
  const startedMs = performance.now()
  await act()
  return { duration_ms: Math.round(performance.now() - startedMs) }
}

/** Not a page in a browser, whose site could be anybody's: it sends an origin, or a name that leads here. */
function isFromProgram({ headers }: IncomingMessage): boolean {
  return headers.origin === undefined && /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '')
}

function answer(response: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body)}\n`
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
  response.end(text)
}
