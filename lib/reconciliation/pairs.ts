import assert from 'node:assert/strict'
import type { TimeRange } from '@/lib/providers/shared/listing'
import { dayAfter } from '@/lib/time/dates'
import { type Listed, listOrReason, type Source } from './items'
import type { ItemKind, OwnItem, Pair, ReconciliationReport, TheirItem, Total, Verdict } from './report'

/** Allowed clock difference, including the rounding of providers whose times are in whole seconds. */
const SKEW_MS = 60_000
/** A counterpart is searched for this many days around the report's day. */
const FARTHEST_DAYS = 31
const UUID_LENGTH = 36

type Sides = { range: TimeRange; ours: OwnItem[]; theirs: TheirItem[] }

/**
 * Matches everything the provider listed with our items of the same time range. For an item of ours that the
 * provider must have but did not list, it lists the time around it.
 */
export async function pairUp(
  source: Source,
  { range, ours, theirs }: Sides,
): Promise<{ pairs: Pair[] } | { reason: string }> {
  const finder = finderOf(ours)
  const pairedItems = new Set<OwnItem>()
  // Match known provider references first: a second item under the same key is one too many.
  const ourReferences = new Set(ours.map(({ providerReference }) => providerReference))
  const isKnown = ({ reference }: TheirItem) => ourReferences.has(reference)
  // A payout that failed on one rail was sent over the next one under the same id: what failed is no second transfer.
  const hasFailed = ({ kind, status }: TheirItem) => kind === 'payout' && status === 'failed'
  const others = theirs.filter((item) => !isKnown(item))
  const inOrder = [
    ...theirs.filter(isKnown),
    ...others.filter((item) => !hasFailed(item)),
    ...others.filter(hasFailed),
  ]
  const pairs: Pair[] = []
  for (const item of inOrder) {
    const match = finder(item)
    const own = match && (match.status === 'UNBOOKED' || !pairedItems.has(match)) ? match : null
    if (match && !own && hasFailed(item)) continue
    if (own) pairedItems.add(own)
    pairs.push({ kind: item.kind, provider: source.provider, ours: own, theirs: item })
  }
  const left = ours.filter((own) => !pairedItems.has(own) && isWithin(range, own.createdAt))
  const around = await listAround(source, range, left.filter(expectsTheirs))
  if ('reason' in around) return around
  const match = new Map(around.items.map((item) => [finder(item), item]))
  for (const own of left) {
    pairs.push({ kind: own.kind, provider: source.provider, ours: own, theirs: match.get(own) ?? null })
  }
  return { pairs }
}

/** Finds our item by the provider's reference, else by our key, else by the id that the key begins with. */
function finderOf(ours: OwnItem[]): (theirs: TheirItem) => OwnItem | null {
  const byReference = new Map(ours.map((own) => [own.providerReference, own]))
  const byKey = new Map(ours.map((own) => [own.id, own]))
  return ({ reference, key }) =>
    byReference.get(reference) ?? byKey.get(key ?? '') ?? byKey.get(idOfKey(key) ?? '') ?? null
}

/** A key is the id of an invoice, a joint checkout or a payout, with a suffix from the second session or rail on. */
export function idOfKey(key: string | null): string | null {
  return key?.slice(0, UUID_LENGTH) ?? null
}

/** Lists the provider's items around the range, up to the maximum distance. */
async function listAround(source: Source, { from, until }: TimeRange, ownItems: OwnItem[]): Promise<Listed> {
  let [first, last] = [from.getTime(), until.getTime()]
  for (const { searchFrom, searchUntil } of ownItems) {
    first = Math.min(first, searchFrom.getTime() - SKEW_MS)
    last = Math.max(last, searchUntil.getTime() + SKEW_MS)
  }
  const before = { from: new Date(Math.max(first, dayAfter(from, -FARTHEST_DAYS).getTime())), until: from }
  const after = { from: until, until: new Date(Math.min(last, dayAfter(until, FARTHEST_DAYS).getTime())) }
  const items: TheirItem[] = []
  for (const range of [before, after]) {
    if (range.from >= range.until) continue
    const listed = await listOrReason(source, range)
    if ('reason' in listed) return listed
    items.push(...listed.items)
  }
  return { items }
}

function isWithin({ from, until }: TimeRange, moment: Date): boolean {
  return moment >= from && moment < until
}

type Rule = {
  /** The provider's statuses that match ours; null if the provider does not list the item. */
  agrees: (TheirItem['status'] | null)[]
  /** True if the item counts as money that moved. */
  isMoney: boolean
}

