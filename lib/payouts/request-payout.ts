import assert from 'node:assert/strict'
import { type BankAccountRecord, openAccountNumber } from '@/lib/bank-accounts/bank-account'
import { connectionPool } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { inTransaction, isCheckViolation } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import type { Claim } from '@/lib/http/idempotency'
import { isId, newId } from '@/lib/ids'
import { toJson } from '@/lib/json'
import { createAccounts, type EntrySides, refuseOverdraft } from '@/lib/ledger/post-transaction'
import type { Beneficiary, PayoutProvider, Transfer } from '@/lib/providers/payout-provider'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { now, signalAfter } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { type Account, takesTwoPeople } from '@/lib/vendors/account'
import { presentPayout } from './answer'
import type { PayoutRecord, RequestedPayout } from './payout'
import { payoutWords } from './payout-words'
import { recordDelivery, recordTransferOutcome } from './settle-payout'
import { addClaimedPayout, addPayout, findPayoutToSend, findRecipient } from './statements'

export type PayoutOrder = {
  customerId: string
  bankAccountId: string
  /** US cents, above zero: instant rails carry USD only. */
  amountMinor: bigint
  /** JSON text. */
  metadata?: string | null
  /** The request (payout-request.ts) that it is made for, which has no other payout that stands. */
  payoutRequestId?: string
}

/** The sides of the entries that `addPayout` posts. */
function entriesOfIntent(customerId: string): EntrySides[] {
  const customerWallet = { kind: 'customer_wallet', customerId } as const
  return [
    { source: { kind: 'credit_wallet' }, destination: customerWallet },
    { source: customerWallet, destination: { kind: 'payouts_in_transit' } },
  ]
}

/**
 * Records the intent to pay out; commit it before calling the provider. Creates the payout, whose id is the
 * provider's idempotency key, and moves the funds from the vendor's wallet through the customer's into
 * transit, in one statement. Under a claim on an idempotency key, it notes the payout there too.
 *
 * Throws `customer_not_found`, `bank_account_not_found`, `payout_limit_exceeded`, `payout_needs_approval` unless a
 * second person has approved it, `daily_payout_limit_exceeded`, `insufficient_balance` and
 * `idempotency_key_in_progress`, if the claim is another request's by now, in this order.
 */
export async function requestPayout(
  on: Queryable,
  account: Account,
  request: PayoutOrder,
  options: {
    provider: Pick<PayoutProvider, 'name' | 'account'>
    leaseMs: number
    claim?: Claim | null
    /** The request that asks for it. */
    requestId?: string
    /** A second person has approved it, in this transaction. */
    isApproved?: boolean
  },
): Promise<RequestedPayout> {
  const { amountMinor, customerId, bankAccountId, metadata = null } = request
  const { provider, claim } = options
  const needsApproval = !options.isApproved && takesTwoPeople(account, amountMinor)
  const isTooMuch = amountMinor > account.payoutLimitMinor
  if (!isId(customerId) || !isId(bankAccountId) || isTooMuch || needsApproval) {
    throw await refusal(on, account, request)
  }
  const accountId = account.id
  const payoutId = newId()
  const createdAt = now()
  const leaseUntil = new Date(createdAt.getTime() + options.leaseMs)
  const currency = 'USD'
  const eventData = toJson(
    presentPayout({
      id: payoutId,
      customerId,
      bankAccountId,
      amountMinor,
      currency,
      status: 'PROCESSING',
      providerTransferId: null,
      providerTransferStatus: null,
      metadata,
    }),
  )
  const beyondDay = new DomainError('daily_payout_limit_exceeded', { limitMinor: account.dailyLimitMinor })
  const add = async () => {
    const payout = {
      accountId,
      id: payoutId,
      customerId,
      bankAccountId,
      amountMinor,
      currency,
      provider: provider.name,
      providerAccount: provider.account,
      leaseUntil,
      createdAt,
      ledgerTransactionId: newId(),
      dailyLimitMinor: account.dailyLimitMinor,
      requestId: options.requestId ?? null,
      eventId: newId(),
      eventData,
      metadata,
      words: payoutWords({ id: payoutId, amountMinor, currency }),
      payoutRequestId: request.payoutRequestId ?? null,
    }
    const adding = claim ? addClaimedPayout(on, { ...claim, ...payout }) : addPayout(on, payout)
    const [added] = await adding
      .catch((error: unknown) => {
        throw isCheckViolation(error, 'payout_days_limit') ? beyondDay : error
      })
      .catch(refuseOverdraft)
    if (!added) throw await refusal(on, account, request)
    return added
  }
  let added = await add()
  if (!added.hasLedgerAccounts) {
    await createAccounts(on, { accountId, currency }, entriesOfIntent(customerId))
    added = await add()
  }
  const {
    isAdded,
    isWithinDay,
    isCovered,
    isHeld,
    hasLedgerAccounts,
    recipientWords: _,
    ...recipient
  } = added
  assert(hasLedgerAccounts, 'every ledger account exists by now')
  if (!isWithinDay) throw beyondDay
  if (!isCovered) throw new DomainError('insufficient_balance')
  if (!isHeld) throw new DomainError('idempotency_key_in_progress')
  assert(isAdded, 'nothing refused the payout')
  const requestId = options.requestId ?? null
  return { accountId, payoutId, amountMinor, currency, leaseUntil, metadata, requestId, recipient }
}

