import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import {
  anInvoice,
  aPayableCustomer,
  browseAsNewVendor,
  createCustomer,
  operate,
  PASSWORD,
} from '../fixtures/journey'
import { activate, chooseOption, expectFocus, fillField, tabTo, typeOver } from '../fixtures/keyboard'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Fills the fields in order, on the open page. */
async function fillAll(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await fillField(field(page, label), text)
}

test('by keyboard alone: a customer created and edited, a bank account added, and its number revealed', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  await page.goto('/customers')
  await activate(page.locator('#main').getByRole('link', { name: 'New customer' }).first())
  await expect(title(page, 'New customer')).toBeVisible()
  await activate(button(page, 'Create customer'))
  await expectFocus(field(page, 'Name'))
  await page.keyboard.type('Ada Lovelace')
  await fillField(field(page, 'Email'), 'ada@example.com')
  await page.keyboard.press('Enter')
  await expect(title(page, 'Ada Lovelace')).toBeVisible()

  await activate(page.getByRole('link', { name: 'Edit' }))
  await expect(title(page, 'Edit customer')).toBeVisible()
  await fillField(field(page, 'Email'), 'ada')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'such as name@example.com' })).toBeVisible()
  await expectFocus(field(page, 'Email'))
  await typeOver(page, 'countess@example.com')
  await activate(button(page, 'Save changes'))
  await expect(title(page, 'Ada Lovelace')).toBeVisible()
  await expect(page.getByText('countess@example.com').first()).toBeVisible()

  await activate(page.getByRole('link', { name: 'Add bank account' }))
  await expect(title(page, 'Add a bank account')).toBeVisible()
  await activate(button(page, 'Add bank account'))
  // The names are the customer's.
  await expectFocus(field(page, 'Bank'))
  await expect(field(page, 'First name')).toHaveValue('Ada')
  await typeOver(page, 'First Bank')
  await chooseOption(field(page, 'Account type'), 'Savings')
  await activate(page.getByText('Test account numbers'))
  await activate(button(page, /^123456789012/))
  await expect(field(page, 'Account number')).toHaveValue('123456789012')
  const address = { 'Street address': '1 Main Street', City: 'New York', State: 'NY', Postcode: '10001' }
  await fillAll(page, address)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Ada Lovelace')).toBeVisible()

  await activate(button(page, /^Reveal the account number/))
  await expect(page.getByTestId('account-number')).toHaveText('123456789012')
  await expectFocus(button(page, /^Hide the account number/))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('account-number')).toHaveCount(0)
  await expectFocus(button(page, /^Reveal the account number/))
})

