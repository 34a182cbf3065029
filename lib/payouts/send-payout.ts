import assert from 'node:assert/strict'
import { openAccountNumber } from '@/lib/bank-accounts/account-number'
import type { BankAccountRecord } from '@/lib/bank-accounts/bank-account'
import { inAccountBatch } from '@/lib/db/account-batches'
import { connectionPool } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { inTransaction } from '@/lib/db/transaction'
import { leaseMs } from '@/lib/jobs/lease'
import type { Beneficiary, PayoutProvider, Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now, signalAfter } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import type { PayoutIntent, PayoutRecord } from './payout'
import { nextRail, transferKey } from './rails'
import { type Fallback, recordDelivery, recordTransferOutcome } from './settle-payout'
import { findPayoutToSend } from './statements'
import { isCovered, waitForBalance } from './wait-for-balance'

type PayoutKey = { accountId: string; payoutId: string }

/** Reads again what `recordPayoutIntent` returned. The payout exists. */
export async function findPayoutIntent({ accountId, payoutId }: PayoutKey): Promise<PayoutIntent> {
  const [row] = await findPayoutToSend(connectionPool(), { accountId, payoutId })
  assert(row, 'the payout exists')
  const { amountMinor, currency, rail, formerRails, leaseUntil, payoutMetadata, requestId, ...recipient } =
    row
  const intent = { accountId, payoutId, amountMinor, currency, rail, formerRails, leaseUntil }
  return { ...intent, metadata: payoutMetadata, requestId, recipient }
}

/**
 * Sends the transfer of a payout whose intent is committed, with no transaction open, and records the
 * outcome. Called once, by the process that committed the intent: everyone else looks the transfer up
 * (`reconcilePayout`). If the bank doesn't take part in the rail, it goes on with the next one, whose intent is committed
 * with the refusal. One that the provider's balance doesn't cover waits for it, unless the caller knows that it does.
 */
export async function sendPayout(
  payout: PayoutIntent,
  options: { provider: PayoutProvider; timeoutMs: number; isCovered?: boolean },
): Promise<PayoutRecord> {
  if (!options.isCovered && !(await isCovered(payout, options)))
    return waitForBalance(payout, options.provider)
  const outcome = await sendTransfer(payout, options)
  const { accountId, payoutId: id, leaseUntil, rail } = payout
  const fallback = fallbackOf(payout, options)
  const transfer = isPlainDelivery(outcome) ? outcome.value : null
  const alone = () =>
    inTransaction(async (tx) => {
      const delivered = transfer && (await recordDelivery(tx, payout, transfer))
      return delivered ?? recordTransferOutcome(tx, { accountId, id, leaseUntil, rail, fallback }, outcome)
    })
  if (!transfer) {
    const after = await alone()
    const isNext = fallback !== null && holdsFallback(after, fallback)
    // The refused transfer has used nothing of the balance.
    const next = { ...options, isCovered: true }
    return isNext ? sendPayout(await findPayoutIntent({ accountId, payoutId: id }), next) : after
  }
  const deliver = async (on: Queryable) => {
    const delivered = await recordDelivery(on, payout, transfer)
    assert(delivered, 'a delivery that takes more than one statement goes alone')
    return delivered
  }
  return inAccountBatch({ accountId, kind: 'delivery' }, deliver, alone)
}

/** A delivery that takes one statement: nothing is to be read about it any more. */
function isPlainDelivery(outcome: Outcome<Transfer>): outcome is { kind: 'accepted'; value: Transfer } {
  return outcome.kind === 'accepted' && outcome.value.status === 'delivered' && !outcome.value.hasFee
}

/** The next try of a payout, under a lease that is long enough for it; null if its current rail is the last. */
export function fallbackOf(
  payout: Parameters<typeof nextRail>[1],
  { provider, timeoutMs }: { provider: PayoutProvider; timeoutMs: number },
): Fallback | null {
  const rail = nextRail(provider, payout)
  return rail === null
    ? null
    : { rail, leaseUntil: new Date(now().getTime() + 2 * timeoutMs + leaseMs(timeoutMs)) }
}

/** True if the fallback's intent is committed, and its lease is the caller's. */
export function holdsFallback({ status, rail, leaseUntil }: PayoutRecord, fallback: Fallback): boolean {
  return (
    status === 'PROCESSING' &&
    rail === fallback.rail &&
    leaseUntil?.getTime() === fallback.leaseUntil.getTime()
  )
}

/**
 * Sends the transfer of a payout's current try: the same key is the same transfer, however often it is
 * sent.
 */
export function sendTransfer(
  { payoutId, amountMinor, currency, rail, formerRails, recipient }: PayoutIntent,
  { provider, timeoutMs }: { provider: PayoutProvider; timeoutMs: number },
): Promise<Outcome<Transfer>> {
  const beneficiary = beneficiaryOf(recipient)
  const key = transferKey({ id: payoutId, formerRails })
  return provider.send({ key, amountMinor, currency, rail, beneficiary }, signalAfter(timeoutMs))
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
