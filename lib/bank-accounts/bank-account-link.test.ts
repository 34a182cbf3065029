import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { respond } from '@/lib/api/next'
import { apiV2 } from '@/lib/api/v2'
import { anOperator } from '@/lib/audit/operator.fixture'
import { markCustomerArchived } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { flushRequests } from '@/lib/http/record-request'
import { createRouter } from '@/lib/http/router'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildApiKey, buildCustomer, buildVendor } from '@/prisma/seed/builders'
import { openAccountNumber } from './account-number'
import { findBankAccounts } from './bank-account'
import { issueBankAccountLink } from './bank-account-link'
import { readInputCookie } from './bank-details-form'
import { readBankDetailsPage } from './bank-details-page'
import { chooseBankDetailsLanguage, enterBankDetails } from './link-api'

const router = createRouter(Object.values(apiV2))
const NUMBER = '000987654321'
const FORM = {
  entity_type: 'PERSONAL',
  first_name: 'Ada',
  last_name: 'Lovelace',
  bank_name: 'First Bank',
  routing_number: '021000021',
  account_number: NUMBER,
  account_category: 'Savings',
  street_address: '1 Main Street',
  city: 'New York',
  state: 'NY',
  postcode: '10001',
  country_code: 'us',
}
let account: Account
let customerId: string
let token: string

beforeEach(async () => {
  Object.assign(env, { RATE_LIMIT_TEST: 0, RATE_LIMIT_ADDRESS: 0 })
  account = (await buildVendor()).test
  customerId = (await buildCustomer(account, { name: 'Ada', email: 'ada@example.com' })).id
  token = await newToken()
})
afterEach(() => setClock(null))

async function newToken(redirectUrl: string | null = null): Promise<string> {
  const terms = { validMs: 60_000, redirectUrl }
  const { url } = await issueBankAccountLink(connectionPool(), account.id, customerId, terms)
  return url.split('/').at(-1) ?? ''
}

