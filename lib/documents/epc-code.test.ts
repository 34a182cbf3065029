import { expect, test } from 'vitest'
import { epcCode } from './epc-code'
import { qrCode } from './qr-code'

const TRANSFER = {
  holder: 'Wikimedia Foerdergesellschaft',
  iban: 'DE33 1002 0500 0001 1947 00',
  bic: 'BFSWDE33BER',
  amountMinor: 12_399n,
  reference: 'INV-0042',
}

test('a code has the eleven lines of EPC069-12, version 2', () => {
  expect(epcCode(TRANSFER)).toBe(
    'BCD\n002\n1\nSCT\nBFSWDE33BER\nWikimedia Foerdergesellschaft\nDE33100205000001194700\nEUR123.99\n\n\nINV-0042',
  )
  expect(epcCode({ ...TRANSFER, bic: null, amountMinor: 5n })).toContain('SCT\n\nWikimedia')
  expect(epcCode({ ...TRANSFER, amountMinor: 5n })).toContain('\nEUR0.05\n')
})

test('an amount that no transfer has makes none', () => {
  expect(epcCode({ ...TRANSFER, amountMinor: 0n })).toBeNull()
  expect(epcCode({ ...TRANSFER, amountMinor: 100_000_000_000n })).toBeNull()
})

test('the longest one fits a symbol of version 13, the largest allowed', () => {
  const text = epcCode({
    ...TRANSFER,
    holder: 'ü'.repeat(70),
    reference: 'x'.repeat(32),
    amountMinor: 99_999_999_999n,
  })
  // Version 13 has 69 modules a side.
  expect(qrCode(text ?? '', 0).size).toBeLessThanOrEqual(69)
})
