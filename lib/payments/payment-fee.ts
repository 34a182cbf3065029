import type { Transaction } from '@/lib/db/transaction'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { keepUnposted } from '@/lib/ledger/unposted-amounts'
import { log } from '@/lib/log'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import type { ProviderFee } from '@/lib/providers/shared/outcome'
import { signalAfter } from '@/lib/time/clock'
import { setPaymentFee } from './statements'

/*
 * What a provider keeps of a payment. The operator bears it, whatever becomes of the payment: the vendor pays the platform's fee,
 * and a refund doesn't bring it back.
 */

type FeePayment = {
  accountId: string
  id: string
  invoiceId: string
  provider: string
  providerReference: string | null
  /** Of a charge for several invoices, the first payment has the fee. */
  part: number
  feeMinor: bigint | null
  requestId?: string | null
}

/** True if the fee of a payment is to be read: its provider takes one, and it is not booked. */
export function hasUnreadFee(
  { feeMinor, providerReference, part }: Pick<FeePayment, 'feeMinor' | 'providerReference' | 'part'>,
  provider: PaymentProvider,
): boolean {
  return provider.readFee !== undefined && feeMinor === null && providerReference !== null && part === 0
}

/**
 * The fee as its provider states it; `unread` if it does not say, or not yet: ask again later. Null if there is nothing to
 * read. With no transaction open.
 */
export async function readPaymentFee(
  payment: FeePayment,
  { provider, timeoutMs }: { provider: PaymentProvider; timeoutMs: number },
): Promise<ProviderFee | 'unread' | null> {
  const { id: paymentId, providerReference } = payment
  if (!hasUnreadFee(payment, provider) || !provider.readFee || providerReference === null) return null
  const outcome = await provider.readFee(providerReference, signalAfter(timeoutMs))
  if (outcome.kind === 'accepted') return outcome.value ?? 'unread'
  const reason = outcome.kind === 'rejected' ? outcome.detail : outcome.reason
  log.warn({ requestId: payment.requestId ?? undefined, paymentId, reason }, 'a fee could not be read')
  return 'unread'
}

/**
 * Books the fee of a payment, once, by a posting of its own: it arrives after the payment, and in the currency of the provider's
 * balance. One that is no whole number of minor units is kept for a person to look at.
 */
export async function recordPaymentFee(
  tx: Transaction,
  { accountId, id, invoiceId, provider, providerReference }: FeePayment,
  { amountMinor, currency }: ProviderFee,
): Promise<void> {
  if (amountMinor === null) {
    await keepUnposted(tx, {
      accountId,
      kind: 'payment',
      referenceId: invoiceId,
      provider,
      providerReference: `${providerReference} fee`,
      expected: { amountMinor: 0n, currency },
      reported: { amountMinor, currency },
    })
    return
  }
  // The condition also locks the row: of two that read the fee at once, the second changes nothing.
  const [changed] = await setPaymentFee(tx, { accountId, id, feeMinor: amountMinor, feeCurrency: currency })
  if (!changed || amountMinor === 0n) return
  await postTransaction(tx, { accountId, reason: 'payment.fee', referenceId: id, currency }, [
    { source: { kind: 'provider_fees' }, destination: { kind: 'provider_clearing' }, amountMinor },
  ])
}
