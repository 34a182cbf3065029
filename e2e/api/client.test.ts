import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type AddBankAccountBody,
  Counterfoil,
  CustomerEmailTakenError,
  InsufficientBalanceError,
  InvalidApiKeyError,
  InvoiceNotFoundError,
  verifyWebhook,
} from '@/packages/client/src/index'
import { BASE_URL } from '../fixtures/api-client'
import { customerBody } from '../fixtures/request-bodies'
import { database, freshVendor, operate, type Vendor } from '../fixtures/vendor'
import { WebhookReceiver } from '../fixtures/webhook-receiver'

const { openWebhookSecret } = await import('@/lib/crypto/webhook-secret')

const BANK_ACCOUNT: AddBankAccountBody = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  address: { state: 'NY', city: 'New York', postcode: '10001', street_address: '1 Main Street' },
  bank_details: {
    account_name: 'Ada Lovelace',
    account_number: '123456789012',
    routing_number: '021000021',
    bank_name: 'First Bank',
  },
}

let vendor: Vendor
let counterfoil: Counterfoil
let receiver: WebhookReceiver

beforeAll(async () => {
  vendor = await freshVendor()
  counterfoil = new Counterfoil({ apiKey: vendor.key, baseUrl: BASE_URL })
  receiver = await WebhookReceiver.start()
})
afterAll(() => receiver.stop())

async function webhookSecret(): Promise<string> {
  const { rows } = await database.query<{ secret: string }>(
    'SELECT webhook_secret_encrypted AS secret FROM accounts WHERE id = $1',
    [vendor.account.id],
  )
  return openWebhookSecret(vendor.account.id, rows[0]?.secret ?? '')
}

test('the client leads from a customer over a verified webhook to a payout that is made once', async () => {
  const { customer } = await counterfoil.customers.create(customerBody())
  const { invoice } = await counterfoil.invoices.create({
    customer_id: customer.id,
    items: [{ title: 'Consulting, hours', qty: 1.5, price: '80.00' }],
    webhook_url: receiver.url(),
  })
  expect(invoice).toMatchObject({ status: 'Invoice Created', base_amount: 120, customer_id: customer.id })

  await operate('invoice mark-paid', { invoice: invoice.id })
  await expect.poll(() => receiver.about(invoice.id).length, { timeout: 30_000 }).toBe(1)
  const [delivery] = receiver.about(invoice.id)
  const { body } = await verifyWebhook({
    payload: delivery?.body ?? '',
    headers: delivery?.headers ?? {},
    secret: await webhookSecret(),
  })
  const { status: _, ...paid } = await counterfoil.invoices.get(invoice.id)
  expect(body).toEqual(paid)
  expect(paid.invoice.status).toBe('Paid')

  const { bank_account } = await counterfoil.bankAccounts.add(customer.id, BANK_ACCOUNT)
  const request = { bank_account_id: bank_account.id, amount: '25.50' }
  const options = { idempotencyKey: `payout-${invoice.id}` }
  const { payout } = await counterfoil.payouts.create(customer.id, request, options)
  expect(payout).toMatchObject({ status: 'PAID', amount: 25.5 })
  expect((await counterfoil.payouts.create(customer.id, request, options)).payout.id).toBe(payout.id)
  await vendor.expectWallet('94.50')
})

test('a refusal is an error of its class, with its details', async () => {
  const { customer } = await counterfoil.customers.create(customerBody())
  const error = await counterfoil.customers
    .create({ name: 'Somebody else', email: customer.email.toUpperCase() })
    .catch((error) => error)
  expect(error).toBeInstanceOf(CustomerEmailTakenError)
  expect(error).toMatchObject({
    status: 409,
    message: 'Customer with this email already exists',
    requestId: expect.stringMatching(/./),
    retry: 'never',
    help: expect.stringMatching(/\/docs\/errors\/customer_email_taken$/),
    location: expect.stringMatching(new RegExp(`/api/v2/customer/${customer.id}$`)),
  })

  await expect(counterfoil.invoices.get(customer.id)).rejects.toBeInstanceOf(InvoiceNotFoundError)
  const stranger = new Counterfoil({ apiKey: 'cf_test_none', baseUrl: BASE_URL })
  await expect(stranger.customers.get(customer.id)).rejects.toBeInstanceOf(InvalidApiKeyError)

  const { bank_account } = await counterfoil.bankAccounts.add(customer.id, BANK_ACCOUNT)
  const tooMuch = { bank_account_id: bank_account.id, amount: 9000 }
  await expect(counterfoil.payouts.create(customer.id, tooMuch)).rejects.toBeInstanceOf(
    InsufficientBalanceError,
  )
})
