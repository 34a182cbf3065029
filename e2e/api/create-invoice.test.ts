import { beforeEach, describe, expect, test } from 'vitest'
import { BASE_URL, exchange, type Fields } from '../fixtures/api-client'
import { anId, isoDay, someText, timed, UNKNOWN_ID, writtenDay } from '../fixtures/formats'
import { invoiceBody } from '../fixtures/request-bodies'
import { freshVendor, type Vendor } from '../fixtures/vendor'

let vendor: Vendor

beforeEach(async () => {
  vendor = await freshVendor()
})

const BLANKS: Fields[string][] = [undefined, null, '', ' \t']
const ITEM = { title: 'Consulting', qty: 2, price: 9.5 }

const DUE_DATE = 'Invalid due_date format. Use YYYY-MM-DD'
const NO_AMOUNT = 'amount or items are required'
const NOT_ABOVE_0 = 'Invoice amount must be greater than 0'

function refused(body: Fields, message: string, status = 400): Promise<void> {
  return vendor.expectRefused('/invoice', body, status, message)
}

describe('a new invoice', () => {
  test('with a live key is 403 where no provider is configured', async () => {
    const live = await vendor.live()
    const message = 'Live mode is not available: no payment and payout provider is configured'
    await live.expectRefused('/invoice', { email: 'ada@example.com', amount: 5 }, 403, message)
  })

  test.each(['nobody', 5, 'x'.repeat(300)])('for a customer ignores the email %j', async (email) => {
    const customer_id = await vendor.customer({ email: 'Ada@example.com' })
    const { status, body } = await vendor.post('/invoice', { customer_id, email, amount: 100 })
    expect([status, body.invoice.email]).toEqual([201, 'Ada@example.com'])
  })

  test('for a customer is 201 and has the customer’s email', async () => {
    const customerId = await vendor.customer({ email: 'Ada@example.com' })
    const { result, from, to } = await timed(() =>
      vendor.post('/invoice', { customer_id: customerId, email: 'someone@else.com', amount: 100 }),
    )
    expect(result.status).toBe(201)
    expect(result.body).toEqual({
      status: 'success',
      message: someText,
      invoice: {
        id: anId,
        amount: 103.2,
        base_amount: 100,
        currency: 'USD',
        payment_link: expect.stringMatching(/^http/),
        provider_checkout_session_id: expect.any(Number),
        status: 'Invoice Created',
        email: 'Ada@example.com',
        customer_id: customerId,
        items: [{ title: 'Payment', qty: 1, price: 100 }],
        due_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        created_on: expect.stringMatching(/^\d{2} [A-Z][a-z]{2}, \d{4}$/),
      },
    })
    const { invoice } = result.body
    expect(Number.isSafeInteger(invoice.provider_checkout_session_id)).toBe(true)
    expect([writtenDay(from), writtenDay(to)]).toContain(invoice.created_on)
    expect([isoDay(from, 30), isoDay(to, 30)]).toContain(invoice.due_date)
    expect(await vendor.count('invoices')).toBe(1)
    expect(await vendor.count('customers')).toBe(1)
  })

  test('has its own payment link, which shows a page of this service', async () => {
    const links = []
    for (let n = 0; n < 2; n++)
      links.push((await vendor.post('/invoice', invoiceBody())).body.invoice.payment_link)
    expect(links[0]).not.toBe(links[1])
    const { origin, pathname } = new URL(links[0] ?? '')
    expect(origin).toBe(BASE_URL)
    const page = await exchange({ method: 'GET', path: pathname })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  })

  test('sends no webhook and moves no money', async () => {
    await vendor.invoice({ webhook_url: 'http://127.0.0.1:9/hook' })
    expect(await vendor.count('webhook_deliveries')).toBe(0)
    expect(await vendor.count('ledger_transactions')).toBe(0)
    await vendor.expectWallet('0.00')
  })

  test.each(['2024-02-29', '2999-12-31', '2001-01-01', '2000-02-29'])(
    'accepts the due date %s',
    async (due_date) => {
      const { status, body } = await vendor.post('/invoice', { ...invoiceBody(), due_date })
      expect(status).toBe(201)
      expect(body.invoice).toMatchObject({ due_date, status: 'Invoice Created' })
    },
  )

  test.each([
    'http://example.com',
    'https://example.com:8443/a/b?c=d#e',
    'https://пример.рф/',
    'http://localhost:3000/thanks',
    'http://192.0.2.1/hook',
    'http://[2001:db8::1]/hook',
  ])('accepts %s as redirect and webhook URL', async (url) => {
    const answer = await vendor.post('/invoice', { ...invoiceBody(), redirect_url: url, webhook_url: url })
    expect(answer.status).toBe(201)
  })

  test('accepts null for every optional field', async () => {
    const { result, from, to } = await timed(() =>
      vendor.post('/invoice', {
        ...invoiceBody(),
        customer_id: null,
        items: null,
        currency: null,
        due_date: null,
        redirect_url: null,
        webhook_url: null,
      }),
    )
    expect(result.status).toBe(201)
    expect(result.body.invoice.currency).toBe('USD')
    expect([isoDay(from, 30), isoDay(to, 30)]).toContain(result.body.invoice.due_date)
  })

  test('is created each time without an Idempotency-Key', async () => {
    const body = invoiceBody()
    const [first, second] = [await vendor.post('/invoice', body), await vendor.post('/invoice', body)]
    expect(first.body.invoice.id).not.toBe(second.body.invoice.id)
    expect(await vendor.count('invoices')).toBe(2)
  })
})

