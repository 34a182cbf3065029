/*
 * Tax IDs by their form, free of server code. A number that looks wrong is worth a second look and no more: there are too many
 * kinds to refuse any. Check digits are tested where the rule is published and simple.
 */

type Kind = {
  /** As in "This doesn’t look like a German VAT ID". */
  name: string
  /** The number without its prefix, spaces and punctuation. */
  form: RegExp
  hasCheckDigits?: (digits: number[], number: string) => boolean
}

const digitsOf = (text: string) => [...text].flatMap((letter) => (/\d/.test(letter) ? [Number(letter)] : []))
const numberOf = (digits: number[]) => Number(digits.join(''))

const weighted = (digits: number[], weights: number[]) =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0)

/** The last digit is what the weighted sum of the others lacks to a multiple of 11; 11 is written as 0. */
const lacksToEleven = (weights: number[]) => (digits: number[]) =>
  (11 - (weighted(digits, weights) % 11)) % 11 === digits[weights.length]

/** The last digit is the weighted sum of the others, modulo 11. */
const isModuloEleven = (weights: number[]) => (digits: number[]) =>
  weighted(digits, weights) % 11 === digits[weights.length]

/** Luhn: every second digit from the right is doubled. */
function isLuhn(digits: number[]): boolean {
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const value = index % 2 === 1 ? digit * 2 : digit
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** ISO 7064, mod 11,10. */
function isGerman(digits: number[]): boolean {
  const product = digits.slice(0, 8).reduce((product, digit) => (((digit + product) % 10 || 10) * 2) % 11, 10)
  return (11 - product) % 10 === digits[8]
}

function isBritish(digits: number[], number: string): boolean {
  if (/^(GD|HA)/.test(number)) return true
  const sum = weighted(digits, [8, 7, 6, 5, 4, 3, 2, 10, 1])
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}

/** The old rule, or that of numbers that aren't made from a person's: mod 97 of the whole with letters as two digits. */
function isDutch(digits: number[], number: string): boolean {
  const whole = [...`NL${number}`].map((letter) => parseInt(letter, 36)).join('')
  return isModuloEleven([9, 8, 7, 6, 5, 4, 3, 2])(digits) || BigInt(whole) % 97n === 1n
}

const BRITISH: Kind = {
  name: 'a UK VAT number',
  form: /^(\d{9}(\d{3})?|GD[0-4]\d\d|HA[5-9]\d\d)$/,
  hasCheckDigits: isBritish,
}
const AUSTRALIAN: Kind = {
  name: 'an Australian business number',
  form: /^\d{11}$/,
  hasCheckDigits: ([first = 0, ...rest]) =>
    weighted([first - 1, ...rest], [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0,
}
const AMERICAN: Kind = { name: 'a US employer identification number', form: /^\d{9}$/ }
const NORWEGIAN: Kind = {
  name: 'a Norwegian organization number',
  form: /^\d{9}(MVA)?$/,
  hasCheckDigits: lacksToEleven([3, 2, 7, 6, 5, 4, 3, 2]),
}

const vat = (nationality: string, form: RegExp, hasCheckDigits?: Kind['hasCheckDigits']): Kind => ({
  name: `${/^[AEIO]/.test(nationality) ? 'an' : 'a'} ${nationality} VAT ID`,
  form,
  ...(hasCheckDigits ? { hasCheckDigits } : {}),
})

/** By the prefix that is part of the number. Forms: the European Commission's table for VIES. */
const BY_PREFIX: Record<string, Kind> = {
  AT: vat('Austrian', /^U\d{8}$/, (digits) => {
    const sum = digits.slice(0, 7).reduce((total, digit, index) => {
      const value = index % 2 === 1 ? digit * 2 : digit
      return total + (value > 9 ? value - 9 : value)
    }, 4)
    return (10 - (sum % 10)) % 10 === digits[7]
  }),
  BE: vat(
    'Belgian',
    /^[01]\d{9}$/,
    (digits) => 97 - (numberOf(digits.slice(0, 8)) % 97) === numberOf(digits.slice(8)),
  ),
  BG: vat('Bulgarian', /^\d{9,10}$/),
  CHE: vat('Swiss', /^\d{9}(MWST|TVA|IVA)?$/, lacksToEleven([5, 4, 3, 2, 7, 6, 5, 4])),
  CY: vat('Cypriot', /^\d{8}[A-Z]$/),
  CZ: vat('Czech', /^\d{8,10}$/),
  DE: vat('German', /^[1-9]\d{8}$/, isGerman),
  DK: vat('Danish', /^\d{8}$/, (digits) => weighted(digits, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0),
  EE: vat('Estonian', /^\d{9}$/),
  EL: vat('Greek', /^\d{9}$/),
  ES: vat('Spanish', /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/),
  FI: vat('Finnish', /^\d{8}$/, lacksToEleven([7, 9, 10, 5, 8, 4, 2])),
  FR: vat('French', /^[A-HJ-NP-Z0-9]{2}\d{9}$/, (digits, number) => {
    // Keys with letters follow other rules.
    if (!/^\d{11}$/.test(number)) return true
    return (12 + 3 * (numberOf(digits.slice(2)) % 97)) % 97 === numberOf(digits.slice(0, 2))
  }),
  GB: BRITISH,
  HR: vat('Croatian', /^\d{11}$/),
  HU: vat('Hungarian', /^\d{8}$/),
  IE: vat('Irish', /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/),
  IT: vat('Italian', /^\d{11}$/, isLuhn),
  LT: vat('Lithuanian', /^(\d{9}|\d{12})$/),
  LU: vat(
    'Luxembourg',
    /^\d{8}$/,
    (digits) => numberOf(digits.slice(0, 6)) % 89 === numberOf(digits.slice(6)),
  ),
  LV: vat('Latvian', /^\d{11}$/),
  MT: vat('Maltese', /^\d{8}$/),
  NL: vat('Dutch', /^\d{9}B\d{2}$/, isDutch),
  NO: NORWEGIAN,
  PL: vat('Polish', /^\d{10}$/, isModuloEleven([6, 5, 7, 2, 3, 4, 5, 6, 7])),
  PT: vat('Portuguese', /^\d{9}$/, (digits) => {
    const check = 11 - (weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)
    return (check > 9 ? 0 : check) === digits[8]
  }),
  RO: vat('Romanian', /^\d{2,10}$/),
  SE: vat('Swedish', /^\d{12}$/, (digits) => isLuhn(digits.slice(0, 10))),
  SI: vat('Slovenian', /^\d{8}$/),
  SK: vat('Slovak', /^\d{10}$/),
  XI: BRITISH,
}

/** The letters before the first digits of a number that has a prefix: `FRXX` is French, `SIREN` is a word. */
const PREFIXED = /^(CHE|[A-Z]{2})(?=(U|[A-HJ-NP-Z]{1,2}|GD|HA)?\d)/

/** What people write in front of a VAT ID. */
const LABEL = /^(VAT|TVA|BTW|USTID|UID)(REG|ID)?(NO|NR)?[:#]?(?=[A-Z])/

const compactOf = (text: string) =>
  text
    .toUpperCase()
    .replaceAll(/[\s.\-/]/g, '')
    .replace(LABEL, '')

/**
 * A VAT ID in the form of its country, with its prefix and without spaces; null for any other text, such as a US EIN or a German
 * Steuernummer.
 */
export function vatIdOf(text: string): string | null {
  const compact = compactOf(text)
  const [, prefix = ''] = PREFIXED.exec(compact) ?? []
  return BY_PREFIX[prefix]?.form.test(compact.slice(prefix.length)) ? compact : null
}

/** Kinds without a prefix of their own, by country. */
const BY_COUNTRY: Record<string, Kind> = { AU: AUSTRALIAN, NO: NORWEGIAN, US: AMERICAN }

/**
 * What a tax ID is meant to be, as far as its prefix or the country tells, if it doesn't look like one: `a German VAT
 * ID`. Null for one that looks right, and for any other text.
 */
export function taxIdDoubt(text: string, country: string | null = null): string | null {
  const compact = compactOf(text)
  const [, prefix = ''] = PREFIXED.exec(compact) ?? []
  const byPrefix = BY_PREFIX[prefix]
  const kind = byPrefix ?? (/\d{8}/.test(compact) ? BY_COUNTRY[country ?? ''] : undefined)
  if (!kind) return null
  const number = byPrefix ? compact.slice(prefix.length) : compact.replace(/^(ABN|EIN)/, '')
  const isRight = kind.form.test(number) && (kind.hasCheckDigits?.(digitsOf(number), number) ?? true)
  return isRight ? null : kind.name
}
