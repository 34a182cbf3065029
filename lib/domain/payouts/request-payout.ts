import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId, newId } from '@/lib/ids'
import { enqueue } from '@/lib/jobs/queue'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { findCustomer } from '../customers/find-customer'
import { postTransaction } from '../ledger/post-transaction'
import type { Account } from '../vendors/find-account'

export type PayoutRequest = {
  customerId: string
  bankAccountId: string
  /** US cents, above zero: USD is what instant rails carry. */
  amountMinor: bigint
}

/**
 * Writes the intent to pay out, to be committed before the provider is asked: the payout, whose id is
 * the provider's idempotency key, and the funds, which leave the vendor's wallet for the customer's and
 * go on into transit.
 *
 * Refuses `customer_not_found`, `bank_account_not_found`, `payout_limit_exceeded` and
 * `insufficient_balance`, in this order.
 */
export async function requestPayout(
  tx: Transaction,
  account: Account,
  request: PayoutRequest,
  options: { provider: Pick<PayoutProvider, 'name' | 'account'>; leaseMs: number },
): Promise<string> {
  const { amountMinor, bankAccountId } = request
  const customer = await findCustomer(tx, account.id, request.customerId)
  const bankAccount = isId(bankAccountId)
    ? await tx.bankAccount.findFirst({
        where: { accountId: account.id, id: bankAccountId, customerId: customer.id },
        select: { id: true },
      })
    : null
  if (!bankAccount) throw new DomainError('bank_account_not_found')
  if (amountMinor > account.payoutLimitMinor) {
    throw new DomainError('payout_limit_exceeded', { limitMinor: account.payoutLimitMinor })
  }
  const id = newId()
  const createdAt = now()
  const leaseUntil = new Date(createdAt.getTime() + options.leaseMs)
  const currency = 'USD'
  await tx.payout.create({
    data: {
      accountId: account.id,
      id,
      customerId: customer.id,
      bankAccountId: bankAccount.id,
      amountMinor,
      currency,
      provider: options.provider.name,
      providerAccount: options.provider.account,
      leaseUntil,
      nextCheckAt: leaseUntil,
      createdAt,
    },
  })
  await enqueue(
    tx,
    'reconcile_payout',
    { accountId: account.id, payoutId: id },
    { key: id, runAt: leaseUntil },
  )
  const customerWallet = { kind: 'customer_wallet', customerId: customer.id } as const
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
