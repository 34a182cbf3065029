import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { browseAsNewVendor } from '../fixtures/journey'

test('test funds are a line of the statement, and each currency has its own statement', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/wallet')
  await expect(page.getByText('No test transactions yet')).toBeVisible()
  for (const [amount, currency] of [
    ['12.50', 'USD'],
    ['500', 'JPY'],
  ] as const) {
    await page.getByRole('button', { name: 'Add test funds' }).first().click()
    await page.getByLabel('Amount').fill(amount)
    await page.getByLabel('Currency').fill(currency)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Add funds' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  // The statement follows the money that was added last.
  await expect(page).toHaveURL(/currency=JPY/)
  await expect(page.getByRole('row', { name: /Funds added/ })).toContainText('¥500')
  await expect(page.getByRole('link', { name: /Available JPY/ })).toContainText(
    'Used for refunds and disputes in JPY. It can’t be paid out',
  )
  await page.getByRole('link', { name: /Available USD/ }).click()
  await expect(page.getByRole('link', { name: /Available USD/ })).not.toContainText('can’t be paid out')
  await expect(page.getByRole('row', { name: /Funds added/ })).toContainText('$12.50')
})

test('an invalid amount is reported beside the field, and nothing is added', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/wallet')
  await page.getByRole('button', { name: 'Add test funds' }).first().click()
  await page.getByLabel('Amount').fill('much')
  await page.getByRole('button', { name: 'Add funds' }).click()
  await expect(page.getByText('Enter an amount above zero')).toBeVisible()
  await expect(page.getByLabel('Amount')).toBeFocused()
})

test('live mode has no test funds', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/wallet')
  await page.getByRole('switch').first().click()
  await expect(page.getByText('No live transactions yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add test funds' })).toHaveCount(0)
})

test('a currency is found by its code or name, and the one used last comes first', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/invoices/new')
  const currency = page.getByRole('combobox', { name: 'Currency' })
  const options = page.getByRole('listbox', { name: 'Currencies' }).getByRole('option')
  await expect(currency).toHaveValue('USD – US Dollar')
  await currency.fill('franc')
  await options.filter({ hasText: 'CHF' }).click()
  await expect(currency).toHaveValue('CHF – Swiss Franc')
  await page.reload()
  await currency.click()
  await expect(options.first()).toHaveText('CHF – Swiss Franc')
  await currency.fill('dkk')
  await page.reload()
  await currency.click()
  await expect(options.first()).toHaveText('DKK – Danish Krone')
  await currency.fill('nothing of the kind')
  await page.getByRole('textbox', { name: 'Due date' }).click()
  await expect(currency).toHaveValue('USD – US Dollar')
})
