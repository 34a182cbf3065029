import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt, keyedHash, sessionSecret } from './secrets'

const runs = { seed: 20_261_121, numRuns: 200 }

describe('a ciphertext', () => {
  test('decrypts to the text, for the row and purpose it was encrypted for', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        (text, context) => decrypt('bank-account', context, encrypt('bank-account', context, text)) === text,
      ),
      runs,
    )
  })

  test('does not decrypt in another row', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (text, row, otherRow) => {
        fc.pre(row !== otherRow)
        const encrypted = encrypt('bank-account', row, text)
        expect(() => decrypt('bank-account', otherRow, encrypted)).toThrow()
      }),
      runs,
    )
  })

  test('does not decrypt for another purpose', () => {
    const encrypted = encrypt('bank-account', 'row', 'text')
    expect(() => decrypt('webhook-secret', 'row', encrypted)).toThrow()
  })

  test('does not decrypt after a single byte changed or was cut off', () => {
    const encrypted = encrypt('bank-account', 'row', '000123456789')
    const bytes = Buffer.from(encrypted.slice(3), 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => decrypt('bank-account', 'row', `v1.${changed.toString('base64url')}`)).toThrow()
      const cut = bytes.subarray(0, index).toString('base64url')
      expect(() => decrypt('bank-account', 'row', `v1.${cut}`)).toThrow()
    }
  })

  test('with an unknown version, or without one, is refused', () => {
    const encrypted = encrypt('bank-account', 'row', 'text')
    expect(() => decrypt('bank-account', 'row', encrypted.replace('v1', 'v2'))).toThrow()
    expect(() => decrypt('bank-account', 'row', encrypted.slice(3))).toThrow()
    expect(() => decrypt('bank-account', 'row', '')).toThrow()
  })

  test('differs each time and reveals nothing of the text', () => {
    const texts = new Set(Array.from({ length: 100 }, () => encrypt('bank-account', 'row', '000123456789')))
    expect(texts.size).toBe(100)
    for (const text of texts) expect(text).not.toContain('000123456789')
  })
})

describe('a keyed hash', () => {
  test('is the same for the same text, and differs for another text or purpose', () => {
    const hash = keyedHash('api-key', 'text')
    expect(hash).toHaveLength(32)
    expect(keyedHash('api-key', 'text').equals(hash)).toBe(true)
    expect(keyedHash('api-key', 'texts').equals(hash)).toBe(false)
    expect(keyedHash('idempotency', 'text').equals(hash)).toBe(false)
  })
})

test('sessions are signed with a key of their own', () => {
  expect(sessionSecret()).toMatch(/^[0-9a-f]{64}$/)
  expect(sessionSecret()).toBe(sessionSecret())
})
