import { expect, type Page } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { addBankAccount, browseAsNewVendor, createCustomer, operate } from '../fixtures/journey'

/** A signed-in vendor with $1,000.00 of test funds, and a customer with a bank account. */
async function aPayableCustomer(page: Page): Promise<string> {
  const vendor = await browseAsNewVendor(page)
  await page.goto('/wallet')
  await page.getByRole('button', { name: 'Add test funds' }).first().click()
  await page.getByLabel('Amount').fill('1000')
  await page.getByRole('button', { name: 'Add funds' }).click()
  await expect(page.getByText('$1,000.00').first()).toBeVisible()
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  await addBankAccount(page, '123456789012')
  return vendor
}

const HEADER = 'recipient,bank account,amount,reference'

async function upload(page: Page, name: string, lines: string[]): Promise<void> {
  await page.goto('/payouts')
  await page.getByRole('link', { name: 'Batches' }).click()
  await page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from([HEADER, ...lines].join('\r\n')) })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('of 200 payouts 5 can’t be paid: the good rows go once, and the others once they are corrected', async ({
  page,
}) => {
  test.slow()
  const vendor = await aPayableCustomer(page)
  const good = Array.from({ length: 195 }, (_, index) => `ada@example.com,,"1,00",${index}`)
  const bad = [
    'nobody@example.com,,1.00,bad 1',
    'ada@example.com,1234,1.00,bad 2',
    'ada@example.com,,much,bad 3',
    'ada@example.com,,-1,bad 4',
    ',,1.00,bad 5',
  ]
  await upload(page, 'may.csv', [...good.slice(0, 100), ...bad, ...good.slice(100)])
  await expect(page.getByText('$195.00').first()).toBeVisible()
  const rows = page.getByRole('region', { name: 'Rows' }).first()
  for (const problem of [
    'No customer has this ID or email',
    'This customer has no such bank account',
    'The amount must look like 25 or 1,250.00',
    'The amount must be above zero',
    'The recipient is missing',
  ]) {
    await expect(rows.getByText(problem)).toBeVisible()
  }
  await expectAccessibleNow(page, 'a batch with bad rows')
  await page.setViewportSize({ width: 1280, height: 800 })

  const wallet = () => operate<object>('wallet show', { vendor, mode: 'test' })
  expect(await wallet()).toEqual({ USD: { available: '1000.00', held: '0.00' } })
  await page.getByRole('button', { name: 'Pay the 195 good rows' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('5 rows with a problem won’t be paid')
  await page.getByRole('button', { name: 'Pay $195.00' }).dblclick()
  await expect(page.getByText('195 payouts confirmed', { exact: true })).toBeVisible()
  // The payouts go on without the page, which shows the same after a reload.
  await page.reload()
  await expect(page.getByText('$195.00 in 195 payouts')).toBeVisible({ timeout: 60_000 })
  expect(await wallet()).toEqual({ USD: { available: '805.00', held: '0.00' } })

  await page.getByRole('button', { name: 'Correct line 104' }).click()
  await page.getByLabel('Amount in USD').fill('5')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Row corrected', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove line 106' }).click()
  await expect(page.getByText('Row removed', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pay the good row' }).click()
  await page.getByRole('button', { name: 'Pay $5.00' }).click()
  await expect(page.getByText('$200.00 in 196 payouts')).toBeVisible({ timeout: 30_000 })
  expect(await wallet()).toEqual({ USD: { available: '800.00', held: '0.00' } })
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
})

test('two tabs that confirm the same batch pay it once, on a phone too', async ({ page, context }) => {
  const vendor = await aPayableCustomer(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await upload(page, 'one.csv', ['ada@example.com,,10,'])
  const other = await context.newPage()
  await other.setViewportSize({ width: 390, height: 800 })
  await other.goto(page.url())
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Pay $10.00 in 1 payout' }).click()
  }
  await Promise.all(
    [page, other].map((tab) => tab.getByRole('button', { name: 'Pay $10.00', exact: true }).click()),
  )
  await expect(page.getByText('$10.00 in 1 payout', { exact: true })).toBeVisible()
  const wallet = () => operate<object>('wallet show', { vendor, mode: 'test' })
  await expect.poll(wallet).toEqual({ USD: { available: '990.00', held: '0.00' } })
})

test('a payout is scheduled, changed and cancelled, and moves no money before its day', async ({ page }) => {
  const vendor = await aPayableCustomer(page)
  await page.getByRole('link', { name: 'New payout' }).first().click()
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  // More than the balance, which counts on the day.
  await page.getByLabel('Amount in USD').fill('2,000.00')
  await page.getByLabel('Send on').fill(day(0))
  await page.getByRole('button', { name: 'Review payout' }).click()
  await expect(page.getByText('Choose a day from tomorrow on (UTC)')).toBeVisible()
  await page.getByLabel('Send on').fill(day(3))
  await page.getByRole('button', { name: 'Review payout' }).click()
  await page.getByRole('button', { name: 'Schedule $2,000.00' }).click()
  await expect(page).toHaveURL(/\/payouts\/scheduled$/)
  const upcoming = page.getByRole('row', { name: /Ada Lovelace/ })
  await expect(upcoming).toContainText('$2,000.00')
  await expectAccessibleNow(page, 'scheduled payouts')
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('button', { name: /^Change: payout of/ }).click()
  await page.getByLabel('Amount in USD').fill('12,50')
  await page.getByLabel('Send on').fill(day(5))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(upcoming).toContainText('$12.50')
  await page.getByRole('button', { name: /^Cancel: payout of/ }).click()
  await page.getByRole('button', { name: 'Cancel payout', exact: true }).click()
  await expect(page.getByText('Scheduled payout cancelled', { exact: true })).toBeVisible()
  await expect(upcoming.getByText('Cancelled')).toBeVisible()
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '1000.00', held: '0.00' } })
})
