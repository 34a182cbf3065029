import { comparePair, movedMinor } from './compare-pair'
import type { Pair, ReconciliationReport, TheirItem, Total } from './report'

/** States of the provider's that count as money that moved. */
const MOVED: readonly TheirItem['state'][] = ['paid', 'refunded', 'delivered']

type Judgement = Pick<ReconciliationReport, 'matched' | 'totals' | 'differences' | 'inFlight'>

/** What the pairs come to: how many agree, which don't, and the sums of both sides. */
export function judgePairs(pairs: Pair[]): Judgement {
  const judgement: Judgement = { matched: 0, totals: [], differences: [], inFlight: [] }
  const settled: Pair[] = []
  for (const pair of pairs) {
    const verdict = comparePair(pair)
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

/** By kind and currency; an amount that the provider does not tell counts as none. */
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
    if (theirs && MOVED.includes(theirs.state)) {
      add(totalOf(kind, theirs.currency).theirs, theirs.amountMinor ?? 0n)
    }
  }
  return [...totals.values()].sort((a, b) =>
    `${a.kind} ${a.currency}`.localeCompare(`${b.kind} ${b.currency}`),
  )
}
