import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonValue, toJson } from '@/lib/json'
import { LOGGED_BODY_CHARACTERS, redactJson, redactPath, redactText } from './redact-body'

const SECRET_FIELDS = [
  'api_key',
  'apiKey',
  'API-KEY',
  'webhook_secret',
  'client_secret',
  'access_token',
  'cardToken',
  'card_number',
  'card',
  'cvc',
  'security_code',
  'password',
  'Authorization',
  'date_of_birth',
  'ssn',
]
const URL_FIELDS = ['webhook_url', 'redirect_url', 'callbackUrl', 'uri']

/** Occurs in no field name and no placeholder, so any occurrence is a leak. */
const secret = fc
  .array(fc.constantFrom(...'QXZJ0123456789 &"\\\n/?'), { minLength: 12, maxLength: 60 })
  .map((letters) => `ZQXJ${letters.join('')}JXQZ`)

const redactBody = (body: JsonValue) => redactJson(toJson(body))

/** The object somewhere in an arbitrary body. */
function inAnyBody(object: fc.Arbitrary<object>): fc.Arbitrary<JsonValue> {
  const plain = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>
  return fc.oneof(
    object as fc.Arbitrary<JsonValue>,
    fc.tuple(plain, object).map(([before, held]) => [before, held] as JsonValue),
    fc.tuple(plain, object).map(([more, held]) => ({ more, bank_details: held }) as JsonValue),
  )
}

function expectAbsent(text: string, hidden: string): void {
  expect(text).not.toContain(hidden)
  expect(text).not.toContain(JSON.stringify(hidden).slice(1, -1))
}

