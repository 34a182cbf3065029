import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { browseAsNewVendor } from '../fixtures/journey'

test('the customer’s address is on the paper unless another is typed, and the payment page stands beside a wide one', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  await page.goto('/customers/new')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Address', { exact: true }).fill('12 St James’s Square')
  await page.getByLabel('City').fill('London')
  await page.getByRole('button', { name: 'Create customer' }).click()
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.getByRole('link', { name: 'New invoice' }).first().click()
  const address = page.getByRole('textbox', { name: 'Billing address' })
  await expect(address).toHaveAttribute('placeholder', /^12 St James’s Square\nLondon/)
  const beside = page.getByRole('complementary', { name: 'Preview' })
  await expect(beside).toContainText('12 St James’s Square')
  await page.getByRole('textbox', { name: 'Unit price' }).fill('100')
  await expect(beside).toContainText('$103.20')
  await address.fill('Ockham Park')
  await expect(beside).toContainText('Ockham Park')
  await expect(beside).not.toContainText('12 St James’s Square')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(beside).toHaveCount(0)
})
