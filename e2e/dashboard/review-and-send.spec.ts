import { expect } from '@playwright/test'
import { expectAccessible, test } from '../fixtures/browser'
import { browseAsNewVendor, operate, post } from '../fixtures/journey'

test('what the customer gets is looked at, and the invoice sent with a message and a copy', async ({
  page,
}) => {
  test.slow()
  await browseAsNewVendor(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await page.goto('/invoices/new')
  await expect(button('Review and send')).toBeEnabled()
  await button('Review and send').click()
  await expect(page.getByText('Choose a customer or enter an email address')).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada@example.com')
  await page.getByRole('combobox', { name: 'Item 1' }).fill('Croissants')
  await page.getByRole('textbox', { name: 'Unit price' }).fill('10')
  await button('Review and send').click()
  await expect(page).toHaveURL(/\/invoices\/drafts\/[0-9a-f-]{36}\/review$/)
  const preview = page.getByRole('region', { name: 'What your customer gets' })
  const mail = preview.frameLocator('iframe')
  await expect(mail.getByRole('heading')).toHaveText(/^Invoice from /)
  await expect(mail.getByText('$10.59').first()).toBeVisible()

  await page.getByRole('textbox', { name: 'Message' }).fill('Hello Ada,\nas promised.')
  await expect(mail.getByText('as promised.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Copies to' }).fill('nobody')
  await expect(page.getByText('Saving…', { exact: true })).toBeVisible()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await button('Send invoice').click()
  await expect(page.getByText('Enter up to 5 email addresses')).toBeVisible()
  await page.getByRole('textbox', { name: 'Copies to' }).fill('books@example.com')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page, page.url())
  await page.setViewportSize({ width: 1280, height: 800 })

  await preview.getByRole('tab', { name: 'PDF' }).click()
  const pdf = await page.request.get(
    (await preview.getByRole('link', { name: 'Open PDF' }).getAttribute('href')) ?? '',
  )
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  await preview.getByRole('tab', { name: 'Phone' }).click()
  await expect(preview.getByText('Croissants')).toBeVisible()
  await button('Send invoice').click()
  await expect(page).toHaveURL(/\/invoices\/(?!drafts)[0-9a-f-]{36}$/)
  await page.goto('/mailbox')
  await expect(page.getByRole('row', { name: /books@example\.com/ })).toBeVisible()
  await page
    .getByRole('row', { name: /ada@example\.com/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.frameLocator('iframe').getByText('as promised.')).toBeVisible()
})

test('an invoice is scheduled, taken off its schedule, scheduled again, and sent as the clock moves on', async ({
  page,
  service,
}) => {
  test.slow()
  const vendor = await browseAsNewVendor(page)
  const { key: api_key } = await operate('key create', { vendor, mode: 'test' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada@example.com')
  await page.getByText('One amount').click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('100')
  const schedule = async (days: number) => {
    await button('Review and send').click()
    await page.getByLabel('On a later day, at 8 in the morning').check()
    await page.getByLabel('Day', { exact: true }).fill(inDays(days))
    await button('Schedule invoice').click()
    await expect(page).toHaveURL(/\/invoices\/drafts$/)
  }
  await schedule(3)
  await page.getByRole('link', { name: 'ada@example.com' }).click()
  await expect(page.getByText(/^Scheduled for /)).toBeVisible()
  await button('Cancel schedule').click()
  await expect(page.getByText(/^Scheduled for /)).toBeHidden()
  await schedule(3)
  await expectAccessible(page, page.url())
  await post(service, '/test/clock/advance', { api_key, days: 4 })
  await expect(async () => {
    await page.goto('/invoices')
    await expect(page.getByRole('row', { name: /ada@example\.com/ })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await page.goto('/invoices/drafts')
  await expect(page.getByText('No drafts')).toBeVisible()
})
