import type { Scene } from './scene'
import { batches } from './scenes/batches'
import { crashPoints } from './scenes/crash-points'
import { database } from './scenes/database'
import { diskFull } from './scenes/disk-full'
import { fuzz } from './scenes/fuzz'
import { sameKey } from './scenes/idempotency'
import { kills } from './scenes/kills'
import { log } from './scenes/log'
import { neighbour } from './scenes/neighbour'
import { notifications } from './scenes/notifications'
import { parallelPayouts } from './scenes/payouts'
import { privateAddresses } from './scenes/private-addresses'
import { providerFaults } from './scenes/provider-faults'
import { rawHttp } from './scenes/raw-http'
import { receivers } from './scenes/receivers'
import { sequences } from './scenes/sequences'
import { soak } from './scenes/soak'
import { sockets } from './scenes/sockets'
import { stripeFaults } from './scenes/stripe-faults'
import { tenants } from './scenes/tenants'

/** All scenes, in the order of a run. */
export const SCENES: Scene[] = [
  parallelPayouts,
  batches,
  sameKey,
  sequences,
  tenants,
  providerFaults,
  stripeFaults,
  notifications,
  receivers,
  privateAddresses,
  neighbour,
  fuzz,
  rawHttp,
  sockets,
  log,
  database,
  diskFull,
  crashPoints,
  kills,
  soak,
]

/** The scenes of `npm test`, which take about half a minute. */
export const QUICK = [
  'payouts',
  'batches',
  'same-key',
  'sequences',
  'provider-faults',
  'stripe-faults',
  'notifications',
  'kills',
]
