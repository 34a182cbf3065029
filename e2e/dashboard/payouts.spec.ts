import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { aPayableCustomer, browseAsNewVendor, operate } from '../fixtures/journey'

async function review(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount in USD').fill(amount)
  await page.getByRole('button', { name: 'Review payout' }).click()
  await expect(page.getByRole('heading', { name: 'Review payout' })).toBeVisible()
}

test('a refused payout says why and what to do, and the next one to another account arrives', async ({
  page,
  service,
}) => {
  const vendor = await aPayableCustomer(page, service, '000111111116', '123456789012')
  await page.getByRole('link', { name: 'New payout' }).first().click()
  await page.getByRole('radio').first().check()
  await review(page, '25.50')
  await page.getByRole('button', { name: 'Pay $25.50' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'This bank account doesn’t exist' })).toContainText(
    'The full amount is back in your wallet.',
  )

  await page.getByRole('button', { name: 'Edit and try again' }).click()
  await expect(page.getByLabel('Amount in USD')).toHaveValue('25.50')
  await page.getByRole('radio').nth(1).check()
  await page.getByRole('button', { name: 'Review payout' }).click()
  await page.getByRole('button', { name: 'Pay $25.50' }).click()
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
  await expect(page.getByText('Delivered', { exact: true })).toBeVisible()

  await page.goto('/payouts')
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toHaveCount(2)
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '974.50', held: '0.00' } })
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
})

test('a double click pays once', async ({ page, service }) => {
  const vendor = await aPayableCustomer(page, service, '123456789012')
  await page.getByRole('link', { name: 'New payout' }).first().click()
  await review(page, '25')
  await page.getByRole('button', { name: 'Pay $25.00' }).dblclick()
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '975.00', held: '0.00' } })
})

test('after a lost answer the page asks again, and the payout is created once', async ({ page, service }) => {
  const vendor = await aPayableCustomer(page, service, '123456789012')
  await page.getByRole('link', { name: 'New payout' }).first().click()
  await review(page, '25')
  // The service has created the payout by then; its answer is lost.
  await page.route('**/api/dashboard/payouts?*', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(page.getByText('the payout may have been made')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0)
  await page.unroute('**/api/dashboard/payouts?*')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '975.00', held: '0.00' } })
})

test('more than the balance, or than the limit, is reported beside the amount', async ({ page, service }) => {
  await aPayableCustomer(page, service, '123456789012')
  await page.getByRole('link', { name: 'New payout' }).first().click()
  for (const [amount, problem] of [
    ['', 'Enter an amount'],
    ['1.234', 'Enter an amount such as 25 or 1,250.00'],
    ['1.000,01', 'You have $1,000.00 available'],
    ['1000.01', 'You have $1,000.00 available'],
    ['10000.01', 'The limit per payout is $10,000.00'],
  ] as const) {
    await page.getByLabel('Amount in USD').fill(amount)
    await page.getByRole('button', { name: 'Review payout' }).click()
    await expect(page.getByText(problem)).toBeVisible()
    await expect(page.getByLabel('Amount in USD')).toBeFocused()
  }
})

test('another vendor’s payout, and a payout to its customer, are not found', async ({
  page,
  openElsewhere,
  service,
}) => {
  await aPayableCustomer(page, service, '123456789012')
  const customerId = new URL(page.url()).pathname.split('/').at(-1)
  await page.getByRole('link', { name: 'New payout' }).first().click()
  await review(page, '25')
  await page.getByRole('button', { name: 'Pay $25.00' }).click()
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  const path = new URL(page.url()).pathname
  const theirs = await openElsewhere()
  await browseAsNewVendor(theirs, 'Another Bakery')
  for (const wrong of [path, `/payouts/new?customer=${customerId}`]) {
    await theirs.goto(wrong)
    await expect(theirs.getByText('Ada Lovelace')).toHaveCount(0)
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText('found')
  }
})
