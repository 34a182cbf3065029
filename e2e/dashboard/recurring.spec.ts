import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { Client } from 'pg'
import { test } from '../fixtures/browser'
import { type Hand, WAYS } from '../fixtures/hands'
import { browseAsNewVendor, operate, post } from '../fixtures/journey'
import { activate, arrowTo, chooseOption, expectFocus, fillField } from '../fixtures/keyboard'
import type { Service } from '../fixtures/service'

/** Lets no invoice of a series be completed until it ends, which also ends who waits for it, as their death would. */
async function holdPeriods({ databaseUrl }: Service) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('BEGIN; LOCK TABLE recurring_periods IN EXCLUSIVE MODE')
  const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'recurring_periods'::regclass`
  const count = async () => (await client.query(waiting)).rowCount
  const end = async () => {
    await client.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS waiting_backend`)
    await expect.poll(count).toBe(0)
    await client.query(`COMMIT; UPDATE recurring_invoices SET lease_until = now(), next_attempt_at = now()
                                 WHERE lease_until IS NOT NULL`)
    await client.end()
  }
  return { count, end }
}

/**
 * Sets a monthly invoice up, whose first is due today. The worker is killed as it is about to save that invoice; the
 * next worker issues it once, and after a month the second.
 */
async function monthlyOverAKill(
  page: Page,
  service: Service,
  { fill, press, select, look }: Hand,
): Promise<void> {
  const vendor = await browseAsNewVendor(page)
  const { key: api_key } = await operate('key create', { vendor, mode: 'test' })
  await page.goto('/invoices')
  await press(page.getByRole('link', { name: 'Recurring', exact: true }))
  await expect(page.getByText('No recurring test invoices yet')).toBeVisible()
  await press(page.getByRole('link', { name: 'New recurring invoice' }).first())
  await select(page.getByLabel('Day of month'), 'Last day')
  await select(page.getByLabel('Ends'), 'After a number of invoices')
  await fill(page.getByLabel('Number of invoices'), '3')
  await expect(page.getByRole('listitem').filter({ has: page.locator('time') })).toHaveCount(3)
  const buyer = `ada-${randomUUID()}@example.com`
  await fill(page.getByRole('combobox', { name: 'Customer' }), buyer)
  await fill(page.getByRole('combobox', { name: 'Item 1' }), 'Hosting')
  await fill(page.getByRole('textbox', { name: 'Unit price' }), '50')
  const today = new Date().getUTCDate()
  await select(page.getByLabel('Day of month'), today === 31 ? 'Last day' : String(today))
  const lock = await holdPeriods(service)
  await press(page.getByRole('button', { name: 'Create recurring invoice' }))
  await expect(page).toHaveURL(/\/invoices\/recurring\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$50.00')
  await expect.poll(lock.count).toBe(1)
  await service.kill('worker')
  await expect(page.getByText('No invoices yet')).toBeVisible()
  await lock.end()

  // The page follows by itself.
  const invoices = page.getByRole('region', { name: 'Invoices', exact: true }).locator('tbody tr')
  await expect(invoices).toHaveCount(1)
  expect(await operate<unknown[]>('mail list', { to: buyer })).toHaveLength(1)
  await post(service, '/test/clock/advance', { api_key, days: 31 })
  await page.reload()
  await expect(invoices).toHaveCount(2)
  await expect(page.getByText('31 days ahead')).toBeVisible()
  await look(page, 'a recurring invoice')
  await press(invoices.first().getByRole('link').first())
  await expect(page.getByRole('link', { name: /^Monthly on/ })).toBeVisible()
  await page.goto('/mailbox')
  await expect(page.getByText('INV-0002').first()).toBeVisible()
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
}

for (const { way, hand, use } of WAYS) {
  test.describe(way, () => {
    test.use(use)
    test.slow()

    test('a monthly invoice is sent once although its worker is killed, and again after a month', ({
      page,
      service,
    }) => monthlyOverAKill(page, service, hand))
  })
}

test('by keyboard at 390 px: a weekly draft, paused, resumed and deleted', async ({ page }) => {
  test.slow()
  await browseAsNewVendor(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/invoices/recurring/new')
  await chooseOption(page.getByLabel('Period'), 'Weeks')
  await fillField(page.getByLabel('First invoice'), '01022031')
  await chooseOption(page.getByLabel('Delivery'), 'Leave as a draft')
  await fillField(page.getByRole('combobox', { name: 'Customer' }), 'ada@example.com')
  await page.keyboard.press('Tab')
  await fillField(page.getByRole('combobox', { name: 'Item 1' }), 'Hosting')
  await fillField(page.getByRole('textbox', { name: 'Unit price' }), '50')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await activate(page.getByRole('button', { name: 'Create recurring invoice' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$50.00')
  await expect(page.getByText('Left as a draft')).toBeVisible()

  const actions = page.getByRole('button', { name: 'Actions' })
  const dialog = page.getByRole('alertdialog')
  for (const [act, status] of [
    ['Pause', 'Paused'],
    ['Resume', 'Active'],
  ] as const) {
    await activate(actions)
    await arrowTo(page.getByRole('menuitem', { name: act }))
    await page.keyboard.press('Enter')
    await activate(dialog.getByRole('button', { name: `${act} recurring invoice` }))
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: status }).first()).toBeVisible()
    await expectFocus(actions)
  }
  await activate(actions)
  await arrowTo(page.getByRole('menuitem', { name: 'Delete' }))
  await page.keyboard.press('Enter')
  await activate(dialog.getByRole('button', { name: 'Delete recurring invoice' }))
  await expect(page.getByText('No recurring test invoices yet')).toBeVisible()
})

test('one that a program has set up is shown and edited like any other, and keeps what only programs set', async ({
  page,
  service,
}) => {
  test.slow()
  const vendor = await browseAsNewVendor(page)
  const { key: api_key } = await operate('key create', { vendor, mode: 'test' })
  const email = `ada-${randomUUID()}@example.com`
  const { recurring_invoice: created } = await post<{ recurring_invoice: { id: string } }>(
    service,
    '/recurring-invoices',
    {
      api_key,
      email,
      items: [
        { title: 'Hosting', qty: 1.5, price: '80.00' },
        { title: 'Domain', qty: 1, price: 34.5 },
      ],
      reference: 'contract-17',
      metadata: { plan: 'small' },
      interval: 'quarter',
      start_on: '2031-01-31',
      delivery: 'draft',
      due_after_days: 14,
    },
  )
  await page.goto('/invoices/recurring')
  await page.getByRole('link', { name: email }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$154.50')
  await expect(page.getByText('Every 3 months on the last day').first()).toBeVisible()
  await expect(page.getByText('contract-17')).toBeVisible()
  await expect(page.getByText('plan: small')).toBeVisible()
  await expect(page.getByText(/by the API key/)).toBeVisible()

  await page.goto(`/invoices/recurring/${created.id}/edit`)
  const price = page.getByRole('textbox', { name: 'Unit price' }).first()
  await expect(price).toHaveValue('80.00')
  await price.fill('100')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$184.50')
  const answer = await fetch(`${service.url}/api/v2/recurring-invoices/${created.id}`, {
    headers: { authorization: `Bearer ${api_key}` },
  })
  expect((await answer.json()).recurring_invoice).toEqual({
    ...created,
    amount: 184.5,
    items: [
      { name: 'Hosting', qty: 1.5, price: 100 },
      { name: 'Domain', qty: 1, price: 34.5 },
    ],
  })
})
