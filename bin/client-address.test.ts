import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import { setClientAddress } from './client-address'

const FORGED = {
  'x-client-address': '9.9.9.9',
  'x-forwarded-for': '8.8.8.8',
  'x-forwarded-host': 'evil.example',
}

test('a client without a proxy is known by its connection, whatever it says', async () => {
  const headers = await headersOf(FORGED, false)
  expect(headers['x-client-address']).toBe('127.0.0.1')
  expect(headers['x-forwarded-for']).toBeUndefined()
  expect(headers['x-forwarded-host']).toBeUndefined()
})

test("a client behind a proxy is known by the proxy's own entry, the last one", async () => {
  const headers = await headersOf({ ...FORGED, 'x-forwarded-for': '8.8.8.8, 203.0.113.7' }, true)
  expect(headers['x-client-address']).toBe('203.0.113.7')
})

test.each(['', ' , '])('a proxy that names nobody (%j) counts as the client itself', async (forwarded) => {
  const headers = await headersOf({ 'x-forwarded-for': forwarded }, true)
  expect(headers['x-client-address']).toBe('127.0.0.1')
})

/** The headers as the application sees them, of a request with the given ones. */
async function headersOf(sent: Record<string, string>, isBehindProxy: boolean): Promise<IncomingHttpHeaders> {
  const server = createServer((request, response) => {
    setClientAddress(request, isBehindProxy)
    response.end(JSON.stringify(request.headers))
  }).listen(0)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: sent })
    return (await response.json()) as IncomingHttpHeaders
  } finally {
    server.close()
    server.closeAllConnections()
  }
}
