import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baseDirectionOf, visualRuns } from './visual-runs'

/** As it is drawn from left to right. */
function drawn(line: string, base = baseDirectionOf(line, 'ltr')): string {
  const runs = visualRuns(line, base).map(({ text, direction }) =>
    direction === 'rtl' ? [...text].reverse().join('') : text,
  )
  return runs.join('')
}

describe('a line of mixed scripts', () => {
  test.each([
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

  test.each([
    ['brackets around Latin words in Hebrew (rule N0)', 'אב (car) גד', 'דג (car) בא'],
    ['a bracket that ends Latin text in Hebrew (rule N0)', 'אב car(s) גד', 'דג car(s) בא'],
    ['an isolate (rules X5a to X6a)', 'the \u2067אב 12\u2069 34 end', 'the 12 בא 34 end'],
    ['Latin text embedded in Hebrew', 'אב \u202acar (גד)\u202c הו', 'וה car (דג) בא'],
    ['symbols beyond the basic plane as symbols', 'אב 😀 גד', 'דג 😀 בא'],
    ['letters beyond the basic plane as letters', 'אב 𝐜𝐚𝐫 גד', 'דג 𝐜𝐚𝐫 בא'],
    ['space at the end of a Hebrew line', 'אב  ', '  בא'],
    ['Persian digits and separators', 'مبلغ ۱۲٬۳۴۵ ریال', 'لایر ۱۲٬۳۴۵ غلبم'],
    ['Arabic with Latin and a number', 'فاتورة INV-42 بتاريخ 21.11.2026', '21.11.2026 خيراتب INV-42 ةروتاف'],
  ])('puts %s where it belongs', (_, line, expected) => {
    expect(drawn(line)).toBe(expected)
  })

  test('is not reversed by an override character', () => {
    expect(drawn('Total \u202e$12.50\u202c', 'ltr')).toBe('Total $12.50')
    expect(drawn('\u202eevil.com\u202c', 'ltr')).toBe('evil.com')
  })

  test('has every letter in one run, whatever the text', () => {
    const mixed = fc.string({
      unit: fc.constantFrom(...'ab אב 12.,()[]<>□ابج٣', '\u200f', '\u2067', '\u2069', '😀'),
    })
    fc.assert(
      fc.property(mixed, fc.constantFrom('ltr' as const, 'rtl' as const), (line, base) => {
        const lettersIn = (text: string) =>
          [...text.replace(/[()[\]<>\u200f\u2066-\u2069]/g, '')].sort().join('')
        const runs = visualRuns(line, base).map(({ text }) => text)
        expect(lettersIn(runs.join(''))).toBe(lettersIn(line))
      }),
    )
  })

  test('keeps the letters of an amount and its sign together by a mark of direction', () => {
    expect(drawn('\u200f12.50\u00a0US$\u200e', 'rtl')).toBe('US$\u00a012.50')
  })

  test('takes its direction from the first letter that has one', () => {
    expect(baseDirectionOf('12. אב ab', 'ltr')).toBe('rtl')
    expect(baseDirectionOf('12. ab אב', 'rtl')).toBe('ltr')
    expect(baseDirectionOf('12.', 'rtl')).toBe('rtl')
  })
})
