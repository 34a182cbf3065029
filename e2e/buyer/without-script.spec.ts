import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice, fillCard, operate, statusOf } from '../fixtures/journey'

test.use({ javaScriptEnabled: false })

test('an invoice can be paid without JavaScript', async ({ page, service }) => {
  const { invoice, key } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await fillCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay \$103\.20/ }).click()
  await expect(page).toHaveURL(/\/thank-you\//)
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(await statusOf(service, key, invoice.id)).toBe('Paid')
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
})

test('errors show beside their fields, and name and date stay, but not the card', async ({
  page,
  service,
  context,
}) => {
  const { invoice, key } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await fillCard(page, '4242 4242 4242 4241')
  await page.getByLabel('CVC').fill('')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page).toHaveURL(`${invoice.payment_link}#pay`)
  const number = page.getByLabel('Card number')
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toHaveAccessibleDescription('The card number is incomplete or has a typo.')
  await expect(page.getByLabel('CVC')).toHaveAccessibleDescription('Enter the 3 or 4 digits.')
  await expect(number).toHaveValue('')
  await expect(page.getByLabel('Name on card')).toHaveValue('Ada Lovelace')
  await expect(page.getByLabel('Expiry')).toHaveValue('12 / 40')
  const cookies = JSON.stringify(await context.cookies(invoice.payment_link))
  expect(cookies).toContain('counterfoil-form')
  expect(cookies).not.toMatch(/4242|Lovelace/)
  expect(await statusOf(service, key, invoice.id)).toBe('Invoice Created')
})

test('a declined card is explained, and another one pays', async ({ page, service }) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await fillCard(page, '4000 0000 0000 9995')
  await page.getByRole('button', { name: /^Pay / }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The payment did not go through' })
  await expect(alert).toContainText('insufficient funds')
  await expect(page.getByLabel('Name on card')).toHaveValue('Ada Lovelace')
  await fillCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page).toHaveURL(/\/thank-you\//)
})

test('a second tab and Back pay nothing again', async ({ page, context, service }) => {
  const { invoice, vendor } = await anInvoice(service)
  const other = await context.newPage()
  await other.goto(invoice.payment_link)
  await page.goto(invoice.payment_link)
  await fillCard(page, '4242 4242 4242 4242')
  await fillCard(other, '4242 4242 4242 4242')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page).toHaveURL(/\/thank-you\//)
  await other.getByRole('button', { name: /^Pay / }).click()
  await expect(other.getByRole('heading', { name: 'This invoice is paid' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This invoice is paid' })).toBeVisible()
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '100.00', held: '0.00' } })
})

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
  await expect(page.getByRole('heading', { name: 'Mit Karte bezahlen' })).toBeVisible()
})

test('nothing invites to a click that does nothing', async ({ page, service }) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await expect(page.getByText('Any future date, any CVC.')).toBeVisible()
  await expect(page.getByText('Click one to use it.')).toBeHidden()
})
