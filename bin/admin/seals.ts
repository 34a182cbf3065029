import { connectionPool } from '@/lib/db/client'
import { anchoredNumber, anchorPath, replaceAnchor } from '@/lib/db/seal-anchor'
import { lastSeals, STREAMS } from '@/lib/db/seal-heads'
import { checkBooks } from '@/lib/operator/check-books'
import { type Commands, recordInstanceEvent, textFlag, UsageError } from './command'

const REASON_CHARACTERS = 500
const LOST =
  'Put the tables "seals" and "seal_heads" back from a backup of the database, and run the command again.'

export const sealCommands: Commands<'seals'> = {
  'seals anchor': {
    async run(flags) {
      const reason = textFlag(flags, 'reason', REASON_CHARACTERS)
      const { last, problems } = await lastSeals(connectionPool())
      // Without the record of the last seal there is nothing that an anchor could say.
      if (problems.length > 0) throw new UsageError(`${problems.join('\n')}\n${LOST}`)
      const moves = []
      for (const stream of STREAMS) {
        const before = await anchoredNumber(stream)
        moves.push({ stream, before, seal: Number(last.get(stream)?.number ?? 0) })
      }
      const detail = moves
        .map(({ stream, before, seal }) => `${stream} ${before ?? 'none'} → ${seal}`)
        .join(', ')
      await recordInstanceEvent(connectionPool(), flags, {
        action: 'seals.anchored',
        detail: `${detail}: ${reason}`,
      })
      await replaceAnchor(anchorPath())
      await checkBooks()
      return { output: moves }
    },
  },
}
