import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backOffMs } from '@/lib/jobs/back-off'
import type { WebhookResult } from './attempt-delivery'
import { RETRIES, RETRY_DELAYS_MS, retryAfterMs, statusOfDeliveryAfter } from './retry-schedule'

const at = new Date('2026-03-01T12:00:00.000Z')
const DAY_MS = 86_400_000
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

const answer = (status: number, retryAfter: string | null = null): WebhookResult => ({
  kind: 'response',
  status,
  body: '',
  retryAfter,
  durationMs: 1,
})
const noAnswer: WebhookResult = { kind: 'error', message: 'connection refused', durationMs: 1 }

test('the delays are the promised ones', () => {
  const promised = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
  expect(RETRY_DELAYS_MS.map((delayMs) => delayMs / 1000)).toEqual(promised)
})

test('jitter makes a delay at most half as long again, and never shorter', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), random, (number, chance) => {
      const delayMs = RETRY_DELAYS_MS[number - 1] ?? Number.NaN
      const jitteredMs = backOffMs(RETRIES, number, chance) ?? Number.NaN
      expect(jitteredMs).toBeGreaterThanOrEqual(delayMs)
      expect(jitteredMs).toBeLessThanOrEqual(delayMs * 1.5)
      expect(Number.isInteger(jitteredMs)).toBe(true)
    }),
  )
})

test('a delivery that always fails is tried ten times', () => {
  const states = Array.from(
    { length: 10 },
    (_, index) => statusOfDeliveryAfter(index + 1, noAnswer, at, 0).status,
  )
  expect(states).toEqual([...Array<string>(9).fill('PENDING'), 'FAILED'])
})

test('any 2xx delivers, at any attempt', () => {
  fc.assert(
    fc.property(fc.integer({ min: 200, max: 299 }), fc.integer({ min: 1, max: 50 }), (status, number) => {
      expect(statusOfDeliveryAfter(number, answer(status), at, 0)).toEqual({
        status: 'DELIVERED',
        nextAttemptAt: null,
      })
    }),
  )
})

test('410 ends a delivery at its first attempt', () => {
  expect(statusOfDeliveryAfter(1, answer(410), at, 0)).toEqual({ status: 'FAILED', nextAttemptAt: null })
})

test.each([100, 199, 301, 302, 307, 308, 400, 404, 429, 500, 503])('%i is retried', (status) => {
  expect(statusOfDeliveryAfter(1, answer(status), at, 0)).toEqual({
    status: 'PENDING',
    nextAttemptAt: new Date('2026-03-01T12:00:05.000Z'),
  })
})

describe('Retry-After', () => {
  test('is respected when it is longer than the delay', () => {
    const next = statusOfDeliveryAfter(1, answer(503, '120'), at, 0)
    expect(next.nextAttemptAt).toEqual(new Date('2026-03-01T12:02:00.000Z'))
  })

  test('does not shorten the delay', () => {
    const next = statusOfDeliveryAfter(2, answer(429, '1'), at, 0)
    expect(next.nextAttemptAt).toEqual(new Date('2026-03-01T12:05:00.000Z'))
  })

  test.each([
    ['Sun, 01 Mar 2026 12:10:00 GMT', 600_000],
    ['Sunday, 01-Mar-26 12:10:00 GMT', 600_000],
    ['Sun, 01 Mar 2026 11:59:00 GMT', 0],
    [' 7 ', 7000],
    ['0', 0],
    ['', 0],
    ['-5', 0],
    ['1.5', 0],
    ['soon', 0],
    ['Someday, whenever GMT', 0],
    [null, 0],
  ])('%j asks for %i ms', (header, expectedMs) => {
    expect(retryAfterMs(header, at)).toBe(expectedMs)
  })

  test('is respected for a day at most, whatever it says', () => {
    expect(retryAfterMs('9'.repeat(400), at)).toBe(DAY_MS)
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.nat().map(String)), (header) => {
        const waitMs = retryAfterMs(header, at)
        expect(waitMs).toBeGreaterThanOrEqual(0)
        expect(waitMs).toBeLessThanOrEqual(DAY_MS)
      }),
    )
  })
})
