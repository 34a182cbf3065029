import { duringOutage } from '@/lib/providers/shared/outage'
import type { Call } from './operation'
import { Refusal } from './refusals'

/** Trouble that a test asks for in a header, so that a client's handling of it can be tried. */
export const SIMULATIONS = ['lost-answer', 'provider-down', 'slow'] as const

export type Simulation = (typeof SIMULATIONS)[number]

export const SIMULATE_HEADER = 'Counterfoil-Simulate'

/** Added to the time that the answer to a `slow` request takes. */
export const SLOW_MS = 5000

/**
 * The trouble that a request asks for; null for none. Refuses an unknown one and, in live mode, any: a test that was
 * pointed at live money must not move it.
 */
export function simulationOf({ headers }: Pick<Call, 'headers'>, mode: 'test' | 'live'): Simulation | null {
  const header = headers.get(SIMULATE_HEADER)
  if (header === null) return null
  if (mode === 'live') throw new Refusal('simulation_in_live_mode')
  const simulation = SIMULATIONS.find((each) => each === header)
  if (!simulation) throw new Refusal('invalid_simulation', { values: SIMULATIONS.join(', ') })
  return simulation
}

/** Runs a request in its trouble. A `lost-answer` is done as usual: the server then closes the connection. */
export async function simulated<Answer>(
  simulation: Simulation | null,
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (simulation === 'provider-down') return duringOutage(run)
  if (simulation !== 'slow') return run()
  try {
    return await run()
  } finally {
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  }
}
