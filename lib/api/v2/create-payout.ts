import { parseCurrency } from '@/lib/currencies'
import { inTransaction } from '@/lib/db/transaction'
import { noteResource } from '@/lib/domain/idempotency/claim'
import { getPayout, type PayoutRecord } from '@/lib/domain/payouts/find-payout'
import { reconcilePayout } from '@/lib/domain/payouts/reconcile-payout'
import { requestPayout } from '@/lib/domain/payouts/request-payout'
import { sendPayout } from '@/lib/domain/payouts/send-payout'
import type { Account } from '@/lib/domain/vendors/find-account'
import { env } from '@/lib/env'
import { DomainError } from '@/lib/errors'
import { leaseMs } from '@/lib/lease'
import { toMinor } from '@/lib/money'
import { payoutProviderFor } from '@/lib/providers/registry'
import type { BodyObject } from '../read-json-body'
import { writeOperation } from './api-operation'
import { decimal, isMissing, refuse, text } from './fields'
import type { Commit } from './idempotent'
import { presentPayout } from './presenters/payout'

const USD_EXPONENT = 2

type Input = { bankAccountId: string; amountMinor: bigint }

/** Contract, endpoint 5. A payout that is refused answers 502 and is reversed; one that is not settled yet, 200. */
export const createPayout = writeOperation(
  {
    path: '/api/v2/customer/:customer_id/payout',
    missingKey: { status: 400, message: 'api_key is required' },
    refusesBanned: true,
    keyKeptForGood: true,
  },
  parse,
  async ({ account, params, input, commit }) => {
    const payout = await settle(account, params.customer_id ?? '', input, commit)
    if (payout.status === 'FAILED') {
      const { provider, failureCode, failureDetail } = payout
      throw new DomainError('payout_refused', {
        provider,
        code: failureCode ?? '',
        detail: failureDetail ?? '',
      })
    }
    return commit.transaction(async () => ({
      status: 200,
      body: { status: 'success', message: messageOf(payout), payout: presentPayout(payout) },
    }))
  },
)

async function settle(
  account: Account,
  customerId: string,
  input: Input,
  { claim }: Commit,
): Promise<PayoutRecord> {
  const provider = payoutProviderFor(account.mode)
  const timeoutMs = env.PROVIDER_TIMEOUT_MS
  const accountId = account.id
  if (claim?.resourceId) {
    // The first request with this key died after it had committed its payout: find out what became of
    // it, instead of making another one.
    const payoutId = claim.resourceId
    const payout = await inTransaction((tx) => getPayout(tx, accountId, payoutId))
    if (payout.status !== 'PROCESSING') return payout
    const settled = await reconcilePayout({ accountId, payoutId }, { provider, timeoutMs })
    if (!settled) throw new DomainError('idempotency_key_in_progress')
    return settled
  }
  const payoutId = await inTransaction(async (tx) => {
    const id = await requestPayout(
      tx,
      account,
      { ...input, customerId },
      { providerName: provider.name, leaseMs: leaseMs(timeoutMs) },
    )
    if (claim) await noteResource(tx, claim, id)
    return id
  })
  return sendPayout({ accountId, payoutId }, { provider, timeoutMs })
}

function parse(body: BodyObject): Input {
  if (isMissing(body.bank_account_id)) refuse('bank_account_id is required')
  if (isMissing(body.amount)) refuse('amount is required')
  const amount = decimal(body.amount) ?? refuse('Invalid amount format')
  const amountMinor = toMinor(amount, USD_EXPONENT) ?? refuse('Invalid amount format')
  if (amountMinor <= 0n) refuse('amount must be greater than 0')
  const bankAccountId = text(body.bank_account_id, 'bank_account_id')
  if (!isMissing(body.currency) && parseCurrency(text(body.currency, 'currency')) !== 'USD') {
    refuse('Only USD payouts are supported')
  }
  return { bankAccountId, amountMinor }
}

function messageOf({ status }: PayoutRecord): string {
  switch (status) {
    case 'PROCESSING':
      return 'Payout is being processed'
    case 'RETURNED':
      return 'Payout was returned by the bank'
    default:
      return 'Payout completed successfully'
  }
}
