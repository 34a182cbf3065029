import { database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { creditWalletBalances } from '@/lib/ledger/accounts'
import { creditWallet } from '@/lib/ledger/credit-wallet'
import { exponentOf, parseCurrency } from '@/lib/money/currencies'
import { formatMajor } from '@/lib/money/money'
import { accountOfFlags, type Command, decimalFlag, textFlag, UsageError } from './command'

const MAXIMUM_CREDIT_MINOR = 10n ** 15n

export const walletCommands: Record<string, Command> = {
  'wallet show': {
    required: ['vendor', 'mode'],
    optional: [],
    async run(flags) {
      return { output: await show((await accountOfFlags(flags)).id) }
    },
  },
  'wallet credit': {
    required: ['vendor', 'mode', 'amount', 'currency'],
    optional: ['reason'],
    async run(flags) {
      const { id: accountId } = await accountOfFlags(flags)
      const currency = parseCurrency(flags.currency ?? '')
      if (!currency) throw new UsageError('--currency must be an ISO 4217 code, like USD')
      const amountMinor = decimalFlag(flags, 'amount', exponentOf(currency), MAXIMUM_CREDIT_MINOR)
      if (amountMinor === 0n) throw new UsageError('--amount must be above 0')
      const reason = flags.reason ? { reason: textFlag(flags, 'reason', 1000) } : {}
      await inTransaction((tx) => creditWallet(tx, { accountId, amountMinor, currency, ...reason }))
      return { output: await show(accountId) }
    },
  },
}

/** Available and held amounts by currency, in major units. USD is included before its first entry. */
async function show(accountId: string) {
  const balances = await creditWalletBalances(database(), accountId)
  const known = balances.map((balance) => [
    balance.currency,
    {
      available: formatMajor(balance.availableMinor, balance.currency),
      held: formatMajor(balance.heldMinor, balance.currency),
    },
  ])
  return { USD: { available: '0.00', held: '0.00' }, ...Object.fromEntries(known) }
}
