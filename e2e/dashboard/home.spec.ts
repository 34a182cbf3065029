import { expect } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { anInvoice, browseAs, browseAsDemo, browseAsNewVendor, type Invoice, post } from '../fixtures/journey'

test('home shows a period against the one before, with its days under the arrow keys, and keeps it in the address', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  await page.goto('/home')
  const payments = page.getByRole('region', { name: 'Payments' })
  await expect(payments.getByRole('term').filter({ hasText: 'Gross' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 700 })
  const sums = payments.getByRole('definition').locator('.truncate')
  const areWhole = () => sums.evaluateAll((all) => all.every((sum) => sum.scrollWidth <= sum.clientWidth))
  expect(await areWhole()).toBe(true)
  await expect(page.getByTestId('highest-bar')).toHaveText(/^\$\d/)
  const days = payments.getByRole('slider', { name: 'Payments by day' })
  await days.focus()
  const today = await days.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(days).not.toHaveAttribute('aria-valuetext', today ?? '')
  await expect(page.getByTestId('chart-tip')).toBeVisible()
  const period = page.getByRole('navigation', { name: 'Period' })
  await period.getByRole('link', { name: '7 days' }).click()
  await expect(page).toHaveURL(/\/home\?days=7$/)
  await expect(period.getByRole('link', { name: '7 days' })).toHaveAttribute('aria-current', 'true')
  await expect(days).toHaveAttribute('max', '6')
  await page.reload()
  await expect(days).toHaveAttribute('max', '6')
  await page.getByText('Custom', { exact: true }).click()
  await page.getByLabel('First day').fill('2026-01-01')
  await page.getByLabel('Last day').fill('2026-01-31')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/from=2026-01-01&to=2026-01-31/)
})

test('home leads from a day and from a sum to the paid invoices behind it', async ({ page, service }) => {
  await browseAsDemo(page, service)
  await page.goto('/home?days=90')
  const payments = page.getByRole('region', { name: 'Payments' })
  const days = payments.getByRole('slider', { name: 'Payments by day' })
  await days.focus()
  for (let left = 90; left > 0; left -= 1) {
    if (!(await days.getAttribute('aria-valuetext'))?.endsWith(' 0 invoices')) break
    await page.keyboard.press('ArrowLeft')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invoices\?currency=[A-Z]{3}&paid_from=(\S{10})&paid_to=\1$/)
  const invoices = page.getByRole('region', { name: 'Invoices', exact: true })
  await expect(invoices.getByRole('row').nth(1)).toContainText('Paid')
  await page.goBack()
  await payments.getByRole('link', { name: /paid invoice/ }).click()
  await expect(page).toHaveURL(/\/invoices\?currency=[A-Z]{3}&paid_from=/)
  await page.goBack()
  await page.getByRole('region', { name: 'Top customers' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/customers\//)
})

test('home links each thing that needs attention to the list behind it', async ({ page, service }) => {
  await browseAsDemo(page, service)
  await page.goto('/home')
  await page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('link', { name: /overdue/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/invoices\?status=overdue/)
})

test('the open disputes that home counts are those of the list behind the link, in every currency', async ({
  page,
  service,
}) => {
  const { key, vendor, invoice } = await anInvoice(service)
  const body = { api_key: key, email: 'eva@example.com', amount: 50, currency: 'EUR' }
  const second = await post<{ invoice: Invoice }>(service, '/invoice', body)
  for (const { id } of [invoice, second.invoice]) {
    await post(service, `/test/invoice/${id}/pay`, { api_key: key })
    await post(service, `/test/invoice/${id}/dispute`, { api_key: key, outcome: 'opened' })
  }
  await browseAs(page, vendor)
  await page.goto('/home')
  await page.getByRole('link', { name: /^2 open disputes/ }).click()
  await expect(page).toHaveURL(/\/disputes\?status=OPEN$/)
  const answer = page.getByRole('link', { name: 'Answer dispute' }).locator('visible=true')
  await expect(answer).toHaveCount(2)
  await page.goto(`/invoices/${invoice.id}`)
  await expect(page.getByText('Payment disputed: $').first()).toBeVisible()
  await expect(page.getByText(/Answer by/)).toBeVisible()
  await expect(answer).toHaveAttribute('href', /^http/)
  await expectAccessibleNow(page, 'an invoice with a dispute')
  await page.goto('/disputes?status=OPEN')
  await post(service, `/test/invoice/${invoice.id}/dispute`, { api_key: key, outcome: 'won' })
  await page.reload()
  await expect(answer).toHaveCount(1)
  await page.getByRole('button', { name: /^Won/ }).click()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(answer).toHaveCount(0)
})

test('a new vendor begins with an invoice by hand, or by keyboard chooses to begin from code', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  await page.goto('/home')
  const steps = page.getByRole('region', { name: 'Get started' })
  const titles = steps.getByRole('heading', { level: 3 })
  await expect(steps.getByText('How will you send invoices?')).toBeVisible()
  await expect(titles).toHaveText([
    'Create an invoice to yourself',
    'Pay it with a sandbox card',
    'Pay out to a bank account',
  ])
  await expect(steps.getByRole('link', { name: 'New invoice' })).toBeVisible()
  await steps.getByRole('radio', { name: 'In the dashboard' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(titles.first()).toHaveText('Generate an API key')
  await expect(titles).toHaveCount(5)
  await expectAccessibleNow(page, 'the steps from code')
  await page.reload()
  await expect(steps.getByRole('radio', { name: 'From your code' })).toBeChecked()
  await expect(titles.first()).toHaveText('Generate an API key')
  await page.goto('/invoices')
  await expect(page.getByText('curl -X POST')).toBeHidden()
  await page.getByText('From your code').click()
  await expect(page.getByText('curl -X POST')).toBeVisible()
})
