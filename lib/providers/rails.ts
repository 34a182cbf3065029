/*
 * The networks between banks in the United States that carry a payout. Not all banks take part in each of them.
 */

type Rail = {
  /** As a person reads it. */
  title: string
  /** The most business days that a transfer takes. */
  businessDays: number
  /** The most that one transfer may carry, in US cents; null: no limit that matters here. */
  maxMinor: bigint | null
}

export const RAIL_NAMES = ['FEDNOW', 'ACH', 'FEDWIRE'] as const

export type RailName = (typeof RAIL_NAMES)[number]

/** As Airwallex states them ("United States", airwallex.com/docs/payouts/payout-network/united-states). */
const RAILS: Record<RailName, Rail> = {
  FEDNOW: { title: 'FedNow', businessDays: 1, maxMinor: 50_000_000n },
  ACH: { title: 'ACH', businessDays: 3, maxMinor: null },
  FEDWIRE: { title: 'Fedwire', businessDays: 1, maxMinor: null },
}

function railOf(name: string): Rail | null {
  return RAILS[name as RailName] ?? null
}

/** Rail and settings of other times may name one that we know nothing about. */
export function railTitle(name: string): string {
  return railOf(name)?.title ?? name
}

export function carries(name: string, amountMinor: bigint): boolean {
  const maxMinor = railOf(name)?.maxMinor ?? null
  return maxMinor === null || amountMinor <= maxMinor
}

/** The day, in UTC, by which a transfer that starts at this moment arrives. Banks' holidays are not counted. */
export function arrivalDay(name: string, startAt: Date): Date | null {
  const rail = railOf(name)
  if (!rail) return null
  const day = new Date(Date.UTC(startAt.getUTCFullYear(), startAt.getUTCMonth(), startAt.getUTCDate()))
  for (let left = rail.businessDays; left > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() % 6 !== 0) left -= 1
  }
  return day
}
