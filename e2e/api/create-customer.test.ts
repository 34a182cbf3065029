import { beforeEach, describe, expect, test } from 'vitest'
import type { Fields } from '../fixtures/api-client'
import { dateTime, someText, timed, UUID } from '../fixtures/formats'
import { customerBody, withField } from '../fixtures/request-bodies'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeEach(async () => {
  vendor = await freshVendor()
})

const OPTIONAL = ['group', 'address_line1', 'address_line2', 'city', 'state', 'zip', 'country']
const BLANKS: Fields[string][] = [undefined, null, '', ' ', '\t\n ', ' ']

describe('a new customer', () => {
  test('with a name and an email is 201, and omitted fields are null', async () => {
    const { result, from, to } = await timed(() =>
      vendor.post('/customer', { name: 'Ada Lovelace', email: 'ada@example.com' }),
    )
    expect(result.status).toBe(201)
    expect(result.body).toEqual({
      status: 'success',
      message: someText,
      customer: {
        id: expect.stringMatching(UUID),
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        group: null,
        preferred_currency: 'USD',
        address_line1: null,
        address_line2: null,
        city: null,
        state: null,
        zip: null,
        country: null,
        created_on: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
      },
    })
    const { created_on } = result.body.customer
    expect(created_on >= dateTime(from) && created_on <= dateTime(to)).toBe(true)
  })

  test('keeps every optional field as sent', async () => {
    const fields = {
      group: 'Retainer',
      preferred_currency: 'EUR',
      address_line1: '1 Main Street',
      address_line2: 'Flat 2',
      city: 'Łódź',
      state: 'NY',
      zip: '00123',
      country: 'United States',
    }
    const { status, body } = await vendor.post('/customer', { ...customerBody(), ...fields })
    expect(status).toBe(201)
    expect(body.customer).toMatchObject(fields)
    expect((await vendor.get(`/customer/${body.customer.id}`)).body.customer).toEqual(body.customer)
  })

  test.each(OPTIONAL)('with null for %s has none', async (field) => {
    const { status, body } = await vendor.post('/customer', { ...customerBody(), [field]: null })
    expect(status).toBe(201)
    expect(body.customer).toHaveProperty(field, null)
  })

  test('has its currency in upper case, in whatever case it was sent', async () => {
    const { body } = await vendor.post('/customer', { ...customerBody(), preferred_currency: 'jPy' })
    expect(body.customer.preferred_currency).toBe('JPY')
  })

  test('loses the space around its email and keeps the space in its name', async () => {
    const { body } = await vendor.post('/customer', { name: ' Ada  L ', email: ' \tAda@Example.com\n' })
    expect(body.customer).toMatchObject({ name: ' Ada  L ', email: 'Ada@Example.com' })
  })

  test('keeps a name of any script, emoji, quotes and markup as it is', async () => {
    for (const name of [
      'Ада 李 عدى',
      '👩‍💻',
      `Robert'); DROP TABLE customers;--`,
      '<b>"&amp;"</b>',
      '%s {{name}} \\u0041',
    ]) {
      const { status, body } = await vendor.post('/customer', { ...customerBody(), name })
      expect(status).toBe(201)
      expect(body.customer.name).toBe(name)
    }
  })

  test('ignores unknown fields, including its id and its date', async () => {
    const fields = {
      id: 'mine',
      created_on: '1999-01-01 00:00:00',
      account_id: 'x',
      status: 'error',
      nonsense: [1],
    }
    const { status, body } = await vendor.post('/customer', { ...customerBody(), ...fields })
    expect(status).toBe(201)
    expect(body.status).toBe('success')
    expect(body.customer.id).toMatch(UUID)
    expect(body.customer.created_on).not.toMatch(/^1999/)
    expect(Object.keys(body.customer)).not.toContain('nonsense')
  })

  test('adds one customer with its event, and nothing else', async () => {
    const before = await vendor.rows()
    await vendor.customer()
    const { customers, events, ...others } = await vendor.rows()
    const { customers: customersBefore, events: eventsBefore, ...othersBefore } = before
    expect(customers).not.toEqual(customersBefore)
    expect(events).not.toEqual(eventsBefore)
    expect(others).toEqual(othersBefore)
    expect(await vendor.count('customers')).toBe(1)
    expect(await vendor.count('events')).toBe(1)
  })
})

