import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { type Hand, WAYS } from '../fixtures/hands'
import { aPayableCustomer, operate, post } from '../fixtures/journey'
import type { Service } from '../fixtures/service'

const ACCOUNT = '123456789012'

/**
 * Sets a weekly payout up, whose first is sent at once. After a week the second is sent; then the series is changed,
 * paused over a day of its own, resumed and ended.
 */
async function everyWeek(
  page: Page,
  service: Service,
  { fill, press, select, choose, look }: Hand,
): Promise<void> {
  const vendor = await aPayableCustomer(page, service, ACCOUNT)
  const { key: api_key } = await operate('key create', { vendor, mode: 'test' })
  const wallet = () => operate<object>('wallet show', { vendor, mode: 'test' })
  await page.goto('/payouts')
  await press(page.getByRole('link', { name: 'Recurring', exact: true }))
  await expect(page.getByText('No recurring test payouts yet')).toBeVisible()
  await press(page.getByRole('link', { name: 'New recurring payout' }).first())
  await press(page.getByRole('link', { name: /Ada Lovelace/ }))
  await select(page.getByLabel('Period'), 'Weeks')
  await press(page.getByRole('button', { name: 'Create recurring payout' }))
  await expect(page.getByText('Enter an amount', { exact: true })).toBeVisible()
  await fill(page.getByLabel('Amount in USD'), '1,50')
  await fill(page.getByLabel('Reference'), 'Cleaning')
  await select(page.getByLabel('Ends'), 'After a number of payouts')
  await fill(page.getByLabel('Number of payouts'), '9')
  await expect(page.getByRole('listitem').filter({ has: page.locator('time') })).toHaveCount(5)
  await look(page, 'the form of a recurring payout')
  await press(page.getByRole('button', { name: 'Create recurring payout' }))
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('Pay $1.50 to Ada Lovelace?')
  await expect(dialog).toContainText('The first payout is sent at once.')
  await press(dialog.getByRole('button', { name: 'Create recurring payout' }))
  await expect(page).toHaveURL(/\/payouts\/recurring\/[0-9a-f-]{36}$/)

  // The page follows by itself.
  const payouts = page.getByRole('region', { name: 'Payouts', exact: true }).locator('tbody tr')
  await expect(payouts).toHaveCount(1)
  await expect(payouts.getByText('Paid')).toBeVisible()
  await post(service, '/test/clock/advance', { api_key, days: 7 })
  await page.reload()
  await expect(payouts).toHaveCount(2)
  await expect(payouts.first().getByText('Paid')).toBeVisible()
  await expect(page.getByText('7 days ahead')).toBeVisible()
  expect(await wallet()).toEqual({ USD: { available: '997.00', held: '0.00' } })

  const actions = page.getByRole('button', { name: 'Actions' })
  await choose(actions, 'Edit')
  await fill(page.getByLabel('Amount in USD'), '2')
  await press(page.getByRole('button', { name: 'Save changes' }))
  await press(dialog.getByRole('button', { name: 'Save changes' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('$2.00')
  const status = page.getByRole('status')
  for (const [act, word] of [
    ['Pause', 'Paused'],
    ['Resume', 'Active'],
  ] as const) {
    await choose(actions, act)
    await press(dialog.getByRole('button', { name: `${act} recurring payout` }))
    await expect(dialog).toHaveCount(0)
    await expect(status.filter({ hasText: word }).first()).toBeVisible()
    // The day that passes while it is paused is skipped.
    if (act === 'Pause') await post(service, '/test/clock/advance', { api_key, days: 8 })
    if (act === 'Pause') await page.reload()
  }
  await post(service, '/test/clock/advance', { api_key, days: 7 })
  await page.reload()
  await expect(payouts).toHaveCount(3)
  await expect(payouts.first().getByText('Paid')).toBeVisible()
  await look(page, 'a recurring payout')
  await press(payouts.first().getByRole('link', { name: 'Paid' }))
  await press(page.getByRole('link', { name: 'Weekly on' }))
  await choose(actions, 'End')
  await press(dialog.getByRole('button', { name: 'End recurring payout' }))
  await expect(status.filter({ hasText: 'Ended' }).first()).toBeVisible()
  await expect(actions).toHaveCount(0)
  await press(page.getByRole('link', { name: 'Recurring payouts' }))
  await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toContainText('$2.00')
  await look(page, 'the list of recurring payouts')
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
}

for (const { way, hand, use } of WAYS) {
  test.describe(way, () => {
    test.use(use)
    test.slow()

    test('a weekly payout is sent each week, changed, paused, resumed and ended', ({ page, service }) =>
      everyWeek(page, service, hand))
  })
}
