import assert from 'node:assert/strict'
import { openAccountNumber } from '@/lib/bank-accounts/account-number'
import type { BankAccountRecord } from '@/lib/bank-accounts/bank-account'
import { inAccountBatch } from '@/lib/db/account-batches'
import { connectionPool } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
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
  const { accountId, payoutId: id, leaseUntil } = payout
  const transfer = outcome.kind === 'accepted' && outcome.value.status === 'delivered' ? outcome.value : null
  const alone = () =>
    inTransaction(async (tx) => {
      const delivered = transfer && (await recordDelivery(tx, payout, transfer))
      return delivered ?? recordTransferOutcome(tx, { accountId, id, leaseUntil }, outcome)
    })
  if (!transfer) return alone()
  const deliver = async (on: Queryable) => {
    const delivered = await recordDelivery(on, payout, transfer)
    assert(delivered, 'a delivery that takes more than one statement goes alone')
    return delivered
  }
  return inAccountBatch({ accountId, kind: 'delivery' }, deliver, alone)
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
