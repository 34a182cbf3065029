import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, apiService, expectRefusal, type Request, send } from '../fixtures/api-client'
import { buildScene, ENDPOINTS, requestTo, type Scene } from '../fixtures/endpoints'
import { customerBody } from '../fixtures/request-bodies'
import { type Service, startService } from '../fixtures/service'
import { freshVendor } from '../fixtures/vendor'

/** Requests per second: few enough for even a busy machine to exceed. */
const LIMIT = 2
const BURST = 30
const RECOVERY_MS = 20_000

/** A second machine on the database of the shared service, whose limits are off. */
let limited: Service

beforeAll(async () => {
  const { DATABASE_URL = '', SECRET_KEY = '' } = apiService.settings
  limited = await startService({
    env: { DATABASE_URL, SECRET_KEY, RATE_LIMIT_TEST: String(LIMIT), RATE_LIMIT_LIVE: '0' },
  })
})
afterAll(() => limited?.stop())

/** The same request many times at once, by default to the service with limits. */
async function burst(request: () => Request, baseUrl = limited.url): Promise<Answer[]> {
  const answers = await Promise.all(Array.from({ length: BURST }, () => send(request(), baseUrl)))
  for (const answer of answers.filter(({ status }) => status === 429)) {
    expectRefusal(answer, 429, 'Too many requests')
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(answer.headers.get('ratelimit-remaining')).toBe('0')
  }
  return answers
}

function statusesOf(answers: Answer[]): number[] {
  return [...new Set(answers.map(({ status }) => status))].sort()
}

function readCustomer({ vendor, customerId }: Scene): Request {
  return { method: 'GET', path: `/api/v2/customer/${customerId}?api_key=${vendor.key}` }
}

describe('an account in test mode', () => {
  test('is answered 429 above its requests per second, and accepted again later', async () => {
    const scene = await buildScene()
    const startedAt = Date.now()
    const answers = await burst(() => readCustomer(scene))
    const seconds = Math.ceil((Date.now() - startedAt) / 1000) + 1
    expect(statusesOf(answers)).toEqual([200, 429])
    for (const { headers } of answers) {
      expect(headers.get('ratelimit-limit')).toBe(String(LIMIT))
      expect(headers.get('ratelimit-reset')).toBe('1')
    }
    const answered = answers.filter(({ status }) => status === 200).length
    expect(answered).toBeGreaterThanOrEqual(LIMIT)
    expect(answered).toBeLessThanOrEqual(LIMIT * seconds)
    const again = async () => (await send(readCustomer(scene), limited.url)).status
    await expect.poll(again, { interval: 250, timeout: RECOVERY_MS }).toBe(200)
  })

  test('gets exactly what its successful answers say', async () => {
    const vendor = await freshVendor()
    const answers = await burst(() => ({
      method: 'POST',
      path: '/api/v2/customer',
      body: { ...customerBody(), api_key: vendor.key },
    }))
    expect(statusesOf(answers)).toEqual([201, 429])
    expect(await vendor.count('customers')).toBe(answers.filter(({ status }) => status === 201).length)
  })

  test('has one budget for all endpoints and all of its keys', async () => {
    const scene = await buildScene()
    const bearer = { authorization: `Bearer ${scene.vendor.key}` }
    let next = 0
    const startedAt = Date.now()
    const answers = await burst(() => {
      const endpoint = ENDPOINTS[next++ % ENDPOINTS.length]
      if (!endpoint) throw new Error('unreachable')
      if (next % 2) return requestTo(endpoint, scene, scene.vendor.key)
      return { ...requestTo(endpoint, scene, undefined), headers: bearer }
    })
    const seconds = Math.ceil((Date.now() - startedAt) / 1000) + 1
    const answered = answers.filter(({ status }) => status !== 429)
    expect(answered.length).toBeLessThan(BURST)
    expect(answered.length).toBeLessThanOrEqual(LIMIT * seconds)
  })

  test('uses nothing of another account’s budget', async () => {
    const [busy, calm] = [await buildScene(), await buildScene()]
    const bursts = burst(() => readCustomer(busy))
    expect((await send(readCustomer(calm), limited.url)).status).toBe(200)
    expect(statusesOf(await bursts)).toContain(429)
  })
})

describe('the limit', () => {
  test('comes after a missing and a wrong key: those are never 429', async () => {
    const { customerId } = await buildScene()
    const path = `/api/v2/customer/${customerId}`
    expect(statusesOf(await burst(() => ({ method: 'GET', path })))).toEqual([400])
    expect(statusesOf(await burst(() => ({ method: 'GET', path: `${path}?api_key=x` })))).toEqual([401])
  })

  test('comes after a body that is not JSON', async () => {
    const { vendor } = await buildScene()
    const headers = { authorization: `Bearer ${vendor.key}` }
    const request = { method: 'POST', path: '/api/v2/customer', body: '{', headers }
    expect(statusesOf(await burst(() => request))).toEqual([400])
  })

  test('comes before the ban', async () => {
    const { vendor } = await buildScene()
    await vendor.ban()
    const body = { ...customerBody(), api_key: vendor.key }
    const answers = await burst(() => ({ method: 'POST', path: '/api/v2/customer', body }))
    expect(statusesOf(answers)).toEqual([403, 429])
  })

  test('comes before fields and objects: a refused request costs as much as a successful one', async () => {
    const vendor = await freshVendor()
    const body = { api_key: vendor.key }
    const answers = await burst(() => ({ method: 'POST', path: '/api/v2/customer', body }))
    expect(statusesOf(answers)).toEqual([400, 429])
    const other = await freshVendor()
    const path = `/api/v2/customer/x?api_key=${other.key}`
    expect(statusesOf(await burst(() => ({ method: 'GET', path })))).toEqual([404, 429])
  })

  test('of 0 means no limit: for one mode, or for both', async () => {
    const live = await (await freshVendor()).live()
    const customerId = await live.customer()
    const path = `/api/v2/customer/${customerId}?api_key=${live.key}`
    expect(statusesOf(await burst(() => ({ method: 'GET', path })))).toEqual([200])
    const scene = await buildScene()
    expect(statusesOf(await burst(() => readCustomer(scene), apiService.url))).toEqual([200])
  })
})
