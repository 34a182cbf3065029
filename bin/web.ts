import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { format } from 'node:util'
import { nodeHandler } from '@/lib/api/node'
import { flushLastUses } from '@/lib/api-keys/last-uses'
import { connectionPool, database } from '@/lib/db/client'
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
import { inSpan } from '@/lib/tracing/spans'
import { SUCCESSOR } from './kept-process'
import { live } from './lifetime'
import { openSideDoor } from './side-door'

/** An unreachable database must not hold up the end. */
const FLUSH_MS = 2000
const WELL_LOOK_MS = 500
const WARM_CONNECTIONS = 6
/** The API is back first after a crash: the code of the pages takes as long to load as all the rest. */
const PAGES_AFTER_MS = 3000

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const dev = process.argv.includes('--dev')
/** Next.js serves the API too, by the route handlers. */
const routes = dev || process.argv.includes('--routes')

// Next.js prints the errors of pages, and the database's quote values.
if (!dev) console.error = logConsoleError

await live(async () => {
  // Next.js listens for upgrades on the server that it is told of, answers hardly any and ends none. This one never
  // listens: only in development, for the reload of changed sources, is an upgrade passed on to it.
  const upgrades = createServer()
  let loading: Promise<PageHandler> | null = null
  const pages = () => (loading ??= loadPages(upgrades))
  // In front of Next.js, whose overhead per request is several times the operation's own cost.
  const answerApi = routes ? null : await apiHandler()
  const isSuccessor = process.argv.includes(SUCCESSOR)
  if (routes || isSuccessor) await pages()
  if (isSuccessor) {
    await becomesWell()
    await warmUp()
  }
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
      const answerPage = await pages()
      const answer = () => serveAs(served, () => answerPage(request, response))
      return isFile(request) || isOfApi(request) ? answer() : inPageSpan(request, response, answer)
    },
  })
  setTimeout(pages, PAGES_AFTER_MS).unref()
  await openSideDoor(() => server.isReachable())
  return async (isRetiring) => {
    if (isRetiring) await server.handOver()
    // Not before: a client would ask again at once, and perhaps here.
    stopWaiting()
    await server.stop(isRetiring)
    // The answers are sent; their log entries and the last uses of their keys still have to be written.
    await Promise.all([
      flushRequests(FLUSH_MS),
      Promise.race([Promise.all([flushLastUses(), metrics.stop()]), delay(FLUSH_MS)]),
    ])
  }
})

/** Loads Next.js with the pages. The process ends if it can't, as it does if it can't listen. */
async function loadPages(httpServer: Server): Promise<PageHandler> {
  try {
    const { default: next } = await import('next')
    const app = next({ dev, httpServer })
    await app.prepare()
    return app.getRequestHandler()
  } catch (error) {
    log.fatal({ error }, 'the pages could not be loaded')
    process.exit(1)
  }
}

/** Waits for a database with all migrations. The supervisor gives up on a process that waits for too long. */
async function becomesWell(): Promise<void> {
  for (;;) {
    const { database, migrations } = await checkHealth()
    if (database === 'ok' && migrations === 'ok') return
    log.warn({ database, migrations }, 'a successor waits until it can serve')
    await delay(WELL_LOOK_MS)
  }
}

/** Opens some of the connections that the first requests would wait for, and loads Prisma's compiler. */
async function warmUp(): Promise<void> {
  const opening = Array.from({ length: WARM_CONNECTIONS }, () =>
    connectionPool().query('SELECT FROM vendors LIMIT 1'),
  )
  await Promise.all([...opening, database().vendor.findFirst({ select: { id: true } })])
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

/** Which page it is stays out of the trace: an address may hold the token of a payment link. */
function inPageSpan(
  { method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
  answer: () => Promise<void>,
): Promise<void> {
  const begin = () => ({
    name: `${method} page`,
    kind: 'server' as const,
    traceparent: headers.traceparent,
    attributes: { 'http.request.method': method, 'http.route': 'page' },
  })
  return inSpan(begin, async (span) => {
    await answer()
    span?.set('http.response.status_code', response.statusCode)
    if (response.statusCode >= 500) span?.fail(String(response.statusCode))
  })
}

/** Scripts, styles and fonts, which are not shown as pages. */
function isFile({ url = '/' }: IncomingMessage): boolean {
  return url.startsWith('/_next/')
}
