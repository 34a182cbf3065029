/** Runs work, at most `limit` at once; the rest waits for its turn, in order. */
export function inTurns(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < limit) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Its turn passes to the next one, so that nobody who comes now is first.
      if (next) next()
      else running -= 1
    }
  }
}
