import { expect, test } from 'vitest'
import { takeAddressToken } from '@/lib/http/rate-limit'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { authenticate } from './authenticate'

const ADDRESS = '192.0.2.77'

const ask = (method: string, path: string) => {
  const request = new Request(`http://localhost:3000/api/auth/${path}`, { method })
  return fromAddress(ADDRESS, () => authenticate(request))
}

test.each([
  ['GET', 'providers'],
  ['GET', 'signin'],
  ['GET', 'callback/credentials'],
  ['POST', '_log'],
])('a NextAuth route that no page uses does not exist: %s %s', async (method, path) => {
  expect(await ask(method, path)).toBeNull()
})

test('an address with too many sign-ins is told when to try again', async () => {
  while ((await takeAddressToken(ADDRESS, 'sign_in')).ok);
  const response = await ask('POST', 'callback/credentials')
  expect(response?.status).toBe(429)
  expect(Number(response?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response?.json()).toEqual({ error: 'Too many attempts. Wait a minute and try again.' })
})
