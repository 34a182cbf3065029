import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from '../fixtures/browser'
import { type Hand, mouse, WAYS } from '../fixtures/hands'
import { browseAsNewVendor, createCustomer, operate, sendInvoice } from '../fixtures/journey'

const menuOf = (page: Page) => page.getByRole('button', { name: 'More actions' })

/** Writes a draft, edits it, sends it and gives a part of the money back. */
async function fromDraftToRefund(page: Page, hand: Hand): Promise<void> {
  const { press, fill, choose } = hand
  const vendor = await browseAsNewVendor(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  await page.goto('/invoices/new')
  await fill(page.getByRole('combobox', { name: 'Item 1' }), 'Design')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Draft', { exact: true })).toBeVisible()

  await page.reload()
  await expect(page).toHaveURL(/\/invoices\/drafts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('combobox', { name: 'Item 1' })).toHaveValue('Design')
  await fill(page.getByRole('combobox', { name: 'Customer' }), 'ada@example.com')
  await fill(field('Unit price'), '100')
  await press(button('Add tax'))
  await expect(field('Tax')).toBeFocused()
  await fill(field('Tax'), 'VAT')
  await fill(field('Tax rate (%)'), '19')
  await fill(field('Discount'), '10')
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('$17.10')
  await sendInvoice(page, hand)
  await expect(page.getByRole('row', { name: /Design/ })).toContainText('VAT 19%')
  const invoice = page.url()
  await page.goto('/invoices/drafts')
  await expect(page.getByText('No drafts')).toBeVisible()

  await page.goto(invoice)
  await choose(menuOf(page), 'Mark as paid')
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }))
  await expect(page.getByText('Status: Paid')).toBeVisible()
  await choose(menuOf(page), 'Refund')
  const dialog = page.getByRole('dialog')
  await fill(dialog.getByLabel('Amount in USD'), '7,10')
  await fill(dialog.getByLabel('Reason'), 'Late')
  await press(dialog.getByRole('button', { name: 'Refund $7.10' }))
  await expect(page.getByText(/^Refund of \$7\./).first()).toBeVisible()
  await expect(page.getByText('Partly refunded', { exact: true })).toBeVisible()
  expect(await operate<object>('wallet show', { vendor, mode: 'test' })).toEqual({
    USD: { available: '100.00', held: '0.00' },
  })
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
}

for (const { way, hand, use } of WAYS) {
  test.describe(way, () => {
    test.use(use)
    test.slow()

    test('from draft to refund', ({ page }) => fromDraftToRefund(page, hand))
  })
}

test('on a phone, a duplicate is changed and deleted, and its invoice voided with a reason', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await browseAsNewVendor(page)
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada@example.com')
  await page.getByText('One amount').click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('100')
  await sendInvoice(page)
  const invoice = page.url()

  await mouse.choose(menuOf(page), 'Duplicate')
  await expect(page).toHaveURL(/\/invoices\/drafts\//)
  await page.getByRole('textbox', { name: 'Unit price' }).fill('90')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expectAccessible(page, page.url())
  await page.setViewportSize({ width: 390, height: 844 })
  await mouse.choose(menuOf(page), 'Delete draft')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click()
  await expect(page).toHaveURL(/\/invoices\/drafts$/)
  await expect(page.getByText('No drafts')).toBeVisible()

  await page.goto(invoice)
  await mouse.choose(menuOf(page), 'Void')
  await page.getByRole('dialog').getByLabel('Reason').fill('Ordered twice')
  await page.getByRole('dialog').getByRole('button', { name: 'Void invoice' }).click()
  await expect(page.getByText(/^Ordered twice · By /)).toBeVisible()
})

test('the whole email of a customer chooses the customer, in any case', async ({ page, context }) => {
  await browseAsNewVendor(page)
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill('ADA@example.com')
  await page.getByRole('combobox', { name: 'Item 1' }).fill('Design')
  const drafts = await context.newPage()
  await expect(async () => {
    await drafts.goto('/invoices/drafts')
    await expect(drafts.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('ADA@example.com')
})

test('a draft saves itself, also as the page is left, and asks only if it can’t', async ({ page }) => {
  await browseAsNewVendor(page)
  const title = page.getByRole('combobox', { name: 'Item 1' })
  const status = page.getByRole('status').filter({ hasText: /^(Saved|Saving…|Not saved)$/ })
  const to = (name: string) =>
    page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name, exact: true }).click()
  // A form that nobody touches is no draft.
  await page.goto('/invoices/new')
  await expect(page.getByRole('button', { name: 'Review and send' })).toBeEnabled()
  await to('Customers')
  await page.goto('/invoices/drafts')
  await expect(page.getByText('No drafts')).toBeVisible()

  await page.goto('/invoices/new')
  await title.fill('Croissants')
  await to('Customers')
  await expect(page).toHaveURL(/\/customers$/)
  await page.goto('/invoices/drafts')
  await page.getByRole('link', { name: 'No customer yet' }).click()
  await expect(title).toHaveValue('Croissants')
  const draft = page.url()

  await page.route('**/api/dashboard/invoice-drafts/*', (route) => route.abort())
  await title.fill('Baguettes')
  await expect(page.getByRole('alert').filter({ hasText: 'Draft not saved' })).toBeVisible()
  await expect(status).toHaveText('Not saved')
  await to('Customers')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(page).toHaveURL(draft)
  await page.unroute('**/api/dashboard/invoice-drafts/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(status).toHaveText('Saved')
  await page.reload()
  await expect(title).toHaveValue('Baguettes')
})

test('a draft that is open twice is not overwritten by the page that is behind', async ({ page }) => {
  await browseAsNewVendor(page)
  const title = page.getByRole('combobox', { name: 'Item 1' })
  const saved = page.getByText('Saved', { exact: true })
  await page.goto('/invoices/new')
  await title.fill('Croissants')
  await expect(saved).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(page.url())
  const answer = other.waitForResponse((response) => response.request().method() === 'POST')
  await other.getByRole('combobox', { name: 'Item 1' }).fill('Baguettes')
  await answer
  await title.fill('Scones')
  await expect(page.getByText('This draft was changed elsewhere')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await other.reload()
  await expect(other.getByRole('combobox', { name: 'Item 1' })).toHaveValue('Baguettes')
})

test('a save whose answer is lost counts once, and Back shows what was typed', async ({ page }) => {
  await browseAsNewVendor(page)
  const title = page.getByRole('combobox', { name: 'Item 1' })
  const saved = page.getByText('Saved', { exact: true })
  const path = '**/api/dashboard/invoice-drafts/*'
  await page.goto('/invoices/new')
  await page.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await title.fill('Croissants')
  await expect(page.getByRole('alert').filter({ hasText: 'Draft not saved' })).toBeVisible()
  await page.unroute(path)
  await title.fill('Baguettes')
  await expect(saved).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Unit price' }).fill('10')
  await page.getByRole('button', { name: 'Review and send' }).click()
  await expect(page).toHaveURL(/\/review$/)
  await page.goBack()
  await expect(title).toHaveValue('Baguettes')
  await title.fill('Scones')
  await expect(saved).toBeVisible()
  await page.goto('/invoices/drafts')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('link', { name: 'ada@example.com' }).click()
  await expect(title).toHaveValue('Scones')
})
