import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { reconcileAllPayouts } from '@/lib/payouts/reconcile-payout'
import { payoutProviders } from '@/lib/providers/registry'
import { type Commands, recordInstanceEvent } from './command'

export const payoutCommands: Commands<'payout'> = {
  'payout reconcile': {
    async run(flags) {
      const { unreachable, ...output } = await reconcileAllPayouts(payoutProviders(), env.PROVIDER_TIMEOUT_MS)
      const detail = `${output.settled} settled, ${output.pending} pending`
      await recordInstanceEvent(database(), flags, { action: 'payout.reconciled', detail })
      if (unreachable === 0) return { output }
      const reason = 'their provider is not configured, or the keys belong to another of its accounts'
      return { output, failure: `Payouts that could not be asked about: ${unreachable} (${reason})` }
    },
  },
}
