/**
 * Runs one call at a time per key: whoever asks while it is under way gets its result too. The call
 * belongs to all of them, so none of their signals may end it.
 */
export function createSharedCalls<T>(): (key: string, call: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (key, call) => {
    const running = underWay.get(key)
    if (running) return running
    const started = call().finally(() => underWay.delete(key))
    underWay.set(key, started)
    return started
  }
}
