import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SECTIONS } from './pages'
import { SITE_METADATA } from './site-metadata'

const PUBLIC = 'public'
const PNG_SIGNATURE = '89504e470d0a1a0a'

interface Manifest {
  name: string
  start_url: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
}
const manifest = JSON.parse(readFileSync(`${PUBLIC}/manifest.webmanifest`, 'utf8')) as Manifest

/** Width and height from the PNG header. */
function sizeOfPng(path: string): string {
  const bytes = readFileSync(`${PUBLIC}${path}`)
  expect(bytes.subarray(0, 8).toString('hex'), path).toBe(PNG_SIGNATURE)
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

describe('the icons', () => {
  test('that pages link to exist in public/', () => {
    const paths = JSON.stringify(SITE_METADATA).match(/"\/[^"]+\.[a-z]+"/g) ?? []
    expect(paths.length).toBeGreaterThanOrEqual(4)
    for (const path of paths) expect(existsSync(PUBLIC + path.slice(1, -1)), path).toBe(true)
  })

  test('that the manifest lists have the size it gives', () => {
    const icons = manifest.icons.filter(({ type }) => type === 'image/png')
    for (const { src, sizes } of icons) expect(sizeOfPng(src), src).toBe(sizes)
    expect(icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ])
  })

  test('for home screens are 180 pixels wide', () => {
    expect(sizeOfPng('/apple-touch-icon.png')).toBe('180x180')
  })

  test('for old browsers are one file with three sizes', () => {
    const bytes = readFileSync(`${PUBLIC}/favicon.ico`)
    expect([0, 1, 2].map((index) => bytes[6 + 16 * index])).toEqual([16, 32, 48])
    expect([0, 2, 4].map((offset) => bytes.readUInt16LE(offset))).toEqual([0, 1, 3])
  })
})

test('the manifest starts at a page of the dashboard', () => {
  expect(manifest.name).toBe('Counterfoil')
  expect(SECTIONS.flatMap(({ pages }) => pages.map(({ href }) => href))).toContain(manifest.start_url)
})

describe('robots.txt', () => {
  const groups = readFileSync(`${PUBLIC}/robots.txt`, 'utf8')
    .replace(/^#.*\n/gm, '')
    .trim()
    .split(/\n\n+/)
    .map((group) => group.split('\n').map((line) => line.split(': ') as [string, string]))

  /** True if this crawler may fetch the path: the longest matching rule wins (RFC 9309). */
  function mayFetch(crawler: string, path: string): boolean {
    const isFor = (name: string) =>
      groups.find((group) => group.some(([field, value]) => field === 'User-agent' && value === name))
    const rules = (isFor(crawler) ?? isFor('*') ?? []).filter(
      ([field, value]) => field !== 'User-agent' && path.startsWith(value),
    )
    return rules.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] !== 'Disallow'
  }

  const privatePages = SECTIONS.flatMap(({ pages }) => pages)
    .map(({ href }) => href)
    .filter((href) => !href.startsWith('/docs'))

  test.each([...privatePages, '/invoices/new', '/sign-in'])('keeps search engines out of %s', (path) => {
    for (const crawler of ['Googlebot', 'Bingbot', 'DuckDuckBot']) expect(mayFetch(crawler, path)).toBe(false)
  })

  test('keeps every crawler out of the API', () => {
    for (const crawler of ['Googlebot', 'Unheard-Of'])
      expect(mayFetch(crawler, '/api/v2/customer')).toBe(false)
  })

  test.each(['/docs', '/docs/api'])('lets search engines list %s', (path) => {
    expect(mayFetch('Googlebot', path)).toBe(true)
  })

  test.each(['/pay/token', '/thank-you/token', '/reset-password/token', '/confirm-email/token'])(
    'lets crawlers fetch %s, which says noindex',
    (path) => {
      expect(mayFetch('Googlebot', path)).toBe(true)
    },
  )
})
