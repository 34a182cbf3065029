import { inTransaction } from '@/lib/db/transaction'
import { verifyLedger } from '@/lib/domain/ledger/verify'
import type { Command } from './command'

export const ledgerCommands: Record<string, Command> = {
  'ledger verify': {
    required: [],
    optional: [],
    async run() {
      // One snapshot for all of its statements, while the service goes on posting.
      const { problems, ...report } = await inTransaction((tx) => verifyLedger(tx), {
        isolation: 'RepeatableRead',
      })
      return { output: report, ...(report.ok ? {} : { failure: problems.join('\n') }) }
    },
  },
}
