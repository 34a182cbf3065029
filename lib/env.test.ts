import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Environment } from './env'

const STRIPE = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
const PUBLIC_URL = 'https://pay.example.com'
const AIRWALLEX = {
  AIRWALLEX_CLIENT_ID: 'client',
  AIRWALLEX_API_KEY: 'key',
  AIRWALLEX_WEBHOOK_SECRET: 'secret',
}

beforeEach(() => {
  vi.resetModules()
  // Clear the settings of the test run and of the machine.
  for (const name of ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'SECRET_KEY', 'LOG_LEVEL']) vi.stubEnv(name, '')
  vi.stubEnv('SIGN_UP', '')
  for (const name of Object.keys({ ...STRIPE, ...AIRWALLEX })) vi.stubEnv(name, '')
  for (const name of ['STRIPE_API_URL', 'AIRWALLEX_BASE_URL', 'SMTP_URL', 'MAIL_FROM']) vi.stubEnv(name, '')
})
afterEach(() => vi.unstubAllEnvs())

/** The settings parsed from this environment. */
async function read(settings: Record<string, string>): Promise<Environment> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  return (await import('./env')).env
}

/** The error of a start with these settings. */
async function complaint(settings: Record<string, string>): Promise<string> {
  const failure = await read(settings).then(
    () => new Error('the settings were accepted'),
    (error: Error) => error,
  )
  return failure.message
}

