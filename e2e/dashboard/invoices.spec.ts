import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import {
  anInvoice,
  browseAsNewVendor,
  generateKey,
  type Invoice,
  post,
  sendInvoice,
} from '../fixtures/journey'
import type { Service } from '../fixtures/service'

/** Signs a vendor up with these invoices, each for a customer of its own. */
async function withInvoices(
  page: Page,
  service: Service,
  all: Record<string, unknown>[],
): Promise<Invoice[]> {
  await browseAsNewVendor(page)
  const key = await generateKey(page, 'My server')
  const invoices: Invoice[] = []
  for (const fields of all) {
    const body = { api_key: key, email: 'ada@example.com', amount: 10, ...fields }
    invoices.push((await post<{ invoice: Invoice }>(service, '/invoice', body)).invoice)
  }
  return invoices
}

test('an invoice is created from items for a new customer, with the total shown before', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/invoices')
  await expect(page.getByText('No test invoices yet')).toBeVisible()
  await page.getByRole('link', { name: 'New invoice' }).first().click()
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada@example.com')
  await page.getByRole('combobox', { name: 'Item 1' }).fill('Croissants')
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2.5')
  await page.getByRole('textbox', { name: 'Unit price' }).fill('3.33')
  await page.getByRole('button', { name: 'Add item' }).click()
  await expect(page.getByRole('combobox', { name: 'Item 2' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Item 2' }).fill('Flour')
  await page.getByRole('textbox', { name: 'Unit price' }).nth(1).fill('10')
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('$19.16')
  await sendInvoice(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$19.16')
  await expect(page.getByRole('row', { name: /Croissants/ })).toContainText('$8.33')
  await expect(page.getByRole('img', { name: 'QR code of the payment link' })).toBeVisible()
})

test('a double click sends one invoice', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada@example.com')
  await page.getByText('One amount').click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('100')
  await page.getByRole('button', { name: 'Review and send' }).dblclick()
  await page.getByRole('button', { name: 'Send invoice' }).dblclick()
  await expect(page).toHaveURL(/\/invoices\/[0-9a-f-]{36}$/)
  await page.goto('/invoices')
  await expect(page.locator('tbody tr')).toHaveCount(1)
})

test('errors show beside their fields, and the input stays', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Item 1' }).fill('Croissants')
  await page.getByRole('textbox', { name: 'Unit price' }).fill('3.333')
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(page.getByText('Choose a customer or enter an email address')).toBeVisible()
  await expect(page.getByText('At most 2 decimals')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Item 1' })).toHaveValue('Croissants')

  // It is kept as a draft.
  await page.getByRole('link', { name: 'Customers' }).first().click()
  await expect(page).toHaveURL(/\/customers$/)
})

test('filters are in the URL, survive a reload, and apply to the export', async ({ page, service }) => {
  const [euro] = await withInvoices(page, service, [{ currency: 'EUR' }, { currency: 'USD' }])
  await page.goto('/invoices')
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Currency').selectOption('EUR')
  await expect(page).toHaveURL(/currency=EUR/)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove filter Currency: EUR – Euro' })).toBeVisible()
  await expect(page.locator('tbody tr')).toHaveCount(1)

  await page.getByRole('button', { name: 'Export as CSV' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('dialog')
      .getByRole('link', { name: /Download|Export/ })
      .click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(euro?.id)
})

test('j, k, x and Enter lead through the list to an invoice, which is marked as paid by keyboard alone', async ({
  page,
  service,
}) => {
  const [first, second] = await withInvoices(page, service, [{}, { email: 'grace@example.com' }])
  await page.goto('/invoices')
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(page.locator(`a[href="/invoices/${second?.id}"]`)).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.locator(`a[href="/invoices/${first?.id}"]`)).toBeFocused()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/invoices/${second?.id}$`))
  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toBeFocused()
  await page.keyboard.type('Mark as p')
  await expect(page.getByRole('menuitem', { name: 'Mark as paid' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Status: Paid')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Receipt \(PDF\)/ }).first()).toBeVisible()
})

test('a bank transfer of a part is recorded, shown to the customer and removed, and one of the rest pays the invoice', async ({
  page,
  service,
  openElsewhere,
}) => {
  const [invoice] = await withInvoices(page, service, [{ amount: 100 }])
  await page.goto(`/invoices/${invoice?.id}`)
  const record = async (amount: string | null, button: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Record a payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record a payment' })
    if (amount !== null) await dialog.getByLabel('Amount in USD').fill(amount)
    await dialog.getByLabel('Reference').fill('E2E-4711')
    await dialog.getByRole('button', { name: button }).click()
    return dialog
  }
  const dialog = await record('103.21', 'Record payment')
  await expect(dialog.getByText('Enter at most 103.20')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await record('40', 'Record $40')
  await expect(page.getByText('Partly paid')).toBeVisible()
  const payments = page.getByRole('region', { name: 'Recorded payments' })
  await expect(payments).toContainText('Bank transfer')
  await expect(payments).toContainText('E2E-4711')
  await expect(page.getByText('Left to pay')).toBeVisible()
  const customer = await openElsewhere()
  const isNoted = customer.waitForResponse('**/opened')
  await customer.goto(invoice?.payment_link ?? '')
  await isNoted
  await expect(customer.getByRole('heading', { level: 1 })).toContainText('$63.20')
  await expect(customer.getByText('Paid so far')).toBeVisible()
  await expect(customer.getByRole('button', { name: 'Pay $63.20' })).toBeVisible()

  await payments.getByRole('button', { name: 'Remove the payment of $40.00' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove payment' }).click()
  await expect(payments).toHaveCount(0)
  await expect(page.getByText('Payment removed').first()).toBeVisible()
  await record(null, 'Record $103.20')
  await expect(page.getByRole('link', { name: /^Receipt \(PDF\)/ }).first()).toBeVisible()
  await expect(payments.getByRole('button')).toHaveCount(0)
  await customer.reload()
  await expect(customer.getByRole('heading', { name: 'This invoice is paid' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Opened by your customer')).toBeVisible()
  await page.goto('/wallet')
  await expect(page.getByText('$0.00').first()).toBeVisible()
})

test("another vendor's invoice is not found, and neither is a missing one", async ({ page, service }) => {
  const { invoice } = await anInvoice(service)
  await browseAsNewVendor(page)
  for (const id of [invoice.id, '01a1fe12-183b-7678-8529-e4adf902f132', 'none']) {
    await page.goto(`/invoices/${id}`)
    await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
    await expect(page.getByText('ada@example.com')).toHaveCount(0)
  }
})
