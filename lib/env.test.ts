import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { airwallexUrl } from '@/lib/providers/airwallex/manifest'
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

  test('let payouts go over Stripe too', async () => {
    const preview = { STRIPE_PAYOUTS_PREVIEW: 'fa_123', STRIPE_PAYOUTS_NETWORKS: 'ach, rtp' }
    expect(await read({ ...STRIPE, PUBLIC_URL, ...preview })).toMatchObject({
      STRIPE_PAYOUTS_NETWORKS: ['ACH', 'RTP'],
    })
  })

  test.each([
    [{ STRIPE_PAYOUTS_PREVIEW: 'fa_123' }, 'STRIPE_PAYOUTS_PREVIEW: goes with STRIPE_SECRET_KEY'],
    [{ STRIPE_PAYOUTS_PREVIEW: 'acct_1' }, 'STRIPE_PAYOUTS_PREVIEW: must be the id of a financial account'],
    [
      { STRIPE_PAYOUTS_NETWORKS: 'FEDNOW' },
      'STRIPE_PAYOUTS_NETWORKS: must be one or more of RTP, ACH, FEDWIRE',
    ],
  ])('refuse for payouts over Stripe: %j', async (settings, words) => {
    expect(await complaint(settings)).toContain(words)
  })

  test('leave no rail to a business in a state without FedNow that allows nothing else', async () => {
    expect(await complaint({ AIRWALLEX_STATE: 'NY', AIRWALLEX_RAILS: 'FEDNOW' })).toContain(
      'AIRWALLEX_RAILS: FEDNOW alone pays nobody for a business in NY: add ACH or FEDWIRE',
    )
  })

  test('take a state in any case, and no other word for one', async () => {
    const state = { AIRWALLEX_STATE: 'ny', AIRWALLEX_RAILS: 'FEDNOW,ACH' }
    expect(await read(state)).toMatchObject({ AIRWALLEX_STATE: 'NY' })
    vi.resetModules()
    expect(await complaint({ AIRWALLEX_STATE: 'New York' })).toContain(
      'AIRWALLEX_STATE: must be the two letters',
    )
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

  const REHEARSAL = {
    ...STRIPE,
    ...AIRWALLEX,
    PUBLIC_URL,
    PROVIDERS: 'rehearsal',
    STRIPE_SECRET_KEY: 'rk_test_x',
  }

  test('is rehearsed with the providers’ test environments', async () => {
    expect(await read(REHEARSAL)).toMatchObject({ PROVIDERS: 'rehearsal' })
    expect(airwallexUrl({}, 'rehearsal')).toBe('https://api-demo.airwallex.com')
    expect(airwallexUrl({}, 'real')).toBe('https://api.airwallex.com')
  })

  test.each([
    [{ STRIPE_SECRET_KEY: 'sk_live_x' }, 'STRIPE_SECRET_KEY: must be a test key'],
    [
      { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_API_URL: STAND_INS.STRIPE_API_URL },
      'STRIPE_SECRET_KEY: must be',
    ],
    [{ STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PAYOUTS_PREVIEW: 'fa_1' }, 'STRIPE_SECRET_KEY: must be'],
    [{ AIRWALLEX_BASE_URL: 'https://api.airwallex.com' }, 'AIRWALLEX_BASE_URL: must be Airwallex'],
    [{ PUBLIC_URL: 'http://pay.example.com' }, 'PUBLIC_URL: must be an https:// URL'],
    [{ PROVIDERS: 'demo' }, 'PROVIDERS: '],
  ])('a rehearsal stops the start with %o', async (settings, words) => {
    const message = await complaint({ ...REHEARSAL, ...settings })
    expect(message).toContain(`\n  ${words}`)
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

  test.each(['ignoreTLS=true', 'tls.rejectUnauthorized=false', 'requireTLS=0', 'requireTLS', 'secure=false'])(
    'stop it if the server’s URL has the parameter %s, which could turn encryption off',
    async (parameter) => {
      const url = `smtp://mail.example.com?${parameter}`
      const message = await complaint({ SMTP_URL: url, MAIL_FROM: 'a@example.com' })
      expect(message).toBe(
        'Bad settings:\n  SMTP_URL: must have no parameter but requireTLS=true or requireTLS=false',
      )
    },
  )

  test.each(['true', 'false'])('accept requireTLS=%s in the server’s URL', async (value) => {
    const url = `smtp://mail.example.com?requireTLS=${value}`
    expect(await read({ SMTP_URL: url, MAIL_FROM: 'a@example.com' })).toMatchObject({ SMTP_URL: url })
  })

  test('stop the start if only one is set, without the password in the message', async () => {
    const message = await complaint({ SMTP_URL })
    expect(message).toBe('Bad settings:\n  MAIL_FROM: goes with SMTP_URL, MAIL_FROM')
  })
})

describe('the settings of traces', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://collector.example.com/otlp/'

  test('are off by default, and take what OpenTelemetry says', async () => {
    expect((await read({})).OTEL_EXPORTER_OTLP_ENDPOINT).toBeUndefined()
    vi.resetModules()
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT,
      OTEL_EXPORTER_OTLP_HEADERS: 'X-Api-Key=a%20b=, Authorization = Basic%20abc=',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }
    expect(await read(settings)).toMatchObject({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com/otlp',
      OTEL_EXPORTER_OTLP_HEADERS: { 'x-api-key': 'a b=', authorization: 'Basic abc=' },
      OTEL_SERVICE_NAME: 'counterfoil',
      OTEL_TRACES_SAMPLER_ARG: 0.25,
    })
  })

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'must be an http:// or https:// URL'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:hunter2@collector', 'must be an http:// or https:// URL'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'https://collector/?key=hunter2',
      'must be a base address, without query',
    ],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2', 'must be name=value pairs'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=hunter2%0d%0aother: 1', 'must be name=value pairs'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'key=hunter2%', 'must be name=value pairs'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Content-Length=2', 'must be name=value pairs'],
    ['OTEL_SERVICE_NAME', 'a\nb', 'must be 1 to 255 characters'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'Too big'],
    ['OTEL_TRACES_SAMPLER_ARG', 'always', 'Invalid input'],
  ])('stop the start if %s is %s, without the value in the message', async (name, value, words) => {
    const message = await complaint({ [name]: value })
    expect(message).toContain(`Bad settings:\n  ${name}: ${words}`)
    expect(message).not.toContain('hunter2')
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

describe('the rules of providers', () => {
  const VENDOR = '0198c3a1-7f7e-7b7a-8c33-5d3e9f1b2a4c'
  const preview = {
    ...STRIPE,
    ...AIRWALLEX,
    PUBLIC_URL: 'https://pay.example.com',
    STRIPE_PAYOUTS_PREVIEW: 'fa_1',
  }

  test('are read in their order', async () => {
    const env = await read({
      ...preview,
      PAYMENT_RULES: 'stripe if currency=eur,GBP and country=de; stripe',
      PAYOUT_RULES: `airwallex over fedwire, ACH if vendor=${VENDOR.toUpperCase()}; stripe_payouts`,
    })
    expect(env.PAYMENT_RULES).toEqual([
      { provider: 'stripe', rails: null, conditions: { currency: ['EUR', 'GBP'], country: ['DE'] } },
      { provider: 'stripe', rails: null, conditions: {} },
    ])
    expect(env.PAYOUT_RULES).toEqual([
      { provider: 'airwallex', rails: ['FEDWIRE', 'ACH'], conditions: { vendor: [VENDOR] } },
      { provider: 'stripe_payouts', rails: null, conditions: {} },
    ])
  })

  test.each([
    ['PAYMENT_RULES', 'airwallex', 'airwallex can’t be used. Configured for payments: stripe'],
    ['PAYMENT_RULES', 'paypal', 'paypal can’t be used. Configured for payments: stripe'],
    ['PAYMENT_RULES', 'stripe over ACH', 'payments have no rails'],
    ['PAYMENT_RULES', 'stripe if country=DE', 'must end with a rule without "if", for all the rest'],
    ['PAYMENT_RULES', 'stripe if rail=ACH', '"rail=ACH" must be vendor=…, currency=…, country=…'],
    ['PAYMENT_RULES', 'stripe if currency=euro; stripe', '"EURO" must be a currency such as EUR'],
    ['PAYMENT_RULES', 'stripe if country= ; stripe', '"country=" must be vendor=…'],
    ['PAYMENT_RULES', 'stripe if country=DE and country=FR', 'country stands twice'],
    ['PAYOUT_RULES', 'airwallex if currency=USD', '"currency=USD" must be vendor=…'],
    ['PAYOUT_RULES', 'airwallex if vendor=acme; airwallex', '"ACME" must be the id of a vendor'],
    ['PAYOUT_RULES', 'airwallex over SEPA', 'airwallex has no SEPA, only FEDNOW, ACH, FEDWIRE'],
    ['PAYOUT_RULES', 'airwallex over ACH,ACH', '"airwallex over ACH,ACH" names a rail twice'],
    [
      'PAYOUT_RULES',
      'stripe_payouts over ACH',
      'stripe_payouts chooses the network by itself: leave "over" out',
    ],
    ['PAYOUT_RULES', 'the cheapest one', '"the cheapest one" is no rule'],
  ])('stop the start: %s=%s', async (name, rules, words) => {
    expect(await complaint({ ...preview, [name]: rules })).toContain(`${name}: ${words}`)
  })

  test('need a provider that is configured', async () => {
    expect(await complaint({ PAYOUT_RULES: 'airwallex' })).toContain(
      'PAYOUT_RULES: airwallex can’t be used. None is configured for payouts',
    )
  })
})