describe('"name and email are required"', () => {
  const message = 'name and email are required'

  test.each(BLANKS)('for the name %j', async (name) => {
    await vendor.expectRefused('/customer', { ...customerBody(), name }, 400, message)
  })

  test.each(BLANKS)('for the email %j', async (email) => {
    await vendor.expectRefused('/customer', { ...customerBody(), email }, 400, message)
  })

  test('for neither, ahead of a bad email and a bad currency', async () => {
    await vendor.expectRefused('/customer', {}, 400, message)
    await vendor.expectRefused('/customer', { email: 'no email', preferred_currency: '?' }, 400, message)
  })
})

describe('"Invalid email format"', () => {
  test.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@@example.com',
    'ada@example',
    'ada example@example.com',
    'ada@exam ple.com',
    'ada@example.com, bob@example.com',
    'Ada <ada@example.com>',
    'ada@example.com\nBcc: bob@example.com',
    'mailto:ada@example.com@',
    'ada@.com',
    'ada@example..com',
  ])('for %j', async (email) => {
    await vendor.expectRefused('/customer', { name: 'Ada', email }, 400, 'Invalid email format')
  })

  test('ahead of a bad currency', async () => {
    const body = { name: 'Ada', email: 'ada', preferred_currency: '?' }
    await vendor.expectRefused('/customer', body, 400, 'Invalid email format')
  })

  test.each(['ada+tag@example.com', "o'brien@example.co.uk", 'a.b-c_d@sub.example.museum', '1@x.io'])(
    'but not for %j',
    async (email) => {
      const { status, body } = await vendor.post('/customer', { name: 'Ada', email })
      expect(status).toBe(201)
      expect(body.customer.email).toBe(email)
    },
  )
})

describe('an email that the account already has', () => {
  const message = 'Customer with this email already exists'

  test.each(['ada@example.com', 'ADA@Example.COM', ' ada@example.com '])(
    'is 409 when sent as %j',
    async (email) => {
      await vendor.customer({ email: 'ada@example.com' })
      await vendor.expectRefused('/customer', { name: 'Another', email }, 409, message)
    },
  )

  test('is 409 when an invoice created its customer', async () => {
    await vendor.invoice({ email: 'Ada@example.com' })
    await vendor.expectRefused('/customer', { name: 'Ada', email: 'ada@example.com' }, 409, message)
  })

  test('is reported after every fault of the fields', async () => {
    const email = 'ada@example.com'
    await vendor.customer({ email })
    await vendor.expectRefused('/customer', { email }, 400, 'name and email are required')
    const body = { name: 'Ada', email, preferred_currency: 'US' }
    await vendor.expectRefused('/customer', body, 400, 'Invalid currency')
  })

  test('is created once, however many concurrent requests ask for it', async () => {
    const body = { name: 'Ada', email: 'ada@example.com' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => vendor.post('/customer', body)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    expect(await vendor.count('customers')).toBe(1)
  })
})

describe('the other fields', () => {
  test.each(['US', 'USDX', 'ABC', '840', '$', 'U D', 'ÜSD'])(
    '"Invalid currency" for %j',
    async (preferred_currency) => {
      await vendor.expectRefused(
        '/customer',
        { ...customerBody(), preferred_currency },
        400,
        'Invalid currency',
      )
    },
  )

  test.each(['name', 'preferred_currency', ...OPTIONAL])('"%s must be a string"', async (field) => {
    for (const value of [5, true, [], ['x'], {}, { x: 1 }]) {
      await vendor.expectRefused(
        '/customer',
        { ...customerBody(), [field]: value },
        400,
        `${field} must be a string`,
      )
    }
  })

  test.each(['name', ...OPTIONAL])('%s has at most 255 characters', async (field) => {
    const { status } = await vendor.post('/customer', withField(customerBody(), field, 'x'.repeat(255)))
    expect(status).toBe(201)
    const body = withField(customerBody(), field, 'x'.repeat(256))
    await vendor.expectRefused('/customer', body, 400, `${field} must be at most 255 characters`)
  })

  test('email has at most 254 characters', async () => {
    const domain = `${'x'.repeat(60)}.${'y'.repeat(60)}.${'z'.repeat(60)}.museum.com`
    const email = `${'a'.repeat(60)}@${domain}`
    expect(email).toHaveLength(254)
    expect((await vendor.post('/customer', { name: 'Ada', email })).status).toBe(201)
    const body = { name: 'Ada', email: `a${email}` }
    await vendor.expectRefused('/customer', body, 400, 'email must be at most 254 characters')
  })

  test('an email that is not a string has no valid format', async () => {
    for (const email of [5, true, [], ['ada@example.com'], {}]) {
      await vendor.expectRefused('/customer', { name: 'Ada', email }, 400, 'Invalid email format')
    }
  })
})
