import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { keepApiPlain } from './next-request'

function kept(url: string, method = 'GET', headers: Record<string, string> = {}) {
  const request = { url, method, headers: { ...headers } }
  keepApiPlain(request as unknown as IncomingMessage)
  return request
}

test('an API path that can’t be decoded, or has an empty segment, still reaches the handlers', () => {
  expect(kept('/api/v2/customer/%ff?api_key=x').url).toBe('/api/v2/customer/%25ff?api_key=x')
  expect(kept('/api/v2//customer').url).toBe('/api/v2/%2Fcustomer')
  expect(kept('/api/v2/customer/a%20b').url).toBe('/api/v2/customer/a%20b')
})

test('the API ignores navigation headers, and refuses TRACE like any missing method', () => {
  expect(kept('/api/v2/customer', 'TRACE', { rsc: '1' })).toMatchObject({ method: 'PUT', headers: {} })
})

test('pages are left alone', () => {
  const page = { url: '/%ff//x', method: 'TRACE', headers: { rsc: '1' } }
  expect(kept(page.url, page.method, page.headers)).toEqual(page)
})
