import { beforeEach, describe, expect, test } from 'vitest'
import type { Fields } from '../fixtures/api-client'
import { dateTime, someText, timed, UUID } from '../fixtures/formats'
import { BANK_ACCOUNT_REFUSALS, bankAccountBody, COMPANY, withField } from '../fixtures/request-bodies'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor
let customerId: string
let path: string

beforeEach(async () => {
  vendor = await freshVendor()
  customerId = await vendor.customer()
  path = `/customer/${customerId}/bank-account`
})

const BLANKS: Fields[string][] = [undefined, null, '', ' \t']
const NO_STRINGS: Fields[string][] = [5, true, [], ['x'], {}, { x: 1 }]

const { ENTITY, ADDRESS, DETAILS, PERSONAL, COMPANY_NAME, NUMBER, ROUTING, CATEGORY, BIRTH } =
  BANK_ACCOUNT_REFUSALS

function refused(body: Fields, message: string): Promise<void> {
  return vendor.expectRefused(path, body, 400, message)
}

describe('a new bank account', () => {
  test('of a person is 201, with defaults for omitted fields', async () => {
    const { result, from, to } = await timed(() => vendor.post(path, bankAccountBody()))
    expect(result.status).toBe(201)
    expect(result.body).toEqual({
      status: 'success',
      message: someText,
      bank_account: {
        id: expect.stringMatching(UUID),
        customer_id: customerId,
        entity_type: 'PERSONAL',
        email: 'ada@example.com',
        address: {
          country_code: 'US',
          state: 'NY',
          city: 'New York',
          postcode: '10001',
          street_address: '1 Main Street',
        },
        bank_details: {
          account_name: 'Ada Lovelace',
          account_number: '123456789012',
          routing_number: '021000021',
          bank_name: 'First Bank',
          account_category: 'Checking',
        },
        first_name: 'Ada',
        last_name: 'Lovelace',
        date_of_birth: '',
        company_name: null,
        created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      },
    })
    const createdAt = String(result.body.bank_account.created_at)
    expect(createdAt >= dateTime(from) && createdAt <= dateTime(to)).toBe(true)
    expect(await vendor.count('bank_accounts')).toBe(1)
  })

  test('of a person needs no entity_type', async () => {
    const { status, body } = await vendor.post(path, { ...bankAccountBody(), entity_type: undefined })
    expect(status).toBe(201)
    expect(body.bank_account.entity_type).toBe('PERSONAL')
  })

  test('of a company needs its name and no person’s', async () => {
    const { status, body } = await vendor.post(path, { ...bankAccountBody(), ...COMPANY })
    expect(status).toBe(201)
    expect(body.bank_account).toMatchObject(COMPANY)
  })

  test('keeps the given fields, with the country in upper case', async () => {
    const body = {
      ...withField(withField(bankAccountBody(), 'address.country_code', 'de'), 'email', ' Ada@Example.com '),
      date_of_birth: '1815-12-10',
    }
    const answer = await vendor.post(path, withField(body, 'bank_details.account_category', 'Savings'))
    expect(answer.status).toBe(201)
    expect(answer.body.bank_account).toMatchObject({
      email: 'Ada@Example.com',
      address: { country_code: 'DE' },
      bank_details: { account_category: 'Savings' },
      date_of_birth: '1815-12-10',
    })
  })

  test('may have the same numbers as another: a repeat is a new request', async () => {
    const [first, second] = [await vendor.bankAccount(customerId), await vendor.bankAccount(customerId)]
    expect(first).not.toBe(second)
    expect(await vendor.count('bank_accounts')).toBe(2)
  })

  test.each(['1234', '00000000000000000', '12345678901234567'])(
    'may have the account number %s',
    async (number) => {
      const { status, body } = await vendor.post(path, bankAccountBody({ accountNumber: number }))
      expect(status).toBe(201)
      expect(body.bank_account.bank_details).toMatchObject({ account_number: number })
    },
  )

  test('may have a made-up routing number in test mode, and not in live mode', async () => {
    const body = withField(bankAccountBody(), 'bank_details.routing_number', '123456789')
    expect((await vendor.post(path, body)).status).toBe(201)
    const live = await vendor.live()
    const livePath = `/customer/${await live.customer()}/bank-account`
    await live.expectRefused(livePath, body, 400, ROUTING)
    expect((await live.post(livePath, bankAccountBody())).status).toBe(201)
  })
})

