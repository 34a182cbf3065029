import assert from 'node:assert/strict'
import { type BankAccountRecord, openAccountNumber } from '@/lib/bank-accounts/bank-account'
import { connectionPool } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { Beneficiary, PayoutProvider, Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { signalAfter } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import type { PayoutIntent, PayoutRecord } from './payout'
import { recordDelivery, recordTransferOutcome } from './settle-payout'
import { findPayoutToSend } from './statements'

type PayoutKey = { accountId: string; payoutId: string }

/** Reads again what `recordPayoutIntent` returned. The payout exists. */
export async function findPayoutIntent({ accountId, payoutId }: PayoutKey): Promise<PayoutIntent> {
  const [row] = await findPayoutToSend(connectionPool(), { accountId, payoutId })
  assert(row, 'the payout exists')
  const { amountMinor, currency, leaseUntil, payoutMetadata: metadata, requestId, ...recipient } = row
  return { accountId, payoutId, amountMinor, currency, leaseUntil, metadata, requestId, recipient }
}

/**
 * Sends the transfer of a payout whose intent is committed, with no transaction open, and records the
 * outcome. Called once, by the request that created the payout: everyone else looks the transfer up
 * (`reconcilePayout`).
 */
export async function sendPayout(
  payout: PayoutIntent,
  options: { provider: PayoutProvider; timeoutMs: number },
): Promise<PayoutRecord> {
  const outcome = await sendTransfer(payout, options)
  const payoutLease = { accountId: payout.accountId, id: payout.payoutId, leaseUntil: payout.leaseUntil }
  return inTransaction(async (tx) => {
    const isDelivered = outcome.kind === 'accepted' && outcome.value.status === 'delivered'
    const delivered = isDelivered ? await recordDelivery(tx, payout, outcome.value) : null
    return delivered ?? recordTransferOutcome(tx, payoutLease, outcome)
  })
}

/**
 * Sends a payout's transfer under the payout's id: the same key is the same transfer, however often it is
 * sent.
 */
export function sendTransfer(
  { payoutId: key, amountMinor, currency, recipient }: PayoutIntent,
  { provider, timeoutMs }: { provider: PayoutProvider; timeoutMs: number },
): Promise<Outcome<Transfer>> {
  const beneficiary = beneficiaryOf(recipient)
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