const RULES: Record<ItemKind, Record<string, Rule>> = {
  payment: {
    SUCCEEDED: { agrees: ['paid'], isMoney: true },
    // Paid, and it stays paid in the provider's records: the refund is a separate item.
    REFUNDING: { agrees: ['paid'], isMoney: true },
    REFUNDED: { agrees: ['paid'], isMoney: true },
  },
  refund: {
    REFUNDED: { agrees: ['refunded'], isMoney: true },
    SUCCEEDED: { agrees: ['refunded'], isMoney: true },
    // One that was refused at once is in nobody's records.
    FAILED: { agrees: ['failed', null], isMoney: false },
  },
  dispute: {
    OPEN: { agrees: ['open'], isMoney: true },
    LOST: { agrees: ['lost'], isMoney: true },
    WON: { agrees: ['won'], isMoney: false },
  },
  payout: {
    PAID: { agrees: ['delivered'], isMoney: true },
    // A payout refused at once is in nobody's records; otherwise it failed on the way.
    FAILED: { agrees: ['failed', null], isMoney: false },
    // The provider may also report money that the bank did not accept as failed.
    RETURNED: { agrees: ['returned', 'failed'], isMoney: false },
  },
}

/** Our statuses that wait for the provider, or for the worker to record its answer. */
const WAITING: Record<ItemKind, readonly string[]> = {
  payment: ['UNBOOKED'],
  refund: ['REFUNDING', 'PENDING'],
  dispute: [],
  payout: ['PROCESSING'],
}

/** Compares the two sides of one item. */
function comparePair({ kind, ours, theirs }: Pair): Verdict {
  if (!ours) return 'missing_in_ledger'
  if (theirs && (theirs.amountMinor !== ours.amountMinor || theirs.currency !== ours.currency)) {
    return 'amount_differs'
  }
  if (WAITING[kind].includes(ours.status)) return 'in_flight'
  const { agrees } = ruleOf(kind, ours)
  if (!agrees.includes(theirs?.status ?? null)) {
    if (!theirs) return 'missing_at_provider'
    // The provider accepted the refund and its bank has not yet; our records don't go further.
    return kind === 'refund' && theirs.status === 'processing' ? 'in_flight' : 'status_differs'
  }
  if (ours.postedMinor !== null && ours.postedMinor !== expectedPosting(kind, ours)) return 'ledger_differs'
  return theirs ? 'matched' : 'nothing'
}

/** True if the provider must have the item. */
function expectsTheirs(ours: OwnItem): boolean {
  return !WAITING[ours.kind].includes(ours.status) && !ruleOf(ours.kind, ours).agrees.includes(null)
}

/** Minor units that moved by our records: the ledger's entries where the item has its own. */
function movedMinor(ours: OwnItem): bigint {
  if (WAITING[ours.kind].includes(ours.status) || !ruleOf(ours.kind, ours).isMoney) return 0n
  return ours.postedMinor ?? ours.amountMinor
}

/** Succeeded payments and delivered payouts are posted; a reversed one nets to zero. */
function expectedPosting(kind: ItemKind, ours: OwnItem): bigint {
  return ruleOf(kind, ours).isMoney ? ours.amountMinor : 0n
}

function ruleOf(kind: ItemKind, { status }: OwnItem): Rule {
  const rule = RULES[kind][status]
  assert(rule, `a ${kind} may be ${status}`)
  return rule
}

/** The provider's statuses that count as money that moved. */
const MOVED: readonly TheirItem['status'][] = ['paid', 'refunded', 'open', 'lost', 'delivered']

type Judgement = Pick<ReconciliationReport, 'matched' | 'totals' | 'differences' | 'inFlight' | 'judged'>

/** The number of matching pairs, the differences, and the totals of both sides. */
export function judgePairs(pairs: Pair[]): Judgement {
  const judgement: Judgement = { matched: 0, totals: [], differences: [], inFlight: [], judged: [] }
  const settled: Pair[] = []
  for (const pair of pairs) {
    const verdict = comparePair(pair)
    judgement.judged.push({ ...pair, verdict })
    if (verdict === 'in_flight') {
      judgement.inFlight.push(pair)
      continue
    }
    settled.push(pair)
    if (verdict === 'matched') judgement.matched += 1
    else if (verdict !== 'nothing') judgement.differences.push({ ...pair, difference: verdict })
  }
  return { ...judgement, totals: totalsOf(settled) }
}

/** By kind and currency; an unknown amount counts as zero. */
function totalsOf(pairs: Pair[]): Total[] {
  const totals = new Map<string, Total>()
  const totalOf = (kind: Pair['kind'], currency: string): Total => {
    const key = `${kind} ${currency}`
    const none = { count: 0, amountMinor: 0n }
    const total = totals.get(key) ?? { kind, currency, theirs: { ...none }, ours: { ...none } }
    totals.set(key, total)
    return total
  }
  const add = (side: Total['ours'], amountMinor: bigint) => {
    side.count += 1
    side.amountMinor += amountMinor
  }
  for (const { kind, ours, theirs } of pairs) {
    const movedOurs = ours ? movedMinor(ours) : 0n
    if (ours && movedOurs !== 0n) add(totalOf(kind, ours.currency).ours, movedOurs)
    if (theirs && MOVED.includes(theirs.status)) {
      add(totalOf(kind, theirs.currency).theirs, theirs.amountMinor ?? 0n)
    }
  }
  return [...totals.values()].sort((a, b) =>
    `${a.kind} ${a.currency}`.localeCompare(`${b.kind} ${b.currency}`),
  )
}
