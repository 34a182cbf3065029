import { expect } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import {
  addBankAccount,
  browseAsNewVendor,
  createCustomer,
  operate,
  PASSWORD,
  post,
} from '../fixtures/journey'

test('a customer is created, found and edited, and the form keeps its input when the email is taken', async ({
  page,
}) => {
  await browseAsNewVendor(page)
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
  await page.getByLabel('Email').fill('GRACE@example.com')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Another customer already has this email')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('Countess Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Countess Lovelace' })).toBeVisible()
})

test('a customer’s phone is dialled and found, and others get copies of every email', async ({
  page,
  service,
}) => {
  const vendor = await browseAsNewVendor(page)
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  const path = new URL(page.url()).pathname
  await page.goto(`${path}/edit`)
  await page.getByLabel('Phone').fill('ask Ada')
  await page.getByLabel('Copies to').fill('books')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Enter a phone number such as +1 757 555 0100')).toBeVisible()
  await expect(page.getByText('Enter up to 5 email addresses')).toBeVisible()
  await page.getByLabel('Phone').fill('+1 (757) 555-0100')
  await page.getByLabel('Copies to').fill('books@example.com, boss@example.com')
  await expectAccessibleNow(page, 'a customer with a phone and copies')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('link', { name: '+1 (757) 555-0100' })).toHaveAttribute(
    'href',
    'tel:+17575550100',
  )
  await expect(page.getByText('books@example.com, boss@example.com')).toBeVisible()
  await expectAccessibleNow(page, 'the page of that customer')
  await page.goto('/customers?q=5550100')
  await expect(page.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible()

  await page.goto(`/invoices/new?customer=${path.split('/').at(-1)}`)
  await page.getByText('One amount').click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('100')
  await page.getByRole('button', { name: 'Review and send', exact: true }).click()
  const copies = page.getByRole('textbox', { name: 'Copies to' })
  await expect(copies).toHaveValue('books@example.com, boss@example.com')
  await copies.fill('boss@example.com')
  await page.getByRole('button', { name: 'Send invoice', exact: true }).click()
  await expect(page).toHaveURL(/\/invoices\/(?!drafts)[0-9a-f-]{36}$/)
  await expect(page.getByText('boss@example.com', { exact: true })).toBeVisible()
  await expect(page.getByText('books@example.com')).toHaveCount(0)

  const { key: api_key } = await operate('key create', { vendor, mode: 'test' })
  await post(service, '/invoice', { api_key, email: 'ada@example.com', amount: 7 })
  await page.goto('/mailbox')
  await expect(page.getByRole('row', { name: /books@example\.com/ })).toHaveCount(1)
  await expect(page.getByRole('row', { name: /boss@example\.com/ })).toHaveCount(2)
})

test('a form that was open while the language was chosen in another tab leaves it', async ({
  page,
  context,
}) => {
  await browseAsNewVendor(page)
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  const path = new URL(page.url()).pathname
  const other = await context.newPage()
  for (const each of [page, other]) await each.goto(`${path}/edit`)
  await other.getByLabel('Language').selectOption('de')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other).toHaveURL(new RegExp(`${path}$`))
  await page.getByLabel('City').fill('London')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await page.goto(`${path}/edit`)
  await expect(page.getByLabel('Language')).toHaveValue('de')
  await expect(page.getByLabel('City')).toHaveValue('London')
})

