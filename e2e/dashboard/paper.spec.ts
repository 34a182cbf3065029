import { expect, type Page } from '@playwright/test'
import { expectAccessibleNow, expectFits, test } from '../fixtures/browser'
import { browseAsNewVendor } from '../fixtures/journey'
import { activate, chooseOption, expectFocus, fillField, tabTo, typeOver } from '../fixtures/keyboard'

/** What a screen reader calls the field or button that has the focus. */
const focusedName = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLInputElement
    return (focused.labels?.[0]?.textContent || focused.textContent || '').trim()
  })

test('by keyboard alone: an invoice is written on its paper, adds up as it is typed, is looked at in each tab, and sent', async ({
  page,
}) => {
  test.slow()
  await browseAsNewVendor(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByRole('textbox', { name, exact: true })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await page.goto('/settings/branding')
  await chooseOption(page.getByRole('combobox', { name: 'Email language' }), 'Deutsch')
  await activate(button('Save'))
  await expect(page.getByText('Branding saved').first()).toBeVisible()

  await page.goto('/invoices/new')
  const paper = page.getByRole('region', { name: 'Invoice', exact: true })
  await expect(paper).toContainText('Corner Bakery')
  await expect(paper).toContainText('INV-0001')
  const customer = paper.getByRole('combobox', { name: 'Customer' })
  await tabTo(customer)
  const way = ['Customer']
  while (way.at(-1) !== 'Notes' && way.length < 40) {
    await page.keyboard.press('Tab')
    const name = await focusedName(page)
    // A date is several stops.
    if (name !== way.at(-1)) way.push(name)
  }
  const days = ['Due date', 'Net 7', 'Net 15', 'Net 30', 'Net 60']
  const line = ['Item 1', 'Quantity', 'Unit price', 'Add item', 'Add tax']
  const head = ['Customer', 'Billing address', ...days, 'Currency', 'Items']
  expect(way).toEqual([...head, ...line, 'Discount', 'Discount type', 'Notes'])

  await fillField(paper.getByRole('combobox', { name: 'Item 1' }), 'Croissants')
  await fillField(field('Quantity'), '2.5')
  await fillField(field('Unit price'), '3.33')
  const total = page.getByRole('region', { name: 'Total' })
  await expect(total).toContainText('$8.87')
  await activate(button('Add tax'))
  await expectFocus(field('Tax'))
  await page.keyboard.type('VAT')
  await fillField(field('Tax rate (%)'), '19')
  await expect(total).toContainText('$10.50')
  await expect(paper.getByText(/^\$10\.50 due on /)).toBeVisible()
  await expect(page.getByText('Your customer pays $10.50')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+Enter')
  await expectFocus(customer)
  await expect(paper.getByText('Choose a customer or enter an email address')).toBeVisible()
  await page.keyboard.type('ada@example.com')
  await fillField(field('Notes'), 'Thank you')
  await expectAccessibleNow(page, 'an invoice that is written')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectFits(page, 'an invoice that is written, 390')
  await page.setViewportSize({ width: 1280, height: 800 })

  await tabTo(tab('Edit'))
  await page.keyboard.press('ArrowRight')
  await expectFocus(tab('Email'))
  await expect(page.frameLocator('iframe').getByText('Croissants')).toBeVisible()
  await expect(page.getByText(/Rechnung INV-0001 von Corner Bakery/).first()).toBeVisible()
  await page.keyboard.press('ArrowRight')
  const link = page.getByRole('link', { name: 'Open PDF' })
  await expect(link).toBeVisible()
  const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  expect(pdf.headers()['content-security-policy']).toContain("frame-ancestors 'self'")
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Zwischensumme')).toBeVisible()
  await expectAccessibleNow(page, 'an invoice on a phone')
  await page.keyboard.press('Home')
  await expect(field('Notes')).toHaveValue('Thank you')

  await fillField(field('Notes'), '')
  await typeOver(page, 'Many thanks')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(/\/review$/)
  await fillField(field('Message'), 'Hello Ada')
  await activate(button('Send invoice'))
  await expect(page).toHaveURL(/\/invoices\/(?!drafts)[0-9a-f-]{36}$/)
  await expect(page.getByText('Many thanks')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$10.50')
})

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
