import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BASE62 } from '@/lib/crypto/base62'
import { newId } from '@/lib/ids'
import { accountOfKey, hintOf, makeKey } from './api-key'

const runs = { seed: 20_261_121, numRuns: 500 }

describe('a key', () => {
  test('contains its mode, only letters and digits, and its account', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom('test' as const, 'live' as const), (accountId, mode) => {
        const key = makeKey(accountId, mode)
        return new RegExp(`^cf_${mode}_[0-9A-Za-z]{60}$`).test(key) && accountOfKey(key) === accountId
      }),
      runs,
    )
  })

  test('has 32 random characters: no two of a thousand keys are alike', () => {
    const accountId = newId()
    const secrets = Array.from({ length: 1000 }, () => makeKey(accountId, 'test').slice(30, 62))
    expect(new Set(secrets).size).toBe(1000)
    // All 62 letters and digits occur, or the distribution is not uniform.
    expect(new Set(secrets.join('')).size).toBe(BASE62.length)
  })

  test('with a changed, swapped, missing or extra character is invalid', () => {
    const key = makeKey(newId(), 'test')
    const characters = [...key]
    for (let index = 8; index < key.length; index += 1) {
      const other = BASE62[(BASE62.indexOf(key[index] ?? '') + 1) % BASE62.length] ?? ''
      expect(accountOfKey(characters.with(index, other).join(''))).toBeNull()
      expect(accountOfKey(characters.toSpliced(index, 1).join(''))).toBeNull()
      expect(accountOfKey(characters.toSpliced(index, 0, other).join(''))).toBeNull()
      const swapped = characters.with(index, key[index - 1] ?? '').with(index - 1, key[index] ?? '')
      if (swapped.join('') !== key) expect(accountOfKey(swapped.join(''))).toBeNull()
    }
  })

  test('of the other mode is another key: the checksum covers the mode', () => {
    const key = makeKey(newId(), 'test')
    expect(accountOfKey(key.replace('cf_test_', 'cf_live_'))).toBeNull()
  })

  test('is told from anything else without a database query', () => {
    const key = makeKey(newId(), 'test')
    for (const text of [
      '',
      'cf_test_',
      key.toUpperCase(),
      ` ${key}`,
      `${key} `,
      `${key}\n`,
      key.slice(3),
      'sk_test_x',
    ]) {
      expect(accountOfKey(text)).toBeNull()
    }
    fc.assert(
      fc.property(fc.string(), (text) => accountOfKey(text) === null),
      runs,
    )
  })

  test('reveals only its prefix and last four characters in its hint', () => {
    const key = makeKey(newId(), 'live')
    expect(hintOf(key)).toBe(`cf_live_…${key.slice(-4)}`)
  })
})
