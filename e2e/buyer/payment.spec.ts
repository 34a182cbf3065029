import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice, fillCard, operate, statusOf } from '../fixtures/journey'

test('a declined card is explained, the input stays, and another card pays', async ({ page, service }) => {
  const { invoice, key } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await fillCard(page, '4000 0000 0000 0002')
  await page.getByRole('button', { name: /^Pay \$103\.20/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The payment did not go through' })).toBeVisible()
  await expect(page.getByLabel('Name on card')).toHaveValue('Ada Lovelace')
  expect(await statusOf(service, key, invoice.id)).toBe('Failed')

  await page.getByLabel('Card number').fill('4242424242424242')
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay \$103\.20/ }).click()
  await expect(page).toHaveURL(/\/thank-you\//)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await statusOf(service, key, invoice.id)).toBe('Paid')
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
})

test('the pay page says whom to ask, what happens next and which cards are taken', async ({
  page,
  service,
}) => {
  const { invoice, vendor } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await expect(page).toHaveTitle('Pay Corner Bakery · Invoice INV-0001')
  await expect(page.getByRole('link', { name: vendor })).toHaveAttribute('href', `mailto:${vendor}`)
  await expect(page.getByText('You’ll get your receipt here right away, and Corner Bakery')).toBeVisible()
  const visa = page.locator('[data-mark=Visa]')
  const mastercard = page.locator('[data-mark=Mastercard]')
  await page.getByLabel('Card number').fill('4242')
  await expect(mastercard).toHaveCSS('opacity', '0.25')
  await expect(visa).toHaveCSS('opacity', '1')
})

test('the pay page is set in Geist from its first paint, or keeps the system font: nothing shifts', async ({
  page,
  service,
}) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(1)
  const faces = await page.evaluate(() => [...document.fonts].map(({ family, display }) => [family, display]))
  expect(faces).toContainEqual([expect.stringMatching(/geist/i), 'optional'])
  await expect(page.locator('body')).toHaveCSS('font-family', /^"?geist/i)
})

test('a refund is shown with its credit note, and a cancelled invoice asks for nothing', async ({
  page,
  request,
  service,
}) => {
  const { invoice, key } = await anInvoice(service)
  const ask = async (path: string, body: object = {}) => {
    const headers = { Authorization: `Bearer ${key}` }
    const answer = await request.post(`${service.url}/api/v2/${path}`, { headers, data: body })
    expect(answer.status()).toBe(200)
  }
  await ask(`test/invoice/${invoice.id}/pay`, { outcome: 'paid' })
  await ask(`invoice/${invoice.id}/refund`, { amount: 40 })
  await page.goto(invoice.payment_link)
  await expect(page.getByRole('heading', { name: 'Part of your payment was refunded' })).toBeVisible()
  const creditNote = page.getByRole('link', { name: 'Credit note INV-0001-CN1 (PDF)' })
  const file = await request.get(`${service.url}${await creditNote.getAttribute('href')}`)
  expect(file.headers()['content-type']).toBe('application/pdf')
  await ask(`invoice/${invoice.id}/refund`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This invoice was refunded' })).toBeVisible()
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })

  const other = await anInvoice(service)
  const headers = { Authorization: `Bearer ${other.key}` }
  await request.post(`${service.url}/api/v2/invoice/${other.invoice.id}/void`, { headers, data: {} })
  await page.goto(other.invoice.payment_link)
  await expect(page.getByRole('heading', { name: 'This invoice was cancelled' })).toBeVisible()
  await expect(page.getByText(/^Due /)).toHaveCount(0)
})

test('a double click, another tab and going back pay once', async ({ page, service, context }) => {
  const { invoice, vendor } = await anInvoice(service)
  const other = await context.newPage()
  await other.goto(invoice.payment_link)
  await page.goto(invoice.payment_link)
  await fillCard(page, '4242 4242 4242 4242')
  await fillCard(other, '4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay / }).dblclick()
  await expect(page).toHaveURL(/\/thank-you\//)
  await other.getByRole('button', { name: /^Pay / }).click()
  await expect(other.getByRole('heading', { name: 'This invoice is paid' })).toBeVisible()
  await page.goto(invoice.payment_link)
  await expect(page.getByRole('heading', { name: 'This invoice is paid' })).toBeVisible()
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '100.00', held: '0.00' } })
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
})

test('a missing field is reported beside it, and nothing is sent', async ({ page, service }) => {
  const { invoice, key } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await fillCard(page, '4242 4242 4242 4241')
  await page.getByLabel('CVC').fill('')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByLabel('CVC')).toHaveAttribute('aria-invalid', 'true')
  expect(await statusOf(service, key, invoice.id)).toBe('Invoice Created')
})

test('an unknown link is not found', async ({ page }) => {
  const response = await page.goto(`/pay/${'x'.repeat(44)}`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading')).toBeVisible()
})

test('an invoice of a banned vendor can’t be paid, and says so', async ({ page, service }) => {
  const { invoice, vendor } = await anInvoice(service)
  await operate('vendor ban', { vendor })
  await page.goto(invoice.payment_link)
  await expect(page.getByText('This invoice can’t be paid right now')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
})
