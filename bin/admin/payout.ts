import { env } from '@/lib/env'
import { reconcileAllPayouts } from '@/lib/payouts/reconcile-payout'
import { payoutProviders } from '@/lib/providers/registry'
import type { Command } from './command'

export const payoutCommands: Record<string, Command> = {
  'payout reconcile': {
    required: [],
    optional: [],
    async run() {
      return { output: await reconcileAllPayouts(payoutProviders(), env.PROVIDER_TIMEOUT_MS) }
    },
  },
}
