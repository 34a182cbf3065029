import assert from 'node:assert/strict'
import { withdrawalAccountsSince } from '@/lib/bank-accounts/bank-account'
import { inAccountBatch } from '@/lib/db/account-batches'
import { connectionPool } from '@/lib/db/client'
import type { Queryable } from '@/lib/db/statement'
import { inTransaction, isCheckViolation, type Transaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import type { Commit, KeyClaim } from '@/lib/http/idempotency'
import { isId, newId } from '@/lib/ids'
import { leaseMs } from '@/lib/jobs/lease'
import { toJson } from '@/lib/json'
import { createAccounts, type EntrySides, refuseOverdraft } from '@/lib/ledger/post-transaction'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { payoutProviderFor, payoutProviders } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { type Account, takesTwoPeople } from '@/lib/vendors/account'
import { presentPayout } from './answer'
import { type PayoutIntent, type PayoutRecord, readPayoutRecord } from './payout'
import { payoutWords } from './payout-words'
import { firstRail } from './rails'
import { reconcilePayout } from './reconcile-payout'
import { sendPayout } from './send-payout'
import { addPayout, findRecipient } from './statements'

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

type IntentOptions = {
  provider: Pick<PayoutProvider, 'name' | 'account' | 'rails'>
  leaseMs: number
  claim?: KeyClaim | null
  /** The request that asks for it. */
  requestId?: string
  /** A second person has approved it, in this transaction. */
  isApproved?: boolean
}

/** Steps in the transaction of a payout's intent. */
type WithIntent = {
  /** Before it: makes sure of a second person's approval, without which a large payout is refused. */
  approve?: (tx: Transaction) => Promise<void>
  onRequested?: (tx: Transaction, payoutId: string) => Promise<void>
}

/**
 * Commits the intent to pay out, calls the provider, and returns the payout as it then is: delivered, refused
 * and reversed, or not settled yet. Under an idempotency key whose first request died, it resolves that
 * request's payout and creates no other.
 */
export async function payOut(
  account: Account,
  request: PayoutOrder,
  { claim, requestId }: Pick<Commit, 'claim'> & { requestId: string | null },
  { approve, onRequested }: WithIntent = {},
): Promise<PayoutRecord> {
  const timeoutMs = env.PROVIDER_TIMEOUT_MS
  const accountId = account.id
  if (claim?.resourceId) {
    // The first request with this key died after committing its payout: resolve that one instead of creating
    // another.
    const payoutId = claim.resourceId
    const payout = await readPayoutRecord(connectionPool(), accountId, payoutId)
    if (payout.status !== 'PROCESSING') return payout
    const settled = await reconcilePayout(
      { accountId, payoutId },
      { providers: payoutProviders(), timeoutMs, isEarly: true },
    )
    if (!settled) throw new DomainError('idempotency_key_in_progress')
    return settled
  }
  const provider = payoutProviderFor(account.mode, { vendorId: account.vendorId, requestId })
  const options = {
    provider,
    leaseMs: leaseMs(timeoutMs),
    claim,
    ...(requestId === null ? {} : { requestId }),
    isApproved: approve !== undefined,
  }
  const takesMore = approve !== undefined || onRequested !== undefined
  const requested = takesMore
    ? await inTransaction(async (tx) => {
        await approve?.(tx)
        const payout = await recordPayoutIntent(tx, account, request, options)
        await onRequested?.(tx, payout.payoutId)
        return payout
      })
    : await commitPayoutIntent(account, request, options)
  return sendPayout(requested, { provider, timeoutMs })
}

/**
 * Commits what `recordPayoutIntent` records, together with others of the account. A refusal is an answer like any other, and keeps
 * none of them from being committed: it has written nothing, or empty ledger accounts. Only one whose claim is another's by now has
 * the batch undone, since those that it went with have noted their payouts under theirs.
 */
export async function commitPayoutIntent(
  account: Account,
  request: PayoutOrder,
  options: IntentOptions,
): Promise<PayoutIntent> {
  const intend = (on: Queryable) => recordPayoutIntent(on, account, request, options)
  const requested = await inAccountBatch<PayoutIntent | DomainError>(
    { accountId: account.id, kind: 'payout' },
    (on) =>
      intend(on).catch((error: unknown) => {
        if (!(error instanceof DomainError) || error.code === 'idempotency_key_in_progress') throw error
        return error
      }),
    // In a transaction although it is one statement: that of a process that was killed while it waited for a lock
    // would be finished and committed by the server, and a refusal would leave its new ledger accounts behind.
    () => inTransaction(intend),
  )
  if (requested instanceof DomainError) throw requested
  return requested
}

/** Throws `payout_refused` for a payout that the provider refused, which frees the idempotency key. */
export function refuseFailed({ status, provider, failureCode, failureDetail }: PayoutRecord): void {
  if (status !== 'FAILED') return
  throw new DomainError('payout_refused', { provider, code: failureCode ?? '', detail: failureDetail ?? '' })
}

/** More than a batch has payouts, of which each try adds or refuses one at least, or creates its ledger accounts. */
const MAX_TRIES = 100

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
export async function recordPayoutIntent(
  on: Queryable,
  account: Account,
  request: PayoutOrder,
  options: IntentOptions,
): Promise<PayoutIntent> {
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
  const rail = firstRail(provider, amountMinor)
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
    const added = await addPayout(on, {
      accountId,
      id: payoutId,
      customerId,
      bankAccountId,
      amountMinor,
      currency,
      provider: provider.name,
      providerAccount: provider.account,
      rail,
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
      ownSince: withdrawalAccountsSince(account.mode),
      endpoint: claim?.endpoint ?? null,
      key: claim?.key ?? null,
      holder: claim?.holder ?? null,
    })
      .catch((error: unknown) => {
        throw isCheckViolation(error, 'payout_days_limit') ? beyondDay : error
      })
      .catch(refuseOverdraft)
    if (!added) throw await refusal(on, account, request)
    return added
  }
  let added = await add()
  for (let tries = 1; !added.isAdded; tries += 1) {
    assert(tries < MAX_TRIES, 'nothing refused the payout')
    if (!added.hasLedgerAccounts) {
      await createAccounts(on, { accountId, currency }, entriesOfIntent(customerId))
    } else {
      if (!added.isWithinDay) throw beyondDay
      if (!added.isCovered) throw new DomainError('insufficient_balance')
      if (!added.isHeld) throw new DomainError('idempotency_key_in_progress')
      // It counted one that was not added: it goes again without that one.
    }
    added = await add()
  }
  const { payoutId: _id, recipientWords: _words, ...row } = added
  const { isAdded: _, hasLedgerAccounts: _a, isWithinDay: _d, isCovered: _c, isHeld: _h, ...recipient } = row
  const requestId = options.requestId ?? null
  const intent = { accountId, payoutId, amountMinor, currency, rail, formerRails: [], leaseUntil }
  return { ...intent, metadata, requestId, recipient }
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
  const [row] = isId(customerId)
    ? await findRecipient(tx, {
        accountId: account.id,
        customerId,
        bankAccountId: givenBankAccountId,
        ownSince: withdrawalAccountsSince(account.mode),
      })
    : []
  if (!row) return new DomainError('customer_not_found')
  if (row.bankAccountId === null) return new DomainError('bank_account_not_found')
  const { approvalFromMinor: fromMinor, payoutLimitMinor: limitMinor } = account
  return fromMinor !== null && amountMinor <= limitMinor
    ? new DomainError('payout_needs_approval', { fromMinor })
    : new DomainError('payout_limit_exceeded', { limitMinor })
}
