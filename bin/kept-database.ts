import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { sentenceOf } from '@/lib/db/describe-error'
import { type EmbeddedServer, startEmbedded } from '@/lib/db/embedded'
import { log } from '@/lib/log'

const RETRY_MS = 2000

/**
 * Starts the embedded database, and restarts it whenever it ends by itself. `onMoved` receives the service's new URL:
 * another program may have taken the port meanwhile.
 */
export async function keepDatabase(
  dataDir: string,
  onMoved: (url: string) => void,
  settings: Record<string, string> = {},
): Promise<EmbeddedServer> {
  let server = await startEmbedded(dataDir, { settings })
  let reviving = Promise.resolve()
  let isStopped = false

  function revive(): void {
    if (isStopped) return
    log.error('the embedded database ended, starting it again')
    reviving = untilItRuns()
  }
  async function untilItRuns(): Promise<void> {
    while (!isStopped) {
      try {
        const before = server.url
        server = await startEmbedded(dataDir, { settings })
        await watchEnd(server.url, revive)
        if (server.url !== before) onMoved(server.serviceUrl)
        return
      } catch (error) {
        log.error({ error: sentenceOf(error) }, 'the embedded database does not start')
        await delay(RETRY_MS)
      }
    }
  }

  await watchEnd(server.url, revive)
  return {
    get url() {
      return server.url
    },
    get serviceUrl() {
      return server.serviceUrl
    },
    stop: async () => {
      isStopped = true
      await reviving
      await server.stop()
    },
  }
}

/** Holds an idle connection: when it ends, the server has ended. */
async function watchEnd(url: string, onEnd: () => void): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'counterfoil supervisor' })
  client.on('error', () => {})
  await client.connect()
  client.once('end', onEnd)
}
