import type { IncomingMessage } from 'node:http'
import { nodeHandler } from '@/lib/api/node'
import { env } from '@/lib/env'
import { keepApiPlain } from '@/lib/http/next-request'
import { flushRequests } from '@/lib/http/record-request'
import { type Handler, startHttpServer } from '@/lib/http/server'
import { live } from './lifetime'

const dev = process.argv.includes('--dev')

await live(async () => {
  const { default: next } = await import('next')
  const app = next({ dev })
  // In front of Next.js, which costs a request several times what the operation does. In development Next.js
  // serves the API too, with the sources as they are.
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
    // The answers are out; what is known of them is still to be written down.
    await flushRequests()
  }
})

async function apiHandler(): Promise<Handler> {
  const { apiV2 } = await import('@/lib/api/v2')
  return nodeHandler(apiV2)
}

function isOfApi({ url = '/' }: IncomingMessage): boolean {
  return /^\/api\/v2(?:[/?]|$)/.test(url)
}
