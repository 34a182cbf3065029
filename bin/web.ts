import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { format } from 'node:util'
import { nodeHandler } from '@/lib/api/node'
import { flushLastUses } from '@/lib/api-keys/last-uses'
import { checkHealth } from '@/lib/db/health'
import { env } from '@/lib/env'
import { stopWaiting } from '@/lib/events/wait-for-events'
import { protectPage } from '@/lib/http/content-security-policy'
import { listenAddresses } from '@/lib/http/listen-addresses'
import { answersForPages, keepApiPlain, keepDecodable } from '@/lib/http/next-request'
import { flushRequests } from '@/lib/http/record-request'
import { serveAs } from '@/lib/http/served-request'
import { type Handler, startHttpServer } from '@/lib/http/server'
import { log } from '@/lib/log'
import { countRequest } from '@/lib/metrics/metrics'
import { publishMetrics } from '@/lib/metrics/published'
import { SUCCESSOR } from './kept-process'
import { live } from './lifetime'
import { openSideDoor } from './side-door'

/** An unreachable database must not hold up the end. */
const FLUSH_MS = 2000
const WELL_LOOK_MS = 500

const dev = process.argv.includes('--dev')
/** Next.js serves the API too, by the route handlers. */
const routes = dev || process.argv.includes('--routes')

// Next.js prints the errors of pages, and the database's quote values.
if (!dev) console.error = logConsoleError

await live(async () => {
  const { default: next } = await import('next')
  // Next.js listens for upgrades on the server that it is told of, answers hardly any and ends none. This one never
  // listens: only in development, for the reload of changed sources, is an upgrade passed on to it.
  const upgrades = createServer()
  const app = next({ dev, httpServer: upgrades })
  // In front of Next.js, whose overhead per request is several times the operation's own cost.
  const answerApi = routes ? null : await apiHandler()
  await app.prepare()
  const answerPage = app.getRequestHandler()
  if (process.argv.includes(SUCCESSOR)) await becomesWell()
  const metrics = publishMetrics('web')
  const server = await startHttpServer(env.PORT, {
    addresses: listenAddresses(),
    proxies: env.TRUSTED_PROXIES,
    isHttps: env.PUBLIC_URL.startsWith('https:'),
    limits: {
      headersMs: env.HTTP_HEADERS_TIMEOUT_MS,
      requestMs: env.HTTP_REQUEST_TIMEOUT_MS,
      idleMs: env.HTTP_IDLE_TIMEOUT_MS,
      connections: env.HTTP_MAX_CONNECTIONS,
      connectionsPerAddress: env.HTTP_MAX_CONNECTIONS_PER_ADDRESS,
    },
    upgrade: dev
      ? (request, socket, head) => isOfReload(request) && upgrades.emit('upgrade', request, socket, head)
      : undefined,
    async handle(request, response, served) {
      if (!answerApi) keepApiPlain(request)
      else if (isOfApi(request)) return answerApi(request, response, served)
      else if (answersForPages(request, response)) return
      keepDecodable(request)
      if (!isFile(request)) {
        protectPage(request, response, { isDevelopment: dev })
        countPage(request, response)
      }
      return serveAs(served, () => answerPage(request, response))
    },
  })
  await openSideDoor(() => server.isReachable())
  return async (isRetiring) => {
    stopWaiting()
    await server.stop(isRetiring)
    // The answers are sent; their log entries and the last uses of their keys still have to be written.
    await Promise.all([
      flushRequests(FLUSH_MS),
      Promise.race([Promise.all([flushLastUses(), metrics.stop()]), delay(FLUSH_MS)]),
    ])
  }
})

/** Waits for a database with all migrations. The supervisor gives up on a process that waits for too long. */
async function becomesWell(): Promise<void> {
  for (;;) {
    const { database, migrations } = await checkHealth()
    if (database === 'ok' && migrations === 'ok') return
    log.warn({ database, migrations }, 'a successor waits until it can serve')
    await delay(WELL_LOOK_MS)
  }
}

function logConsoleError(...parts: unknown[]): void {
  const error = parts.find((part) => part instanceof Error)
  log.error({ error: error ?? format(...parts) }, 'a page failed')
}

async function apiHandler(): Promise<Handler> {
  const [v2, auth, dashboard, inbox, pay, providers, { health }, { metrics }] = await Promise.all([
    import('@/lib/api/v2'),
    import('@/lib/api/auth'),
    import('@/lib/api/dashboard'),
    import('@/lib/api/inbox'),
    import('@/lib/api/pay'),
    import('@/lib/api/providers'),
    import('@/lib/operator/api'),
    import('@/lib/operator/metrics'),
  ])
  return nodeHandler(
    v2.apiV2,
    auth.authApi,
    dashboard.dashboardApi,
    inbox.inboxApi,
    pay.payApi,
    providers.providersApi,
    {
      health,
      metrics,
    },
  )
}

function isOfApi({ url = '/' }: IncomingMessage): boolean {
  return /^\/api(?:[/?]|$)/.test(url)
}

/** The connection by which pages follow the sources in development. */
function isOfReload({ url = '/' }: IncomingMessage): boolean {
  return /^\/_next\/(?:hmr|webpack-hmr)(?:\?|$)/.test(url)
}

function countPage({ method = 'GET' }: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now()
  response.once('finish', () =>
    countRequest(method, 'page', response.statusCode, performance.now() - startedAt),
  )
}

/** Scripts, styles and fonts, which are not shown as pages. */
function isFile({ url = '/' }: IncomingMessage): boolean {
  return url.startsWith('/_next/')
}
