import { expect } from '@playwright/test'
import { expectAccessible } from '@/e2e/fixtures/browser'
import { test } from '../fixtures/browser'
import {
  anInvoice,
  browseAs,
  browseAsDemo,
  browseAsNewVendor,
  operate,
  turnOnSecondFactor,
} from '../fixtures/journey'

const PAGES = [
  '/operator/vendors',
  '/operator/ledger',
  '/operator/reconciliation',
  '/operator/money',
  '/operator/health',
]

const today = () => new Date().toISOString().slice(0, 10)

test('a vendor who is not an operator finds no operator pages, not even in the navigation', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  await page.goto('/home')
  await expect(page.getByRole('link', { name: 'Ledger check' })).toHaveCount(0)
  for (const path of PAGES) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
  }
  expect((await page.request.get('/api/dashboard/operator/health?mode=test')).status()).toBe(404)
})

test('a vendor becomes an operator by command, needs two-step sign-in, and stays one until it is revoked', async ({
  page,
}) => {
  const email = await browseAsNewVendor(page)
  await operate('vendor grant-operator', { vendor: email })
  for (const path of PAGES) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/settings\/security$/)
  }
  await expect(page.getByText('Operators need two-step sign-in')).toBeVisible()
  expect((await page.request.get('/api/dashboard/operator/health?mode=test')).status()).toBe(403)
  await turnOnSecondFactor(email)
  await page.goto('/operator/vendors')
  await expect(page.getByRole('heading', { name: 'Vendors', level: 1 })).toBeVisible()
  await operate('vendor revoke-operator', { vendor: email })
  expect((await page.goto('/operator/vendors'))?.status()).toBe(404)
})

test('an operator bans a vendor for a reason, which API and vendor see, and lifts the ban', async ({
  page,
  openElsewhere,
  service,
}) => {
  test.slow()
  const { vendor: email, key } = await anInvoice(service)
  const create = () =>
    fetch(`${service.url}/api/v2/invoice`, {
      method: 'POST',
      body: JSON.stringify({ api_key: key, email: 'ada@example.com', amount: 5 }),
    })
  await browseAsDemo(page, service)
  await page.goto('/operator/vendors')
  await page.getByRole('searchbox').fill(email)
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/q=/)
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Corner Bakery' }).click()

  await page.getByRole('button', { name: 'Ban vendor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ban vendor' }).click()
  await expect(dialog.getByText('Enter a reason. The vendor will see it.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Chargebacks')
  await dialog.getByRole('button', { name: 'Ban vendor' }).click()
  await expect(page.getByText('Reason: Chargebacks')).toBeVisible()
  expect((await create()).status).toBe(403)
  const other = await openElsewhere()
  await browseAs(other, email)
  await other.goto('/home')
  await expect(other.getByText('This vendor account has been banned')).toBeVisible()
  await expect(other.getByText('Chargebacks')).toBeVisible()

  await page.getByRole('button', { name: 'Lift ban' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Lift ban' }).click()
  await expect(page.getByRole('button', { name: 'Ban vendor' })).toBeVisible()
  expect((await create()).ok).toBe(true)
  await expect(
    page.getByRole('region', { name: 'Audit log', exact: true }).getByText('Ban lifted'),
  ).toBeVisible()
})

test('terms can be set, keep the input when refused, and apply to the next invoice', async ({
  page,
  service,
}) => {
  test.slow()
  const { vendor: email, key } = await anInvoice(service)
  await browseAsDemo(page, service)
  await page.goto(`/operator/vendors?q=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: 'Corner Bakery' }).click()
  await page.getByLabel('Limit per payout (USD)').fill('99.999')
  await page.getByLabel('Fee (%)').fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter an amount from 0 to 999,999,999.99')).toBeVisible()
  await expect(page.getByLabel('Limit per payout (USD)')).toHaveValue('99.999')
  await page.getByLabel('Limit per payout (USD)').fill('99,50')
  await page.getByLabel('Fixed fee (USD)').fill('0')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Terms updated', { exact: true })).toBeVisible()
  const response = await fetch(`${service.url}/api/v2/invoice`, {
    method: 'POST',
    body: JSON.stringify({ api_key: key, email: 'ada@example.com', amount: 100 }),
  })
  const { invoice } = (await response.json()) as { invoice: { amount: number } }
  expect(invoice.amount).toBe(110)
})

test('live mode can be approved once the vendor has confirmed its email and has two-step sign-in', async ({
  page,
  service,
}) => {
  const email = await browseAsNewVendor(page)
  await browseAsDemo(page, service)
  await page.goto(`/operator/vendors?q=${encodeURIComponent(email)}`)
  await page.locator('tbody a').first().click()
  const approve = page.getByRole('button', { name: 'Approve live mode' })
  await expect(approve).toBeDisabled()
  await turnOnSecondFactor(email)
  const { database } = await import('@/lib/db/client')
  await database().member.update({ where: { email }, data: { emailConfirmedAt: new Date() } })
  await page.reload()
  await approve.click()
  await expect(page.getByText('Live mode of Corner Bakery approved', { exact: true })).toBeVisible()
})

test('operators find no button to ban themselves', async ({ page, service }) => {
  await browseAsDemo(page, service)
  await page.goto('/operator/vendors?q=demo@example.com')
  await page.locator('tbody a').first().click()
  await expect(page.getByRole('heading', { name: 'Terms' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ban vendor' })).toHaveCount(0)
})

test('the ledger is verified on demand, all of it and one account', async ({ page, service }) => {
  await browseAsDemo(page, service)
  await page.goto('/operator/ledger')
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The ledger is correct')).toBeVisible()
  await page.goto('/operator/vendors?q=demo@example.com')
  await page.locator('tbody a').first().click()
  await page.getByRole('link', { name: 'Check test ledger' }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('The ledger is correct')).toBeVisible()
})

test('a day is reconciled with the sandbox, and live mode says that it is not set up', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  await page.goto('/operator/reconciliation')
  await page.getByLabel('Day (UTC)').fill(today())
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('test')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('Both sides agree')).toBeVisible()
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('live')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByText('Live mode is not available')).toBeVisible()
})

test('the money page says that there is no live provider, and records nothing then', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  await page.goto('/operator/money')
  await expect(page.getByText('No live provider')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record movement' })).toHaveCount(0)
  await expectAccessible(page, '/operator/money')
})

test('health shows the worker alive', async ({ page, service }) => {
  await browseAsDemo(page, service)
  await page.goto('/operator/health')
  await expect(page.getByText('All systems healthy')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Workers', exact: true }).getByText('Running', { exact: true }),
  ).toBeVisible()
})

test('a vendor’s page, as an operator sees it, has no accessibility violation', async ({ page, service }) => {
  test.slow()
  await anInvoice(service)
  await browseAsDemo(page, service)
  await page.goto('/operator/vendors?q=vendor-')
  const path = (await page.locator('tbody a').first().getAttribute('href')) ?? ''
  await expectAccessible(page, path)
})
