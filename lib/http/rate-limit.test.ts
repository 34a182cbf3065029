import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { database } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { newId } from '@/lib/ids'
import { signUp } from '@/lib/sign-in/sign-in-dashboard'
import { takeAccountToken } from './rate-limit'
import { Refusal } from './refusals'

const usual = { ...env }
beforeEach(() => {
  env.RATE_LIMIT_ADDRESS = 1
})
afterEach(() => {
  env.RATE_LIMIT_ADDRESS = usual.RATE_LIMIT_ADDRESS
  env.RATE_LIMIT_TEST = usual.RATE_LIMIT_TEST
  env.WEB_PROCESSES = usual.WEB_PROCESSES
  vi.useRealTimers()
  vi.unstubAllEnvs()
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

/** One API request of the account: its headers, or `refused` with those of the refusal. */
async function request(account: { id: string; mode: Mode }) {
  try {
    return { isAllowed: true, headers: await takeAccountToken(account) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.code).toBe('rate_limited')
    return { isAllowed: false, headers: error.headers }
  }
}

describe('an account', () => {
  const account = () => ({ id: newId(), mode: 'test' as const })

  test('gets exactly its limit in a window, in turn or in parallel, and again in the next one', async () => {
    env.RATE_LIMIT_TEST = 25
    vi.useFakeTimers({ toFake: ['Date'] })
    const [inTurn, inParallel] = [account(), account()]
    const results = []
    for (let n = 0; n < 30; n += 1) results.push(await request(inTurn))
    expect(results.filter(({ isAllowed }) => isAllowed)).toHaveLength(25)
    const atOnce = await Promise.all(Array.from({ length: 60 }, () => request(inParallel)))
    expect(atOnce.filter(({ isAllowed }) => isAllowed)).toHaveLength(25)
    vi.setSystemTime(Date.now() + 1000)
    expect((await request(inTurn)).isAllowed).toBe(true)
  })

  test('is told its limit, what is left of it, and when the window ends', async () => {
    env.RATE_LIMIT_TEST = 2
    const mine = account()
    const reset = { 'RateLimit-Limit': '2', 'RateLimit-Reset': '1' }
    expect((await request(mine)).headers).toEqual({ ...reset, 'RateLimit-Remaining': '1' })
    expect((await request(mine)).headers).toEqual({ ...reset, 'RateLimit-Remaining': '0' })
    const refused = { ...reset, 'RateLimit-Remaining': '0', 'Retry-After': '1' }
    expect(await request(mine)).toEqual({ isAllowed: false, headers: refused })
  })

  test('costs one write for a tenth of its limit', async () => {
    env.RATE_LIMIT_TEST = 100
    const mine = account()
    const taken = async () => {
      const row = await database().rateLimit.findUnique({ where: { key: `account_test:${mine.id}` } })
      return row?.points
    }
    for (let n = 0; n < 10; n += 1) await request(mine)
    expect(await taken()).toBe(10)
    await request(mine)
    expect(await taken()).toBe(20)
  })

  test('gets all of a small limit from two processes, wherever its requests go', async () => {
    env.RATE_LIMIT_TEST = 25
    env.WEB_PROCESSES = 2
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.resetModules()
    vi.stubEnv('WEB_PROCESSES', '2')
    const other = await import('./rate-limit')
    const mine = account()
    await other.takeAccountToken(mine)
    const results = []
    for (let n = 0; n < 30; n += 1) results.push(await request(mine))
    expect(results.filter(({ isAllowed }) => isAllowed)).toHaveLength(24)
  })

  test('shares its limit with other processes', async () => {
    env.RATE_LIMIT_TEST = 10
    const mine = account()
    expect((await request(mine)).isAllowed).toBe(true)
    // Another process takes the rest of the window.
    await database().rateLimit.update({ where: { key: `account_test:${mine.id}` }, data: { points: 10 } })
    expect((await request(mine)).isAllowed).toBe(false)
  })
})
