import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canWrap, wrapText } from './wrap-text'

/** Every character has width 1. */
const measure = (text: string) => [...text].length

describe('wrapped text', () => {
  test('breaks between words', () => {
    expect(wrapText('one two three four', 9, measure)).toEqual(['one two', 'three', 'four'])
  })

  test('breaks inside a word that is wider than a line', () => {
    expect(wrapText('a abcdefghijk b', 5, measure)).toEqual(['a', 'abcde', 'fghij', 'k b'])
  })

  test('breaks between letters of Chinese and Japanese', () => {
    expect(wrapText('网站设计与开发', 3, measure)).toEqual(['网站设', '计与开', '发'])
    expect(wrapText('ウェブの design 制作2026年', 6, measure)).toEqual([
      'ウェブの',
      'design',
      '制作2026',
      '年',
    ])
    expect(wrapText('東京 設計', 5, measure)).toEqual(['東京 設計'])
  })

  test('keeps punctuation and small kana with their letters', () => {
    expect(wrapText('东京、大阪', 2, measure)).toEqual(['东', '京、', '大阪'])
    expect(wrapText('見る「本」だ', 3, measure)).toEqual(['見る', '「本」', 'だ'])
    expect(wrapText('サーバー', 3, measure)).toEqual(['サー', 'バー'])
    expect(wrapText('ああきょう', 3, measure)).toEqual(['ああ', 'きょう'])
    expect(wrapText('全部（包含）', 3, measure)).toEqual(['全部', '（包', '含）'])
  })

  test('breaks Korean between words', () => {
    expect(wrapText('웹사이트 디자인 개발', 6, measure)).toEqual(['웹사이트', '디자인 개발'])
    expect(wrapText('웹사이트디자인개발', 6, measure)).toEqual(['웹사이트디자', '인개발'])
  })

  test.each([
    ['ada@example.com', false],
    ['강남파이낸스센터', false],
    ['Main Street', true],
    ['東京都', true],
    ['カー', false],
  ])('may take several lines: %s %s', (text, expected) => {
    expect(canWrap(text)).toBe(expected)
  })

  test('ends in an ellipsis after the last line allowed', () => {
    expect(wrapText('one two three', 5, measure, 2)).toEqual(['one', 'two…'])
    expect(wrapText('one two threefour', 8, measure, 1)).toEqual(['one two…'])
    expect(wrapText('one abcdefghijk', 8, measure, 1)).toEqual(['one abc…'])
    expect(wrapText('abcdefghijk', 5, measure, 2)).toEqual(['abcde', 'fghi…'])
    expect(wrapText('东京大阪（北京）', 5, measure, 1)).toEqual(['东京大阪…'])
    expect(wrapText('东京大（北京）', 5, measure, 1)).toEqual(['东京大（…'])
  })

  test('never has a line that is too wide, and loses no letter', () => {
    const letter = fc.constantFrom(...'abc.,()(東京ーょ、。「」（）한글é')
    const words = fc.array(fc.string({ unit: letter, minLength: 1, maxLength: 20 }))
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 30 }), (parts, width) => {
        const lines = wrapText(parts.join(' '), width, measure)
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width)
        expect(lines.join('').replaceAll(' ', '')).toBe(parts.join('').replaceAll(' ', ''))
      }),
    )
  })
})