describe('the contract’s refusals', () => {
  test.each([...NO_STRINGS, 'personal', 'Company', 'PERSON', ' PERSONAL'])(
    'entity_type %j',
    async (value) => {
      await refused({ ...bankAccountBody(), entity_type: value }, ENTITY)
    },
  )

  test.each(BLANKS)('email %j is missing', async (email) => {
    await refused({ ...bankAccountBody(), email }, 'email is required')
  })

  test.each(['ada', 'ada@', '@example.com', 'a b@example.com', ...NO_STRINGS])(
    'email %j is invalid',
    async (email) => {
      await refused({ ...bankAccountBody(), email }, 'Invalid email format')
    },
  )

  test.each(['state', 'city', 'postcode', 'street_address'])('address.%s is required', async (field) => {
    for (const value of BLANKS)
      await refused(withField(bankAccountBody(), `address.${field}`, value), ADDRESS)
  })

  test.each([undefined, null, {}])('address %j has none of the required fields', async (address) => {
    await refused({ ...bankAccountBody(), address }, ADDRESS)
  })

  test.each(['account_name', 'account_number', 'routing_number', 'bank_name'])(
    'bank_details.%s is required',
    async (field) => {
      for (const value of BLANKS)
        await refused(withField(bankAccountBody(), `bank_details.${field}`, value), DETAILS)
    },
  )

  test.each([undefined, null, {}])('bank_details %j has none of the required fields', async (details) => {
    await refused({ ...bankAccountBody(), bank_details: details }, DETAILS)
  })

  test.each(['first_name', 'last_name'])('a person needs a %s', async (field) => {
    for (const value of BLANKS) await refused({ ...bankAccountBody(), [field]: value }, PERSONAL)
    const asCompany = {
      ...bankAccountBody(),
      [field]: undefined,
      company_name: 'A company',
      entity_type: undefined,
    }
    await refused(asCompany, PERSONAL)
  })

  test('a company needs a company_name', async () => {
    for (const company_name of BLANKS)
      await refused({ ...bankAccountBody(), ...COMPANY, company_name }, COMPANY_NAME)
  })
})

describe('the other refusals', () => {
  test.each(['123', '123456789012345678', '1234-5678', '12 34', '12a4', '+1234', '١٢٣٤', '１２３４', '1e10'])(
    'account_number %j',
    async (value) => refused(withField(bankAccountBody(), 'bank_details.account_number', value), NUMBER),
  )

  test.each(['02100002', '0210000211', '02100002x', '021 00 02', '-21000021', '０２１００００２１'])(
    'routing_number %j',
    async (value) => refused(withField(bankAccountBody(), 'bank_details.routing_number', value), ROUTING),
  )

  test.each(['checking', 'SAVINGS', 'Current', ' Checking'])('account_category %j', async (value) => {
    await refused(withField(bankAccountBody(), 'bank_details.account_category', value), CATEGORY)
  })

  test.each([
    '1815-13-10',
    '1815-02-30',
    '1900-02-29',
    '10-12-1815',
    '1815-12-1',
    '1815-12-10T00:00:00Z',
    'x',
  ])('date_of_birth %j', async (value) => refused({ ...bankAccountBody(), date_of_birth: value }, BIRTH))

  test.each(['USA', 'U', 'ZZ', 'U1', '🇺🇸'])('country_code %j', async (value) => {
    await refused(withField(bankAccountBody(), 'address.country_code', value), 'Invalid country_code')
  })

  test.each([
    'address.state',
    'address.city',
    'address.postcode',
    'address.street_address',
    'bank_details.account_name',
    'bank_details.bank_name',
    'first_name',
    'last_name',
  ])('%s is a string of at most 255 characters', async (field) => {
    const longest = withField(bankAccountBody(), field, 'x'.repeat(255))
    expect((await vendor.post(path, longest)).status).toBe(201)
    const name = field.replace(/^.*\./, '')
    const tooLong = withField(bankAccountBody(), field, 'x'.repeat(256))
    const answer = await vendor.unchanged(() => vendor.post(path, tooLong))
    expect(answer.status).toBe(400)
    expect(answer.body.error).toMatch(new RegExp(`^([a-z_]+\\.)?${name} must be at most 255 characters$`))
    for (const value of NO_STRINGS) {
      const wrong = await vendor.unchanged(() =>
        vendor.post(path, withField(bankAccountBody(), field, value)),
      )
      expect(wrong.status).toBe(400)
      expect(wrong.body.error).toMatch(new RegExp(`^([a-z_]+\\.)?${name} must be a string$`))
    }
  })
})
