import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonAmount, toJson } from '@/lib/json'
import { exponentOf } from './currencies'
import { parseJsonNumber, parsePlainDecimal, toMinor } from './decimals'
import { fraction, fractionOf, isEqual, isWhole, scaled, times } from './fraction.fixture'
import { formatMajor } from './money'

const runs = { seed: 20_261_121, numRuns: 2000 }
const CURRENCIES = ['USD', 'EUR', 'JPY', 'KRW', 'KWD', 'BHD', 'HUF', 'CLF']

const digitString = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

/** A decimal as text, with its value computed independently of our parser. */
const plainDecimals = fc
  .record({ isNegative: fc.boolean(), whole: digitString(1, 18), decimals: digitString(0, 12) })
  .map(({ isNegative, whole, decimals }) => {
    const magnitude = scaled(BigInt(whole + decimals), -decimals.length)
    return {
      text: `${isNegative ? '-' : ''}${whole}${decimals && `.${decimals}`}`,
      value: isNegative ? fraction(-magnitude.numerator, magnitude.denominator) : magnitude,
      decimals: decimals.length,
    }
  })

const jsonNumbers = fc
  .tuple(
    plainDecimals,
    fc.option(
      fc.record({
        letter: fc.constantFrom('e', 'E'),
        exponent: fc.integer({ min: -40, max: 40 }),
        plus: fc.boolean(),
      }),
    ),
  )
  .map(([{ text, value }, power]) => {
    if (!power) return { text, value, exponent: 0 }
    const { letter, exponent, plus } = power
    const written = `${plus && exponent >= 0 ? '+' : ''}${exponent}`
    return { text: `${text}${letter}${written}`, value: times(value, scaled(1n, exponent)), exponent }
  })
  .filter(({ text }) => text.length <= 40)

describe('parsing', () => {
  test('a plain decimal is exactly the number typed, with as many decimals', () => {
    fc.assert(
      fc.property(plainDecimals, ({ text, value, decimals }) => {
        const read = parsePlainDecimal(text)
        return read !== null && isEqual(fractionOf(read), value) && read.scale === decimals
      }),
      runs,
    )
  })

  test('a JSON number is exactly its value, whatever its exponent, without trailing zeros', () => {
    fc.assert(
      fc.property(jsonNumbers, ({ text, value, exponent }) => {
        const read = parseJsonNumber(text)
        if (Math.abs(exponent) > 30) return read === null
        const isShortest = read?.scale === 0 || read?.digits === 0n || (read?.digits ?? 0n) % 10n !== 0n
        return read !== null && isEqual(fractionOf(read), value) && read.scale >= 0 && isShortest
      }),
      runs,
    )
  })

  test('a float written by JavaScript is the decimal it wrote', () => {
    const doubles = fc.double({ min: -1e20, max: 1e20, noNaN: true })
    fc.assert(
      fc.property(doubles, (double) => {
        const text = JSON.stringify(double)
        const read = parseJsonNumber(text)
        const [, power = '0'] = text.split('e')
        if (Math.abs(Number(power)) > 30 || text.length > 40) return read === null
        return read !== null && Number(`${read.digits}e-${read.scale}`) === (double === 0 ? 0 : double)
      }),
      runs,
    )
  })

  test.each([
    '',
    ' ',
    '1 ',
    ' 1',
    '+1',
    '.5',
    '5.',
    '1.2.3',
    '1,000',
    '1_000',
    '--1',
    '-',
    '.',
    '-.5',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '-Infinity',
    'null',
    'true',
    '１',
    '١',
    '1\n',
    '\u00001',
    '1'.repeat(41),
  ])('%j is not a plain decimal', (text) => {
    expect(parsePlainDecimal(text)).toBeNull()
  })

  test.each([
    '',
    'NaN',
    '1e',
    'e1',
    '1e31',
    '1e-31',
    '1e999999999999',
    '1e1.5',
    '0x1',
    '1n',
    '.5',
    '1'.repeat(41),
  ])('%j is not a JSON number in range', (text) => expect(parseJsonNumber(text)).toBeNull())

  test('any text is refused or parsed as the number it looks like', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.-+eE ') })),
        (text) => {
          const plain = parsePlainDecimal(text)
          const json = parseJsonNumber(text)
          const looksLike = Number(text)
          return [plain, json].every(
            (read) => !read || Number(`${read.digits}e-${read.scale}`) === looksLike + 0,
          )
        },
      ),
      runs,
    )
  })
})

describe('minor units', () => {
  test('an amount converts without loss, or is refused for too many decimals', () => {
    fc.assert(
      fc.property(plainDecimals, fc.integer({ min: 0, max: 6 }), ({ text, value, decimals }, exponent) => {
        const read = parsePlainDecimal(text)
        const minor = read && toMinor(read, exponent)
        if (minor === null) return decimals > exponent
        return decimals <= exponent && isEqual(fraction(minor), times(value, scaled(1n, exponent)))
      }),
      runs,
    )
  })

  test('a JSON number is refused exactly when its value falls between two minor units', () => {
    fc.assert(
      fc.property(jsonNumbers, fc.constantFrom(...CURRENCIES), ({ text, value }, currency) => {
        const read = parseJsonNumber(text)
        if (read === null) return true
        const exact = times(value, scaled(1n, exponentOf(currency)))
        const minor = toMinor(read, exponentOf(currency))
        return minor === null ? !isWhole(exact) : isEqual(fraction(minor), exact)
      }),
      runs,
    )
  })

  test('an amount that is formatted and parsed again is the same, in every kind of currency', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.constantFrom(...CURRENCIES), (minor, currency) => {
        const exponent = exponentOf(currency)
        const text = formatMajor(minor, currency)
        const [, decimals = ''] = text.split('.')
        const read = parsePlainDecimal(text)
        const wire = parseJsonNumber(toJson(jsonAmount(minor, currency)))
        return (
          decimals.length === exponent &&
          read !== null &&
          toMinor(read, exponent) === minor &&
          wire !== null &&
          toMinor(wire, exponent) === minor
        )
      }),
      runs,
    )
  })

  test.each([
    [1250n, 'USD', '12.50', '12.5'],
    [5n, 'USD', '0.05', '0.05'],
    [-5n, 'USD', '-0.05', '-0.05'],
    [0n, 'USD', '0.00', '0'],
    [100n, 'USD', '1.00', '1'],
    [1250n, 'JPY', '1250', '1250'],
    [0n, 'JPY', '0', '0'],
    [1250n, 'KWD', '1.250', '1.25'],
    [9_007_199_254_740_993n, 'USD', '90071992547409.93', '90071992547409.93'],
  ] as const)('%s minor units of %s are %s, and %s in JSON', (minor, currency, text, json) => {
    expect(formatMajor(minor, currency)).toBe(text)
    expect(toJson(jsonAmount(minor, currency))).toBe(json)
  })
})
