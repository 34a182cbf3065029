import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { addBankAccount, createCustomer, signUp } from '../fixtures/journey'

test('a customer is created, found, edited, and keeps what was typed when its e-mail is taken', async ({
  page,
}) => {
  await signUp(page)
  await page.goto('/customers')
  await expect(page.getByText('No test customers yet')).toBeVisible()
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  await createCustomer(page, 'Grace Hopper', 'grace@example.com')

  await page.goto('/customers')
  await page.getByRole('searchbox').fill('aDA')
  await expect(page).toHaveURL(/q=aDA/)
  await expect(page.getByRole('link', { name: 'Grace Hopper' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Name').fill('Countess Lovelace')
  await page.getByLabel('E-mail').fill('GRACE@example.com')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Another customer has this e-mail already.')).toBeVisible()
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Countess Lovelace')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Countess Lovelace' })).toBeVisible()
})

test('a bank account is shown by its last digits, whole when it is revealed, and that is in the audit log', async ({
  page,
}) => {
  await signUp(page)
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  await addBankAccount(page, '123456789012')
  await expect(page.getByText('123456789012')).toHaveCount(0)
  await page.getByRole('button', { name: /^Reveal the account number/ }).click()
  await expect(page.getByTestId('account-number')).toHaveText('123456789012')
  await page.getByRole('button', { name: /^Hide the account number/ }).click()
  await expect(page.getByText('123456789012')).toHaveCount(0)
  await page.goto('/settings/audit-log')
  await expect(page.getByText('First Bank, ending in 9012')).toHaveCount(2)
  await expect(page.getByText('123456789012')).toHaveCount(0)
})

test('another vendor’s customer is not found', async ({ page, browser }) => {
  await signUp(page)
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  const path = new URL(page.url()).pathname
  const other = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const theirs = await other.newPage()
  await signUp(theirs, 'Another Bakery')
  for (const wrong of [path, `${path}/edit`, `${path}/bank-accounts/new`]) {
    await theirs.goto(wrong)
    await expect(theirs.getByText('Ada Lovelace')).toHaveCount(0)
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText('found')
  }
  await other.close()
})

test('Back asks before it leaves what was typed', async ({ page }) => {
  await signUp(page)
  await page.goto('/customers')
  await page.getByRole('link', { name: 'New customer' }).first().click()
  await expect(page.getByRole('button', { name: 'Create customer' })).toBeEnabled()
  const name = page.getByLabel('Name', { exact: true })
  await name.click()
  await page.keyboard.type('Ada')
  for (const leaves of [false, true]) {
    const asked = page.waitForEvent('dialog')
    // Later: the evaluation must be over before the page may be.
    await page.evaluate(() => void setTimeout(() => window.history.back(), 50))
    const question = await asked
    await (leaves ? question.accept() : question.dismiss())
    if (!leaves) await expect(name).toHaveValue('Ada')
  }
  await expect(page).toHaveURL(/\/customers$/)
})
