import { expect } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { keyboard } from '../fixtures/hands'
import { browseAsNewVendor, sendInvoice } from '../fixtures/journey'
import { activate, fillField } from '../fixtures/keyboard'

test('by keyboard alone: a saved rate and item tax an invoice, and reverse charge takes the tax off', async ({
  page,
}) => {
  test.slow()
  await browseAsNewVendor(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.goto('/settings/invoices')
  await fillField(field('Tax name'), 'VAT')
  await fillField(field('Rate (%)'), '19')
  await activate(button('Add tax rate'))
  const rate = page.getByRole('list', { name: 'Tax rates' }).getByRole('listitem')
  // The first one is the default.
  await expect(rate).toContainText('VAT 19%')
  await expect(rate).toContainText('Default')

  await activate(button('Archive VAT 19%'))
  await activate(button('Archive tax rate'))
  await expect(rate).toHaveCount(0)
  await activate(page.getByText('Archived tax rates (1)'))
  await activate(button('Unarchive VAT 19%'))
  await expect(rate).toContainText('VAT 19%')
  await expect(page.getByText('Archived tax rates')).toHaveCount(0)
  await activate(button('Set as default: VAT 19%'))
  await expect(rate).toContainText('Default')

  await page.goto('/invoices/items/new')
  await fillField(field('Description'), 'Hosting, per month')
  await fillField(field('Unit price'), '100')
  await activate(button('Create item'))
  await expect(page.getByRole('row', { name: /Hosting/ })).toContainText('$100.00')
  await expectAccessibleNow(page, 'the list of items')

  await page.goto('/customers/new')
  await fillField(field('Name'), 'Müller GmbH')
  await fillField(field('Email'), 'mueller@example.com')
  await fillField(field('Tax ID'), 'DE136695975')
  await expect(page.getByText('This doesn’t look like a German VAT ID')).toBeVisible()
  await page.getByRole('combobox', { name: 'Tax', exact: true }).selectOption('Reverse charge')
  await activate(button('Create customer'))
  await expect(page.getByRole('heading', { name: 'Müller GmbH' })).toBeVisible()
  await expect(page.getByText('Reverse charge', { exact: true })).toBeVisible()

  await page.goto('/invoices/new')
  await expect(page.getByRole('combobox', { name: 'Tax', exact: true })).toHaveValue(/.+/)
  await fillField(page.getByRole('combobox', { name: 'Item 1' }), '/')
  await expect(page.getByRole('option', { name: /Hosting/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Item 1' })).toHaveValue('Hosting, per month')
  await expect(field('Unit price')).toHaveValue('100.00')
  const total = page.getByRole('region', { name: 'Total' })
  await expect(total).toContainText('$19.00')
  await expectAccessibleNow(page, 'a line with a saved item')
  await fillField(page.getByRole('combobox', { name: 'Customer' }), 'mueller')
  await expect(page.getByRole('option', { name: /Müller/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^No tax: reverse charge/)).toBeVisible()
  await expect(total).not.toContainText('$19.00')
  await sendInvoice(page, keyboard)
  await expect(page.getByRole('row', { name: /Hosting/ })).toContainText('$100.00')
  await expect(page.getByText('Reverse charge', { exact: true })).toBeVisible()
})
