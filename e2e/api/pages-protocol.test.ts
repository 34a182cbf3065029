import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { BASE_URL, exchange } from '../fixtures/api-client'

/** Sends the head of a request as it is, and returns the first line of the answer. */
async function firstLine(head: string): Promise<string> {
  const socket = connect(Number(new URL(BASE_URL).port), '127.0.0.1')
  socket.write(`${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  await once(socket, 'close')
  return text.split('\r\n')[0] ?? ''
}

test.each([
  '/%ff',
  '/pay/%ff',
  '/pay/%c3%28/thank-you',
  '/thank-you/%ff',
  '/reset-password/%ff',
  '/confirm-email/%ff',
  '/customers/%ff',
  '/invoices/%ff',
  '/payouts/%ff',
  '/operator/vendors/%ff',
  '/docs/%ff',
  '/_next/static/%ff',
  '/%2',
  '/api/auth/%ff',
])('%s is answered without a failure', async (path) => {
  const { status } = await exchange({ method: 'GET', path })
  expect(status).toBeLessThan(500)
})

test.each([
  ['GET * HTTP/1.1', 400],
  ['HEAD * HTTP/1.1', 400],
  ['OPTIONS * HTTP/1.1', 204],
  ['OPTIONS /sign-in HTTP/1.1', 204],
  ['POST /sign-in HTTP/1.1', 405],
  ['PATCH /pay/x HTTP/1.1', 405],
  ['TRACE / HTTP/1.1', 405],
  ['PROPFIND /docs HTTP/1.1', 405],
])('%s is answered with %i', async (head, status) => {
  expect(await firstLine(head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})

test.each(['signout', 'callback/credentials', 'csrf', 'nowhere'])(
  'a large form to /api/auth/%s is refused, in parts of unknown length too',
  async (route) => {
    const body = 'x'.repeat(4 * 1024 * 1024)
    const path = `/api/auth/${route}`
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
      const whole = await exchange({ method: 'POST', path, body, headers: { 'content-type': type } })
      const parts = { 'content-type': type, 'transfer-encoding': 'chunked' }
      const chunked = await exchange({ method: 'POST', path, body, headers: parts })
      for (const { status } of [whole, chunked]) {
        expect([404, 405, 413]).toContain(status)
      }
    }
  },
)
