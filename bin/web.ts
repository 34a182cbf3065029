import type { IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { nodeHandler } from '@/lib/api/node'
import { flushLastUses } from '@/lib/auth/last-uses'
import { env } from '@/lib/env'
import { keepApiPlain } from '@/lib/http/next-request'
import { flushRequests } from '@/lib/http/record-request'
import { type Handler, startHttpServer } from '@/lib/http/server'
import { live } from './lifetime'

/** An unreachable database must not hold up the end. */
const FLUSH_MS = 2000

const dev = process.argv.includes('--dev')

await live(async () => {
  const { default: next } = await import('next')
  const app = next({ dev })
  // In front of Next.js, whose overhead per request is several times the operation's own cost. In development
  // Next.js serves the API too, from the sources.
  const answerApi = dev ? null : await apiHandler()
  await app.prepare()
  const answerPage = app.getRequestHandler()
  const server = await startHttpServer(env.PORT, {
    isBehindProxy: env.TRUST_PROXY,
    handle(request, response) {
      if (answerApi && isOfApi(request)) return answerApi(request, response)
      keepApiPlain(request)
      return answerPage(request, response)
    },
  })
  return async () => {
    await server.stop()
    // The answers are sent; their log entries and the last uses of their keys still have to be written.
    await Promise.all([flushRequests(FLUSH_MS), Promise.race([flushLastUses(), delay(FLUSH_MS)])])
  }
})

async function apiHandler(): Promise<Handler> {
  const [{ apiV2 }, { dashboardApi }, { payApi }, { providersApi }, { health }] = await Promise.all([
    import('@/lib/api/v2'),
    import('@/lib/api/dashboard'),
    import('@/lib/api/pay'),
    import('@/lib/api/providers'),
    import('@/lib/operator/api'),
  ])
  return nodeHandler(apiV2, dashboardApi, payApi, providersApi, { health })
}

function isOfApi({ url = '/' }: IncomingMessage): boolean {
  return /^\/api\/(?:v2|dashboard|pay|providers|health)(?:[/?]|$)/.test(url)
}