describe('a logged body', () => {
  test('shows no field for a secret, however deep and in whatever form', () => {
    const form = secret.chain((hidden) =>
      fc
        .tuple(
          fc.constantFrom(...SECRET_FIELDS),
          fc.constantFrom<JsonValue>(hidden, [hidden], { number: hidden }, [[{ raw: hidden }]]),
        )
        .chain(([field, value]) => inAnyBody(fc.constant({ [field]: value })))
        .map((body) => ({ hidden, body })),
    )
    fc.assert(fc.property(form, ({ hidden, body }) => expectAbsent(redactBody(body), hidden)))
  })

  test('keeps an account number’s last four characters and no more', () => {
    const digits = fc.stringMatching(/^[1-9]\d{7,16}$/)
    const field = fc.constantFrom('account_number', 'accountNumber', 'iban')
    fc.assert(
      fc.property(digits, field, (number, name) => {
        const logged = redactBody({ bank_details: { [name]: number } })
        expect(logged).toBe(JSON.stringify({ bank_details: { [name]: `••••${number.slice(-4)}` } }))
      }),
    )
    expect(redactBody({ account_number: '1234' })).toBe('{"account_number":"[redacted]"}')
    expect(redactJson('{"account_number":123456789012}')).toBe('{"account_number":"••••9012"}')
    expect(redactBody({ account_number: ['123456789012'] })).toBe('{"account_number":"[redacted]"}')
  })

  test('keeps the names in a URL’s query and none of the values', () => {
    fc.assert(
      fc.property(secret, fc.constantFrom(...URL_FIELDS), (hidden, field) => {
        expectAbsent(redactBody({ [field]: `https://example.com/hook?a=1&key=${hidden}` }), hidden)
        expectAbsent(redactBody({ [field]: `https://example.com/hook?${hidden}#${hidden}` }), hidden)
        expectAbsent(redactBody({ [field]: `https://${hidden.replaceAll('/', '')}@example.com/` }), hidden)
      }),
    )
    expect(redactBody({ webhook_url: 'https://example.com/hook?order=7&token=abc#top' })).toBe(
      '{"webhook_url":"https://example.com/hook?order=[redacted]&token=[redacted]#[redacted]"}',
    )
    expect(redactBody({ note: 'see https://example.com/?t=abc, or not' })).toBe(
      '{"note":"see https://example.com/?t=[redacted] or not"}',
    )
  })

  test('never contains our own keys and secrets, wherever they stand', () => {
    const key = `cf_test_${'aB3'.repeat(20)}`
    const logged = redactBody({ name: `my key is ${key}`, [key]: [key, 'whsec_c2VjcmV0IHNlY3JldA=='] })
    expect(logged).toBe(
      '{"name":"my key is cf_test_[redacted]","cf_test_[redacted]":["cf_test_[redacted]","whsec_[redacted]"]}',
    )
    expect(redactText(`/api/v2/customer/${key}`)).toBe('/api/v2/customer/cf_test_[redacted]')
  })

  test('shows everything else as sent, including the vendor’s own payment link', () => {
    const body: JsonValue = {
      email: 'ada@example.com',
      items: [{ title: 'Zoë’s ☕', qty: 2, price: 12.5 }, {}],
      payment_link: 'https://pay.example.com/pay/abc123',
      routing_number: '021000021',
      due_date: null,
      empty: [],
    }
    expect(redactBody(body)).toBe(JSON.stringify(body))
  })

  test('is redacted however it is written: with escapes, spaces, brackets in strings', () => {
    const escaped = (text: string) =>
      [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const form = fc.tuple(fc.constantFrom(...SECRET_FIELDS), fc.constantFrom('', ' ', '\n  '), secret)
    fc.assert(
      fc.property(form, ([field, space, hidden]) => {
        const value = `{${space}"a]}":${space}[${JSON.stringify(`]}"${hidden}`)}${space}]}`
        const body = `{"b":1,"${escaped(field)}"${space}:${space}${value}${space},${space}"c":${space}2}`
        expectAbsent(redactJson(body), hidden)
        expect(JSON.parse(redactJson(body))).toEqual({ b: 1, [field]: '[redacted]', c: 2 })
      }),
    )
    const key = `cf_live_${'x'.repeat(60)}`
    expect(redactJson(`{"a":"${escaped(key)}"}`)).toBe('{"a":"cf_live_[redacted]"}')
    expect(redactJson(`{"url":"https:\\/\\/a.example\\/\\u003fb=c"}`)).toBe(
      '{"url":"https://a.example/?b=[redacted]"}',
    )
    expect(redactJson('{"secret":null,"token":true,"pin":-1.5e3}')).toBe(
      '{"secret":null,"token":"[redacted]","pin":"[redacted]"}',
    )
  })

  test('ends at a string that has no end, behind which nothing can be told apart', () => {
    expect(redactJson('{"a":"b","secret":"hidden')).toBe('{"a":"b","secret":"[redacted]"')
    expect(redactJson('{"a":"b","c":"hidden\\')).toBe('{"a":"b","c":… [truncated]')
  })

  test('is otherwise the text that was sent', () => {
    const plain = fc.jsonValue().map((value) => JSON.stringify({ value }, null, 1))
    fc.assert(
      fc.property(
        plain.filter((text) => !/[?#@]|:\/\/|\d(?:\W*\d){12}/.test(text)),
        (text) => {
          fc.pre(text.length <= LOGGED_BODY_CHARACTERS)
          expect(JSON.parse(redactJson(text))).toEqual(JSON.parse(text))
        },
      ),
    )
  })

  test('is cut to its column, and marked where it was cut', () => {
    const sizes = fc.integer({ min: 0, max: 3 * LOGGED_BODY_CHARACTERS })
    fc.assert(
      fc.property(sizes, fc.constantFrom('a', '☕', '🥐', '"'), (size, letter) => {
        const logged = redactBody({ title: letter.repeat(size), after: 'it' })
        const isCut = logged.endsWith('… [truncated]')
        expect(logged.length).toBeLessThanOrEqual(LOGGED_BODY_CHARACTERS)
        expect(logged.isWellFormed()).toBe(true)
        expect(isCut || JSON.parse(logged).after === 'it').toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a logged path', () => {
  const KEY = `cf_test_${'aB3'.repeat(12)}`

  test.each([
    ['a key in any segment', `/api/v2/customer/${KEY}`, '/api/v2/customer/cf_test_[redacted]'],
    [
      'a session of the sandbox',
      `/sandbox/checkout/sbx_cs_${'a-_'.repeat(9)}`,
      '/sandbox/checkout/sbx_cs_[redacted]',
    ],
    [
      'a link into the customer portal',
      `/portal/${'0'.repeat(22)}/open/ptl_${'Zz'.repeat(16)}`,
      `/portal/${'0'.repeat(22)}/open/ptl_[redacted]`,
    ],
    ['an encoded key', `/api/v2/cf%5Ftest%5f%61${KEY.slice(9)}`, '/api/v2/cf_test_[redacted]'],
  ])('has no secrets: %s', (_, path, logged) => {
    expect(redactPath(path)).toBe(logged)
  })

  test('has the account of a payment link, and not its token', () => {
    const [account, token] = ['0'.repeat(22), 'Zz'.repeat(11)]
    for (const before of ['/pay', '/api/pay', '/thank-you', '/bank-details', '/api/pay/bank-details']) {
      expect(redactPath(`${before}/${account}${token}/return`)).toBe(`${before}/${account}…/return`)
      expect(redactPath(`${before}/${account}${token.replaceAll('Z', '%5A')}`)).toBe(`${before}/${account}…`)
    }
  })

  test.each(['/api/v2/customer', '/api/pay', '/pay', '/a%20b%0ac', '/pay/%ff/%zz'])(
    'is otherwise as sent: %s',
    (path) => expect(redactPath(path).replace('…', '')).toBe(path),
  )
})
