import { env } from '@/lib/env'
import { keepApiPlain } from '@/lib/http/next-request'
import { flushRequests } from '@/lib/http/record-request'
import { startHttpServer } from '@/lib/http/server'
import { live } from './lifetime'

await live(async () => {
  const { default: next } = await import('next')
  const app = next({ dev: process.argv.includes('--dev') })
  await app.prepare()
  const answer = app.getRequestHandler()
  const server = await startHttpServer(env.PORT, {
    isBehindProxy: env.TRUST_PROXY,
    handle(request, response) {
      keepApiPlain(request)
      return answer(request, response)
    },
  })
  return async () => {
    await server.stop()
    // The answers are out; what is known of them is still to be written down.
    await flushRequests()
  }
})
