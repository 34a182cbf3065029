import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brandPalette, contrastOf } from './brand-color'

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('text on any brand colour, and in it, is readable in both themes', () => {
  fc.assert(
    fc.property(anyColor, (color) => {
      const palette = brandPalette(color)
      expect(palette.fill).toBe(color)
      expect(contrastOf(palette.onFill, palette.fill)).toBeGreaterThanOrEqual(4.5)
      expect(contrastOf(palette.onFill, palette.hover)).toBeGreaterThanOrEqual(4.5)
      for (const ground of ['#ffffff', '#fafaf9', '#f3f3f1']) {
        expect(contrastOf(palette.textOnLight, ground)).toBeGreaterThanOrEqual(4.5)
      }
      for (const ground of ['#0d0d0f', '#141417', '#1d1d21']) {
        expect(contrastOf(palette.textOnDark, ground)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})

test('a readable colour stays as it is', () => {
  expect(brandPalette('#0a6438').textOnLight).toBe('#0a6438')
  expect(brandPalette('#f0bf6b').textOnDark).toBe('#f0bf6b')
})

test('contrast follows WCAG: 21 at most, 1 at least', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#777777')).toBe(1)
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})
