import { AsyncLocalStorage } from 'node:async_hooks'
import type { Outcome } from './outcome'

const outage = new AsyncLocalStorage<true>()

/** Runs a request for which the sandbox is out of reach; for others it goes on. */
export function duringOutage<Result>(run: () => Promise<Result>): Promise<Result> {
  return outage.run(true, run)
}

/** The outcome of a call during a simulated outage; null if there is none. */
export function outageOutcome(provider: string): Extract<Outcome<never>, { kind: 'unknown' }> | null {
  const isOut = provider === 'sandbox' && outage.getStore() === true
  return isOut ? { kind: 'unknown', reason: 'a simulated outage' } : null
}
