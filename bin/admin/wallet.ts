import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { walletBalances } from '@/lib/ledger/accounts'
import { creditWallet } from '@/lib/ledger/credit-wallet'
import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { formatMajor } from '@/lib/money/money'
import { accountOfFlags, type Commands, decimalFlag, operatorOf, textFlag, UsageError } from './command'

const MAX_CREDIT_MINOR = 10n ** 15n

export const walletCommands: Commands<'wallet'> = {
  'wallet show': {
    async run(flags) {
      return { output: await show((await accountOfFlags(flags)).id) }
    },
  },
  'wallet credit': {
    async run(flags) {
      const { id: accountId, vendorId } = await accountOfFlags(flags)
      const currency = parseCurrency(flags.currency ?? '')
      if (!currency) throw new UsageError('--currency must be an ISO 4217 code, like USD')
      const amountMinor = decimalFlag(flags, 'amount', exponentOf(currency), MAX_CREDIT_MINOR)
      if (amountMinor === 0n) throw new UsageError('--amount must be above 0')
      const reason = flags.reason ? { reason: textFlag(flags, 'reason', 1000) } : {}
      await inTransaction(async (tx) => {
        await creditWallet(tx, { accountId, amountMinor, currency, ...reason })
        const amount = `${formatMajor(amountMinor, currency)} ${currency}`
        await recordAuditEvent(tx, {
          vendorId,
          accountId,
          operator: operatorOf(flags),
          action: 'wallet.credited',
          detail: reason.reason ? `${amount}: ${reason.reason}` : amount,
        })
      })
      return { output: await show(accountId) }
    },
  },
}

/**
 * Available and held amounts by currency, in major units, with what is pending and what is owed where there is
 * any. USD is included before its first entry.
 */
async function show(accountId: string) {
  const balances = await walletBalances(database(), accountId)
  const entries = balances.map(({ currency, availableMinor, pendingMinor, heldMinor, owedMinor }) => [
    currency,
    {
      available: formatMajor(availableMinor, currency),
      held: formatMajor(heldMinor, currency),
      ...(pendingMinor > 0n ? { pending: formatMajor(pendingMinor, currency) } : {}),
      ...(owedMinor > 0n ? { owed: formatMajor(owedMinor, currency) } : {}),
    },
  ])
  return { USD: { available: '0.00', held: '0.00' }, ...Object.fromEntries(entries) }
}
