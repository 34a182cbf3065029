import { expect, type Page } from '@playwright/test'
import { expectFits, test } from '../fixtures/browser'
import { type Hand, WAYS } from '../fixtures/hands'
import { browseAsNewVendor, operate, sendInvoice } from '../fixtures/journey'

/** Has the vendor pay the fee, invoices 100 dollars, and gives half of them back with the fee. */
async function fromSettingToRefund(page: Page, hand: Hand): Promise<void> {
  const { press, fill, select, choose, look } = hand
  const vendor = await browseAsNewVendor(page)
  await operate('vendor set', { vendor, 'fee-on-refund': 'return' })
  await page.goto('/settings/invoices')
  const payer = page.getByRole('combobox', { name: 'Who pays the fee' })
  await expect(page.getByText('your customer pays $103.20 and you receive $100.00')).toBeVisible()
  await select(payer, 'I do')
  await expect(page.getByText('your customer pays $100.00 and you receive $96.80')).toBeVisible()
  await press(page.getByRole('region', { name: 'Fee' }).getByRole('button', { name: 'Save' }))
  await expect(page.getByText('You pay the fee').first()).toBeVisible()
  await page.reload()
  await expect(payer).toHaveValue('vendor')
  await look(page, 'the setting of the fee')

  await page.goto('/invoices/new')
  await fill(page.getByRole('combobox', { name: 'Item 1' }), 'Design')
  await fill(page.getByRole('combobox', { name: 'Customer' }), 'ada@example.com')
  await fill(page.getByRole('textbox', { name: 'Unit price', exact: true }), '100')
  const total = page.getByRole('region', { name: 'Total' })
  await expect(total).toContainText('Fee, paid by you')
  await expect(total).toContainText('$3.20')
  await sendInvoice(page, hand)
  const details = page.getByRole('region', { name: 'Items' }).first()
  await expect(details).toContainText('Fee, paid by you')
  await expect(details).toContainText('$96.80')

  await choose(page.getByRole('button', { name: 'More actions' }), 'Mark as paid')
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }))
  await expect(page.getByText('Status: Paid')).toBeVisible()
  await expect(
    page.getByText('$96.80 was added to your wallet: the payment of $100.00 less the fee of $3.20.'),
  ).toBeVisible()
  expect(await operate<object>('wallet show', { vendor, mode: 'test' })).toEqual({
    USD: { available: '96.80', held: '0.00' },
  })

  await choose(page.getByRole('button', { name: 'More actions' }), 'Refund')
  const dialog = page.getByRole('dialog')
  await fill(dialog.getByLabel('Amount in USD'), '50')
  for (const [term, amount] of [
    ['The customer gets', '$50.00'],
    ['Taken from your wallet', '$48.40'],
    ['Fee returned to you', '$1.60'],
  ] as const) {
    await expect(dialog.locator('dl > div').filter({ hasText: term })).toContainText(amount)
  }
  await look(page, 'the dialog of a refund')
  await press(dialog.getByRole('button', { name: 'Refund $50.00' }))
  await expect(
    page.getByText('$48.40 was taken from your wallet. $1.60 of the fee was returned to you.'),
  ).toBeVisible()
  expect(await operate<object>('wallet show', { vendor, mode: 'test' })).toEqual({
    USD: { available: '48.40', held: '0.00' },
  })
  await expectFits(page, 'an invoice whose fee the vendor pays')
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
}

for (const { way, hand, use } of WAYS) {
  test.describe(way, () => {
    test.use(use)
    test.slow()

    test('a vendor pays the fee, and a refund gives it back', ({ page }) => fromSettingToRefund(page, hand))
  })
}

async function payTheFee(page: Page): Promise<void> {
  await page.goto('/settings/invoices')
  await page.getByRole('combobox', { name: 'Who pays the fee' }).selectOption('I do')
  await page.getByRole('region', { name: 'Fee' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('You pay the fee').first()).toBeVisible()
}

/** An invoice of 100 dollars, not reviewed yet. */
async function writeInvoice(page: Page): Promise<void> {
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Item 1' }).fill('Design')
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada@example.com')
  await page.getByRole('textbox', { name: 'Unit price', exact: true }).fill('100')
}

test('a payment page of an invoice whose fee the vendor pays knows of none', async ({ page }) => {
  await browseAsNewVendor(page)
  await payTheFee(page)
  await writeInvoice(page)
  await sendInvoice(page)
  const link = page.getByRole('region', { name: 'Payment link' }).locator('p.font-mono')
  await page.goto((await link.textContent()) ?? '')
  await expect(page.getByText('$100.00').first()).toBeVisible()
  await expect(page.getByText(/fee/i)).toHaveCount(0)
})

test('a fee that changes during the review is seen before the invoice is sent', async ({ page, context }) => {
  await browseAsNewVendor(page)
  await writeInvoice(page)
  await page.getByRole('button', { name: 'Review and send' }).click()
  const form = page.getByRole('region', { name: 'Send' })
  const sums = async (pays: string, income: string) => {
    await expect(form.locator('dl > div').filter({ hasText: 'Your customer pays' })).toContainText(pays)
    await expect(form.locator('dl > div').filter({ hasText: 'You receive' })).toContainText(income)
  }
  await sums('$103.20', '$100.00')
  await expectFits(page, 'the review of an invoice')

  await payTheFee(await context.newPage())
  await form.getByRole('button', { name: 'Send invoice' }).click()
  await expect(form.getByRole('alert')).toContainText('The fee has changed. Review the invoice again')
  await sums('$100.00', '$96.80')
  await page.getByRole('tab', { name: 'Email' }).click()
  await expect(page.frameLocator('iframe').getByText('$100.00').first()).toBeVisible()
  await expectFits(page, 'the review of an invoice whose fee has changed')
  await form.getByRole('button', { name: 'Send invoice' }).click()
  await expect(page).toHaveURL(/\/invoices\/(?!drafts)[0-9a-f-]{36}$/)
  await expect(page.getByRole('region', { name: 'Items' }).first()).toContainText('$96.80')
})

test('a first sale whose fee is kept can’t be refunded in full, and the dialog says how much can', async ({
  page,
}) => {
  const vendor = await browseAsNewVendor(page)
  await payTheFee(page)
  await writeInvoice(page)
  await sendInvoice(page)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Mark as paid' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(page.getByText('Status: Paid')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('You can refund up to $96.80 now')).toBeVisible()
  await expect(dialog.getByText('You paid the fee of $3.20, and a refund doesn’t return it.')).toBeVisible()
  await expect(dialog.getByLabel('Amount in USD')).toHaveValue('96.80')
  await expectFits(page, 'the dialog of a refund that the wallet doesn’t cover')
  await dialog.getByRole('button', { name: 'Refund $96.80' }).click()
  await expect(page.getByText('$96.80 was taken from your wallet. The fee isn’t returned.')).toBeVisible()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Refund' }).click()
  await expect(dialog.getByText('Your wallet doesn’t cover a refund now')).toBeVisible()
  await expectFits(page, 'the dialog of a refund from an empty wallet')
  await dialog.getByRole('button', { name: 'Refund $3.20' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Insufficient available balance')
  // Other income comes in while the dialog is open.
  await operate('wallet credit', { vendor, mode: 'test', amount: '10', currency: 'USD' })
  await dialog.getByRole('button', { name: 'Refund $3.20' }).click()
  await expect(page.getByText('$3.20 was taken from your wallet. The fee isn’t returned.')).toBeVisible()
})
