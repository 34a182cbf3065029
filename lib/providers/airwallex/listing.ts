import type { ListedTransfer } from '@/lib/providers/payout-provider'
import type { ListedPage, TimeRange } from '@/lib/providers/shared/listing'
import type { Outcome } from '@/lib/providers/shared/outcome'
import { credentialsRefusal, refusal, unclear, verdictOf } from './answer-verdict'
import type { ApiClient } from './api-client'
import { asText, UnclearAnswerError } from './http-exchange'
import { readTransfer } from './transfers'

const PAGE_ITEMS = 100

/** The bookmark of the first page. Without any, Airwallex leaves out what is older than 30 days. */
export const FIRST_PAGE = '0'

/**
 * "List all Transfers" by creation time, both ends inclusive, a page at a time: each answer has the bookmark of the next
 * one, `page_after` (airwallex.com/docs/api/payouts/transfers, since version 2024-09-27). Times are checked again here: our range excludes its end, and a
 * version that ignores the filter would return transfers of any time.
 */
export async function listTransfers(
  api: ApiClient,
  { from, until }: TimeRange,
  cursor: string | null,
  signal: AbortSignal,
): Promise<Outcome<ListedPage<ListedTransfer>>> {
  const query = {
    from_created_at: from.toISOString(),
    to_created_at: until.toISOString(),
    page: cursor ?? FIRST_PAGE,
    page_size: String(PAGE_ITEMS),
  }
  const answer = await api.get('/api/v1/transfers', query, signal)
  const verdict = verdictOf(answer)
  // A conflict says nothing about what only reads.
  if (verdict === 'unclear' || verdict === 'duplicate') return unclear(answer)
  if (verdict === 'credentials') return credentialsRefusal(answer)
  if (verdict !== 'accepted') return refusal(answer)
  const items = answer.body?.items
  if (!Array.isArray(items)) throw new UnclearAnswerError('Airwallex answered without a list')
  const listed = items.map(read).filter(({ createdAt }) => createdAt >= from && createdAt < until)
  const nextCursor = asText(answer.body?.page_after) || null
  if (nextCursor !== null && nextCursor === cursor) throw new UnclearAnswerError('Airwallex repeats a page')
  return { kind: 'accepted', value: { items: listed, nextCursor } }
}

/** Throws on an unreadable item: a list with a hole would look like a missing transfer. */
function read(item: unknown): ListedTransfer {
  const details = readTransfer(item)
  const currency = details?.transfer.currency
  if (!details?.createdAt || !currency)
    throw new UnclearAnswerError('Airwallex lists something that is not a transfer')
  const { requestKey: key, transfer, createdAt } = details
  const { id: reference, providerStatus, status } = transfer
  // Amounts are parsed as cents, which means nothing in another currency.
  const amountMinor = currency === 'USD' ? transfer.amountMinor : null
  return { reference, key, providerStatus, status, amountMinor, currency, createdAt }
}
