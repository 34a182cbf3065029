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

/** The matched operation's path and parameters, or the allowed methods. */
function matchOf(method: string, path: string) {
  const match = router.match(method, path)
  return match?.operation ? [match.operation.summary, match.params] : (match?.allowed ?? null)
}

describe('a router', () => {
  test('finds an operation by method and path, with its parameters as sent', () => {
    expect(matchOf('POST', '/customers')).toEqual(['POST /customers', {}])
    expect(matchOf('DELETE', '/customers/%61')).toEqual(['DELETE /customers/{id}', { id: '%61' }])
    expect(matchOf('GET', '/customers/7/accounts/9')).toEqual([
      'GET /customers/{id}/accounts/{account_id}',
      { id: '7', account_id: '9' },
    ])
    expect(matchOf('GET', '/pay/abc/invoice.pdf')).toEqual(['GET /pay/{token}/invoice.pdf', { token: 'abc' }])
  })

  test('prefers a literal segment to a parameter, and backtracks if it leads nowhere', () => {
    expect(matchOf('GET', '/customers/export')).toEqual(['GET /customers/export', {}])
    expect(matchOf('GET', '/customers/export/accounts/9')).toEqual([
      'GET /customers/{id}/accounts/{account_id}',
      { id: 'export', account_id: '9' },
    ])
  })

  test('takes a HEAD for the GET of its path', () => {
    expect(matchOf('HEAD', '/customers/7')).toEqual(['GET /customers/{id}', { id: '7' }])
  })

  test('names the allowed methods of a path', () => {
    expect(matchOf('PUT', '/customers')).toBe('GET, POST, HEAD, OPTIONS')
    expect(matchOf('OPTIONS', '/customers/7')).toBe('GET, DELETE, HEAD, OPTIONS')
    expect(matchOf('TRACE', '/pay/abc/invoice.pdf')).toBe('GET, HEAD, OPTIONS')
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

  test('rejects two operations with the same method and path', () => {
    expect(() => createRouter([at('GET', '/a/{id}'), at('GET', '/a/{id}')])).toThrow(/another operation/)
    expect(() => createRouter([at('GET', '/a/{id}'), at('POST', '/a/{name}')])).toThrow(/another operation/)
  })
})
