import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleNow, test } from '@/e2e/fixtures/browser'
import { anInvoice, browseAs, post } from '../fixtures/journey'

async function downloaded(page: Page, link: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link, exact: true }).first().click(),
  ])
  return readFileSync(await download.path())
}

test('a month is closed: its figures, the invoices behind them, PDF and CSV', async ({ page, service }) => {
  test.slow()
  const { vendor, invoice, key } = await anInvoice(service)
  await post(service, '/invoice', { api_key: key, email: 'grace@example.com', amount: 50 })
  await post(service, `/test/invoice/${invoice.id}/pay`, { api_key: key })
  await browseAs(page, vendor)
  await page.goto('/home')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  const wallet = page.getByRole('region', { name: 'Wallet in USD' })
  await expect(wallet).toContainText('Card payments1$103.20')
  await expect(wallet).toContainText('Closing balance$100.00')
  await expect(page.getByRole('region', { name: 'Invoiced in USD' }).first()).toContainText('Invoices2')
  await expectAccessibleNow(page, 'the report of a month')

  expect((await downloaded(page, 'Download PDF')).subarray(0, 5).toString()).toBe('%PDF-')
  expect((await downloaded(page, 'Download CSV')).toString()).toContain(
    'Wallet,USD,Closing balance,,,,,,100.00',
  )

  const journal = (await downloaded(page, 'Download journal')).toString()
  expect(journal).toContain('Card payment,INV-0001,Wallet: available,,100.00,,USD')
  await page.getByLabel('First day').fill('2020-01-01')
  await page.getByRole('button', { name: 'Download journal' }).click()
  await expect(page.getByRole('alert').getByText('Choose at most 366 days')).toBeVisible()

  // 50.00 and a fee of 1.75.
  const aged = page.getByRole('region', { name: 'Aged receivables', exact: true })
  await aged.getByRole('link', { name: '$51.75' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Open invoices' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectAccessibleNow(page, 'the invoices behind a figure')
})

test('a new vendor’s report says that there is nothing yet', async ({ page, service }) => {
  const { vendor } = await anInvoice(service)
  await browseAs(page, vendor)
  await page.goto('/reports?month=2020-01')
  await expect(page.getByText('Nothing in January 2020')).toBeVisible()
  await page.goto('/reports?month=never')
  await expect(page.getByRole('region', { name: 'Open invoices in USD' })).toBeVisible()
})
