import { dayAfter } from '@/lib/dates'
import type { TimeRange } from '@/lib/providers/listing'
import { expectsTheirs } from './compare-pair'
import type { OwnItem, Pair, TheirItem } from './report'
import { type Listed, listOrReason, type Source } from './their-items'

/** What a provider's clock may differ from ours, and the rounding of one that dates in whole seconds. */
const SKEW_MS = 60_000
/** How far from the day the counterpart of one of our rows is looked for. */
const FARTHEST_DAYS = 31
const UUID_LENGTH = 36

type Sides = { range: TimeRange; ours: OwnItem[]; theirs: TheirItem[] }

/**
 * Puts together what belongs together: all that the provider listed, and all of ours that is from the
 * same time. Where the provider must have one of ours and did not list it in that time, it is asked for
 * the time around in which it could have been made.
 */
export async function pairUp(
  source: Source,
  { range, ours, theirs }: Sides,
): Promise<{ pairs: Pair[] } | { reason: string }> {
  const finder = finderOf(ours)
  const taken = new Set<OwnItem>()
  // Those that we know by the provider's own reference go first: another one under the same key is one too many.
  const known = new Set(ours.map(({ providerReference }) => providerReference))
  const isKnown = ({ reference }: TheirItem) => known.has(reference)
  const inOrder = [...theirs.filter(isKnown), ...theirs.filter((item) => !isKnown(item))]
  const pairs = inOrder.map((item): Pair => {
    const found = finder(item)
    const own = found && (found.status === 'UNBOOKED' || !taken.has(found)) ? found : null
    if (own) taken.add(own)
    return { kind: item.kind, provider: source.provider, ours: own, theirs: item }
  })
  const left = ours.filter((own) => !taken.has(own) && isWithin(range, own.createdAt))
  const around = await listAround(source, range, left.filter(expectsTheirs))
  if ('reason' in around) return around
  const found = new Map(around.items.map((item) => [finder(item), item]))
  for (const own of left) {
    pairs.push({ kind: own.kind, provider: source.provider, ours: own, theirs: found.get(own) ?? null })
  }
  return { pairs }
}

/** Finds ours by the provider's reference, else by our key, else by the invoice that the key begins with. */
function finderOf(ours: OwnItem[]): (theirs: TheirItem) => OwnItem | null {
  const byReference = new Map(ours.map((own) => [own.providerReference, own]))
  const byKey = new Map(ours.map((own) => [own.id, own]))
  return ({ reference, key }) =>
    byReference.get(reference) ?? byKey.get(key ?? '') ?? byKey.get(invoiceIdOf(key) ?? '') ?? null
}

/** The key of a checkout session is its invoice's id, with more behind it where it is not the first one. */
export function invoiceIdOf(key: string | null): string | null {
  return key?.slice(0, UUID_LENGTH) ?? null
}

/** What the provider made outside the range, as far away as those that are looked for can be. */
async function listAround(source: Source, { from, until }: TimeRange, wanted: OwnItem[]): Promise<Listed> {
  let [first, last] = [from.getTime(), until.getTime()]
  for (const { searchFrom, searchUntil } of wanted) {
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
