import type { Scene } from './scene'
import { sameKey } from './scenes/idempotency'
import { kills } from './scenes/kills'
import { parallelPayouts } from './scenes/payouts'

/** All scenes, in the order of a run. */
export const SCENES: Scene[] = [parallelPayouts, sameKey, kills]

/** The scenes of `npm test`, which take about half a minute. */
export const QUICK = ['payouts', 'same-key', 'kills']
