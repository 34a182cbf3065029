import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { browseAsNewVendor, generateKey, post } from '../fixtures/journey'
import { chooseOption, tabTo } from '../fixtures/keyboard'
import type { Service } from '../fixtures/service'

type InvoiceRef = { id: string; number: string }

/** A new vendor with open invoices, in the order of the list: the latest first. */
async function withOpenInvoices(page: Page, service: Service, emails: string[]): Promise<InvoiceRef[]> {
  await browseAsNewVendor(page)
  const key = await generateKey(page, 'My server')
  for (const email of emails) await post(service, '/invoice', { api_key: key, email, amount: 10 })
  await page.goto('/invoices')
  await expect(page.locator('tbody tr')).toHaveCount(emails.length)
  return Promise.all(
    (await page.locator('tbody tr').all()).map(async (row) => ({
      id: ((await row.locator('a').first().getAttribute('href')) ?? '').split('/').at(-1) ?? '',
      number: (await row.getByText(/^INV-\d+$/).textContent()) ?? '',
    })),
  )
}

test('chosen invoices are voided together, each with its result, and the tabs count them', async ({
  page,
  service,
}) => {
  const [latest, second] = await withOpenInvoices(page, service, [
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ])
  const tabs = page.getByRole('navigation', { name: 'Invoices by status' })
  await expect(tabs.getByRole('button', { name: 'Open 3' })).toContainText('$')
  await page.getByRole('checkbox', { name: `Select ${latest?.number}` }).check()
  await page.getByRole('checkbox', { name: `Select ${second?.number}` }).focus()
  await page.keyboard.press('Space')
  const selection = page.getByRole('region', { name: 'Selection' })
  await expect(selection).toContainText('2 selected')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    selection.getByRole('link', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('invoices-test.csv')
  await selection.getByRole('button', { name: 'Void' }).click()
  await page.getByRole('button', { name: 'Void 2 invoices' }).click()
  const results = page.getByRole('list', { name: 'Results' })
  await expect(results.getByText('Voided')).toHaveCount(2)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(selection).toHaveCount(0)
  await expect(tabs.getByRole('button', { name: 'Voided 2' })).toBeVisible()
  await tabs.getByRole('button', { name: 'Voided' }).click()
  await expect(page).toHaveURL(/status=voided/)
  await expect(page.locator('tbody tr')).toHaveCount(2)
  for (const name of ['Refunded', 'Disputed']) {
    await tabs.getByRole('button', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`status=${name.toLowerCase()}`))
    await expect(page.getByText('Nothing matches')).toBeVisible()
  }
})

test('a row is a link wherever it is clicked, so that it opens in another tab too', async ({
  page,
  service,
}) => {
  const [latest] = await withOpenInvoices(page, service, ['a@example.com'])
  const total = page.locator('tbody tr').first().locator('td').last()
  const link = await total.evaluate((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect()
    return document
      .elementFromPoint(left + width / 2, top + height / 2)
      ?.closest('a')
      ?.getAttribute('href')
  })
  expect(link).toBe(`/invoices/${latest?.id}`)
  // The link lies over the cell.
  await total.click({ force: true })
  await expect(page).toHaveURL(new RegExp(`/invoices/${latest?.id}$`))
})

test('filters are removed one by one, and a person can save a view of them', async ({ page, service }) => {
  await withOpenInvoices(page, service, ['a@example.com', 'b@example.com'])
  await page.getByRole('button', { name: 'Filters' }).click()
  await chooseOption(page.getByLabel('Created', { exact: true }), 'Last month')
  await expect(page).toHaveURL(/created_from=\d{4}-\d\d-01&created_to=/)
  await page.getByLabel('Currency').selectOption('USD')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  const chips = page.getByRole('list', { name: 'Filters in use' })
  await chips.getByRole('button', { name: 'Remove filter Created: Last month' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(chips.getByRole('button')).toHaveCount(1)
  await page.goto('/invoices?created_from=2026-01-05&created_to=2026-02-10')
  await expect(
    chips.getByRole('button', { name: 'Remove filter Created: Jan 5, 2026 – Feb 10, 2026' }),
  ).toBeVisible()
  await page.goto('/invoices?created_from=soon')
  await expect(page.getByText('We can’t show this list')).toBeVisible()
  await page.goto('/invoices?currency=USD')

  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('Save this view as').fill('Dollars')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Dollars', exact: true })).toBeVisible()
  await page.goto('/invoices')
  await tabTo(page.getByRole('button', { name: 'Saved views' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Dollars', exact: true }).click()
  await expect(page).toHaveURL(/\?currency=USD$/)
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('button', { name: 'Delete Dollars' }).click()
  await expect(page.getByRole('dialog').getByText('Dollars', { exact: true })).toHaveCount(0)
})

test('a large screen is used, with ids by their ends', async ({ page, service }) => {
  await page.setViewportSize({ width: 1920, height: 1000 })
  const [latest] = await withOpenInvoices(page, service, ['a@example.com'])
  const id = page.getByText(`…${latest?.id.slice(-8)}`)
  await expect(id).toHaveAttribute('title', latest?.id ?? '')
  const { width } = (await page.getByRole('region', { name: 'Invoices', exact: true }).boundingBox()) ?? {
    width: 0,
  }
  expect(width).toBeGreaterThan(1400)
})
