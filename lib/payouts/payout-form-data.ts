import {
  type BankAccountRow,
  findBankAccounts,
  presentBankAccountRow,
} from '@/lib/bank-accounts/bank-account'
import { findCustomer } from '@/lib/customers/customer'
import { database, type Orm } from '@/lib/db/client'
import type { Mode } from '@/lib/db/generated/enums'
import { isDomainError } from '@/lib/errors'
import { walletBalances } from '@/lib/ledger/accounts'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { providersOf } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'

export type NewPayoutView = {
  mode: Mode
  /** True if the mode is approved and has a payout provider. */
  isModeAvailable: boolean
  available: AmountView
  held: AmountView
  /** Limit per payout. */
  limit: AmountView
  /** The part of the daily limit that is left for the rest of the day, in UTC. */
  leftToday: AmountView
  /** Payouts of this amount or more need a second person; null: none does. */
  approvalFrom: AmountView | null
  /** The recipient, once chosen. */
  customer: {
    id: string
    name: string
    email: string
    /** The vendor itself: the payout is a withdrawal. */
    isSelf: boolean
    bankAccounts: BankAccountRow[]
  } | null
}

/** The data of the new payout form; null if the chosen customer is not the account's. */
export async function readNewPayout(
  account: Account,
  customerId: string | undefined,
): Promise<NewPayoutView | null> {
  const tx = database()
  const { mode } = account
  const usd = (await walletBalances(tx, account.id)).find(({ currency }) => currency === 'USD')
  const view = {
    mode,
    isModeAvailable: account.isApproved && providersOf(mode).payouts.length > 0,
    available: presentAmount(usd?.availableMinor ?? 0n, 'USD'),
    held: presentAmount(usd?.heldMinor ?? 0n, 'USD'),
    limit: presentAmount(account.payoutLimitMinor, 'USD'),
    leftToday: presentAmount(await leftTodayMinor(tx, account), 'USD'),
    approvalFrom: account.approvalFromMinor === null ? null : presentAmount(account.approvalFromMinor, 'USD'),
  }
  if (customerId === undefined) return { ...view, customer: null }
  try {
    const { id, name, email, isSelf, archivedAt } = await findCustomer(tx, account.id, customerId)
    if (archivedAt) return null
    const bankAccounts = (await findBankAccounts(tx, account.id, id)).map(presentBankAccountRow)
    return { ...view, customer: { id, name, email, isSelf, bankAccounts } }
  } catch (error) {
    if (isDomainError(error, 'customer_not_found')) return null
    throw error
  }
}

/** US cents that the daily limit leaves for the rest of the day, in UTC. */
export async function leftTodayMinor(tx: Orm, { id: accountId, dailyLimitMinor }: Account): Promise<bigint> {
  const key = { accountId, day: dayAfter(now(), 0) }
  const today = await tx.payoutDay.findUnique({ where: { accountId_day: key } })
  const leftMinor = dailyLimitMinor - (today?.totalMinor ?? 0n)
  return leftMinor > 0n ? leftMinor : 0n
}
