import { expect, test } from 'vitest'
import { backOffMs } from './back-off'

test('the delays come in order; then the last one repeats, or there is none', () => {
  const waits = (isEndless: boolean, jitter = 0, random = 0) =>
    [1, 2, 3, 9].map((number) => backOffMs({ delaysMs: [1000, 5000], isEndless, jitter }, number, random))
  expect(waits(true)).toEqual([1000, 5000, 5000, 5000])
  expect(waits(false)).toEqual([1000, 5000, null, null])
  expect(waits(false, 0.5, 0.999)).toEqual([1499, 7497, null, null])
})
