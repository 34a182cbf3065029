import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { accountNumbersIn, redactJson, redactPath, redactText } from './redact-body'
import { withoutNumbers } from './redact-numbers'

/** Digits with the check digit that makes them a card number. */
function withCheckDigit(digits: string): string {
  for (let check = 0; check < 10; check += 1) if (isLuhn(`${digits}${check}`)) return `${digits}${check}`
  throw new Error('one of ten digits fits')
}

function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const card = fc.stringMatching(/^[2-9]\d{11,17}$/).map(withCheckDigit)

/** Cuts digits into groups, with what people put between them. */
const grouped = fc
  .tuple(card, fc.constantFrom('', ' ', '-', ' - ', '\u00a0', '–', '\t'), fc.integer({ min: 3, max: 6 }))
  .map(([digits, gap, size]) => ({
    digits,
    text: digits.replace(new RegExp(`(\\d{${size}})(?=\\d)`, 'g'), `$1${gap}`),
  }))

const digitsOf = (text: string) => text.replace(/\D/g, '')

describe('a card number is in no logged text:', () => {
  test.each([
    ['a field of another name', '{"number":"4242424242424242"}', '{"number":"••••4242"}'],
    ['metadata', '{"metadata":{"pan":"4242 4242 4242 4242"}}', '{"metadata":{"pan":"••••4242"}}'],
    ['a note', '{"note":"my card 4242-4242-4242-4242, 12/35."}', '{"note":"my card [redacted], 12/35."}'],
    ['a card with its code', '{"note":"4242424242424242 123 12/35"}', '{"note":"[redacted] 123 12/35"}'],
    ['the element of an array', '{"a":[["x",["5555341244441115"]]]}', '{"a":[["x",["[redacted]"]]]}'],
    ['a number', '{"a":[1,4242424242424242]}', '{"a":[1,"[redacted]"]}'],
    ['a field’s name', '{"4242424242424242":1}', '{"[redacted]":1}'],
    ['part of a word', '{"a":"card4242424242424242x"}', '{"a":"card[redacted]x"}'],
    ['escapes', '{"a":"\\u0034242\\n4242\\t4242 4242"}', '{"a":"[redacted]"}'],
    [
      'a URL',
      '{"redirect_url":"https://a.example/4242424242424242"}',
      '{"redirect_url":"https://a.example/[redacted]"}',
    ],
    ['malformed JSON', '{"number":"4242424242424242"', '{"number":"••••4242"'],
    ['a form', 'number=4242+4242+4242+4242&x=1', 'number="[redacted]"&x=1'],
  ])('%s', (_, sent, logged) => expect(redactJson(sent)).toBe(logged))

  test('a path, also encoded, and an Idempotency-Key', () => {
    expect(redactPath('/api/v2/customer/4242%204242%2d4242%204242')).toBe('/api/v2/customer/[redacted]')
    expect(redactPath('/api/v2/customer/%342424242424242%342')).toBe('/api/v2/customer/[redacted]')
    expect(redactText('order 4242424242424242')).toBe('order [redacted]')
  })

  test('a body that is cut within an escape or a number', () => {
    const escaped = [...'4242424242424242'].map((digit) => `\\u003${digit}`).join('')
    expect(redactJson(`{"a":"${escaped}`)).toBe('{"a":… [truncated]')
    for (let length = 32_740; length < 32_770; length += 1) {
      const body = `{"secret":"${'x'.repeat(length)}","a":"4242 4242 4242 4242"}`
      expect(redactJson(body)).not.toMatch(/4242 4242 4242/)
      const number = `{"secret":"${'x'.repeat(length)}","a":4242424242424242}`
      expect(redactJson(number)).not.toMatch(/424242424242/)
    }
  })

  test('any length, grouped in any way, in any text', () => {
    const text = fc.stringMatching(/^[a-z ,:;()]{0,20}$/).map((words) => words.trim())
    fc.assert(
      fc.property(grouped, text, text, ({ digits, text: number }, before, after) => {
        for (const json of [
          JSON.stringify({ note: `${before} ${number} ${after}` }),
          JSON.stringify([{ [`${before}:${number}`]: [{ deep: [`${number}${after}`] }] }]),
        ]) {
          const logged = redactJson(json)
          expect(digitsOf(logged)).not.toContain(digits.slice(0, -4))
          expect(() => JSON.parse(logged)).not.toThrow()
        }
      }),
    )
  })
})

