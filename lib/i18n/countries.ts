import { all } from 'iso-3166-1'
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
