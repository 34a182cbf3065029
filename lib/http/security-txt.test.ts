import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const NOW = new Date('2031-05-06T07:08:09.123Z')

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('PUBLIC_URL', 'https://pay.example.com')
  vi.stubEnv('SECURITY_CONTACT', '')
})
afterEach(() => vi.unstubAllEnvs())

/** The fields of security.txt with this contact in the settings. */
async function fields(contact: string): Promise<Record<string, string>> {
  vi.stubEnv('SECURITY_CONTACT', contact)
  const { securityTxt } = await import('./security-txt')
  const lines = (await securityTxt(NOW).text()).trimEnd().split('\n')
  return Object.fromEntries(lines.map((line) => /^([A-Za-z-]+): (\S+)$/.exec(line)?.slice(1) ?? [line, '']))
}

test('every field of RFC 9116 that applies is there', async () => {
  expect(await fields('security@example.com')).toEqual({
    Contact: 'mailto:security@example.com',
    Expires: '2031-08-04T07:08:09Z',
    'Preferred-Languages': 'en',
    Canonical: 'https://pay.example.com/.well-known/security.txt',
    Policy: 'https://pay.example.com/docs/security',
  })
})

test('Expires is always in the future, by less than a year', async () => {
  const ahead = Date.parse((await fields('')).Expires ?? '') - NOW.getTime()
  expect(ahead).toBeGreaterThan(30 * 86_400_000)
  expect(ahead).toBeLessThan(365 * 86_400_000)
})

test('without a contact in the settings, the policy page is the contact', async () => {
  expect((await fields('')).Contact).toBe('https://pay.example.com/docs/security')
})

test.each(['https://example.com/report', 'mailto:a@example.com', 'tel:+1-201-555-0123'])(
  'the contact may be %s',
  async (contact) => {
    expect((await fields(contact)).Contact).toBe(contact)
  },
)

test.each(['http://example.com/report', 'somebody', 'javascript:alert(1)', 'a@example.com\nPolicy: x'])(
  'the contact %j stops the start and names the setting',
  async (contact) => {
    await expect(fields(contact)).rejects.toThrow('SECURITY_CONTACT: must be an email address')
  },
)