describe('the settings', () => {
  test('all have a default: none is required', async () => {
    expect(await read({})).toMatchObject({
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      RATE_LIMIT_LIVE: 100,
      RATE_LIMIT_TEST: 25,
      WEBHOOKS_ALLOW_PRIVATE: false,
      PROVIDER_TIMEOUT_MS: 5000,
      AIRWALLEX_BASE_URL: 'https://api.airwallex.com',
    })
  })

  test('name the proxies to trust, and all that is wrong at once', async () => {
    const env = await read({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' })
    expect(env.TRUSTED_PROXIES).toHaveLength(2)
    vi.resetModules()
    const both = await complaint({ TRUSTED_PROXIES: '10.0.0.0/8,all', BIND: 'localhost' })
    expect(both).toContain('TRUSTED_PROXIES: all is neither')
    expect(both).toContain('BIND: must be an IP address')
  })

  test('give the headers of a request no more time than the whole of it', async () => {
    const message = 'HTTP_HEADERS_TIMEOUT_MS: must be at most HTTP_REQUEST_TIMEOUT_MS'
    expect(await complaint({ HTTP_REQUEST_TIMEOUT_MS: '5000' })).toContain(message)
  })

  test('allow the embedded database no more connections than it has', async () => {
    const many = { WEB_PROCESSES: '8', WORKER_PROCESSES: '2' }
    expect(await complaint(many)).toContain('DATABASE_POOL_SIZE: times the processes, must be at most 180')
    vi.resetModules()
    const own = { ...many, DATABASE_URL: 'postgresql://localhost/counterfoil' }
    expect(await read(own)).toMatchObject({ WEB_PROCESSES: 8 })
  })

  test('that are empty count as unset', async () => {
    const env = await read({ PORT: '', STRIPE_SECRET_KEY: '', DATABASE_URL: '', PUBLIC_URL: '' })
    expect(env).toMatchObject({ PORT: 3000, PUBLIC_URL: 'http://localhost:3000' })
    expect(env.STRIPE_SECRET_KEY).toBeUndefined()
    expect(env.DATABASE_URL).toBeUndefined()
  })

  test('that are invalid stop the start with one line each, without their value', async () => {
    const message = await complaint({ PORT: 'eighty', SECRET_KEY: 'not-hexadecimal', PUBLIC_URL: 'ftp://x' })
    expect(message.split('\n')).toEqual([
      'Bad settings:',
      expect.stringMatching(/^ {2}PORT: ./),
      '  PUBLIC_URL: must be an http:// or https:// URL',
      '  SECRET_KEY: must be 64 hexadecimal digits (32 bytes)',
    ])
    expect(message).not.toContain('not-hexadecimal')
  })

  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['RATE_LIMIT_LIVE', '-1'],
    ['PROVIDER_TIMEOUT_MS', '0'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['WEBHOOKS_ALLOW_PRIVATE', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['STRIPE_API_URL', 'ftp://stripe'],
    ['AIRWALLEX_BASE_URL', 'airwallex'],
  ])('%s=%s is refused, and the message names it', async (name, value) => {
    expect(await complaint({ [name]: value })).toMatch(new RegExp(`^Bad settings:\\n  ${name}: `))
  })

  test('PUBLIC_URL loses its trailing slash, and follows PORT if unset', async () => {
    expect((await read({ PUBLIC_URL: 'https://pay.example.com/' })).PUBLIC_URL).toBe(
      'https://pay.example.com',
    )
    vi.resetModules()
    expect((await read({ PUBLIC_URL: '', PORT: '8080' })).PUBLIC_URL).toBe('http://localhost:8080')
  })
})

describe('the settings of a provider', () => {
  test('are accepted when all are set, for each provider', async () => {
    expect(await read({ ...STRIPE, PUBLIC_URL })).toMatchObject(STRIPE)
    vi.resetModules()
    expect(await read(AIRWALLEX)).toMatchObject({ ...STRIPE, ...AIRWALLEX })
  })

  test.each([
    ['closed', { ...STRIPE, PUBLIC_URL }],
    ['closed', { ...AIRWALLEX, PUBLIC_URL }],
    ['open', { ...STRIPE, PUBLIC_URL, SIGN_UP: 'open' }],
    ['open', {}],
  ])('leave sign-up %s (%j): it is closed where nobody set it', async (SIGN_UP, settings) => {
    expect(await read(settings)).toMatchObject({ SIGN_UP })
  })

  test.each([
    ['fednow, ach,FEDWIRE', ['FEDNOW', 'ACH', 'FEDWIRE']],
    ['ACH', ['ACH']],
  ])('take the rails %s in this order', async (AIRWALLEX_RAILS, rails) => {
    expect(await read({ AIRWALLEX_RAILS })).toMatchObject({ AIRWALLEX_RAILS: rails })
  })

  test.each(['RTP', 'ACH,ACH', 'FEDNOW,', ','])('refuse the rails %s', async (AIRWALLEX_RAILS) => {
    expect(await complaint({ AIRWALLEX_RAILS })).toContain('AIRWALLEX_RAILS: must be one or more of FEDNOW')
  })

  const missing = [...Object.keys(STRIPE), ...Object.keys(AIRWALLEX)]
  test.each(missing)('stop the start if %s alone is missing, and the message names it', async (name) => {
    const message = await complaint({ ...STRIPE, ...AIRWALLEX, PUBLIC_URL, [name]: '' })
    const group = name in STRIPE ? STRIPE : AIRWALLEX
    expect(message).toBe(`Bad settings:\n  ${name}: goes with ${Object.keys(group).join(', ')}`)
  })

  test('stop the start if only one is set, and name each missing one', async () => {
    const message = await complaint({ AIRWALLEX_API_KEY: 'very-secret' })
    expect(message).toContain('AIRWALLEX_CLIENT_ID: ')
    expect(message).toContain('AIRWALLEX_WEBHOOK_SECRET: ')
    expect(message).not.toContain('very-secret')
  })
})

describe('live mode', () => {
  const STAND_INS = {
    STRIPE_API_URL: 'http://127.0.0.1:1234',
    AIRWALLEX_BASE_URL: 'http://localhost:1235',
  }

  test.each([
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, 'STRIPE_SECRET_KEY: must be a live key'],
    [{ STRIPE_SECRET_KEY: 'rk_test_x' }, 'STRIPE_SECRET_KEY: must be a live key'],
    [{ STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_API_URL: 'https://proxy.example.com' }, 'STRIPE_SECRET_KEY: '],
    [{ STRIPE_API_URL: 'http://proxy.example.com' }, 'STRIPE_API_URL: must be an https:// URL'],
    [{ AIRWALLEX_BASE_URL: 'https://api-demo.airwallex.com' }, 'AIRWALLEX_BASE_URL: is not Airwallex'],
    [{ AIRWALLEX_BASE_URL: 'http://api.airwallex.com' }, 'AIRWALLEX_BASE_URL: must be an https:// URL'],
    [{ PUBLIC_URL: 'http://pay.example.com' }, 'PUBLIC_URL: must be an https:// URL in live mode'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL: must be an https:// URL in live mode'],
  ])('stops the start with %o', async (settings, words) => {
    const message = await complaint({ ...STRIPE, ...AIRWALLEX, PUBLIC_URL, ...settings })
    expect(message.split('\n')).toEqual(['Bad settings:', expect.stringContaining(`  ${words}`)])
    expect(message).not.toMatch(/_test_x|_live_x/)
  })

  test('with an address that is none is one line about that address', async () => {
    const message = await complaint({ ...STRIPE, ...AIRWALLEX, PUBLIC_URL, AIRWALLEX_BASE_URL: 'airwallex' })
    expect(message).toBe('Bad settings:\n  AIRWALLEX_BASE_URL: must be an http:// or https:// URL')
  })

  test('takes restricted live keys', async () => {
    const settings = { ...STRIPE, PUBLIC_URL, STRIPE_SECRET_KEY: 'rk_live_x' }
    expect(await read(settings)).toMatchObject(settings)
  })

  test('may use stand-ins on this machine with any key, over http', async () => {
    const settings = { ...STRIPE, ...AIRWALLEX, ...STAND_INS, STRIPE_SECRET_KEY: 'sk_test_x', PUBLIC_URL: '' }
    expect(await read(settings)).toMatchObject({ ...STAND_INS, PUBLIC_URL: 'http://localhost:3000' })
  })

  test('asks for https if one of two providers is real', async () => {
    const settings = { ...STRIPE, ...AIRWALLEX, STRIPE_API_URL: STAND_INS.STRIPE_API_URL }
    expect(await complaint(settings)).toContain('PUBLIC_URL: must be an https:// URL in live mode')
  })

  test('in Stripe’s or Airwallex’s test environment is no concern without their keys', async () => {
    expect(await read({ AIRWALLEX_BASE_URL: 'https://api-demo.airwallex.com' })).toMatchObject({ PORT: 3000 })
  })
})

describe('the mail settings', () => {
  const SMTP_URL = 'smtps://user:hunter2@mail.example.com'

  test.each([
    ['billing@example.com', { name: null, address: 'billing@example.com' }],
    ['Corner Shop <billing@example.com>', { name: 'Corner Shop', address: 'billing@example.com' }],
    ['Ståle é <billing@example.com>', { name: 'Ståle é', address: 'billing@example.com' }],
  ])('accept %s as the sender', async (MAIL_FROM, from) => {
    expect(await read({ SMTP_URL, MAIL_FROM })).toMatchObject({ SMTP_URL, MAIL_FROM: from })
  })

  test.each([
    'nobody',
    'a@example.com, b@example.com',
    '<a@example.com>',
    'Eve\r\nBcc: eve@example.com <a@example.com>',
    '"Eve" <a@example.com>',
  ])('stop the start if the sender is %j', async (MAIL_FROM) => {
    const message = await complaint({ SMTP_URL, MAIL_FROM })
    expect(message).toBe('Bad settings:\n  MAIL_FROM: must be an email address, or Name <address>')
  })

  test.each(['mail.example.com', 'http://mail.example.com', 'smtp://'])(
    'stop it if the server is %s',
    async (url) => {
      const message = await complaint({ SMTP_URL: url, MAIL_FROM: 'a@example.com' })
      expect(message).toBe('Bad settings:\n  SMTP_URL: must be an smtp:// or smtps:// URL')
    },
  )

  test('stop the start if only one is set, without the password in the message', async () => {
    const message = await complaint({ SMTP_URL })
    expect(message).toBe('Bad settings:\n  MAIL_FROM: goes with SMTP_URL, MAIL_FROM')
  })
})

test('.env.example has every setting with its words: `vitest -u` writes it', async () => {
  const { SETTINGS } = await import('./env')
  const settings = SETTINGS.map(({ name, text, fallback = '', ...setting }) => {
    const values = 'range' in setting ? setting.range.join(' to ') : setting.values
    return `${commented(`${text} (${values})`)}\n#${name}=${fallback}\n`
  })
  await expect(`${HEAD_OF_EXAMPLE}\n${settings.join('\n')}`).toMatchFileSnapshot('../.env.example')
})

const HEAD_OF_EXAMPLE = `# Every setting of the service with its default, and in brackets what it may be. Copy this file to .env and change the
# ones you need. Environment variables win over .env. An invalid value stops the start with a message that names it.
`

/** The Markdown of the docs as plain lines behind `#`. */
function commented(markdown: string): string {
  const words = markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')
  return words.replace(/(.{1,116})(?: |$)/g, '# $1\n').trimEnd()
}
