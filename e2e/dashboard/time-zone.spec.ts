import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { operate, post, signUp } from '../fixtures/journey'

test.use({ timezoneId: 'Pacific/Auckland' })

const DAY_MS = 24 * 60 * 60 * 1000

/** `YYYY-MM-DD` of the day that is `days` after today in a time zone. */
function dayIn(timeZone: string, days = 0): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(Date.now() + days * DAY_MS)
}

test('a vendor who signs up in Auckland has its days: what is due today is open, what was due yesterday overdue', async ({
  page,
  service,
}) => {
  const vendor = await signUp(page)
  const { key = '' } = await operate('key create', { vendor, mode: 'test' })
  const invoiceDue = async (due_date: string, email: string) => {
    const { invoice } = await post<{ invoice: { id: string } }>(service, '/invoice', {
      api_key: key,
      email,
      amount: 10,
      due_date,
    })
    return invoice
  }
  const today = dayIn('Pacific/Auckland')
  const { id } = await invoiceDue(today, 'today@example.com')
  await invoiceDue(dayIn('Pacific/Auckland', -1), 'yesterday@example.com')
  await operate('invoice sweep-overdue', {})

  await page.goto('/invoices')
  const row = (email: string) => page.getByRole('row').filter({ hasText: email })
  await expect(row('today@example.com')).toContainText('Open')
  await expect(row('yesterday@example.com')).toContainText('Overdue')
  await page.goto(`/invoices?status=overdue&created_from=${today}&created_to=${today}`)
  await expect(row('yesterday@example.com')).toBeVisible()
  await expect(row('today@example.com')).toHaveCount(0)

  const receivedOn = async () => {
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Record a payment' }).click()
    return page.getByRole('dialog', { name: 'Record a payment' }).getByLabel('Received on')
  }
  await expect(await receivedOn()).toHaveValue(today)

  await page.goto('/settings/profile')
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await expect(zone).toHaveValue('Pacific/Auckland')
  await zone.selectOption('Pacific/Pago_Pago')
  await page.getByRole('region', { name: 'Time zone' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Time zone changed', { exact: true })).toBeVisible()
  // Always another day: the two are 23 or 24 hours apart.
  await expect(await receivedOn()).toHaveValue(dayIn('Pacific/Pago_Pago'))
})
