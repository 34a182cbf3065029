import { describe, expect, it } from 'vitest'
import { baseDirectionOf, visualRuns } from './visual-runs'

/** As it is drawn from left to right. */
function drawn(line: string, base = baseDirectionOf(line, 'ltr')): string {
  const runs = visualRuns(line, base).map(({ text, direction }) =>
    direction === 'rtl' ? [...text].reverse().join('') : text,
  )
  return runs.join('')
}

describe('a line of mixed scripts', () => {
  it.each([
    ['plain Latin text', 'Landing page (draft) v2.0', 'Landing page (draft) v2.0'],
    ['Hebrew letters from the right', 'אבג', 'גבא'],
    ['a number in Hebrew from the left', 'אב 123 גד', 'דג 123 בא'],
    ['Latin words in Hebrew from the left', 'אב car גד', 'דג car בא'],
    ['Hebrew words in Latin text', 'the אב גד end', 'the דג בא end'],
    ['brackets in Hebrew mirrored', 'אב (גד)', '(דג) בא'],
    ['an amount with its sign', 'אב $12.50', '$12.50 בא'],
    ['digits after Arabic letters', 'ابج 12', '12 جبا'],
    ['a thousands separator and a decimal point', 'اب 1,234.50 جد', 'دج 1,234.50 با'],
    ['a percentage', 'אב 50% גד', 'דג 50% בא'],
    ['a full stop at the end of a Hebrew line', 'אב.', '.בא'],
  ])('puts %s where it belongs', (_, line, expected) => {
    expect(drawn(line)).toBe(expected)
  })

  it('keeps the letters of an amount and its sign together by a mark of direction', () => {
    expect(drawn('\u200f12.50\u00a0US$\u200e', 'rtl')).toBe('US$\u00a012.50')
  })

  it('takes its direction from the first letter that has one', () => {
    expect(baseDirectionOf('12. אב ab', 'ltr')).toBe('rtl')
    expect(baseDirectionOf('12. ab אב', 'rtl')).toBe('ltr')
    expect(baseDirectionOf('12.', 'rtl')).toBe('rtl')
  })
})
