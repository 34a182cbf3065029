import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { type Hand, mouse, WAYS } from '../fixtures/hands'
import { aPayableCustomer, operate } from '../fixtures/journey'
import type { Service } from '../fixtures/service'

const ACCOUNT = '123456789012'
const HEADER = 'recipient,bank account,amount,reference'

async function upload(page: Page, name: string, lines: string[], { press }: Hand = mouse): Promise<void> {
  await page.goto('/payouts')
  await press(page.getByRole('link', { name: 'Batches' }))
  const chooser = page.waitForEvent('filechooser')
  await press(page.getByRole('button', { name: 'Choose a file' }))
  const buffer = Buffer.from([HEADER, ...lines].join('\r\n'))
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer })
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Rows that can't be paid, from line 102 of the file on, and what corrects each. */
const BAD_ROWS = [
  {
    row: 'nobody@example.com,,1.00,bad 1',
    problem: 'No customer has this ID or email',
    field: 'Recipient',
    correction: 'ada@example.com',
  },
  {
    row: 'ada@example.com,1234,1.00,bad 2',
    problem: 'This customer has no such bank account',
    field: 'Bank account',
    correction: ACCOUNT.slice(-4),
  },
  {
    row: 'ada@example.com,,much,bad 3',
    problem: 'The amount must look like 25 or 1,250.00',
    field: 'Amount in USD',
    correction: '1',
  },
  {
    row: 'ada@example.com,,-1,bad 4',
    problem: 'The amount must be above zero',
    field: 'Amount in USD',
    correction: '1,00',
  },
  {
    row: ',,1.00,bad 5',
    problem: 'The recipient is missing',
    field: 'Recipient',
    correction: 'ada@example.com',
  },
]

/** Uploads 200 payouts, pays the 195 good ones, corrects the others and pays them too. */
async function payInTwoGoes(page: Page, service: Service, hand: Hand): Promise<void> {
  const { fill, press } = hand
  const button = (name: string, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: true })
  const vendor = await aPayableCustomer(page, service, ACCOUNT)
  const wallet = () => operate<object>('wallet show', { vendor, mode: 'test' })
  const good = Array.from({ length: 195 }, (_, index) => `ada@example.com,,"1,00",${index}`)
  const bad = BAD_ROWS.map(({ row }) => row)
  await upload(page, 'may.csv', [...good.slice(0, 100), ...bad, ...good.slice(100)], hand)
  await expect(page.getByText('$195.00').first()).toBeVisible()
  const rows = page.getByRole('region', { name: 'Rows' }).first()
  for (const { problem } of BAD_ROWS) await expect(rows.getByText(problem)).toBeVisible()

  expect(await wallet()).toEqual({ USD: { available: '1000.00', held: '0.00' } })
  await press(button('Pay 195 valid rows'))
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('5 rows with a problem won’t be paid')
  await press(button('Pay $195.00', question))
  await expect(page.getByText('195 payouts confirmed', { exact: true })).toBeVisible()
  // The payouts go on without the page, which shows the same after a reload.
  await page.reload()
  await expect(page.getByText('$195.00 in 195 payouts')).toBeVisible({ timeout: 60_000 })
  expect(await wallet()).toEqual({ USD: { available: '805.00', held: '0.00' } })

  for (const [index, { field, correction }] of BAD_ROWS.entries()) {
    await press(button(`Fix line ${102 + index}`))
    const dialog = page.getByRole('dialog')
    await fill(dialog.getByLabel(field), correction)
    if (correction === '1,00') await expect(dialog.getByText('$1.00', { exact: true })).toBeVisible()
    await press(button('Save', dialog))
    await expect(dialog).toHaveCount(0)
    const isLast = index === BAD_ROWS.length - 1
    await expect(button(isLast ? 'Pay $5.00 in 5 payouts' : `Fix line ${103 + index}`)).toBeFocused()
  }
  await press(button('Pay $5.00 in 5 payouts'))
  await press(button('Pay $5.00', question))
  await expect(page.getByText('$200.00 in 200 payouts')).toBeVisible({ timeout: 30_000 })
  expect(await wallet()).toEqual({ USD: { available: '800.00', held: '0.00' } })
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
}

for (const { way, hand, use } of WAYS) {
  test.describe(way, () => {
    test.use(use)
    test.slow()

    test('of 200 payouts 5 can’t be paid: the valid rows go once, and the others once they are fixed', ({
      page,
      service,
    }) => payInTwoGoes(page, service, hand))
  })
}

test('a row is removed, and two tabs that confirm the same batch pay it once, on a phone too', async ({
  page,
  context,
  service,
}) => {
  const vendor = await aPayableCustomer(page, service, ACCOUNT)
  await upload(page, 'one.csv', ['nobody@example.com,,5,', 'ada@example.com,,10,'])
  await expectAccessibleNow(page, 'a batch with a bad row')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Remove line 2' }).click()
  await expect(page.getByText('Row removed', { exact: true })).toBeVisible()
  // The button is gone with the row's problem.
  await expect(page.getByRole('region', { name: 'Rows (table)' })).toBeFocused()
  const other = await context.newPage()
  await other.setViewportSize({ width: 390, height: 800 })
  await other.goto(page.url())
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Pay $10.00 in 1 payout' }).click()
  }
  await Promise.all(
    [page, other].map((tab) => tab.getByRole('button', { name: 'Pay $10.00', exact: true }).dblclick()),
  )
  await expect(page.getByText('$10.00 in 1 payout', { exact: true })).toBeVisible()
  const wallet = () => operate<object>('wallet show', { vendor, mode: 'test' })
  await expect.poll(wallet).toEqual({ USD: { available: '990.00', held: '0.00' } })
})

test('rows are pasted and begun with a picked customer, or dropped as a file, on a phone too', async ({
  page,
  service,
}) => {
  await aPayableCustomer(page, service, ACCOUNT)
  await page.goto('/payouts/batches')
  const template = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download a template' }).click()
  expect((await template).suggestedFilename()).toBe('payouts.csv')
  const area = page.getByLabel('Or type or paste rows')
  await area.fill('ada@example.com, 10')
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByLabel('Add a customer').fill('lovel')
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await expect(area).toBeFocused()
  await page.keyboard.type('2.50')
  await expect(area).toHaveValue('ada@example.com, 10\nada@example.com, 2.50')
  await expectAccessibleNow(page, 'a new batch')
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pasted rows' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $12.50 in 2 payouts' })).toBeVisible()

  await page.goto('/payouts/batches')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeEnabled()
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['recipient,amount\nada@example.com,3'], 'june.csv', { type: 'text/csv' }))
    return transfer
  })
  await page.getByRole('region', { name: 'CSV file' }).dispatchEvent('drop', { dataTransfer: data })
  await expect(page.getByRole('heading', { level: 1, name: 'june.csv' })).toBeVisible()
})

test('a payout is scheduled, changed and canceled, and moves no money before its day', async ({
  page,
  service,
}) => {
  const vendor = await aPayableCustomer(page, service, ACCOUNT)
  await page.getByRole('link', { name: 'New payout' }).first().click()
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  // More than the balance, which counts on the day.
  await page.getByLabel('Amount in USD').fill('2,000.00')
  await page.getByLabel('Send on').fill(day(0))
  await page.getByRole('button', { name: 'Review payout' }).click()
  await expect(page.getByText('Choose tomorrow or a later day')).toBeVisible()
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
  await expect(page.getByText('Scheduled payout canceled', { exact: true })).toBeVisible()
  await expect(upcoming.getByText('Canceled').filter({ visible: true })).toBeVisible()
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '1000.00', held: '0.00' } })
})
