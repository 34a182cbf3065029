import { expect, test } from 'vitest'
import { parsePlainDecimal } from './decimals'
import { formatQuantity, toQuantityMicros } from './quantity'

const read = (text: string) => {
  const quantity = parsePlainDecimal(text)
  return quantity && toQuantityMicros(quantity)
}

test.each([
  ['1', 1_000_000n, '1'],
  ['100', 100_000_000n, '100'],
  ['2.50', 2_500_000n, '2.5'],
  ['0.000001', 1n, '0.000001'],
  ['0', 0n, '0'],
  ['999999999', 999_999_999_000_000n, '999999999'],
])('the quantity %s is %s millionths, and is written %s', (text, micros, written) => {
  expect(read(text)).toBe(micros)
  expect(formatQuantity(micros)).toBe(written)
})

test.each(['0.0000001', '999999999.000001', '1000000000'])(
  '%s has too many decimals or is too large',
  (text) => {
    expect(read(text)).toBeNull()
  },
)
