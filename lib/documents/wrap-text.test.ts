import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wrapText } from './wrap-text'

/** Every character has width 1. */
const measure = (text: string) => [...text].length

describe('wrapped text', () => {
  it('breaks between words', () => {
    expect(wrapText('one two three four', 9, measure)).toEqual(['one two', 'three', 'four'])
  })

  it('breaks inside a word that is wider than a line', () => {
    expect(wrapText('a abcdefghijk b', 5, measure)).toEqual(['a', 'abcde', 'fghij', 'k b'])
  })

  it('ends in an ellipsis after the last line allowed', () => {
    expect(wrapText('one two three', 5, measure, 2)).toEqual(['one', 'two…'])
    expect(wrapText('one two threefour', 8, measure, 1)).toEqual(['one two…'])
    expect(wrapText('one abcdefghijk', 8, measure, 1)).toEqual(['one abc…'])
    expect(wrapText('abcdefghijk', 5, measure, 2)).toEqual(['abcde', 'fghi…'])
  })

  it('never has a line that is too wide, and loses no letter', () => {
    const words = fc.array(fc.string({ minLength: 1, maxLength: 20 }))
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 30 }), (parts, width) => {
        const lines = wrapText(parts.join(' '), width, measure)
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
        expect(lines.join('').replaceAll(' ', '')).toBe(parts.join('').replaceAll(' ', ''))
      }),
    )
  })
})
