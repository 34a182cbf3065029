import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { decrypt, encrypt, keyedHash, keyedHashes, sessionSecret, sessionSecrets } from './secrets'

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
    const [, key, body = ''] = encrypted.split('.')
    const bytes = Buffer.from(body, 'base64url')
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => decrypt('bank-account', 'row', `v2.${key}.${changed.toString('base64url')}`)).toThrow()
      const cut = bytes.subarray(0, index).toString('base64url')
      expect(() => decrypt('bank-account', 'row', `v2.${key}.${cut}`)).toThrow()
    }
  })

  test('with an unknown version, or without one, is refused', () => {
    const encrypted = encrypt('bank-account', 'row', 'text')
    expect(() => decrypt('bank-account', 'row', encrypted.replace('v2', 'v3'))).toThrow()
    expect(() => decrypt('bank-account', 'row', encrypted.replace(/^v2\.\w+/, 'v2.00000000'))).toThrow()
    expect(() => decrypt('bank-account', 'row', encrypted.slice(12))).toThrow()
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

describe('after the key was replaced', () => {
  const ownKey = env.SECRET_KEY ?? ''
  afterEach(() => Object.assign(env, { SECRET_KEY: ownKey, SECRET_KEY_PREVIOUS: undefined }))
  const replace = () => Object.assign(env, { SECRET_KEY: 'cd'.repeat(32), SECRET_KEY_PREVIOUS: [ownKey] })

  test('what the earlier key encrypted still decrypts, in the first version too, and no more without that key', () => {
    const encrypted = encrypt('totp', 'row', 'text')
    const unnamed = encrypted.replace(/^v2\.\w+/, 'v1')
    replace()
    expect(decrypt('totp', 'row', encrypted)).toBe('text')
    expect(decrypt('totp', 'row', unnamed)).toBe('text')
    expect(encrypt('totp', 'row', 'text').slice(0, 11)).not.toBe(encrypted.slice(0, 11))
    env.SECRET_KEY_PREVIOUS = undefined
    expect(() => decrypt('totp', 'row', encrypted)).toThrow()
    expect(() => decrypt('totp', 'row', unnamed)).toThrow()
  })

  test('what it hashed and signed is still recognised', () => {
    const hash = keyedHash('api-key', 'text')
    const secret = sessionSecret()
    replace()
    expect(keyedHash('api-key', 'text').equals(hash)).toBe(false)
    expect(keyedHashes('api-key', 'text').map((each) => Buffer.from(each).equals(hash))).toEqual([
      false,
      true,
    ])
    expect(sessionSecret()).not.toBe(secret)
    expect(sessionSecrets()).toContain(secret)
  })
})
