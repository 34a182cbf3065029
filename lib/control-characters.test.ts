import { describe, expect, test } from 'vitest'
import { bankAccountFields } from '@/lib/bank-accounts/bank-account-fields'
import { sellerFields } from '@/lib/branding/seller-fields'
import { customerFields } from '@/lib/customers/customer-fields'
import { database } from '@/lib/db/client'
import { ask } from '@/lib/http/ask.fixture'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { newView } from '@/lib/lists/saved-views'
import { signUpFields } from '@/lib/sign-in/credentials'
import { signUp } from '@/lib/sign-in/sign-in-dashboard'
import { joinFields } from '@/lib/sign-in/team-fields'
import { hasControlCharacters, oneLine, printable } from './control-characters'

const HOSTILE = '\u001b]0;PWNED\u0007\u001b[31mACME\u001b[2K\rlive_approved: true'

const CONTROLS = [
  '\u0000',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u009b',
  '\u2028',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
]

test.each(CONTROLS)(
  '%j is a control character, wherever it stands, and is printed by its number',
  (control) => {
    for (const text of [control, `a${control}`, `${control}b`]) expect(hasControlCharacters(text)).toBe(true)
    expect(printable(`a${control}b`)).toMatch(/^a\\u[0-9a-f]{4}b$/)
  },
)

test.each([
  'Zoë Ångström',
  'שלום\u200f',
  'محمد',
  '李小龙',
  '👩‍👩‍👧',
  'e\u0301',
  'a\u00a0b',
  "O'Neill & <Sons>",
])('%j is a name, and printed as it is', (name) => {
  expect(hasControlCharacters(name)).toBe(false)
  expect(oneLine(name)).toBe(name)
})

test('line breaks and tabs stay in a text of several lines, and not on one line', () => {
  expect(printable('a\n\tb\r')).toBe('a\n\tb\\u000d')
  expect(oneLine('a\n\tb\r')).toBe('a\\u000a\\u0009b\\u000d')
})

test('JSON that was escaped is the same value', () => {
  const value = { name: `${HOSTILE}${CONTROLS.join('')}` }
  const printed = oneLine(JSON.stringify(value))
  expect(hasControlCharacters(printed)).toBe(false)
  expect(JSON.parse(printed)).toEqual(value)
})

describe('a name that steers terminals', () => {
  const bankAccount = bankAccountFields({ isLive: false })

  test.each([
    ['the business', signUpFields.shape.name],
    ['a team member', joinFields.shape.name],
    ['the seller', sellerFields.shape.legalName],
    ['a customer', customerFields.shape.name],
    ['a bank account’s holder', bankAccount.shape.account_name],
    ['a bank', bankAccount.shape.bank_name],
    ['a person with a bank account', bankAccount.shape.first_name],
    ['a company with a bank account', bankAccount.shape.company_name],
    ['a saved view', newView.shape.name],
  ])('is refused for %s, with the way out', (_, schema) => {
    expect(schema.safeParse('Ada Lovelace').success).toBe(true)
    expect(schema.safeParse(HOSTILE).error?.issues.map(({ message }) => message)).toEqual([
      'This has hidden control characters. Type it instead of pasting it',
    ])
  })

  test('is refused at sign-up, and no vendor is created', async () => {
    const body = JSON.stringify({ name: HOSTILE, email: 'pwned@example.com', password: 'a long pass phrase' })
    const request = new Request(`http://localhost:3000${signUp.path}`, { method: 'POST', body })
    const response = await fromAddress('192.0.2.7', () => ask(signUp, request))
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: 'This has hidden control characters. Type it instead of pasting it',
    })
    expect(await database().vendor.count({ where: { email: 'pwned@example.com' } })).toBe(0)
  })
})
