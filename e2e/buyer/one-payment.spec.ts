import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice, fillCard, operate, startReceiver } from '../fixtures/journey'

const PAID = { name: 'This invoice is paid' }

test('Back after paying shows the receipt, and no form', async ({ page, service }) => {
  const { invoice, vendor } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await fillCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page).toHaveURL(/\/thank-you\//)
  await page.goBack()
  await expect(page.getByRole('heading', PAID)).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '100.00', held: '0.00' } })
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
})

test('a tab with an open invoice learns that it was paid in another', async ({ page, context, service }) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  const other = await context.newPage()
  await other.goto(invoice.payment_link)
  await fillCard(other, '4242 4242 4242 4242')
  await other.getByRole('button', { name: /^Pay / }).click()
  await expect(other).toHaveURL(/\/thank-you\//)
  // As the browser tells a tab that becomes visible; a headless one never hides any.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('heading', PAID)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'This invoice is paid' })).toHaveCount(1)
})

test('the vendor’s own page follows the payment, and the receipt links to it', async ({ page, service }) => {
  const shop = await startReceiver()
  try {
    const { invoice } = await anInvoice(service, { amount: 100, redirect_url: `${shop.url}/done?order=7` })
    await page.goto(invoice.payment_link)
    await fillCard(page, '4242 4242 4242 4242')
    await page.getByRole('button', { name: /^Pay / }).click()
    await expect(page).toHaveURL(/\/done\?order=7&transaction_id=/)
    const landing = page.url()
    await page.goto(invoice.payment_link)
    await expect(page.getByRole('link', { name: 'Return to Corner Bakery' })).toHaveAttribute('href', landing)
    await expect(page.getByRole('link', { name: 'Receipt (PDF)' })).toBeVisible()
  } finally {
    shop.close()
  }
})

test('an overdue invoice says so and can still be paid', async ({ page, service }) => {
  const { invoice } = await anInvoice(service, { amount: 100, due_date: '2020-01-01' })
  await page.goto(invoice.payment_link)
  await expect(page.getByText('This invoice is overdue')).toBeVisible()
  await fillCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page).toHaveURL(/\/thank-you\//)
})
