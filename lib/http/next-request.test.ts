import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { keepApiPlain } from './next-request'

function kept(url: string, method = 'GET', headers: Record<string, string> = {}) {
  const request = { url, method, headers: { ...headers } }
  keepApiPlain(request as unknown as IncomingMessage)
  return request
}

test('a path of the API that can’t be decoded, or has an empty segment, stays one that Next.js hands on', () => {
  expect(kept('/api/v2/customer/%ff?api_key=x').url).toBe('/api/v2/customer/%25ff?api_key=x')
  expect(kept('/api/v2//customer').url).toBe('/api/v2/%2Fcustomer')
  expect(kept('/api/v2/customer/a%20b').url).toBe('/api/v2/customer/a%20b')
})

test('the API knows no navigation, and refuses TRACE like any method that it lacks', () => {
  expect(kept('/api/v2/customer', 'TRACE', { rsc: '1' })).toMatchObject({ method: 'PUT', headers: {} })
})

test('pages are left alone', () => {
  const page = { url: '/%ff//x', method: 'TRACE', headers: { rsc: '1' } }
  expect(kept(page.url, page.method, page.headers)).toEqual(page)
})
