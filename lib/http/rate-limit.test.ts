import { afterEach, beforeEach, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { signUp } from '@/lib/sign-in/dashboard'

const usual = env.RATE_LIMIT_ADDRESS
beforeEach(() => {
  env.RATE_LIMIT_ADDRESS = 1
})
afterEach(() => {
  env.RATE_LIMIT_ADDRESS = usual
})

/** An attempt that is refused for its fields, once it is let in. */
const attempt = async (headers: Record<string, string> = {}) => {
  const request = new Request('http://localhost:3000/api/dashboard/sign-up', {
    method: 'POST',
    body: '{}',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })
  return (await ask(signUp, request)).status
}

test('each client address has its own limit', async () => {
  expect(await fromAddress('192.0.2.1', attempt)).toBe(400)
  expect(await fromAddress('192.0.2.1', attempt)).toBe(429)
  expect(await fromAddress('192.0.2.2', attempt)).toBe(400)
})

test('clients whose address is unknown share one limit, whatever they claim', async () => {
  expect(await attempt({ 'x-client-address': '192.0.2.3', 'x-forwarded-for': '192.0.2.3' })).toBe(400)
  expect(await attempt({ 'x-client-address': '192.0.2.4', 'x-forwarded-for': '192.0.2.4' })).toBe(429)
})
