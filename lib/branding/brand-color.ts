/** For vendors without a colour of their own. */
export const DEFAULT_BRAND_COLOR = '#2b50d6'

/**
 * White or black, whichever is more readable on the colour: the better one always has a contrast above 4.5,
 * as WCAG 2.2 (1.4.3) requires. `color` is `#rrggbb`.
 */
export function textColorOn(color: string): '#ffffff' | '#000000' {
  const luminance = luminanceOf(color)
  const contrastOfWhite = 1.05 / (luminance + 0.05)
  const contrastOfBlack = (luminance + 0.05) / 0.05
  return contrastOfWhite >= contrastOfBlack ? '#ffffff' : '#000000'
}

/** Relative luminance as WCAG 2.2 defines it, from 0 for black to 1 for white. `color` is `#rrggbb`. */
function luminanceOf(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** A brand colour adjusted for readability in both themes. All colours are `#rrggbb`. */
type BrandPalette = {
  /** Background of buttons: the brand's own colour. */
  fill: string
  hover: string
  /** Black or white, with a contrast of at least 4.5:1 on `fill`. */
  onFill: string
  /**
   * The colour for text and outlines, darkened or lightened until it is readable on the page's backgrounds.
   */
  textOnLight: string
  textOnDark: string
}

/** The least favourable background behind coloured text in each theme. */
const LIGHT_GROUND = '#f3f3f1'
const DARK_GROUND = '#1d1d21'

const WHITE = '#ffffff'
const BLACK = '#000000'

/** Minimum contrast by WCAG 2.2, 1.4.3. */
const READABLE = 4.5
const STEPS = 40

export function brandPalette(color: string): BrandPalette {
  const onFill = textColorOn(color)
  return {
    fill: color,
    // Away from the text colour, so that the text stays as readable.
    hover: mix(color, onFill === WHITE ? BLACK : WHITE, 0.12),
    onFill,
    textOnLight: untilReadable(color, { ground: LIGHT_GROUND, towards: BLACK }),
    textOnDark: untilReadable(color, { ground: DARK_GROUND, towards: WHITE }),
  }
}

/** Contrast between two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function untilReadable(color: string, { ground, towards }: { ground: string; towards: string }): string {
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = mix(color, towards, step / STEPS)
    if (contrastOf(candidate, ground) >= READABLE) return candidate
  }
  return towards
}

/** The colour at `share` of the way from `from` to `to`. */
function mix(from: string, to: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const start = Number.parseInt(from.slice(at, at + 2), 16)
    const end = Number.parseInt(to.slice(at, at + 2), 16)
    return Math.round(start + (end - start) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
