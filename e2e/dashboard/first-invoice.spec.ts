import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { test } from '../fixtures/browser'
import { type Hand, WAYS } from '../fixtures/hands'
import {
  addBankAccount,
  browseAsNewVendor,
  createCustomer,
  fillCard,
  generateKey,
  type Invoice,
  mailedLink,
  operate,
  post,
  sendInvoice,
  signUp,
  startReceiver,
} from '../fixtures/journey'

/** Signs up, invoices a customer, who pays, and pays the money out to the customer's bank account. */
async function fromZeroToPayout(page: Page, hand: Hand): Promise<void> {
  const { fill, press, look } = hand
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const receiver = await startReceiver()
  try {
    const vendor = await signUp(page, hand)
    const buyer = `ada-${randomUUID()}@example.com`
    await createCustomer(page, 'Ada Lovelace', buyer, hand)
    const customer = page.url()
    await press(page.getByRole('link', { name: 'New invoice' }).first())
    await fill(page.getByRole('combobox', { name: 'Item 1' }), 'Croissants')
    await fill(field('Quantity'), '12')
    await fill(field('Unit price'), '3.50')
    await press(page.locator('summary').filter({ hasText: 'More' }))
    await fill(field('Redirect URL'), `${receiver.url}/done?order=7#top`)
    await fill(field('Webhook URL'), `${receiver.url}/hook`)
    await sendInvoice(page, hand)
    const invoice = page.url()

    await page.goto(await mailedLink(buyer, 'invoice'))
    await expect(page.getByText('Corner Bakery').first()).toBeVisible()
    await expect(page.getByText('Croissants')).toBeVisible()
    await press(button(/^Pay \$43\.52/))
    await fillCard(page, '4242 4242 4242 4242', hand)
    await press(button(/^Pay \$43\.52/))
    await expect(page).toHaveURL(/\/done\?order=7&transaction_id=[0-9a-f-]{36}#top$/)

    const hooks = () => receiver.received.filter(({ method }) => method === 'POST')
    await expect.poll(() => hooks().length).toBe(1)
    const id = new URL(invoice).pathname.split('/').at(-1)
    expect(JSON.parse(hooks()[0]?.body ?? '')).toMatchObject({ invoice: { id, status: 'Paid' } })
    expect(hooks()[0]?.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) })
    await page.goto('/developers/webhooks')
    await expect(page.getByRole('row', { name: /hook/ })).toContainText('Delivered')
    await page.goto('/home')
    await expect(page.getByText('$42.00').first()).toBeVisible()

    await page.goto(customer)
    await addBankAccount(page, '123456789012', hand)
    await press(page.getByRole('link', { name: 'New payout' }).first())
    await fill(field('Amount in USD'), '30')
    await press(button('Review payout'))
    await press(button('Pay $30.00'))
    await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
    await expect(page.getByText('Delivered', { exact: true })).toBeVisible()
    await look(page, 'the payout')
    const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
    expect(wallet).toEqual({ USD: { available: '12.00', held: '0.00' } })
    expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
  } finally {
    receiver.close()
  }
}

for (const { way, hand, use } of WAYS) {
  test.describe(way, () => {
    test.use(use)
    test.slow()

    test('from sign-up to a paid invoice, its delivered webhook, and a payout that arrives', ({ page }) =>
      fromZeroToPayout(page, hand))
  })
}

test('the first step is an invoice to oneself, which arrives without a customer made before', async ({
  page,
}) => {
  const vendor = await browseAsNewVendor(page)
  await page.goto('/home')
  const steps = page.getByRole('region', { name: 'Get started' })
  await steps.getByRole('link', { name: 'New invoice' }).click()
  await expect(page.getByRole('combobox', { name: 'Customer', exact: true })).toHaveValue(vendor)
  await page.getByRole('combobox', { name: 'Item 1' }).fill('Croissants')
  await page.getByRole('textbox', { name: 'Unit price' }).fill('3.50')
  await sendInvoice(page)
  await page.goto(await mailedLink(vendor, 'invoice'))
  await expect(page.getByText('Croissants')).toBeVisible()
  await page.goto('/home')
  await expect(steps.getByRole('heading', { name: /^Create an invoice to yourself/ })).toContainText('(done)')
})

test('a key is shown once, and refused once it is revoked', async ({ page, service }) => {
  await browseAsNewVendor(page)
  const key = await generateKey(page, 'To be revoked')
  expect(key).toMatch(/^cf_test_[0-9A-Za-z]{32,}$/)
  await expect(page.getByRole('row', { name: /To be revoked/ })).toContainText('Active')
  await expect(page.getByText(key)).toHaveCount(0)
  const body = { api_key: key, name: 'Ada', email: 'ada@example.com' }
  await post(service, '/customer', body)
  await page.getByRole('button', { name: 'Revoke To be revoked' }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByRole('row', { name: /To be revoked/ })).toContainText('Revoked')
  await expect(post(service, '/customer', { ...body, email: 'grace@example.com' })).rejects.toThrow(
    '401 {"error":"Invalid API Key"}',
  )
})

test('live keys are unavailable without a live provider, and the page says why', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/settings/api-keys')
  await page.getByRole('switch').first().click()
  await expect(page.getByText('Live mode is off')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate API key' })).toHaveCount(0)
})

test('an invoice marked as paid sends a webhook that the secret in the dashboard verifies', async ({
  page,
  service,
}) => {
  const receiver = await startReceiver()
  try {
    await browseAsNewVendor(page)
    const key = await generateKey(page, 'My server')
    const { invoice } = await post<{ invoice: Invoice }>(service, '/invoice', {
      api_key: key,
      email: 'ada@example.com',
      amount: 100,
      webhook_url: `${receiver.url}/hook`,
    })
    await page.goto(`/invoices/${invoice.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Mark as paid' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
    await expect(page.getByRole('main').getByText('Paid', { exact: true }).first()).toBeVisible()
    await expect.poll(() => receiver.received.length).toBe(1)

    await page.goto('/developers/webhooks')
    await expect(page.getByRole('row', { name: /hook/ })).toContainText('Delivered')
    await page.getByRole('button', { name: 'Show' }).click()
    const secretText = page.getByText(/^whsec_[\w+/=]+$/)
    await expect(secretText).toBeVisible()
    const secret = (await secretText.textContent()) ?? ''
    const verify = () => {
      const { headers, body } = receiver.received.at(-1) ?? { headers: {}, body: '' }
      return new Webhook(secret).verify(body, headers as Record<string, string>)
    }
    expect(verify()).toMatchObject({ invoice: { status: 'Paid', provider: 'card' } })

    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
    await expect(page.getByText(secret)).toHaveCount(0)
    await page.getByRole('button', { name: /^Redeliver \d/ }).click()
    await expect.poll(() => receiver.received.length).toBe(2)
    // Both secrets sign for a day.
    expect(verify()).toMatchObject({ invoice: { status: 'Paid' } })
    expect(receiver.received[1]?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id'])
  } finally {
    receiver.close()
  }
})
