/** What stands in for the colour of a vendor that has none. */
export const DEFAULT_BRAND_COLOR = '#2b50d6'

/**
 * White or black, whichever reads better on the colour: the better one has a contrast above 4.5 on every
 * colour there is, as WCAG 2.2 (1.4.3) asks. `color` is `#rrggbb`.
 */
export function textColorOn(color: string): '#ffffff' | '#000000' {
  const luminance = luminanceOf(color)
  const contrastOfWhite = 1.05 / (luminance + 0.05)
  const contrastOfBlack = (luminance + 0.05) / 0.05
  return contrastOfWhite >= contrastOfBlack ? '#ffffff' : '#000000'
}

/** Relative luminance as WCAG 2.2 defines it, from 0 for black to 1 for white. `color` is `#rrggbb`. */
export function luminanceOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
