import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { browseAsNewVendor, operate } from '../fixtures/journey'

async function addBankAccount(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Add bank account' }).click()
  await page.getByLabel('Bank', { exact: true }).fill('First Bank')
  await page.getByLabel('Routing number').fill('021000021')
  await page.getByLabel('Account number').fill('123456789012')
  await page.getByLabel('Street address').fill('1 Main Street')
  await page.getByLabel('City').fill('New York')
  await page.getByLabel('State').fill('NY')
  await page.getByLabel('Postcode').fill('10001')
  await page.getByRole('button', { name: 'Add bank account' }).click()
}

test('an owner adds a bank account and withdraws everything to it, and the wallet names it', async ({
  page,
}) => {
  const vendor = await browseAsNewVendor(page)
  await operate('wallet credit', { vendor, mode: 'test', amount: '100', currency: 'USD' })
  await page.goto('/wallet')
  await page.getByRole('link', { name: 'Withdraw' }).click()
  // Without an account of one's own, it begins with that.
  await expect(page).toHaveURL(/\/settings\/withdrawals$/)
  await addBankAccount(page)
  await expect(page).toHaveURL(/\/settings\/withdrawals$/)
  await expect(page.getByText('First Bank')).toBeVisible()

  await page.goto('/wallet')
  await page.getByRole('link', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Everything available' }).click()
  await expect(page.getByLabel('Amount in USD')).toHaveValue('100.00')
  await page.getByRole('button', { name: 'Review withdrawal' }).click()
  await page.getByRole('button', { name: 'Withdraw $100.00' }).click()
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  await page.goto('/wallet')
  await expect(page.getByText('Withdrawal to your bank account').first()).toBeVisible()
  expect(await operate<object>('wallet show', { vendor, mode: 'test' })).toEqual({
    USD: { available: '0.00', held: '0.00' },
  })
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })

  await page.goto('/settings/withdrawals')
  const archive = page.getByRole('button', { name: 'Archive the account ending in 9012' })
  await archive.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('First Bank')).toBeVisible()
  await archive.click()
  await page.getByRole('button', { name: 'Archive bank account' }).click()
  await expect(page.getByText('No bank account yet')).toBeVisible()
})

test('an owner has the wallet emptied every Monday, changes the day, and pauses it', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/settings/withdrawals')
  await expect(page.getByText('Automatic withdrawals')).toHaveCount(0)
  await addBankAccount(page)
  await page.getByRole('button', { name: 'Set up automatic withdrawals' }).click()
  await page.getByLabel('Day of the week').selectOption('Monday')
  await page.getByLabel('Keep in the wallet, in USD').fill('all')
  await page.getByRole('button', { name: 'Set up withdrawals' }).click()
  await expect(page.getByText('Enter an amount such as 25 or 1,250.00')).toBeVisible()
  await page.getByLabel('Keep in the wallet, in USD').fill('250')
  await page.getByRole('button', { name: 'Set up withdrawals' }).click()
  await expect(page.getByText('Weekly on Monday').first()).toBeVisible()
  await expect(page.getByText('$250.00', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('How often').selectOption('Every day')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Daily', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Pause withdrawals' }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Resume withdrawals' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
})
