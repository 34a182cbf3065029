import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice } from '../fixtures/journey'

test.use({ javaScriptEnabled: false })

test('an unknown link says so in the HTML', async ({ page }) => {
  for (const path of [`/pay/${'x'.repeat(44)}`, '/thank-you/nonsense']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'We can’t find this invoice' })).toBeVisible()
    await expect(page).toHaveTitle('We can’t find this invoice')
  }
})

test('the language can be chosen without JavaScript', async ({ page, service }) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await expect(page).toHaveURL(invoice.payment_link)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle('Zahlung an Corner Bakery · Rechnung INV-0001')
  await expect(page.getByRole('heading', { name: 'Sicher online bezahlen' })).toBeVisible()
})
