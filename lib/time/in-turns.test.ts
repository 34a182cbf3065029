import { expect, test } from 'vitest'
import { inTurns } from './in-turns'

test('no more than the limit run at once, in order, and one that fails gives its turn back', async () => {
  const turn = inTurns(2)
  const started: number[] = []
  const ends: (() => void)[] = []
  const work = (index: number) =>
    turn(async () => {
      started.push(index)
      await new Promise<void>((resolve) => {
        ends[index] = resolve
      })
      if (index === 0) throw new Error('failed')
      return index
    })
  const results = Promise.allSettled([0, 1, 2, 3].map(work))
  await expect.poll(() => started).toEqual([0, 1])
  ends[0]?.()
  await expect.poll(() => started).toEqual([0, 1, 2])
  ends[1]?.()
  await expect.poll(() => started).toEqual([0, 1, 2, 3])
  ends[2]?.()
  ends[3]?.()
  const outcomes = (await results).map((each) => (each.status === 'fulfilled' ? each.value : 'failed'))
  expect(outcomes).toEqual(['failed', 1, 2, 3])
})
