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
import { type PayoutRecord, payoutQueue } from './payout'
import { recordTransferOutcome } from './settle-payout'
import { addPayout, findPayoutToSend, findRecipient } from './statements'

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
  if (!isId(customerId) || !isId(bankAccountId) || amountMinor > account.payoutLimitMinor) {
    throw await refusal(tx, account, request)
  }
  const id = newId()
  const createdAt = now()
  const leaseUntil = new Date(createdAt.getTime() + options.leaseMs)
  const currency = 'USD'
  const [added] = await addPayout(
    tx,
    account.id,
    id,
    customerId,
    bankAccountId,
    amountMinor,
    currency,
    options.provider.name,
    options.provider.account,
    leaseUntil,
    createdAt,
    payoutQueue.job,
  )
  if (!added) throw await refusal(tx, account, request)
  const customerWallet = { kind: 'customer_wallet', customerId } as const
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

/** Why a payout was not added; the first reason in the order of the checks. */
async function refusal(
  tx: Runner,
  account: Account,
  { customerId, bankAccountId }: PayoutRequest,
): Promise<DomainError<'customer_not_found' | 'bank_account_not_found' | 'payout_limit_exceeded'>> {
  const givenBankAccountId = isId(bankAccountId) ? bankAccountId : null
  const [found] = isId(customerId) ? await findRecipient(tx, account.id, customerId, givenBankAccountId) : []
  if (!found) return new DomainError('customer_not_found')
  if (found.bankAccountId === null) return new DomainError('bank_account_not_found')
  return new DomainError('payout_limit_exceeded', { limitMinor: account.payoutLimitMinor })
}

type PayoutKey = { accountId: string; payoutId: string }

/**
 * Sends the transfer of a payout whose intent is committed, with no transaction open, and records the
 * outcome. Called once, by the request that created the payout: everyone else looks the transfer up
 * (`reconcilePayout`).
 */
export async function sendPayout(
  payout: PayoutKey,
  options: { provider: PayoutProvider; timeoutMs: number },
): Promise<PayoutRecord> {
  const { outcome, leaseUntil } = await send(payout, options)
  const asked = { accountId: payout.accountId, id: payout.payoutId, leaseUntil }
  return inDriverTransaction((tx) => recordTransferOutcome(tx, asked, outcome))
}

/**
 * Sends a payout's transfer under the payout's id: the same key is the same transfer, however often it is
 * sent.
 */
export async function sendTransfer(
  payout: PayoutKey,
  options: { provider: PayoutProvider; timeoutMs: number },
): Promise<Outcome<Transfer>> {
  return (await send(payout, options)).outcome
}

async function send(
  { accountId, payoutId: key }: PayoutKey,
  { provider, timeoutMs }: { provider: PayoutProvider; timeoutMs: number },
): Promise<{ outcome: Outcome<Transfer>; leaseUntil: Date | null }> {
  const [found] = await findPayoutToSend(connectionPool(), accountId, key)
  assert(found, 'the payout exists')
  const { amountMinor, currency, leaseUntil, ...bankAccount } = found
  const beneficiary = beneficiaryOf(bankAccount)
  const outcome = await provider.send({ key, amountMinor, currency, beneficiary }, signalAfter(timeoutMs))
  return { outcome, leaseUntil }
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
