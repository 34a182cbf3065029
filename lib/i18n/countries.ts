import { all, whereAlpha2 } from 'iso-3166-1'
import type { Locale } from './locale'
import { countryNameIn } from './locale-format'

export type CountryChoice = { code: string; name: string }

const lists = new Map<Locale, CountryChoice[]>()

/** All countries by their names in the language, in its order, to choose one from. */
export function countriesIn(locale: Locale): CountryChoice[] {
  const list = lists.get(locale) ?? sortedCountries(locale)
  lists.set(locale, list)
  return list
}

function sortedCountries(locale: Locale): CountryChoice[] {
  const { compare } = new Intl.Collator(locale)
  return all()
    .map(({ alpha2 }) => ({ code: alpha2, name: countryNameIn(locale, alpha2) }))
    .sort((a, b) => compare(a.name, b.name))
}

/** The code of a country that is written as its code or English name, as in addresses; null: unknown. */
export function countryCode(text: string | null): string | null {
  const written = text?.trim().toLowerCase() ?? ''
  if (written.length === 2) return whereAlpha2(written)?.alpha2 ?? null
  return codesByName().get(written) ?? null
}

let codes: Map<string, string> | undefined

function codesByName(): Map<string, string> {
  codes ??= new Map([
    ...all().map(({ country, alpha2 }) => [country.toLowerCase(), alpha2] as const),
    ...countriesIn('en').map(({ name, code }) => [name.toLowerCase(), code] as const),
  ])
  return codes
}

/** The states and territories of the United States by their postal codes. */
export const US_STATES: Record<string, string> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  PR: 'Puerto Rico',
  GU: 'Guam',
  VI: 'U.S. Virgin Islands',
  AS: 'American Samoa',
  MP: 'Northern Mariana Islands',
}

/** The postal code of a state that is named in full; any other text as it is. */
export function stateCode(countryCode: string, state: string): string {
  if (countryCode !== 'US') return state
  const name = state.toLowerCase()
  return Object.keys(US_STATES).find((code) => US_STATES[code]?.toLowerCase() === name) ?? state
}