test('a bank account shows its last digits, and all of them when revealed, which is in the audit log', async ({
  page,
}) => {
  await browseAsNewVendor(page)
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

test('the list is sorted by what customers owe and have paid, in a currency of choice', async ({
  page,
  service,
}) => {
  const vendor = await browseAsNewVendor(page)
  const { key: api_key } = await operate('key create', { vendor, mode: 'test' })
  const add = async (email: string, amount: number, currency = 'USD') =>
    (await post<{ invoice: { id: string } }>(service, '/invoice', { api_key, email, amount, currency }))
      .invoice.id
  await add('ada@example.com', 100)
  await add('grace@example.com', 300)
  await add('hedy@example.com', 200)
  await add('ada@example.com', 900, 'EUR')
  await operate('invoice mark-paid', { invoice: await add('hedy@example.com', 50) })
  await post(service, '/customer', { api_key, name: 'Nobody', email: 'nobody@example.com' })

  await page.goto('/customers')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(4)
  await page.getByRole('columnheader', { name: 'Owed' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-owed/)
  await expect(page.getByText('Customers who owe you in USD')).toBeVisible()
  await expect(rows).toContainText(['grace@example.com', 'hedy@example.com', 'ada@example.com'])
  await expect(page.getByRole('columnheader', { name: 'Owed' })).toHaveAttribute('aria-sort', 'descending')
  await expectAccessibleNow(page, 'customers by what they owe')
  await page.getByRole('columnheader', { name: 'Owed' }).getByRole('button').click()
  await expect(rows).toContainText(['ada@example.com', 'hedy@example.com', 'grace@example.com'])

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Currency of amounts').selectOption('EUR')
  await expect(page.getByText('Customers who owe you in EUR')).toBeVisible()
  await expect(rows).toContainText(['ada@example.com'])
  await expect(rows.first()).not.toContainText('$')
  await page.getByLabel('Currency of amounts').selectOption('')
  await page.getByRole('columnheader', { name: 'Paid' }).getByRole('button').click()
  await expect(rows).toContainText(['hedy@example.com'])
  await page.reload()
  await expect(page.getByText('Customers who have paid you in USD')).toBeVisible()
})

test('another vendor’s customer is not found', async ({ page, openElsewhere }) => {
  await browseAsNewVendor(page)
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  const path = new URL(page.url()).pathname
  const theirs = await openElsewhere()
  await browseAsNewVendor(theirs, 'Another Bakery')
  for (const wrong of [path, `${path}/edit`, `${path}/bank-accounts/new`]) {
    await theirs.goto(wrong)
    await expect(theirs.getByText('Ada Lovelace')).toHaveCount(0)
    await expect(theirs.getByRole('heading', { level: 1 })).toContainText('found')
  }
})

test('Back asks before it discards the input', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/customers')
  await page.getByRole('link', { name: 'New customer' }).first().click()
  await expect(page.getByRole('button', { name: 'Create customer' })).toBeEnabled()
  const name = page.getByLabel('Name', { exact: true })
  await name.click()
  await page.keyboard.type('Ada')
  for (const leaves of [false, true]) {
    // Delayed, because the evaluation must end before the page does.
    await page.evaluate(() => void setTimeout(() => window.history.back(), 50))
    const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
    await question.getByRole('button', { name: leaves ? 'Leave page' : 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    if (!leaves) {
      await expect(name).toHaveValue('Ada')
      await expect(name).toBeFocused()
    }
  }
  await expect(page).toHaveURL(/\/customers$/)
})

test('keys, the palette and the mode switch ask before they discard the input', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/customers/new')
  await expect(page.getByRole('button', { name: 'Create customer' })).toBeEnabled()
  const name = page.getByLabel('Name', { exact: true })
  await name.pressSequentially('Ada')
  const mode = page.getByRole('switch', { name: 'Test mode' })
  const wasTest = await mode.isChecked()
  const ways = {
    keys: async () => {
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('g')
      await page.keyboard.press('p')
    },
    palette: async () => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Page, customer, invoice, payout…').fill('audit')
      await page.keyboard.press('Enter')
    },
    mode: () => mode.click(),
  }
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  for (const [way, leave] of Object.entries(ways)) {
    await leave()
    await expect(question, way).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question, way).toHaveCount(0)
    await expect(name, way).toHaveValue('Ada')
    await expect(page.getByRole('dialog'), way).toHaveCount(0)
  }
  await expect(mode).toBeChecked({ checked: wasTest })
  await expect(page).toHaveURL(/\/customers\/new$/)

  await ways.keys()
  await question.getByRole('button', { name: 'Leave page' }).click()
  await expect(page).toHaveURL(/\/payouts$/)
  // Nothing is typed there, so there is no question.
  await ways.palette()
  await expect(page).toHaveURL(/\/audit-log$/)
})

test('a form that outlives its session keeps its input, and can be sent after signing in again', async ({
  page,
  context,
}) => {
  const email = await browseAsNewVendor(page)
  await page.goto('/customers/new')
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create customer' }).click()
  const refusal = page.locator('form').getByRole('alert')
  await expect(refusal).toContainText('Sign in again in another tab')
  await expect(refusal).toBeInViewport()
  const other = await context.newPage()
  await other.goto('/sign-in')
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).toHaveURL(/\/home$/)
  await page.getByRole('button', { name: 'Create customer' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible()
})

test('customers are imported from a file on a phone: columns matched, rows checked, then created once', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await browseAsNewVendor(page)
  await page.goto('/customers')
  await page.getByRole('link', { name: 'Import' }).click()
  const text = 'Who,Email\nAda Lovelace,ada@example.com\nGrace Hopper,grace@example.com\nNobody,nobody\n'
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(page.getByText('0 new · 0 to update · 0 unchanged · 3 with errors')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).selectOption('Who')
  await expect(page.getByText('2 new · 0 to update · 0 unchanged · 1 with errors')).toBeVisible()
  await expect(page.getByRole('row', { name: /Nobody/ })).toContainText('Invalid email format')
  await page.getByRole('button', { name: 'Import 2 customers' }).click()
  await expect(page.getByText('2 created, 0 updated, 1 not imported')).toBeVisible()
  await page.getByRole('link', { name: 'Go to customers' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(2)
})
