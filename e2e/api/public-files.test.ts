import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BASE_URL } from '@/e2e/fixtures/api-client'

test.each([
  ['/favicon.ico', 'image/x-icon'],
  ['/icon.svg', 'image/svg+xml'],
  ['/apple-touch-icon.png', 'image/png'],
  ['/icon-192.png', 'image/png'],
  ['/icon-512.png', 'image/png'],
  ['/icon-maskable-512.png', 'image/png'],
  ['/manifest.webmanifest', 'application/manifest+json'],
  ['/robots.txt', 'text/plain; charset=UTF-8'],
])('%s is served as %s', async (path, type) => {
  const response = await fetch(BASE_URL + path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')?.toLowerCase()).toBe(type.toLowerCase())
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(Buffer.from(await response.arrayBuffer())).toEqual(readFileSync(`public${path}`))
})

test('security.txt is valid, has not expired, and links to an existing policy', async () => {
  const response = await fetch(`${BASE_URL}/.well-known/security.txt`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  const fieldOf = (field: string) => new RegExp(`^${field}: (\\S+)$`, 'm').exec(text)?.[1] ?? ''
  expect(Date.parse(fieldOf('Expires'))).toBeGreaterThan(Date.now())
  expect(fieldOf('Contact')).toMatch(/^(https?|mailto|tel):/)
  expect(fieldOf('Canonical')).toBe(`${BASE_URL}/.well-known/security.txt`)
  const policy = await fetch(fieldOf('Policy'))
  expect(policy.status).toBe(200)
  expect(await policy.text()).toContain('Report a vulnerability')
})

test.each(['/sign-in', '/docs', '/no-such-page'])(
  'the document of %s links icons and manifest, and its content policy allows them',
  async (path) => {
    const response = await fetch(BASE_URL + path)
    const html = await response.text()
    const links = [...html.matchAll(/<link rel="(icon|apple-touch-icon|manifest)" href="([^"]+)"/g)]
    expect(links.map(([, relation, href]) => `${relation} ${href}`)).toEqual(
      expect.arrayContaining([
        'icon /favicon.ico',
        'icon /icon.svg',
        'apple-touch-icon /apple-touch-icon.png',
        'manifest /manifest.webmanifest',
      ]),
    )
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("img-src 'self'")
    expect(policy).not.toContain('manifest-src')
  },
)
