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
  theirLists,
} from './items'
import { idOfKey, judgePairs, pairUp } from './pairs'
import type { ItemKind, OwnItem, Pair, ReconciliationReport, TheirItem } from './report'

type Lists = Record<ItemKind, Listed>
type Scope = { mode: Mode; range: TimeRange; askedAt: Date; paymentProvider: string }
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
  const sources = theirLists(providers, timeoutMs)
  const lists: Lists = {
    payment: await listOrReason(sources.payment, range),
    refund: await listOrReason(sources.refund, range),
    dispute: await listOrReason(sources.dispute, range),
    payout: await listOrReason(sources.payout, range),
  }
  const scope = { mode, range, askedAt, paymentProvider: providers.payments.name }
  const books = await inOrmTransaction((tx) => readOwnBooks(tx, scope, lists), {
    isolation: 'RepeatableRead',
  })

  const pairs: Pair[] = []
  const unanswered: ReconciliationReport['unanswered'] = []
  for (const kind of ['payment', 'refund', 'dispute', 'payout'] as const) {
    const { provider, account } = sources[kind]
    const listed = lists[kind]
    const { ours, others } = askedAbout(
      books.items.filter((item) => item.kind === kind),
      { name: provider, ...(account === undefined ? {} : { account }) },
    )
    for (const other of others) unanswered.push({ ...other, kind })
    const result =
      'reason' in listed
        ? listed
        : await pairUp(sources[kind], { range, ours, theirs: listed.items.filter(isOurs(books)) })
    if ('reason' in result) unanswered.push({ provider, kind, reason: result.reason })
    else pairs.push(...result.pairs)
  }
  const { markedByHand } = books
  return { mode, day, isDayOver: end <= askedAt, markedByHand, unanswered, ...judgePairs(pairs) }
}

/** The items that the provider can be asked about, and why the others can't be compared. */
function askedAbout(items: OwnItem[], source: { name: string; account?: string }) {
  const ours = items.filter((item) => storedProvider([source], item) !== null)
  const others = new Map(
    items
      .filter((item) => !ours.includes(item))
      .map(({ provider }) => [
        provider,
        provider === source.name ? 'the keys are those of another account' : 'it is not configured any more',
      ]),
  )
  return { ours, others: [...others].map(([provider, reason]) => ({ provider, reason })) }
}

/** Our side at one moment: rows of the time range, and rows matching the listed items. */
async function readOwnBooks(tx: OrmTransaction, scope: Scope, lists: Lists): Promise<OwnBooks> {
  const { mode, range, askedAt, paymentProvider } = scope
  const [paid, refunded, disputed, sent] = [
    itemsOf(lists.payment),
    itemsOf(lists.refund),
    itemsOf(lists.dispute),
    itemsOf(lists.payout),
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
    provider: paymentProvider,
    invoiceIds: paid
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

function itemsOf(listed: Listed): TheirItem[] {
  return 'items' in listed ? listed.items : []
}

/** The ids of our rows that the keys may begin with: a payout's has a number from its second rail on. */
function keysOf(items: TheirItem[]): string[] {
  return items.map(({ key }) => idOfKey(key) ?? '').filter(isId)
}
