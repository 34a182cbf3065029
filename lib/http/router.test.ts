import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Method, operation } from './operation'
import { createRouter } from './router'

const anyone = { kind: 'public', codes: [], enter: async () => ({}) } as const

function at(method: Method, path: string) {
  return operation({
    method,
    path,
    summary: `${method} ${path}`,
    tag: 'Tests',
    access: anyone,
    answers: { 200: z.object({}) },
  }).handle(async () => ({ status: 200, body: {} }))
}

const router = createRouter([
  at('GET', '/customers'),
  at('POST', '/customers'),
  at('GET', '/customers/export'),
  at('GET', '/customers/{id}'),
  at('DELETE', '/customers/{id}'),
  at('GET', '/customers/{id}/accounts/{account_id}'),
  at('GET', '/pay/{token}/invoice.pdf'),
])

/** The path of the operation that is found and its parameters, or what is allowed instead. */
function found(method: string, path: string) {
  const match = router.match(method, path)
  return match?.operation ? [match.operation.summary, match.params] : (match?.allowed ?? null)
}

describe('a router', () => {
  test('finds an operation by method and path, with the values of its parameters as they were sent', () => {
    expect(found('POST', '/customers')).toEqual(['POST /customers', {}])
    expect(found('DELETE', '/customers/%61')).toEqual(['DELETE /customers/{id}', { id: '%61' }])
    expect(found('GET', '/customers/7/accounts/9')).toEqual([
      'GET /customers/{id}/accounts/{account_id}',
      { id: '7', account_id: '9' },
    ])
    expect(found('GET', '/pay/abc/invoice.pdf')).toEqual(['GET /pay/{token}/invoice.pdf', { token: 'abc' }])
  })

  test('prefers a segment of the same text to a parameter, and goes back where it leads nowhere', () => {
    expect(found('GET', '/customers/export')).toEqual(['GET /customers/export', {}])
    expect(found('GET', '/customers/export/accounts/9')).toEqual([
      'GET /customers/{id}/accounts/{account_id}',
      { id: 'export', account_id: '9' },
    ])
  })

  test('takes a HEAD for the GET of its path', () => {
    expect(found('HEAD', '/customers/7')).toEqual(['GET /customers/{id}', { id: '7' }])
  })

  test('names the methods of a path that has others', () => {
    expect(found('PUT', '/customers')).toBe('GET, POST, HEAD, OPTIONS')
    expect(found('OPTIONS', '/customers/7')).toBe('GET, DELETE, HEAD, OPTIONS')
    expect(found('TRACE', '/pay/abc/invoice.pdf')).toBe('GET, HEAD, OPTIONS')
  })

  test.each([
    '',
    '/',
    'customers',
    '/Customers',
    '/customers/',
    '/customers//accounts/9',
    '/customers/7/accounts',
    '/customers/7/accounts/9/x',
    '/pay//invoice.pdf',
    '/__proto__',
    '/constructor/prototype',
    '//customers',
  ])('finds nothing at %j', (path) => {
    expect(router.match('GET', path)).toBeNull()
  })

  test('refuses to be built with two operations of one method and path', () => {
    expect(() => createRouter([at('GET', '/a/{id}'), at('GET', '/a/{id}')])).toThrow(/another operation/)
    expect(() => createRouter([at('GET', '/a/{id}'), at('POST', '/a/{name}')])).toThrow(/another operation/)
  })
})