const post = (path: string, fields: Record<string, string>) =>
  new Request(`${env.PUBLIC_URL}/api/pay/bank-details/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  })

async function enter(fields: Partial<typeof FORM> = {}, to = token) {
  const answer = await ask(enterBankDetails, post(to, { ...FORM, ...fields }))
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    cookie: answer.headers.get('set-cookie'),
  }
}

const pageUrl = () => `${env.PUBLIC_URL}/bank-details/${token}`
const accounts = () => findBankAccounts(connectionPool(), account.id, customerId)

describe('a link for bank details', () => {
  test('takes the payee’s account: stored encrypted, of the customer, and marked as theirs', async () => {
    expect(await enter({ account_number: '000 98765-4321' })).toMatchObject({
      status: 303,
      location: pageUrl(),
    })
    const [added, ...others] = await accounts()
    expect(others).toEqual([])
    expect(added && openAccountNumber(added)).toBe(NUMBER)
    expect(added).toMatchObject({
      accountName: 'Ada Lovelace',
      email: 'ada@example.com',
      countryCode: 'US',
      accountCategory: 'Savings',
      linkId: expect.any(String),
    })
  })

  test('tells the vendor: by an event without the number, by mail, and on the customer’s page', async () => {
    await enter()
    const [added] = await accounts()
    const event = await database().event.findFirstOrThrow({
      where: { accountId: account.id, type: 'bank_account.created' },
    })
    expect(JSON.parse(event.data)).toMatchObject({
      id: added?.id,
      bank_account_link_id: added?.linkId,
      bank_details: { account_number_last4: '4321' },
    })
    const [mail] = await mailsOf(account.vendorId, 'security_notice')
    expect(mail?.subject).toBe('New bank details from a customer')
    expect(mail?.text).toContain('Ada Lovelace, First Bank, ending in 4321')
    const where = { vendorId: account.vendorId, subjectId: customerId, action: 'bank_account.entered' }
    expect(await database().auditEvent.count({ where })).toBe(1)
    expect(`${event.data} ${mail?.text}`).not.toContain(NUMBER)
  })

  test('works once, also when it is sent twice at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      token = await newToken()
      const answers = await Promise.all([enter(), enter({ bank_name: 'Second Bank' }), enter()])
      for (const answer of answers) expect(answer).toMatchObject({ status: 303, location: pageUrl() })
      expect(await accounts()).toHaveLength(round + 1)
      expect((await readBankDetailsPage(token))?.status).toBe('used')
    }
    await enter()
    expect(await accounts()).toHaveLength(5)
  })

  test.each([
    ['expired', () => setClock(() => new Date(Date.now() + 61_000))],
    ['closed', () => markCustomerArchived(connectionPool(), account.id, customerId)],
    ['closed', () => inOrmTransaction((tx) => markVendorBanned(tx, account.vendorId, null, anOperator))],
  ])('that is %s takes no account, and its page says so', async (status, end) => {
    await end()
    expect(await enter()).toMatchObject({ status: 303, location: pageUrl() })
    expect(await accounts()).toEqual([])
    expect((await readBankDetailsPage(token))?.status).toBe(status)
  })

  test.each([
    [{ first_name: ' ' }, 'name'],
    [{ entity_type: 'COMPANY' }, 'name'],
    [{ bank_name: '' }, 'bank'],
    [{ routing_number: '021000022' }, 'routing_number'],
    [{ account_number: '12' }, 'account_number'],
    [{ city: '' }, 'address'],
    [{ country_code: 'XX' }, 'country'],
    [{ city: 'x'.repeat(256) }, 'text'],
    [{ city: '\u0000' }, 'text'],
    [{ last_name: '\u001b[2K' }, 'text'],
  ])(
    'says what is wrong with %o, and keeps what was typed but for the account number',
    async (fields, problem) => {
      const { location, cookie } = await enter(fields)
      expect(location).toBe(`${pageUrl()}?problem=${problem}`)
      expect(await accounts()).toEqual([])
      const [pair = ''] = cookie?.split(';') ?? []
      const input = readInputCookie(new Headers({ cookie: pair }), token)
      if (problem !== 'text') expect(input.street_address).toBe('1 Main Street')
      expect(Buffer.from(pair.split('=')[1] ?? '', 'base64url').toString()).not.toContain('4321')
      expect((await readBankDetailsPage(token))?.status).toBe('open')
    },
  )

  test('is stored as a hash alone', async () => {
    const { rows } = await connectionPool().query<{ text: string }>(
      'SELECT link::text AS text FROM bank_account_links AS link WHERE account_id = $1',
      [account.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain(token)
    expect(rows[0]?.text).not.toContain(token.slice(-20))
  })

  test('is unknown unless it is complete, and leads to no other account', async () => {
    const changed = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')
    for (const other of [changed, token.slice(0, -1), 'x', 'bal_']) {
      expect(await readBankDetailsPage(other)).toBeNull()
      expect((await enter({}, other)).status).toBe(404)
    }
  })

  test('is limited per address: after too many tries the page says so', async () => {
    env.RATE_LIMIT_ADDRESS = 1
    await enter({ city: '' })
    expect(await enter()).toMatchObject({ status: 303, location: `${pageUrl()}?problem=too_many` })
    expect(await accounts()).toEqual([])
  })

  test('remembers the language that the payee chooses', async () => {
    const answer = await ask(chooseBankDetailsLanguage, post(`${token}/language`, { language: 'ar' }))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, pageUrl()])
    const where = { accountId_id: { accountId: account.id, id: customerId } }
    expect((await database().customer.findUniqueOrThrow({ where })).locale).toBe('ar')
  })
})

describe('the API', () => {
  const send = async (body: object, headers: Record<string, string> = {}) => {
    const key = await buildApiKey(account)
    const response = await respond(
      router,
      new Request(`http://localhost/api/v2/customer/${customerId}/bank-account-link`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, ...headers },
        body: JSON.stringify(body),
      }),
    )
    return { status: response.status, body: await response.json() }
  }

  test('creates a link, by default for 7 days, and the page knows where to lead', async () => {
    const { status, body } = await send({ redirect_url: 'https://shop.example.com/account' })
    expect(status).toBe(201)
    const { url, expires_at } = body.bank_account_link
    const days = (Date.parse(expires_at) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThanOrEqual(7)
    const page = await readBankDetailsPage(url.split('/').at(-1))
    expect(page).toMatchObject({ status: 'open', redirectUrl: 'https://shop.example.com/account' })
  })

  test.each([299, 2_592_001, 0.5, 'a week', -1, true])('refuses expires_in of %s', async (expires_in) => {
    const { status, body } = await send({ expires_in })
    expect([status, body.error]).toEqual([400, 'expires_in must be a whole number from 300 to 2592000'])
  })

  test('creates one link under one Idempotency-Key, and logs it without its secret', async () => {
    const before = await database().bankAccountLink.count({ where: { accountId: account.id } })
    const first = await send({ expires_in: 300 }, { 'idempotency-key': 'k' })
    const second = await send({ expires_in: 300 }, { 'idempotency-key': 'k' })
    expect(second.body).toEqual(first.body)
    expect(await database().bankAccountLink.count({ where: { accountId: account.id } })).toBe(before + 1)
    await flushRequests()
    const logged = await database().apiRequest.findMany({ where: { accountId: account.id } })
    expect(logged).toHaveLength(2)
    const secret = first.body.bank_account_link.url.split('bal_')[1]
    expect(JSON.stringify(logged.map(({ responseBody }) => responseBody))).not.toContain(secret)
  })

  test('creates none for an archived customer', async () => {
    await inTransaction((tx) => markCustomerArchived(tx, account.id, customerId))
    expect((await send({})).status).toBe(404)
  })
})