describe('the contract’s refusals', () => {
  test.each(BLANKS)('"email or customer_id is required" if both are %j', async (blank) => {
    await refused({ email: blank, customer_id: blank, amount: 5 }, 'email or customer_id is required')
  })

  test.each([undefined, null])('"amount or items are required" if both are %j', async (blank) => {
    await refused({ ...invoiceBody(), amount: blank, items: blank }, NO_AMOUNT)
  })

  test('"amount or items are required" for an empty items list', async () => {
    await refused({ ...invoiceBody(), amount: undefined, items: [] }, NO_AMOUNT)
  })

  test.each([0, -1, -0.01, '0', '0.00', 0.0])(
    '"Invoice amount must be greater than 0" for %j',
    async (amount) => {
      await refused({ ...invoiceBody(), amount }, NOT_ABOVE_0)
    },
  )

  test('"Invoice amount must be greater than 0" if the items add up to nothing', async () => {
    await refused({ ...invoiceBody(), items: [{ ...ITEM, price: 0 }] }, NOT_ABOVE_0)
    await refused({ ...invoiceBody(), items: [{ ...ITEM, qty: 0.004, price: 1 }] }, NOT_ABOVE_0)
  })

  describe.each(['redirect_url', 'webhook_url'])('"Invalid %s"', (field) => {
    test.each([
      'x',
      '/thanks',
      '//example.com/thanks',
      'example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://',
      'https:// example.com',
      'http://user@example.com',
      'https://user:secret@example.com/',
      'http://example.com:99999/',
    ])('for %s', async (url) => refused({ ...invoiceBody(), [field]: url }, `Invalid ${field}`))

    test('for more than 2048 characters', async () => {
      const longest = `https://example.com/${'x'.repeat(2048 - 20)}`
      expect((await vendor.post('/invoice', { ...invoiceBody(), [field]: longest })).status).toBe(201)
      const answer = await vendor.unchanged(() =>
        vendor.post('/invoice', { ...invoiceBody(), [field]: `${longest}x` }),
      )
      expect(answer.status).toBe(400)
      expect([`Invalid ${field}`, `${field} must be at most 2048 characters`]).toContain(answer.body.error)
    })
  })

  test.each([
    '2025-02-29',
    '1900-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-06-31',
    '2025-6-1',
    '25-06-01',
    '01-06-2025',
    '2025/06/01',
    '2025-06-01T00:00:00Z',
    '2025-06-01 ',
    '20250601',
    '12025-06-01',
    'tomorrow',
    '٢٠٢٥-٠٦-٠١',
  ])('"Invalid due_date format" for %j', async (due_date) =>
    refused({ ...invoiceBody(), due_date }, DUE_DATE),
  )

  test.each([UNKNOWN_ID, 'x', '0', "' OR 1=1 --"])('404 for the customer_id %j', async (customer_id) => {
    await refused({ customer_id, amount: 5 }, 'Customer not found', 404)
    await refused({ customer_id, email: 'ada@example.com', amount: 5 }, 'Customer not found', 404)
  })

  test.each([400, 404, 429, 500, 503, 599])('502 if the payment provider answers %d', async (status) => {
    const email = `ada+checkout_${status}@example.com`
    await refused({ email, amount: 5 }, `Payment provider error (${status})`, 502)
    const customer_id = await vendor.customer({ email })
    await refused({ customer_id, amount: 5 }, `Payment provider error (${status})`, 502)
  })

  test.each(['ada+checkout_399', 'ada+checkout_600', 'ada+checkout_50', 'ada+checkout_503x', 'checkout_503'])(
    'but no 502 for the email of %s',
    async (local) => {
      const answer = await vendor.post('/invoice', { email: `${local}@example.com`, amount: 5 })
      expect(answer.status).toBe(201)
    },
  )
})

describe('the other refusals', () => {
  test.each(['ada', 'ada@', '@example.com', 'a b@example.com'])(
    '"Invalid email format" for %j',
    async (email) => {
      await refused({ email, amount: 5 }, 'Invalid email format')
    },
  )

  test.each(['US', 'USDX', 'ABC', '840', '$'])('"Invalid currency" for %j', async (currency) => {
    await refused({ ...invoiceBody(), currency }, 'Invalid currency')
  })

  test.each<Fields[string]>([5, true, ['x'], { x: 1 }])('%j is not a string', async (value) => {
    await refused({ ...invoiceBody(), redirect_url: value }, 'Invalid redirect_url')
    await refused({ ...invoiceBody(), webhook_url: value }, 'Invalid webhook_url')
    await refused({ ...invoiceBody(), due_date: value }, DUE_DATE)
    await refused({ ...invoiceBody(), customer_id: value }, 'customer_id must be a string')
    await refused({ ...invoiceBody(), email: value }, 'Invalid email format')
    await refused({ ...invoiceBody(), currency: value }, 'currency must be a string')
  })

  test('the body can’t choose another vendor’s account', async () => {
    const { body } = await vendor.post('/invoice', {
      ...invoiceBody(),
      account_id: UNKNOWN_ID,
      id: UNKNOWN_ID,
    })
    expect(body.invoice.id).not.toBe(UNKNOWN_ID)
    expect((await vendor.get(`/invoice/${body.invoice.id}`)).status).toBe(200)
  })
})
