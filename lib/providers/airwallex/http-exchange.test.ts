import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const received: (string | undefined)[] = []
const server = createServer(({ headers }, response) => {
  received.push(headers.traceparent as string | undefined)
  response.end('{}')
})

beforeEach(async () => {
  received.length = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

async function call(): Promise<string | null> {
  vi.resetModules()
  const { exchange } = await import('./http-exchange')
  const { currentTraceparent } = await import('@/lib/tracing/current-trace')
  const { inSpan } = await import('@/lib/tracing/spans')
  const { port } = server.address() as AddressInfo
  return inSpan(
    () => ({ name: 'a call', kind: 'client' }),
    async () => {
      await exchange(`http://127.0.0.1:${port}/`, { method: 'GET', headers: {} }, AbortSignal.timeout(20_000))
      return currentTraceparent()
    },
  )
}

test('Airwallex gets the trace of the call, where there is one', async () => {
  expect(await call()).toBeNull()
  // A collector that nobody needs to reach.
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', 'http://127.0.0.1:9')
  const traceparent = await call()
  expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  expect(received).toEqual([undefined, traceparent])
})
