import { expect, type Page } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { browseAsNewVendor, sendInvoice } from '../fixtures/journey'

/** Sends an invoice of croissants for 8.33 and flour for 10. */
async function sendItems(page: Page): Promise<void> {
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada@example.com')
  await page.getByRole('combobox', { name: 'Item 1' }).fill('Croissants')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2.5')
  await page.getByRole('textbox', { name: 'Unit price' }).fill('3.33')
  await page.getByRole('button', { name: 'Add item' }).click()
  await page.getByRole('combobox', { name: 'Item 2' }).fill('Flour')
  await page.getByRole('textbox', { name: 'Unit price' }).nth(1).fill('10')
  await sendInvoice(page)
}

async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('items are refunded by quantity and amount, and what is left of each is shown', async ({ page }) => {
  await browseAsNewVendor(page)
  await sendItems(page)
  await act(page, 'Mark as paid')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Status: Paid')).toBeVisible()

  await act(page, 'Refund')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Items', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Choose at least one item')
  await dialog.getByRole('checkbox', { name: /Croissants/ }).check()
  await dialog.getByLabel('Quantity').fill('1')
  await expect(dialog.getByLabel('Amount in USD')).toHaveValue('3.33')
  await expectAccessibleNow(page, 'the dialog of a refund of items')
  await dialog.getByLabel('Reason').fill('Stale')
  await dialog.getByRole('button', { name: 'Refund $3.33' }).click()
  await expect(page.getByText('Invoice refunded').first()).toBeVisible()

  await act(page, 'Refund')
  await dialog.getByText('Items', { exact: true }).click()
  await expect(dialog.getByText('$5.00 left')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /Croissants/ }).check()
  await dialog.getByLabel('Amount in USD').fill('5.01')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Croissants: Enter at most 5.00')
  await dialog.getByLabel('Amount in USD').fill('5')
  await dialog.getByRole('button', { name: 'Refund $5.00' }).click()
  await expect(page.getByText('INV-0001-CN2').first()).toBeVisible()
})

test('an open invoice is credited by item, then in full, and its customer sees that nothing is due', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  await sendItems(page)
  await act(page, 'Credit')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Items', { exact: true }).click()
  await dialog.getByRole('checkbox', { name: /Flour/ }).check()
  await expectAccessibleNow(page, 'the dialog of a credit')
  await dialog.getByRole('button', { name: 'Credit $10.00' }).click()
  await expect(page.getByText('Credit note INV-0001-CN1 created', { exact: true })).toBeVisible()
  await expect(page.getByText('Partly credited')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Items' }).first()).toContainText('Left to pay')
  await act(page, 'Credit')
  await expect(dialog.getByText('nobody can pay the invoice any more')).toBeVisible()
  await dialog.getByRole('button', { name: 'Credit $8.33' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Credited' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Credit note INV-0001-CN2/ })).toBeVisible()
  await expectAccessibleNow(page, 'a credited invoice')
  await page.goto('/invoices?status=credited')
  await expect(page.getByRole('row', { name: /ada@example\.com/ })).toContainText('Credited')
})
