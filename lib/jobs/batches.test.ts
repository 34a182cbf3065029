import { expect, test } from 'vitest'
import { inBatches } from './batches'

test('items added at once, or while a batch is under way, share a batch', async () => {
  const batches: number[][] = []
  const double = inBatches(3, async (items: number[]) => {
    batches.push(items)
    return items.map((item) => item * 2)
  })
  const first = Promise.all([1, 2, 3, 4].map(double))
  const second = first.then(() => double(5))
  expect(await first).toEqual([2, 4, 6, 8])
  expect(await second).toBe(10)
  expect(batches).toEqual([[1, 2, 3], [4], [5]])
})

test('an item that fails, fails alone', async () => {
  const check = inBatches(10, async (items: number[]) => {
    if (items.includes(2)) throw new Error('not 2')
    return items
  })
  const results = await Promise.allSettled([1, 2, 3].map(check))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await check(4)).toBe(4)
})
