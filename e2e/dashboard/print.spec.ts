import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice, aPayableCustomer, browseAs } from '../fixtures/journey'

test('an invoice and a customer print as a light document, without the dashboard around it', async ({
  page,
  service,
}) => {
  const { vendor, invoice } = await anInvoice(service)
  await browseAs(page, vendor)
  await page.goto(`/invoices/${invoice.id}`)
  await page.getByRole('button', { name: 'Theme', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.emulateMedia({ media: 'print' })
  const html = page.locator('html')
  await expect(html).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(html).toHaveCSS('color', 'rgb(24, 24, 27)')
  for (const button of await page.getByRole('button').all()) await expect(button).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeHidden()
  const main = page.getByRole('main')
  for (const fact of ['Corner Bakery', 'ada@example.com', '$103.20', 'Open']) {
    await expect(main.getByText(fact).locator('visible=true').first(), fact).toBeVisible()
  }
  await expect(main.getByRole('region', { name: 'Items', exact: true })).toBeVisible()
  // A date, where the screen says how long ago it was.
  await expect(main.getByText('just now').locator('visible=true')).toHaveCount(0)

  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('main').getByRole('link', { name: 'ada@example.com' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'ada@example.com' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const button of await page.getByRole('button').all()) await expect(button).toBeHidden()
  await expect(page.getByRole('region', { name: 'Invoices', exact: true })).toBeVisible()
})

test('a payout prints its amount, customer and bank account, without its ledger entries', async ({
  page,
  service,
}) => {
  await aPayableCustomer(page, service, '123456789012')
  await page.getByRole('link', { name: 'New payout' }).first().click()
  await page.getByRole('textbox', { name: 'Amount in USD' }).fill('12.50')
  await page.getByRole('button', { name: 'Review payout' }).click()
  await page.getByRole('button', { name: 'Pay $12.50' }).click()
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Ledger entries' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: '$12.50' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('9012')
})
