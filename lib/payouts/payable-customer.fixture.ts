import { connectionPool } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { walletBalances } from '@/lib/ledger/accounts'
import type { PayoutProvider, Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { Account } from '@/lib/vendors/account'
import { buildBankAccount, buildCustomer, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { recordPayoutIntent } from './create-payout'

export const TIMEOUT_MS = 1000
export const LEASE_MS = 2000

/** A bank account of a vendor itself, for withdrawals. */
export const OWN_ACCOUNT = {
  entityType: 'COMPANY',
  email: 'owner@example.com',
  countryCode: 'US',
  state: 'NY',
  city: 'New York',
  postcode: '10001',
  streetAddress: '1 Main Street',
  accountName: 'Corner Bakery',
  accountNumber: '123456789012',
  routingNumber: '021000021',
  bankName: 'First Bank',
  accountCategory: 'Checking',
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  companyName: 'Corner Bakery',
} as const

/** A vendor with `fundsMinor` in its wallet, and a customer with a bank account. */
export type PayableCustomer = { account: Account; customerId: string; bankAccountId: string }

export async function payableCustomer(
  fundsMinor: bigint,
  accountNumber = '123456789012',
): Promise<PayableCustomer> {
  const { test: account } = await buildVendor()
  const { id: customerId } = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customerId, { accountNumber })
  if (fundsMinor > 0n) await fundWallet(account, fundsMinor)
  return { account, customerId, bankAccountId }
}

/** Commits the intent of a payout, like a request that has not called the provider yet. */
export async function intend({ account, ...to }: PayableCustomer, amountMinor: bigint): Promise<string> {
  const options = { provider: STAND_IN, leaseMs: LEASE_MS }
  const { payoutId } = await recordPayoutIntent(connectionPool(), account, { ...to, amountMinor }, options)
  return payoutId
}

/** Available and held amounts, in cents. */
export async function walletOf({ account }: PayableCustomer): Promise<{ available: bigint; held: bigint }> {
  const [usd] = await inOrmTransaction((tx) => walletBalances(tx, account.id))
  return { available: usd?.availableMinor ?? 0n, held: usd?.heldMinor ?? 0n }
}

/** The number of ledger transactions per reason, for one payout. */
export async function postingsOf(payoutId: string): Promise<Record<string, number>> {
  const { rows } = await connectionPool().query<{ reason: string; count: number }>(
    'SELECT reason, count(*)::int FROM ledger_transactions WHERE reference_id = $1 GROUP BY reason ORDER BY reason',
    [payoutId],
  )
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
}

export const unknown: Outcome<Transfer> = { kind: 'unknown', reason: 'no answer in time' }

export const refused: Outcome<Transfer> = {
  kind: 'rejected',
  code: 'no_account',
  detail: 'There is no bank account with this number',
  httpStatus: 422,
}

/** A transfer in a status, of 4.00 USD unless it says otherwise. */
export function transfer(
  status: Transfer['status'],
  failure: Transfer['failure'] = null,
  money: Pick<Transfer, 'amountMinor' | 'currency'> = { amountMinor: 400n, currency: 'USD' },
): Outcome<Transfer> {
  return {
    kind: 'accepted',
    value: { id: 'tr_1', providerStatus: status.toUpperCase(), status, failure, ...money },
  }
}

/** The provider stored with the payouts of `intend`. */
export const STAND_IN = { name: 'stand-in', account: 'stand-in' }

type Answer = Outcome<Transfer> | (() => Promise<Outcome<Transfer>>)

/** A provider that gives these answers in turn, repeating the last one, and records its calls. */
export function standIn(answers: {
  send?: Answer
  lookUps?: Answer[]
}): PayoutProvider & { asked: string[] } {
  const calls: string[] = []
  const give = (answer: Answer | undefined) => {
    if (!answer) throw new Error('the stand-in was asked for what the test did not expect')
    return typeof answer === 'function' ? answer() : Promise.resolve(answer)
  }
  return {
    ...STAND_IN,
    keyLifetimeMs: Number.POSITIVE_INFINITY,
    asked: calls,
    send: ({ key }) => {
      calls.push(`send ${key}`)
      return give(answers.send)
    },
    lookUp: ({ key }) => {
      const earlier = calls.filter((call) => call === `look up ${key}`).length
      calls.push(`look up ${key}`)
      const lookUps = answers.lookUps ?? []
      return give(lookUps[Math.min(earlier, lookUps.length - 1)])
    },
    check: () => Promise.reject(new Error('the stand-in is not asked')),
    listTransfers: () => Promise.reject(new Error('the stand-in keeps no list')),
  }
}
