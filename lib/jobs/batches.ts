import { keepSpan } from '@/lib/tracing/spans'

/**
 * A function for one item that works on items together: what is asked for while one batch is under way makes
 * up the next, of at most `limit` items. `work` returns the results in the order of the items. If a batch
 * fails, each of its items is tried alone, so that none fails for another one's sake.
 */
export function inBatches<Item, Result>(
  limit: number,
  work: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  type Entry = {
    item: Item
    resolve: (result: Result) => void
    reject: (error: unknown) => void
    /** Settles the batch that it is the first of: the batch's statements count for its span. */
    lead: (batch: Entry[]) => Promise<void>
  }
  let queue: Entry[] = []
  let isUnderWay = false

  const settle = async (batch: Entry[]): Promise<void> => {
    try {
      const results = await work(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error)
      else for (const each of batch) await settle([each])
    }
  }
  const workOff = async () => {
    while (queue.length > 0) {
      const batch = queue.slice(0, limit)
      queue = queue.slice(limit)
      await batch[0]?.lead(batch)
    }
    isUnderWay = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject, lead: keepSpan(settle) })
      if (isUnderWay) return
      isUnderWay = true
      // Items of the same turn of the event loop share a batch.
      setImmediate(workOff)
    })
}
