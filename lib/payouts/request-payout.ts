import assert from 'node:assert/strict'
import { type BankAccountRecord, openAccountNumber } from '@/lib/bank-accounts/bank-account'
import { connectionPool } from '@/lib/db/client'
import type { Runner } from '@/lib/db/statement'
import { inDriverTransaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { postTransaction } from '@/lib/ledger/post-transaction'
import type { Beneficiary, PayoutProvider, Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now, signalAfter } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import { getPayout, type PayoutRecord, payoutQueue } from './payout'
import { recordTransferOutcome } from './settle-payout'
import { addPayout, findPayoutBankAccount, findRecipient } from './statements'

export type PayoutRequest = {
  customerId: string
  bankAccountId: string
  /** US cents, above zero: instant rails carry USD only. */
  amountMinor: bigint
}

/**
 * Records the intent to pay out; commit it before calling the provider. Creates the payout, whose id is the
 * provider's idempotency key, and moves the funds from the vendor's wallet through the customer's into
 * transit.
 *
 * Throws `customer_not_found`, `bank_account_not_found`, `payout_limit_exceeded` and `insufficient_balance`,
 * in this order.
 */
export async function requestPayout(
  tx: Runner,
  account: Account,
  request: PayoutRequest,
  options: { provider: Pick<PayoutProvider, 'name' | 'account'>; leaseMs: number },
): Promise<string> {
  const { amountMinor, customerId, bankAccountId } = request
  const givenBankAccountId = isId(bankAccountId) ? bankAccountId : null
  const [found] = isId(customerId) ? await findRecipient(tx, account.id, customerId, givenBankAccountId) : []
  if (!found) throw new DomainError('customer_not_found')
  if (found.bankAccountId === null) throw new DomainError('bank_account_not_found')
  if (amountMinor > account.payoutLimitMinor) {
    throw new DomainError('payout_limit_exceeded', { limitMinor: account.payoutLimitMinor })
  }
  const id = newId()
  const createdAt = now()
  const leaseUntil = new Date(createdAt.getTime() + options.leaseMs)
  const currency = 'USD'
  await addPayout(
    tx,
    account.id,
    id,
    found.customerId,
    found.bankAccountId,
    amountMinor,
    currency,
    options.provider.name,
    options.provider.account,
    leaseUntil,
    createdAt,
    payoutQueue.job,
  )
  const customerWallet = { kind: 'customer_wallet', customerId: found.customerId } as const
  await postTransaction(
    tx,
    { accountId: account.id, reason: 'payout.requested', referenceId: id, currency },
    [
      { source: { kind: 'credit_wallet' }, destination: customerWallet, amountMinor },
      { source: customerWallet, destination: { kind: 'payouts_in_transit' }, amountMinor },
    ],
  )
  return id
}

/**
 * Sends the transfer of a payout whose intent is committed, with no transaction open, and records the
 * outcome. Called once, by the request that created the payout: everyone else looks the transfer up
 * (`reconcilePayout`).
 */
export async function sendPayout(
  { accountId, payoutId }: { accountId: string; payoutId: string },
  options: { provider: PayoutProvider; timeoutMs: number },
): Promise<PayoutRecord> {
  const payout = await getPayout(connectionPool(), accountId, payoutId)
  const outcome = await sendTransfer(payout, options)
  return inDriverTransaction((tx) => recordTransferOutcome(tx, payout, outcome))
}

/**
 * Sends a payout's transfer under the payout's id: the same key is the same transfer, however often it is
 * sent.
 */
export async function sendTransfer(
  payout: Pick<PayoutRecord, 'accountId' | 'id' | 'amountMinor' | 'currency'>,
  { provider, timeoutMs }: { provider: PayoutProvider; timeoutMs: number },
): Promise<Outcome<Transfer>> {
  const { accountId, id: key, amountMinor, currency } = payout
  const [bankAccount] = await findPayoutBankAccount(connectionPool(), accountId, key)
  assert(bankAccount, 'a payout has a bank account')
  const beneficiary = beneficiaryOf(bankAccount)
  return provider.send({ key, amountMinor, currency, beneficiary }, signalAfter(timeoutMs))
}

function beneficiaryOf(account: BankAccountRecord): Beneficiary {
  const { countryCode, state, city, postcode, streetAddress } = account
  return {
    bankAccountId: account.id,
    entityType: account.entityType,
    email: account.email,
    accountName: account.accountName,
    accountNumber: openAccountNumber(account),
    routingNumber: account.routingNumber,
    bankName: account.bankName,
    accountCategory: account.accountCategory,
    firstName: account.firstName,
    lastName: account.lastName,
    dateOfBirth: account.dateOfBirth && formatIsoDate(account.dateOfBirth),
    companyName: account.companyName,
    address: { countryCode, state, city, postcode, streetAddress },
  }
}
