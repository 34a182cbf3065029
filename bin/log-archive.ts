import type { Passphrase } from '@/lib/crypto/sealed-stream'
import { embeddedUrl } from '@/lib/db/embedded'
import { archiveWal, stopArchiving } from '@/lib/db/wal-archive'
import { type Running, repeat } from '@/lib/jobs/poll'
import { log } from '@/lib/log'

const EVERY_MS = 60_000

/** Archives the log of the embedded database every minute, and once more at the end. */
export function keepLogArchive(dataDir: string, archive: string, passphrase: Passphrase): Running {
  const work = async () => {
    const url = await embeddedUrl(dataDir)
    if (!url) return
    const { hasGap } = await archiveWal(url, dataDir, { archive, passphrase })
    if (hasGap) log.error('the archived log has a gap: make a new backup, only that one can be continued')
  }
  const running = repeat(EVERY_MS, 'archiving the log', work)
  return {
    async stop() {
      await running.stop()
      await work().catch((error: Error) =>
        log.warn({ error: error.message }, 'the last log was not archived'),
      )
    },
  }
}

/** Stops the database from keeping log for an archive that nobody writes any more. */
export async function endLogArchive(dataDir: string): Promise<void> {
  const url = await embeddedUrl(dataDir)
  if (url) await stopArchiving(url)
}
