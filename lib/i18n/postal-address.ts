import { countryCode } from './countries'
import type { Locale } from './locale'
import { countryNameIn } from './locale-format'

export type PostalAddress = {
  addressLine1: string | null
  addressLine2: string | null
  city: string | null
  state: string | null
  zip: string | null
  /** A code or a name. */
  country: string | null
}

/** Where the postcode stands before the city. */
const POSTCODE_FIRST = new Set(
  'AT BE BG CH CZ DE DK EE ES FI FR GR HR HU IS IT LI LT LU NL NO PL PT RO RS SE SI SK'.split(' '),
)

/** An address as lines on an envelope, its country in the language; empty if nothing is known. */
export function addressLines(address: PostalAddress, locale: Locale): string[] {
  const { addressLine1, addressLine2, city, state, zip, country } = address
  const isPostcodeFirst = POSTCODE_FIRST.has(countryCode(country) ?? '')
  const postcode = [zip, city].filter(Boolean).join(' ')
  const region = (isPostcodeFirst ? [postcode, state] : [city, state, zip]).filter(Boolean).join(', ')
  const lines = [addressLine1, addressLine2, region, country && countryNameIn(locale, country)]
  return lines.flatMap((line) => line || [])
}
