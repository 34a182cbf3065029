import assert from 'node:assert/strict'
import type { DifferenceKind, ItemKind, OwnItem, Pair, TheirItem } from './report'

type Verdict = DifferenceKind | 'matched' | 'in_flight' | 'nothing'

type Rule = {
  /** The provider's states that agree with ours; null: it does not list it. */
  agrees: (TheirItem['state'] | null)[]
  /** Whether it counts as money that moved. */
  isMoney: boolean
}

const RULES: Record<ItemKind, Record<string, Rule>> = {
  payment: {
    SUCCEEDED: { agrees: ['paid'], isMoney: true },
    DECLINED: { agrees: [null], isMoney: false },
    ABANDONED: { agrees: [null], isMoney: false },
    // It was paid, and stays so in the provider's books: the refund is an item of its own.
    REFUNDING: { agrees: ['paid'], isMoney: true },
    REFUNDED: { agrees: ['paid'], isMoney: true },
  },
  refund: { REFUNDED: { agrees: ['refunded'], isMoney: true } },
  payout: {
    PAID: { agrees: ['delivered'], isMoney: true },
    // Refused at once, it is in nobody's books; else it failed on its way.
    FAILED: { agrees: ['failed', null], isMoney: false },
    // To a provider, money that the bank did not take can also have failed.
    RETURNED: { agrees: ['returned', 'failed'], isMoney: false },
  },
}

/** Statuses of ours that wait for the provider's word, or for the worker to write it down. */
const WAITING: Record<ItemKind, readonly string[]> = {
  payment: ['PROCESSING', 'UNBOOKED'],
  refund: ['REFUNDING'],
  payout: ['PROCESSING'],
}

/** What the two sides of one movement of money are to each other. `nothing`: none was made, on either side. */
export function comparePair({ kind, ours, theirs }: Pair): Verdict {
  if (!ours) return 'missing_in_ledger'
  if (theirs && (theirs.amountMinor !== ours.amountMinor || theirs.currency !== ours.currency)) {
    return 'amount_differs'
  }
  if (WAITING[kind].includes(ours.status)) return 'in_flight'
  const { agrees } = ruleOf(kind, ours)
  if (!agrees.includes(theirs?.state ?? null)) {
    if (!theirs) return 'missing_at_provider'
    // The provider took the refund and its bank has not: that is as far as our own books go.
    return kind === 'refund' && theirs.state === 'processing' ? 'in_flight' : 'status_differs'
  }
  if (ours.postedMinor !== null && ours.postedMinor !== expectedPosting(kind, ours)) return 'ledger_differs'
  return theirs ? 'matched' : 'nothing'
}

/** Whether the provider must have it. */
export function expectsTheirs(ours: OwnItem): boolean {
  return !WAITING[ours.kind].includes(ours.status) && !ruleOf(ours.kind, ours).agrees.includes(null)
}

/** Minor units that our books count as moved: by the ledger's entries where it has entries of its own. */
export function movedMinor(ours: OwnItem): bigint {
  if (WAITING[ours.kind].includes(ours.status) || !ruleOf(ours.kind, ours).isMoney) return 0n
  return ours.postedMinor ?? ours.amountMinor
}

/** A payment that succeeded and a payout that was delivered are posted; one that is on its way back nets to nothing. */
function expectedPosting(kind: ItemKind, ours: OwnItem): bigint {
  return ruleOf(kind, ours).isMoney ? ours.amountMinor : 0n
}

function ruleOf(kind: ItemKind, { status }: OwnItem): Rule {
  const rule = RULES[kind][status]
  assert(rule, `a ${kind} may be ${status}`)
  return rule
}
