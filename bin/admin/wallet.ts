import { recordAuditEvent } from '@/lib/audit/record-audit-event'
import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { type WalletBalance, walletBalances } from '@/lib/ledger/accounts'
import { creditWallet } from '@/lib/ledger/credit-wallet'
import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { formatMajor } from '@/lib/money/money'
import type { Account } from '@/lib/vendors/account'
import { accountOfFlags, type Command, decimalFlag, operatorOf, textFlag, UsageError } from './command'

const MAXIMUM_CREDIT_MINOR = 10n ** 15n

export const walletCommands: Record<string, Command> = {
  'wallet show': {
    required: ['vendor', 'mode'],
    optional: [],
    async run(flags) {
      return { output: await show(await accountOfFlags(flags)) }
    },
  },
  'wallet credit': {
    required: ['vendor', 'mode', 'amount', 'currency'],
    optional: ['reason'],
    async run(flags) {
      const account = await accountOfFlags(flags)
      const accountId = account.id
      const currency = parseCurrency(flags.currency ?? '')
      if (!currency) throw new UsageError('--currency must be an ISO 4217 code, like USD')
      const amountMinor = decimalFlag(flags, 'amount', exponentOf(currency), MAXIMUM_CREDIT_MINOR)
      if (amountMinor === 0n) throw new UsageError('--amount must be above 0')
      const reason = flags.reason ? { reason: textFlag(flags, 'reason', 1000) } : {}
      await inTransaction(async (tx) => {
        await creditWallet(tx, { accountId, amountMinor, currency, ...reason })
        const amount = `${formatMajor(amountMinor, currency)} ${currency}`
        await recordAuditEvent(tx, {
          vendorId: account.vendorId,
          accountId,
          operator: operatorOf(flags),
          action: 'wallet.credited',
          detail: reason.reason ? `${amount}: ${reason.reason}` : amount,
        })
      })
      return { output: await show(account) }
    },
  },
}

/**
 * Amounts by currency, in major units; in live mode also what is pending and what is owed. USD is included
 * before its first entry.
 */
async function show({ id: accountId, mode }: Account) {
  const balances = await walletBalances(database(), accountId)
  const shown = (balance: Omit<WalletBalance, 'nextReleaseAt'>) => {
    const amount = (minor: bigint) => formatMajor(minor, balance.currency)
    const { availableMinor, pendingMinor, heldMinor, owedMinor } = balance
    return {
      available: amount(availableMinor),
      ...(mode === 'live' ? { pending: amount(pendingMinor) } : {}),
      held: amount(heldMinor),
      ...(mode === 'live' ? { owed: amount(owedMinor) } : {}),
    }
  }
  const noDollars = { currency: 'USD', availableMinor: 0n, pendingMinor: 0n, heldMinor: 0n, owedMinor: 0n }
  return Object.fromEntries([noDollars, ...balances].map((balance) => [balance.currency, shown(balance)]))
}