/** Why a payout was not added; the first reason in the order of the checks. */
async function refusal(
  tx: Queryable,
  account: Account,
  { customerId, bankAccountId, amountMinor }: PayoutOrder,
): Promise<
  DomainError<
    'customer_not_found' | 'bank_account_not_found' | 'payout_limit_exceeded' | 'payout_needs_approval'
  >
> {
  const givenBankAccountId = isId(bankAccountId) ? bankAccountId : null
  const [found] = isId(customerId)
    ? await findRecipient(tx, { accountId: account.id, customerId, bankAccountId: givenBankAccountId })
    : []
  if (!found) return new DomainError('customer_not_found')
  if (found.bankAccountId === null) return new DomainError('bank_account_not_found')
  const { approvalFromMinor: fromMinor, payoutLimitMinor: limitMinor } = account
  return fromMinor !== null && amountMinor <= limitMinor
    ? new DomainError('payout_needs_approval', { fromMinor })
    : new DomainError('payout_limit_exceeded', { limitMinor })
}

type PayoutKey = { accountId: string; payoutId: string }

/** Reads again what `requestPayout` returned. The payout exists. */
export async function findRequestedPayout({ accountId, payoutId }: PayoutKey): Promise<RequestedPayout> {
  const [found] = await findPayoutToSend(connectionPool(), { accountId, payoutId })
  assert(found, 'the payout exists')
  const { amountMinor, currency, leaseUntil, payoutMetadata: metadata, requestId, ...recipient } = found
  return { accountId, payoutId, amountMinor, currency, leaseUntil, metadata, requestId, recipient }
}

/**
 * Sends the transfer of a payout whose intent is committed, with no transaction open, and records the
 * outcome. Called once, by the request that created the payout: everyone else looks the transfer up
 * (`reconcilePayout`).
 */
export async function sendPayout(
  payout: RequestedPayout,
  options: { provider: PayoutProvider; timeoutMs: number },
): Promise<PayoutRecord> {
  const outcome = await sendTransfer(payout, options)
  const asked = { accountId: payout.accountId, id: payout.payoutId, leaseUntil: payout.leaseUntil }
  return inTransaction(async (tx) => {
    const isDelivered = outcome.kind === 'accepted' && outcome.value.state === 'delivered'
    const delivered = isDelivered ? await recordDelivery(tx, payout, outcome.value) : null
    return delivered ?? recordTransferOutcome(tx, asked, outcome)
  })
}

/**
 * Sends a payout's transfer under the payout's id: the same key is the same transfer, however often it is
 * sent.
 */
export function sendTransfer(
  { payoutId: key, amountMinor, currency, recipient }: RequestedPayout,
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