test('by keyboard alone: an invoice with items added and removed, sent with errors first, then marked as paid', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  await page.goto('/invoices/new')
  const review = button(page, 'Review and send')
  const items = page.getByRole('combobox', { name: /^Item/ })
  const prices = page.getByRole('textbox', { name: 'Unit price' })
  await activate(review)
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await expectFocus(customer)
  await page.keyboard.type('ada')
  const option = page.getByRole('listbox', { name: 'Customers' }).getByRole('option', { name: /Ada/ })
  await expect(option).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(option).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await expect(option).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(customer).toHaveValue('Ada Lovelace (ada@example.com)')
  await expectFocus(customer)

  await fillField(items.first(), 'Croissants')
  await fillField(prices.first(), '3.333')
  await activate(button(page, 'Add item'))
  await expectFocus(items.nth(1))
  await page.keyboard.type('Bread')
  await activate(button(page, 'Add item'))
  await expectFocus(items.nth(2))
  await page.keyboard.type('Flour')
  await fillField(prices.nth(2), '10')
  await tabTo(button(page, 'Remove item 2'), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(items).toHaveCount(2)
  await expectFocus(items.nth(1))
  await expect(items.nth(1)).toHaveValue('Flour')
  await activate(button(page, 'Remove item 2'))
  await expectFocus(items.first())

  await tabTo(page.getByRole('radio', { name: 'Items' }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await expectFocus(page.getByRole('radio', { name: 'One amount' }))
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(items).toHaveCount(1)

  const more = page.locator('summary').filter({ hasText: 'More' })
  await activate(more)
  await fillField(field(page, 'Redirect URL'), 'nowhere')
  await tabTo(more, 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(field(page, 'Redirect URL')).toBeHidden()
  await activate(review)
  await expectFocus(prices.first())
  await typeOver(page, '3.33')
  // It is closed: the form opens it to focus the error inside.
  await tabTo(more)
  await page.keyboard.press('Enter')
  await activate(review)
  await expectFocus(field(page, 'Redirect URL'))
  await typeOver(page, 'https://example.com/thanks')
  await page.keyboard.press('Enter')
  await activate(button(page, 'Send invoice'))

  await expect(page).toHaveURL(/\/invoices\/[0-9a-f-]{36}$/)
  await activate(button(page, 'Copy payment link').first())
  await expectFocus(button(page, 'Copy payment link').first())
  const question = page.getByRole('alertdialog')
  const actions = button(page, 'More actions')
  const markPaid = async () => {
    await page.keyboard.type('Mark')
    await expectFocus(page.getByRole('menuitem', { name: 'Mark as paid' }))
    await page.keyboard.press('Enter')
    await expectFocus(question.getByRole('button', { name: 'Cancel' }))
  }
  await activate(actions)
  await expectFocus(page.getByRole('menuitem', { name: 'Edit', exact: true }))
  await markPaid()
  await page.keyboard.press('Escape')
  await expectFocus(actions)
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('menuitem', { name: 'Edit', exact: true }))
  await markPaid()
  await activate(question.getByRole('button', { name: 'Mark as paid' }))
  await expect(page.getByText('Status: Paid')).toBeVisible()
  await expect(question).toHaveCount(0)
  await expectFocus(actions)
})

test('by keyboard alone: a payout that is refused, and one to another account that arrives', async ({
  page,
  service,
}) => {
  const vendor = await aPayableCustomer(page, service, '000111111116', '123456789012')

  await page.goto('/payouts')
  await activate(page.locator('#main').getByRole('link', { name: 'New payout' }).first())
  await expect(title(page, 'New payout')).toBeVisible()
  await fillField(page.getByRole('searchbox', { name: 'Search customers' }), 'ada')
  await activate(page.getByRole('link', { name: /^Ada Lovelace/ }))
  const accounts = page.getByRole('radio')
  await expect(accounts).toHaveCount(2)
  // The newest account is preselected; the other one does not exist at the bank.
  const refused = page.getByRole('radio').and(page.getByLabel(/1116/))
  await tabTo(page.locator('input[type=radio]:checked'))
  if (!(await refused.isChecked())) await page.keyboard.press('ArrowDown')
  await expect(refused).toBeChecked()
  await activate(button(page, 'Review payout'))
  await expectFocus(field(page, 'Amount in USD'))
  await page.keyboard.type('25.50')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Review payout' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expectFocus(button(page, 'Pay $25.50'))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('alert').filter({ hasText: 'This bank account doesn’t exist' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expectFocus(page.getByRole('link', { name: 'View failed payout' }))
  await activate(button(page, 'Edit and try again'))
  await expect(field(page, 'Amount in USD')).toHaveValue('25.50')
  await tabTo(page.locator('input[type=radio]:checked'))
  await page.keyboard.press('ArrowDown')
  await expect(refused).not.toBeChecked()
  await activate(button(page, 'Review payout'))
  await activate(button(page, 'Pay $25.50'))
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  await activate(page.getByRole('link', { name: 'Ada Lovelace' }))
  await expect(title(page, 'Ada Lovelace')).toBeVisible()
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '974.50', held: '0.00' } })
})

/** Signs in by keyboard, to a page that requires it. */
async function signInTo(page: Page, path: string, email: string): Promise<void> {
  await page.goto(`/sign-in?next=${encodeURIComponent(path)}`)
  await fillAll(page, { Email: email, Password: PASSWORD })
  await page.keyboard.press('Enter')
}

test('by keyboard alone: test funds in two currencies, their statements, a mail and the mail switch', async ({
  page,
  service,
}) => {
  const { vendor } = await anInvoice(service)
  await signInTo(page, '/wallet', vendor)
  await expect(title(page, 'Wallet')).toBeVisible()
  const dialog = page.getByRole('dialog')
  const add = button(page, 'Add test funds')
  await activate(add.nth(1))
  await expectFocus(dialog.getByLabel('Amount'))
  await page.keyboard.press('Escape')
  await expectFocus(add.nth(1))
  await page.keyboard.press('Enter')
  await fillField(dialog.getByLabel('Amount'), 'much')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Enter an amount above zero')).toBeVisible()
  await expectFocus(dialog.getByLabel('Amount'))
  await typeOver(page, '12.50')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Funds added/ })).toContainText('$12.50')
  // The button that opened the dialog disappeared with the empty statement.
  await expect(dialog).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()

  await activate(add)
  await fillField(dialog.getByLabel('Amount'), '500')
  await fillField(dialog.getByLabel('Currency'), 'yen')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Currency')).toHaveValue('JPY – Japanese Yen')
  await activate(dialog.getByRole('button', { name: 'Add funds' }))
  await expect(dialog).toHaveCount(0)
  await expectFocus(add)
  await expect(page.getByRole('row', { name: /Funds added/ })).toContainText('¥500')

  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(title(page, 'Mailbox')).toBeVisible()
  const control = page.getByRole('switch', { name: 'Email customers' })
  await activate(control, 'Space')
  await expect(control).not.toBeChecked()
  await expectFocus(control)
  await page.keyboard.press('j')
  await expectFocus(page.getByRole('link', { name: /^\[Test\] Invoice INV-/ }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/mailbox\/[0-9a-f-]{36}$/)
  await activate(page.getByText('Plain text'))
  await expect(page.locator('pre')).toBeVisible()
})
