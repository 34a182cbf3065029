import type { Mode } from '@/lib/db/generated/enums'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import type { TimeRange } from '@/lib/providers/shared/listing'
import { storedProvider } from '@/lib/providers/stored-provider'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import {
  findOwnPayments,
  findOwnPayouts,
  findUnbookedPayments,
  type Listed,
  listOrReason,
  ownPaymentReferences,
  type Providers,
  theirLists,
} from './items'
import { invoiceIdOf, judgePairs, pairUp } from './pairs'
import type { ItemKind, OwnItem, Pair, ReconciliationReport, TheirItem } from './report'

type Lists = Record<ItemKind, Listed>
type Asked = { mode: Mode; range: TimeRange; askedAt: Date; paymentProvider: string }
type OwnBooks = { items: OwnItem[]; markedByHand: number; ownReferences: Set<string> }

/**
 * Holds a day (UTC) of one mode against its providers: every item that the provider made on it and every
 * row that we made on it, each with its counterpart, on whichever day that is. So an item of 23:59:59 that
 * we wrote down after midnight is matched, in the reports of both days. Changes nothing on either side.
 *
 * Providers are asked with no transaction open, and before our own books are read: of what they list, our
 * books have had time to learn. A list that can't be had to its end is not compared at all.
 */
export async function reconcileDay(
  { mode, day }: { mode: Mode; day: Date },
  { providers, timeoutMs }: { providers: Providers; timeoutMs: number },
): Promise<ReconciliationReport> {
  const askedAt = now()
  const end = dayAfter(day, 1)
  // What is made from now on is in neither list for certain.
  const range = { from: day, until: new Date(Math.min(end.getTime(), askedAt.getTime())) }
  const sources = theirLists(providers, timeoutMs)
  const lists: Lists = {
    payment: await listOrReason(sources.payment, range),
    refund: await listOrReason(sources.refund, range),
    payout: await listOrReason(sources.payout, range),
  }
  const asked = { mode, range, askedAt, paymentProvider: providers.payments.name }
  const books = await inTransaction((tx) => readOwnBooks(tx, asked, lists), { isolation: 'RepeatableRead' })

  const pairs: Pair[] = []
  const unanswered: ReconciliationReport['unanswered'] = []
  for (const kind of ['payment', 'refund', 'payout'] as const) {
    const { provider, account } = sources[kind]
    const listed = lists[kind]
    const { ours, others } = askedAbout(
      books.items.filter((item) => item.kind === kind),
      { name: provider, ...(account === undefined ? {} : { account }) },
    )
    for (const other of others) unanswered.push({ ...other, kind })
    const found =
      'reason' in listed
        ? listed
        : await pairUp(sources[kind], { range, ours, theirs: listed.items.filter(isOurs(books)) })
    if ('reason' in found) unanswered.push({ provider, kind, reason: found.reason })
    else pairs.push(...found.pairs)
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

/** Our side, of one moment: the rows of the time, and those that belong to what was listed. */
async function readOwnBooks(tx: Transaction, asked: Asked, lists: Lists): Promise<OwnBooks> {
  const { mode, range, askedAt, paymentProvider } = asked
  const [paid, refunded, sent] = [itemsOf(lists.payment), itemsOf(lists.refund), itemsOf(lists.payout)]
  const references = paid.map(({ reference }) => reference)
  const { payments, refunds, markedByHand } = await findOwnPayments(
    tx,
    { mode, range, references, keys: keysOf([...paid, ...refunded]) },
    askedAt,
  )
  const payouts = await findOwnPayouts(tx, { mode, range, references: [], keys: keysOf(sent) })
  const booked = new Set(payments.map(({ providerReference }) => providerReference))
  const unbooked = await findUnbookedPayments(tx, {
    mode,
    provider: paymentProvider,
    invoiceIds: paid
      .filter(({ reference }) => !booked.has(reference))
      .map(({ key }) => invoiceIdOf(key) ?? '')
      .filter(isId),
  })
  const ownReferences = await ownPaymentReferences(tx, {
    mode,
    references: refunded.flatMap(({ paymentReference }) => paymentReference ?? []),
  })
  return { items: [...payments, ...unbooked, ...refunds, ...payouts], markedByHand, ownReferences }
}

/** A refund without our key is our business where it is one of a payment of ours. */
function isOurs({ ownReferences }: OwnBooks): (item: TheirItem) => boolean {
  return ({ key, paymentReference }) => key !== null || ownReferences.has(paymentReference ?? '')
}

function itemsOf(listed: Listed): TheirItem[] {
  return 'items' in listed ? listed.items : []
}

/** The keys that can be ids of our rows. */
function keysOf(items: TheirItem[]): string[] {
  return items.flatMap(({ key }) => (key !== null && isId(key) ? [key] : []))
}
