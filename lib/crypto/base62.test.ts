import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { BASE62, decodeId, ENCODED_ID_LENGTH, encodeId } from './base62'

const runs = { seed: 20_261_121, numRuns: 1000 }
const base62Text = (length: number) =>
  fc.string({ unit: fc.constantFrom(...BASE62), minLength: length, maxLength: length })

describe('an encoded id', () => {
  test('has 22 letters and digits, and decodes to the same id', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        const text = encodeId(id)
        return /^[0-9A-Za-z]{22}$/.test(text) && decodeId(text) === id
      }),
      runs,
    )
  })

  test('round-trips for ids that the service generates', () => {
    const ids = Array.from({ length: 100 }, newId)
    expect(ids.map((id) => decodeId(encodeId(id)))).toEqual(ids)
  })

  test('has one spelling: any text that decodes encodes to itself', () => {
    fc.assert(
      fc.property(base62Text(ENCODED_ID_LENGTH), (text) => {
        const id = decodeId(text)
        return id === null || encodeId(id) === text
      }),
      { ...runs, numRuns: 5000 },
    )
  })

  test.each([
    '',
    '0',
    encodeId(newId()).slice(1),
    `${encodeId(newId())}0`,
    'z'.repeat(22),
    `${encodeId(newId()).slice(1)}-`,
    '7n42DGM5Tflk9n8mt7Fhc8',
    'é'.repeat(22),
    '😀'.repeat(11),
  ])('is not %j', (text) => {
    expect(decodeId(text)).toBeNull()
  })
})
