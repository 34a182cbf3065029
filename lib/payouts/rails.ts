import { railTerms } from '@/lib/providers/manifests'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import type { StoredPayout } from './statements'

/*
 * A payout is tried on one rail after another, as long as the provider refuses for certain because the bank doesn't take part.
 * Each try is committed before it is sent, and is another transfer with a key of its own. A try whose outcome is unknown is
 * the last: it is asked about, and no other rail is tried before it is known.
 */

type RailHistory = { id: string; rail: string | null; formerRails: string[] }

const UUID_LENGTH = 36

/** The key of the transfer of a payout's current try: the payout's id, with a number from the second try on. */
export function transferKey({ id, formerRails }: Pick<RailHistory, 'id' | 'formerRails'>): string {
  return formerRails.length === 0 ? id : `${id}-${formerRails.length + 1}`
}

/** What `transferKey` was made from. */
export function payoutIdOf(key: string): string {
  return /-\d$/.test(key.slice(UUID_LENGTH)) ? key.slice(0, UUID_LENGTH) : key
}

/** The rail to try first; null for a provider that chooses itself. */
export function firstRail(
  { name, rails = [] }: Pick<PayoutProvider, 'name' | 'rails'>,
  amountMinor: bigint,
): string | null {
  return rails.find((rail) => carries(name, rail, amountMinor)) ?? rails[0] ?? null
}

function carries(provider: string, rail: string, amountMinor: bigint): boolean {
  const maxMinor = railTerms(provider, rail)?.maxMinor ?? null
  return maxMinor === null || amountMinor <= maxMinor
}

/** The rail to try after the payout's current one; null if none is left. */
export function nextRail(
  { name: provider, rails = [] }: Pick<PayoutProvider, 'name' | 'rails'>,
  { rail, formerRails, amountMinor }: Omit<RailHistory, 'id'> & { amountMinor: bigint },
): string | null {
  if (rail === null) return null
  const isTried = (name: string) => name === rail || formerRails.includes(name)
  return rails.find((name) => !isTried(name) && carries(provider, name, amountMinor)) ?? null
}

type Sent = Pick<StoredPayout, 'status' | 'provider' | 'rail' | 'railSince' | 'waitingSince' | 'createdAt'>

/** The day by which the money reaches the bank; null where the rail is unknown, it waits to be sent, or the money came back. */
export function expectedDay({
  status,
  provider,
  rail,
  railSince,
  waitingSince,
  createdAt,
}: Sent): Date | null {
  const isOnItsWay = (status === 'PROCESSING' && waitingSince === null) || status === 'PAID'
  const businessDays = rail === null ? null : (railTerms(provider, rail)?.businessDays ?? null)
  return isOnItsWay && businessDays !== null ? arrivalDay(railSince ?? createdAt, businessDays) : null
}

/** The day, in UTC, by which a transfer that starts at this moment arrives. Banks' holidays are not counted. */
function arrivalDay(startAt: Date, businessDays: number): Date {
  const day = new Date(Date.UTC(startAt.getUTCFullYear(), startAt.getUTCMonth(), startAt.getUTCDate()))
  for (let daysToGo = businessDays; daysToGo > 0; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() % 6 !== 0) daysToGo -= 1
  }
  return day
}
