import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { nonceOf, POLICY_OF_FILES, protectPage } from './content-security-policy'

/** The policy that a page is answered with, and the one that its renderer sees. */
function policiesOf(url: string, { isDevelopment = false, headers = {} } = {}) {
  const request = { url, headers } as unknown as IncomingMessage
  const sent = new Headers()
  const setHeader = (name: string, value: string) => sent.set(name, value)
  protectPage(request, { setHeader } as unknown as ServerResponse, { isDevelopment })
  const seen = new Headers(request.headers as Record<string, string>)
  return { sent: sent.get('content-security-policy') ?? '', seen }
}

const directive = (policy: string, name: string) =>
  policy.split('; ').find((each) => each.startsWith(`${name} `))

test('a script runs by a nonce alone, which no other answer has', () => {
  const [one, other] = [policiesOf('/home'), policiesOf('/home')]
  expect(directive(one.sent, 'script-src')).toMatch(
    /^script-src 'nonce-[A-Za-z0-9+/]{22}==' 'strict-dynamic'$/,
  )
  expect(nonceOf(one.seen)).not.toBe(nonceOf(other.seen))
})

test('the renderer gets the nonce that is sent, whatever policy the client claims', () => {
  const claimed = { 'content-security-policy': "script-src 'nonce-known'" }
  const { sent, seen } = policiesOf('/home', { headers: claimed })
  expect(seen.get('content-security-policy')).toBe(sent)
  expect(nonceOf(seen)).not.toBe('known')
})

test('only the pay page, the portal and the sandbox’s checkout may send their forms elsewhere', () => {
  for (const url of ['/pay/x', '/portal/x', '/portal/x?all=USD', '/sandbox/checkout/x']) {
    expect(directive(policiesOf(url).sent, 'form-action')).toBe("form-action 'self' https: http:")
  }
  const others = [
    '/home',
    '/sandbox/x',
    '/payouts/new',
    '/thank-you/x',
    '//pay/x',
    '/portal/',
    '/portal/x/details',
  ]
  for (const url of others) {
    expect(directive(policiesOf(url).sent, 'form-action')).toBe("form-action 'self'")
  }
})

test('no page can be framed, runs plug-ins or takes its addresses from elsewhere', () => {
  for (const name of ['frame-ancestors', 'object-src', 'base-uri']) {
    expect(directive(policiesOf('/home').sent, name)).toBe(`${name} 'none'`)
  }
})

test('our pages frame our own files alone', () => {
  expect(directive(policiesOf('/home').sent, 'frame-src')).toBe("frame-src 'self'")
  expect(directive(POLICY_OF_FILES, 'frame-ancestors')).toBe("frame-ancestors 'self'")
})

test('code is evaluated in development only', () => {
  expect(policiesOf('/home').sent).not.toContain('unsafe-eval')
  expect(policiesOf('/home', { isDevelopment: true }).sent).toContain("'unsafe-eval'")
})

test('a page that another server answers has no nonce', () => {
  expect(nonceOf(new Headers())).toBeUndefined()
})
