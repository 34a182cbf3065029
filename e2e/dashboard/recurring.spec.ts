import { expect } from '@playwright/test'
import { expectAccessible, test } from '../fixtures/browser'
import { browseAsNewVendor, generateKey, post } from '../fixtures/journey'
import { activate, arrowTo, chooseOption, expectFocus, fillField } from '../fixtures/keyboard'

test('a monthly invoice is sent today, and again when the test clock has passed a month', async ({
  page,
  service,
}) => {
  test.slow()
  await browseAsNewVendor(page)
  const key = await generateKey(page, 'My server')
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Recurring', exact: true }).click()
  await expect(page.getByText('No recurring test invoices yet')).toBeVisible()
  await page.getByRole('link', { name: 'New recurring invoice' }).click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Item 1' }).fill('Hosting')
  await page.getByRole('textbox', { name: 'Unit price' }).fill('50')
  await page.getByLabel('Day of month').selectOption('Last day')
  await page.getByLabel('Ends').selectOption('After a number of invoices')
  await page.getByLabel('Number of invoices').fill('3')
  await expect(page.getByRole('listitem').filter({ has: page.locator('time') })).toHaveCount(3)
  await page.getByLabel('Day of month').selectOption(String(new Date().getUTCDate()))
  await page.getByRole('button', { name: 'Create recurring invoice' }).click()
  await expect(page).toHaveURL(/\/invoices\/recurring\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$50.00')
  const invoices = page.getByRole('region', { name: 'Invoices' }).locator('tbody tr')
  // The worker sends the first one by itself, and the page follows.
  await expect(invoices).toHaveCount(1)

  await post(service, '/test/clock/advance', { api_key: key, days: 31 })
  await page.reload()
  await expect(invoices).toHaveCount(2)
  await expect(page.getByText('31 days ahead')).toBeVisible()
  await expectAccessible(page, new URL(page.url()).pathname)
  await invoices.first().getByRole('link').click()
  await expect(page.getByRole('link', { name: /^Monthly on/ })).toBeVisible()
  await page.goto('/mailbox')
  await expect(page.getByText('INV-0002').first()).toBeVisible()
})

test('by keyboard at 390 px: a weekly draft, paused, resumed and deleted', async ({ page }) => {
  test.slow()
  await browseAsNewVendor(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/invoices/recurring/new')
  await chooseOption(page.getByLabel('Period'), 'Weeks')
  await fillField(page.getByLabel('First invoice'), '01022031')
  await chooseOption(page.getByLabel('When an invoice is due'), 'Leave it as a draft')
  await fillField(page.getByRole('combobox', { name: 'Customer' }), 'ada@example.com')
  await page.keyboard.press('Tab')
  await fillField(page.getByRole('textbox', { name: 'Item 1' }), 'Hosting')
  await fillField(page.getByRole('textbox', { name: 'Unit price' }), '50')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await activate(page.getByRole('button', { name: 'Create recurring invoice' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$50.00')
  await expect(page.getByText('Left as a draft')).toBeVisible()

  const actions = page.getByRole('button', { name: 'Actions' })
  const dialog = page.getByRole('alertdialog')
  for (const [act, status] of [
    ['Pause', 'Paused'],
    ['Resume', 'Active'],
  ] as const) {
    await activate(actions)
    await arrowTo(page.getByRole('menuitem', { name: act }))
    await page.keyboard.press('Enter')
    await activate(dialog.getByRole('button', { name: `${act} recurring invoice` }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: status }).first()).toBeVisible()
    await expectFocus(actions)
  }
  await activate(actions)
  await arrowTo(page.getByRole('menuitem', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await activate(dialog.getByRole('button', { name: 'Delete recurring invoice' }))
  await expect(page.getByText('No recurring test invoices yet')).toBeVisible()
})
