import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice, browseAs, browseAsDemo, post } from '../fixtures/journey'
import { activate, arrowTo, chooseOption, expectFocus, tabTo } from '../fixtures/keyboard'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** A page has 25 rows. */
const MORE_THAN_A_PAGE = 30

test('by keyboard alone: skip link, chart table, menus, dialogs, modes, drawer, and sign-out', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  await page.goto('/home')
  await activate(page.getByRole('link', { name: 'Skip to content' }))
  await expect(page.locator('#main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expectFocus(page.locator('#main').getByRole('link', { name: 'New invoice' }))
  await activate(page.getByText('Show as a table'))
  await expect(page.getByRole('region', { name: 'Paid volume per day (table)' })).toBeVisible()

  const theme = button(page, 'Theme')
  await activate(theme)
  await arrowTo(page.getByRole('menuitemradio', { name: 'Dark' }))
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await expectFocus(theme)
  const account = button(page, /^Account of/)
  await activate(account)
  await expectFocus(page.getByRole('menuitem', { name: 'Profile' }))
  await page.keyboard.press('Escape')
  await expectFocus(account)

  const dialog = page.getByRole('dialog')
  await page.keyboard.press('?')
  await expectFocus(dialog.getByRole('switch', { name: 'Single-key shortcuts' }))
  await page.keyboard.press('Tab')
  await expectFocus(dialog.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Tab')
  await expectFocus(dialog.getByRole('switch', { name: 'Single-key shortcuts' }))
  await page.keyboard.press('Escape')
  await expectFocus(account)
  await activate(button(page, 'Search or jump to'))
  await expect(page.getByPlaceholder('Page, customer, invoice, payout…')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectFocus(button(page, 'Search or jump to'))

  const mode = page.getByRole('switch', { name: 'Test mode' })
  for (const bands of [0, 1]) {
    await activate(mode, 'Space')
    await expect(page.getByTestId('test-band')).toHaveCount(bands)
    await expectFocus(mode)
  }

  await page.setViewportSize({ width: 390, height: 800 })
  const open = button(page, 'Open navigation')
  await activate(open)
  await expectFocus(dialog.getByRole('button', { name: 'Close navigation' }))
  await page.keyboard.press('Escape')
  await expectFocus(open)
  await page.keyboard.press('Enter')
  await activate(dialog.getByRole('link', { name: 'Payouts' }))
  await expect(title(page, 'Payouts')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await activate(account)
  await arrowTo(page.getByRole('menuitem', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('by keyboard alone: a list searched, filtered, sorted, paged, with other columns, and exported', async ({
  page,
  service,
}) => {
  const { vendor, key } = await anInvoice(service)
  for (let count = 1; count <= MORE_THAN_A_PAGE; count += 1) {
    await post(service, '/invoice', { api_key: key, email: 'ada@example.com', amount: count })
  }
  await browseAs(page, vendor)
  await page.goto('/invoices')
  await activate(button(page, 'Filters'))
  await chooseOption(field(page, 'Status'), 'Paid')
  await expect(page).toHaveURL(/status=paid/)
  await chooseOption(page.getByLabel('Created', { exact: true }), 'Custom')
  await tabTo(field(page, 'Created from'))
  await page.keyboard.type('01022020')
  await expect(page).toHaveURL(/created_from=2020-01-02/)
  await expectFocus(field(page, 'Created from'))
  await activate(button(page, 'Clear'))
  await expect(page).toHaveURL(/\/invoices$/)
  await expectFocus(field(page, 'Status'))
  await expect(page.getByRole('list', { name: 'Filters in use' })).toHaveCount(0)

  await tabTo(button(page, 'Columns'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await arrowTo(page.getByRole('menuitemcheckbox', { name: 'Due' }))
  // The screen is too narrow for the column.
  await expect(page.getByRole('menuitemcheckbox', { name: 'ID', exact: true })).toHaveCount(0)
  await page.keyboard.press('Space')
  await expect(page.getByRole('columnheader', { name: 'Due' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectFocus(button(page, 'Columns'))

  const dialog = page.getByRole('dialog')
  await activate(button(page, 'Export as CSV'))
  await expectFocus(dialog.getByLabel('Time zone'))
  await page.keyboard.press('Escape')
  await expectFocus(button(page, 'Export as CSV'))
  await page.keyboard.press('Enter')
  const download = page.waitForEvent('download')
  await activate(dialog.getByRole('link', { name: 'Download' }))
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  await expectFocus(button(page, 'Export as CSV'))

  await activate(button(page, 'Total'))
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
  await expectFocus(button(page, 'Total'))
  await expect(button(page, 'Previous')).toHaveAttribute('aria-disabled', 'true')
  await expect(button(page, 'Next')).not.toHaveAttribute('aria-disabled')
  await activate(button(page, 'Next'))
  await expect(page).toHaveURL(/after=/)
  await expectFocus(button(page, 'Next'))

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search invoices' })
  await expectFocus(search)
  await page.keyboard.type('nobody has this name', { delay: 20 })
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expect(search).toHaveValue('nobody has this name')
  await activate(page.getByRole('link', { name: 'Show all' }))
  await expect(page).toHaveURL(/\/invoices\??$/)
  await expect(page.locator('tbody tr').first()).toBeVisible()
})

test('by keyboard alone: a buyer switches the language, pays, and takes the receipt', async ({
  page,
  service,
}) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await activate(button(page, 'Deutsch'))
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await activate(page.getByRole('button', { name: /103,20/ }))
  await activate(page.getByRole('link', { name: /^4242/ }))
  await activate(button(page, /^Pay /))
  const receipt = page.locator('a[href$="/receipt.pdf"]')
  await expect(receipt).toBeVisible()
  const answer = page.waitForResponse((response) => response.url().endsWith('/receipt.pdf'))
  await activate(receipt)
  expect((await answer).status()).toBe(200)
})
