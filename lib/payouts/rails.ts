import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { arrivalDay, carries } from '@/lib/providers/rails'
import type { StoredPayout } from './statements'

/*
 * A payout is tried on one rail after another, as long as the provider refuses for certain because the bank doesn't take part.
 * Each try is committed before it is sent, and is another transfer with a key of its own. A try whose outcome is unknown is
 * the last: it is asked about, and no other rail is tried before it is known.
 */

type Tried = { id: string; rail: string | null; formerRails: string[] }

const UUID_LENGTH = 36

/** The key of the transfer of a payout's current try: the payout's id, with a number from the second try on. */
export function transferKey({ id, formerRails }: Pick<Tried, 'id' | 'formerRails'>): string {
  return formerRails.length === 0 ? id : `${id}-${formerRails.length + 1}`
}

/** What `transferKey` was made from. */
export function payoutIdOf(key: string): string {
  return /-\d$/.test(key.slice(UUID_LENGTH)) ? key.slice(0, UUID_LENGTH) : key
}

/** The rail to try first; null for a provider that chooses itself. */
export function firstRail({ rails = [] }: Pick<PayoutProvider, 'rails'>, amountMinor: bigint): string | null {
  return rails.find((rail) => carries(rail, amountMinor)) ?? rails[0] ?? null
}

/** The rail to try after the payout's current one; null if none is left. */
export function nextRail(
  { rails = [] }: Pick<PayoutProvider, 'rails'>,
  { rail, formerRails, amountMinor }: Omit<Tried, 'id'> & { amountMinor: bigint },
): string | null {
  if (rail === null) return null
  const isTried = (name: string) => name === rail || formerRails.includes(name)
  return rails.find((name) => !isTried(name) && carries(name, amountMinor)) ?? null
}

type Sent = Pick<StoredPayout, 'status' | 'rail' | 'railSince' | 'createdAt'>

/** The day by which the money reaches the bank; null where the rail is unknown or the money came back. */
export function expectedDay({ status, rail, railSince, createdAt }: Sent): Date | null {
  const isOnItsWay = status === 'PROCESSING' || status === 'PAID'
  return isOnItsWay && rail !== null ? arrivalDay(rail, railSince ?? createdAt) : null
}
