import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { reconcileAllPayouts } from '@/lib/payouts/reconcile-payout'
import { findPayoutAccount, settleUnknownPayout } from '@/lib/payouts/settle-unknown-payout'
import { payoutProviders } from '@/lib/providers/registry'
import { vendorOfAccount } from '@/lib/vendors/account'
import { type Commands, operatorOf, recordInstanceEvent, textFlag } from './command'

export const payoutCommands: Commands<'payout'> = {
  'payout settle-unknown': {
    async run(flags) {
      const [payoutId, reason] = [flags.payout ?? '', textFlag(flags, 'reason', 500)]
      const transferId = flags.transfer ? textFlag(flags, 'transfer', 255) : null
      const accountId = await findPayoutAccount(database(), payoutId)
      const vendorId = await vendorOfAccount(database(), accountId)
      const { status } = await settleUnknownPayout(
        { accountId, payoutId },
        {
          transferId,
          reason,
          providers: payoutProviders(),
          timeoutMs: env.PROVIDER_TIMEOUT_MS,
          record: (tx) =>
            recordAuditEvent(tx, {
              vendorId,
              accountId,
              operator: operatorOf(flags),
              action: 'payout.settled_by_hand',
              subjectId: payoutId,
              detail: transferId === null ? `no transfer: ${reason}` : `transfer ${transferId}: ${reason}`,
            }),
        },
      )
      return { output: { payout_id: payoutId, status } }
    },
  },
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