describe('the account number of a request', () => {
  const number = '918273645546'

  test('is in no other string of it, nor in its answer, path or key', () => {
    const sent = JSON.stringify({
      note: `to ${number}`,
      list: ['9182 7364 5546', Number(number)],
      [`key ${number}`]: `acct${number}`,
      bank_details: { account_number: number },
    })
    const accounts = accountNumbersIn(sent, null)
    expect([...accounts]).toEqual([number])
    expect(redactJson(sent, accounts)).toBe(
      '{"note":"to ••••5546","list":["••••5546","••••5546"],"key ••••5546":"acct••••5546",' +
        '"bank_details":{"account_number":"••••5546"}}',
    )
    expect(redactJson(`{"error":"${number} is not known"}`, accounts)).toBe(
      '{"error":"••••5546 is not known"}',
    )
    expect(redactPath(`/api/v2/customer/${number}`, accounts)).toBe('/api/v2/customer/••••5546')
    expect(redactText(`payout-${number}`, accounts)).toBe('payout-••••5546')
  })

  test('is known however its field is written, behind the end of what is kept too', () => {
    for (const field of ['"accountNumber"', '"ACCOUNT NUMBER"', '"iban"', '"\\u0061ccount_number"']) {
      const sent = `{"a":"x ${number}","filler":"${'z'.repeat(20_000)}",${field} : ["${number}"]}`
      expect(redactJson(sent, accountNumbersIn(sent)).slice(0, 20)).toBe('{"a":"x ••••5546","f')
    }
    const iban = '{"iban":"DE89370400440532013000","note":"de89 3704 0044 0532 0130 00"}'
    expect(redactJson(iban, accountNumbersIn(iban))).toBe('{"iban":"••••3000","note":"••••3000"}')
  })

  test.each(['number', 'pan', 'account', 'accounts', 'acct_no', 'accountId', 'BBAN'])(
    'is not shown under the name %s',
    (name) => {
      for (const value of [`"${number}"`, '"9182-7364-5546"', number, `["${number}"]`, `[${number}]`]) {
        expect(redactJson(`{"${name}":${value}}`)).toMatch(/^\{"[^"]+":\[?"••••5546"\]?\}$/)
      }
    },
  )
})

describe('left as they are', () => {
  const kept = (text: string) => {
    expect(redactJson(text)).toBe(text)
  }

  test('our ids, invoice numbers, and other values of fields called number or account', () => {
    for (const name of ['number', 'account', 'account_id', 'id']) {
      for (let count = 0; count < 300; count += 1) kept(JSON.stringify({ [name]: newId() }))
    }
    kept('{"number":"INV-0042","account":"Main","accounts":[12],"phone_number":"+1 202 555 0123"}')
  })

  test('UUIDs, also of digits alone', () => {
    fc.assert(fc.property(fc.uuid(), (id) => kept(JSON.stringify({ id, [id]: [`see ${id}, ${id}`] }))))
    const digit = fc.stringMatching(/^[1-9]\d{7}-\d{4}-[1-8]\d{3}-[89]\d{3}-\d{12}$/)
    fc.assert(fc.property(digit, (id) => kept(JSON.stringify({ id, both: `${id} ${id}` }))))
  })

  test('hashes', () => {
    const hash = fc.stringMatching(/^[0-9a-f]{40}$/).filter((text) => /[a-f]/.test(text))
    fc.assert(fc.property(hash, (text) => kept(JSON.stringify({ text }))))
  })

  test('times: ISO 8601, UNIX seconds to nanoseconds, digits', () => {
    const range = { min: new Date('2001-09-10'), max: new Date('2033-05-01'), noInvalidDate: true }
    fc.assert(
      fc.property(fc.date(range), (date) => {
        const iso = date.toISOString()
        const day = iso.slice(0, 10)
        const ms = String(date.getTime())
        kept(JSON.stringify({ iso, ms: Number(ms), s: ms.slice(0, 10), us: `${ms}123`, ns: `${ms}456789` }))
        kept(
          JSON.stringify({
            range: `${day} - ${day}`,
            digits: iso.replace(/\D/g, ''),
            day: day.replaceAll('-', ''),
          }),
        )
        kept(JSON.stringify({ file: `export-${iso.replace(/\D/g, '').slice(0, 14)}.csv` }))
      }),
    )
  })

  test('amounts', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e12, max: 1e12, noNaN: true }), fc.maxSafeNat(), (amount, minor) => {
        kept(JSON.stringify({ amount, total: amount.toFixed(2), minor: minor % 1e12, price: 0.1 + 0.2 }))
      }),
    )
  })
})

test('takes time in proportion to the text, whatever it is made of', () => {
  const size = 64 * 1024
  const fill = (part: string) => part.repeat(Math.ceil(size / part.length)).slice(0, size)
  const accounts = new Set(Array.from({ length: 10 }, (_, index) => '7'.repeat(index + 5)))
  for (const part of [
    '1',
    '1 ',
    '12 ',
    '1 - ',
    '4242 ',
    '%20',
    '%201',
    'a',
    'a ',
    'f1',
    '0-',
    '1.',
    '"\\',
    '"secret":"\\',
    '"account_number":"\\',
    '"account_number":[',
  ]) {
    const startedAt = performance.now()
    withoutNumbers(fill(part), accounts)
    redactJson(fill(part), accountNumbersIn(fill(part)))
    expect(performance.now() - startedAt, part).toBeLessThan(5000)
  }
})
