import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromJson, type JsonValue } from '@/lib/json'
import { LOGGED_BODY_CHARACTERS, redactBody, redactText } from './redact-body'

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
    expect(redactBody(fromJson('{"account_number":123456789012}'))).toBe('{"account_number":"••••9012"}')
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
