import type { HeldBalance, Outcome, ProviderFee } from '@/lib/providers/shared/outcome'
import { credentialsRefusal, refusal, unclear, verdictOf } from './answer-verdict'
import type { ApiClient } from './api-client'
import { type ApiAnswer, asObject, asText, UnclearAnswerError } from './http-exchange'
import { readSignedCents } from './transfers'

/**
 * "Get current balances" (airwallex.com/docs/api/core_resources/balances). Transfers are made in US dollars alone, and amounts of
 * other currencies are parsed as cents, so only those are told.
 */
export async function readBalance(api: ApiClient, signal: AbortSignal): Promise<Outcome<HeldBalance[]>> {
  const answer = await api.get('/api/v1/balances/current', {}, signal)
  const problem = problemOf(answer)
  if (problem) return problem
  const items = answer.list
  if (!items) throw new UnclearAnswerError('Airwallex answered without a list of balances')
  const dollars = items.map(asObject).find((item) => item?.currency === 'USD')
  const value: HeldBalance = {
    currency: 'USD',
    availableMinor: dollars ? read(dollars.available_amount) : 0n,
    pendingMinor: dollars ? read(dollars.pending_amount) : 0n,
  }
  return { kind: 'accepted', value: [value] }
}

/**
 * The financial transactions of one transfer: what it took from our balance. Its fee is a transaction of its own since August 2024
 * (airwallex.com/docs/global-treasury__financial-reports__transaction-reconciliation-report), written with the transfer's, and stays
 * when the transfer comes back.
 */
export async function readFee(
  api: ApiClient,
  transferId: string,
  signal: AbortSignal,
): Promise<Outcome<ProviderFee | null>> {
  const answer = await api.get('/api/v1/financial_transactions', { source_id: transferId }, signal)
  const problem = problemOf(answer)
  if (problem) return problem
  const items = answer.body?.items
  if (!Array.isArray(items)) throw new UnclearAnswerError('Airwallex answered without a list of transactions')
  // Compared here too: a version that ignores the filter would return those of other transfers.
  const own = items
    .map(asObject)
    .filter((item) => asText(item?.source_id) === transferId && item?.status !== 'CANCELLED')
  const fees = own.filter((item) => item?.transaction_type === 'FEE')
  const payouts = own.filter((item) => item?.transaction_type === 'PAYOUT')
  const isDecided = payouts.length > 0 && [...payouts, ...fees].every((item) => item?.status === 'SETTLED')
  if (!isDecided) return { kind: 'accepted', value: null }
  const currencies = new Set(fees.map((item) => asText(item?.currency) ?? ''))
  const [currency = 'USD'] = currencies
  const amounts = fees.map((item) => readSignedCents(asText(item?.amount)))
  const takenMinor = amounts.reduce<bigint>((sum, cents) => sum - (cents ?? 0n), 0n)
  // Amounts are parsed as cents, which means nothing in another currency.
  const isReadable = currencies.size <= 1 && currency === 'USD' && !amounts.includes(null) && takenMinor >= 0n
  return { kind: 'accepted', value: { amountMinor: isReadable ? takenMinor : null, currency } }
}

/** Why an answer that only reads says nothing; null if it does. */
function problemOf(answer: ApiAnswer): Outcome<never> | null {
  const verdict = verdictOf(answer)
  if (verdict === 'accepted') return null
  if (verdict === 'credentials') return credentialsRefusal(answer)
  // A conflict says nothing about what only reads.
  return verdict === 'unclear' || verdict === 'duplicate' ? unclear(answer) : refusal(answer)
}

/** Throws on what can't be read: a balance of nothing would keep payouts waiting. */
function read(amount: unknown): bigint {
  const cents = readSignedCents(asText(amount))
  if (cents === null) throw new UnclearAnswerError('Airwallex states a balance that is no amount of dollars')
  return cents
}
