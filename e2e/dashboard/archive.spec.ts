import { expect } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { addBankAccount, browseAsNewVendor, createCustomer, operate } from '../fixtures/journey'

test('a customer and a bank account are archived, found in the archive, and taken back', async ({ page }) => {
  test.slow()
  await browseAsNewVendor(page)
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  const path = new URL(page.url()).pathname
  await addBankAccount(page, '123456789012')

  await page.getByRole('button', { name: 'Actions for the account ending in 9012' }).click()
  await page.getByRole('menuitem', { name: 'Archive bank account' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Archive First Bank •••• 9012?' })
  await expectAccessibleNow(page, 'the confirmation')
  await confirmation.getByRole('button', { name: 'Archive bank account' }).click()
  await expect(page.getByText('Bank account archived', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Archived bank accounts' })).toBeVisible()
  await expect(page.getByText('No bank accounts yet')).toBeVisible()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive customer' }).click()
  await page
    .getByRole('alertdialog', { name: 'Archive Ada Lovelace?' })
    .getByRole('button', { name: 'Archive customer' })
    .click()
  await expect(page.getByText('Customer archived', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'New invoice' })).toHaveCount(0)
  await expectAccessibleNow(page, 'an archived customer')

  await page.goto('/customers')
  await expect(page.getByRole('link', { name: 'Ada Lovelace' })).toHaveCount(0)
  await page.goto('/customers?archived=true')
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await expect(page).toHaveURL(path)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Unarchive customer' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unarchive customer' }).click()
  await expect(page.getByRole('link', { name: 'New invoice' }).first()).toBeVisible()
})

test('a link for bank details is created, and a payout to what comes from it asks for a second look', async ({
  page,
  openElsewhere,
}) => {
  test.slow()
  const vendor = await browseAsNewVendor(page)
  await operate('wallet credit', { vendor, mode: 'test', amount: '100', currency: 'USD' })
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  const path = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Request bank details' }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const dialog = page.getByRole('dialog', { name: 'Link created' })
  const link =
    /http\S+\/bank-details\/bal_[0-9A-Za-z]{54}/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  await expectAccessibleNow(page, 'the link')

  const payee = await openElsewhere()
  await payee.goto(link)
  const texts = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'Bank name': 'First Bank',
    'Routing number': '021000021',
    'Account number': '123456789012',
    'Street address': '1 Main Street',
    City: 'New York',
    State: 'NY',
    'ZIP code': '10001',
  }
  for (const [label, text] of Object.entries(texts)) await payee.getByLabel(label, { exact: true }).fill(text)
  await payee.getByRole('button', { name: 'Save bank details' }).click()
  await expect(payee.getByRole('heading', { name: 'Corner Bakery has your bank details' })).toBeVisible()

  await page.goto('/wallet')
  await page.goto(path)
  await expect(page.getByText('Bank details entered by the customer')).toBeVisible()
  await expect(page.getByText('Unconfirmed')).toBeVisible()
  await page.getByRole('link', { name: 'New payout' }).first().click()
  await page.getByLabel('Amount in USD').fill('5')
  await page.getByRole('button', { name: 'Review payout' }).click()
  await expect(page.getByText('This bank account is new: added just now')).toBeVisible()
  const send = page.getByRole('button', { name: 'Pay $5.00' })
  await expect(send).toBeDisabled()
  await page.getByLabel('I checked that First Bank •••• 9012 belongs to Ada Lovelace').check()
  await send.click()
  await expect(page.getByText('Ada Lovelace').first()).toBeVisible()
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  await page.goto(path)
  await expect(page.getByText('First Bank').first()).toBeVisible()
  await expect(page.getByText('Unconfirmed')).toHaveCount(0)
})
