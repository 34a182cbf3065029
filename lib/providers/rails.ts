/*
 * The networks between banks in the United States that carry a payout. Not all banks take part in each of them; what a provider
 * makes of one is in its manifest.
 */

/** Those of payouts in the API. */
export const RAIL_NAMES = ['FEDNOW', 'ACH', 'FEDWIRE'] as const

export type RailName = (typeof RAIL_NAMES)[number]

const TITLES: Record<string, string> = { FEDNOW: 'FedNow', FEDWIRE: 'Fedwire' }

/** As a person reads it: `FedNow`. Rows and settings of other times may name one that we know nothing about. */
export function railTitle(name: string): string {
  return TITLES[name] ?? name
}
