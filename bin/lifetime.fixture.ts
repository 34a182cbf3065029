import { setTimeout as delay } from 'node:timers/promises'
import { live } from './lifetime'

/* A part of the service that hands its clients over for an hour. */

await live(async () => async (isRetiring) => {
  if (process.connected) process.send?.(isRetiring ? 'retiring' : 'stopping')
  if (isRetiring) await delay(3_600_000)
})
