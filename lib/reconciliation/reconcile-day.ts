import type { Mode } from '@/lib/db/generated/enums'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import type { TimeRange } from '@/lib/providers/shared/listing'
import { storedProvider } from '@/lib/providers/stored-provider'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import {
  findOwnPayments,
  findOwnPayouts,
  findOwnReversals,
  findUnbookedPayments,
  type Listed,
  listOrReason,
  ownPaymentReferences,
  type Providers,
  type Source,
  theirLists,
} from './items'
import { idOfKey, judgePairs, pairUp } from './pairs'
import type { ItemKind, OwnItem, Pair, ReconciliationReport, TheirItem } from './report'

type SourceList = { source: Source; listed: Listed }
type Scope = { mode: Mode; range: TimeRange; askedAt: Date; paymentProviders: string[] }
type OwnBooks = { items: OwnItem[]; markedByHand: number; ownReferences: Set<string> }

/**
 * Reconciles a UTC day of one mode with its providers: every item the provider created on that day and every
 * row of ours, each with its counterpart from whatever day. So an item of 23:59:59 that we recorded after
 * midnight is matched in the reports of both days. Read-only on both sides.
 *
 * Providers are queried with no transaction open, and before our own records, which have then had time to
 * catch up with the lists. An incomplete list is not compared at all.
 */
export async function reconcileDay(
  { mode, day }: { mode: Mode; day: Date },
  { providers, timeoutMs }: { providers: Providers; timeoutMs: number },
): Promise<ReconciliationReport> {
  const askedAt = now()
  const end = dayAfter(day, 1)
  // Items created from now on may be missing from either list.
  const range = { from: day, until: new Date(Math.min(end.getTime(), askedAt.getTime())) }
  const lists: SourceList[] = []
  for (const source of theirLists(providers, timeoutMs)) {
    lists.push({ source, listed: await listOrReason(source, range) })
  }
  const scope = { mode, range, askedAt, paymentProviders: providers.payments.map(({ name }) => name) }
  const books = await inOrmTransaction((tx) => readOwnBooks(tx, scope, lists), {
    isolation: 'RepeatableRead',
  })

  const pairs: Pair[] = []
  const sources = lists.map(({ source }) => source)
  const unanswered: ReconciliationReport['unanswered'] = unansweredItems(books.items, sources)
  for (const { source, listed } of lists) {
    const { kind, provider } = source
    const ours = books.items.filter((item) => isStoredAt(source, item))
    const result =
      'reason' in listed
        ? listed
        : await pairUp(source, { range, ours, theirs: listed.items.filter(isOurs(books)) })
    if ('reason' in result) unanswered.push({ provider, kind, reason: result.reason })
    else pairs.push(...result.pairs)
  }
  const { markedByHand } = books
  return { mode, day, isDayOver: end <= askedAt, markedByHand, unanswered, ...judgePairs(pairs) }
}

function isStoredAt({ kind, provider: name, account }: Source, item: OwnItem): boolean {
  return (
    item.kind === kind &&
    storedProvider([{ name, ...(account === undefined ? {} : { account }) }], item) !== null
  )
}

/** The kinds and providers of items that no provider can be asked about, and why they can't be compared. */
function unansweredItems(items: OwnItem[], sources: Source[]): ReconciliationReport['unanswered'] {
  const others = new Map(
    items
      .filter((item) => !sources.some((source) => isStoredAt(source, item)))
      .map(({ kind, provider }) => {
        const isNamed = sources.some((source) => source.kind === kind && source.provider === provider)
        const reason = isNamed ? 'the keys are those of another account' : 'it is not configured any more'
        return [`${kind} ${provider}`, { provider, kind, reason }]
      }),
  )
  return [...others.values()]
}

/** Our side at one moment: rows of the time range, and rows matching the listed items. */
async function readOwnBooks(tx: OrmTransaction, scope: Scope, lists: SourceList[]): Promise<OwnBooks> {
  const { mode, range, askedAt, paymentProviders } = scope
  const itemsOf = (kind: ItemKind) =>
    lists.flatMap(({ source, listed }) => (source.kind === kind && 'items' in listed ? listed.items : []))
  const [paid, refunded, disputed, sent] = [
    itemsOf('payment'),
    itemsOf('refund'),
    itemsOf('dispute'),
    itemsOf('payout'),
  ]
  const references = paid.map(({ reference }) => reference)
  const { payments, refunds, markedByHand } = await findOwnPayments(
    tx,
    { mode, range, references, keys: keysOf([...paid, ...refunded]) },
    askedAt,
  )
  const ownRefunds = await findOwnReversals(tx, 'refund', {
    mode,
    range,
    references: refunded.map(({ reference }) => reference),
    keys: keysOf(refunded),
  })
  const disputes = await findOwnReversals(tx, 'dispute', {
    mode,
    range,
    references: disputed.map(({ reference }) => reference),
    keys: [],
  })
  const payouts = await findOwnPayouts(tx, { mode, range, references: [], keys: keysOf(sent) })
  const booked = new Set(payments.map(({ providerReference }) => providerReference))
  const unbooked = await findUnbookedPayments(tx, {
    mode,
    providers: paymentProviders,
    ids: paid
      .filter(({ reference }) => !booked.has(reference))
      .map(({ key }) => idOfKey(key) ?? '')
      .filter(isId),
  })
  const ownReferences = await ownPaymentReferences(tx, {
    mode,
    references: [...refunded, ...disputed].flatMap(({ paymentReference }) => paymentReference ?? []),
  })
  const items = [...payments, ...unbooked, ...refunds, ...ownRefunds, ...disputes, ...payouts]
  return { items, markedByHand, ownReferences }
}

/** A refund without our key, or a dispute, concerns us if it is of a payment of ours. */
function isOurs({ ownReferences }: OwnBooks): (item: TheirItem) => boolean {
  return ({ key, paymentReference }) => key !== null || ownReferences.has(paymentReference ?? '')
}

/** The ids of our rows that the keys may begin with: a payout's has a number from its second rail on. */
function keysOf(items: TheirItem[]): string[] {
  return items.map(({ key }) => idOfKey(key) ?? '').filter(isId)
}
