import cluster from 'node:cluster'
import { log } from '@/lib/log'
import { flushSpans } from '@/lib/tracing/spans'
import { BEAT, BEAT_MS, RETIRE, STARTED } from './kept-process'

/** A collector of traces that is away must not hold up the end. */
const FLUSH_MS = 2000

/**
 * `isRetiring` if another process serves already, so that there is time for clients. Called once more, without it, if the
 * supervisor says stop or is gone meanwhile.
 */
type Stop = (isRetiring: boolean) => Promise<void>

/**
 * Runs a part of the service until the supervisor says stop or is gone, then stops it and exits with code 0.
 * Ctrl-C is left to the supervisor: the terminal sends it to every process of the group, and the supervisor
 * stops them in order.
 */
export async function live(start: () => Promise<Stop>): Promise<void> {
  let stop: Stop | null = null
  let ending: 'retiring' | 'stopping' | null = null
  const end = async (isRetiring = false) => {
    const how = isRetiring ? 'retiring' : 'stopping'
    if (ending === how || ending === 'stopping') return
    ending = how
    try {
      // Stopped during its start, it has no work to finish.
      await stop?.(isRetiring)
      await flushSpans(FLUSH_MS)
      process.exit(0)
    } catch (error) {
      log.error({ error }, 'could not stop in order')
      process.exit(1)
    }
  }
  const isSupervised = process.send !== undefined
  process.on('SIGTERM', () => end())
  process.on('message', (message) => message === RETIRE && end(true))
  process.on('SIGINT', () => isSupervised || end())
  // One of several processes on a port would exit at once, with requests unanswered.
  cluster.worker?.on('disconnect', () => {
    if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  })
  process.on('disconnect', () => end())
  // The supervisor may have ended before we listened.
  if (isSupervised && !process.connected) await end()
  setInterval(() => process.connected && process.send?.(BEAT), BEAT_MS).unref()
  stop = await start()
  process.send?.(STARTED)
}
