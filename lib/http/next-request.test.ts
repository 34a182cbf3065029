import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { answersForPages, keepApiPlain, keepDecodable } from './next-request'

function requestOf(url: string, method = 'GET', headers: Record<string, string> = {}): IncomingMessage {
  return { url, method, headers: { ...headers } } as unknown as IncomingMessage
}

function kept(change: (request: IncomingMessage) => void, ...from: Parameters<typeof requestOf>) {
  const request = requestOf(...from)
  change(request)
  return request
}

test('a path that can’t be decoded is an unknown path', () => {
  expect(kept(keepDecodable, '/pay/%ff?api_key=x').url).toBe('/pay/%25ff?api_key=x')
  expect(kept(keepDecodable, '/docs/a%20b?c=%ff').url).toBe('/docs/a%20b?c=%ff')
})

test('an API path with an empty segment still reaches the handlers', () => {
  expect(kept(keepApiPlain, '/api/v2//customer').url).toBe('/api/v2/%2Fcustomer')
})

test('the API ignores navigation headers, and refuses TRACE like any missing method', () => {
  expect(kept(keepApiPlain, '/api/v2/customer', 'TRACE', { rsc: '1' })).toMatchObject({
    method: 'PUT',
    headers: {},
  })
})

test('pages keep their navigation headers and empty segments', () => {
  const page = { url: '/x//y', method: 'TRACE', headers: { rsc: '1' } }
  expect(kept(keepApiPlain, page.url, page.method, page.headers)).toEqual(page)
})

test.each([
  ['GET', '/sign-in', null],
  ['HEAD', '/pay/x', null],
  ['POST', '/sign-in', 405],
  ['PUT', '/', 405],
  ['TRACE', '/docs', 405],
  ['OPTIONS', '/sign-in', 204],
  ['OPTIONS', '*', 204],
  ['GET', '*', 400],
])('%s %s of a page', (method, url, status) => {
  const answer = { status: null as number | null, allow: undefined as string | undefined }
  const response = {
    writeHead(status: number, headers?: { Allow: string }) {
      answer.status = status
      answer.allow = headers?.Allow
      return { end: () => undefined }
    },
  } as unknown as ServerResponse
  expect(answersForPages(requestOf(url, method), response)).toBe(status !== null)
  expect(answer.status).toBe(status)
  if (status === 405 || status === 204) expect(answer.allow).toBe('GET, HEAD, OPTIONS')
})
