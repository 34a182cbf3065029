import { expect, type Page } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { type Hand, WAYS } from '../fixtures/hands'
import { browseAsNewVendor, operate, post, sendInvoice } from '../fixtures/journey'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Sends an invoice of $100 to Ada, and ends on its page. */
async function sendToAda(page: Page): Promise<string> {
  await page.goto('/invoices/new')
  await page.getByRole('combobox', { name: 'Customer' }).fill('ada@example.com')
  await page.getByRole('combobox', { name: 'Item 1' }).fill('Design')
  await field(page, 'Unit price').fill('100')
  await field(page, 'Notes').fill('Thank you')
  await sendInvoice(page)
  return page.url()
}

/** Edits what may change, and then voids it for what may not. */
async function fromEditToDuplicate(page: Page, { press, fill, choose, look }: Hand): Promise<void> {
  await browseAsNewVendor(page)
  const invoice = await sendToAda(page)
  await choose(button(page, 'More actions'), 'Edit')
  await expect(page).toHaveURL(`${invoice}/edit`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit INV-0001')
  await look(page, 'the paper of a sent invoice')
  await expect(field(page, 'Unit price')).toHaveCount(0)

  await page.getByLabel('Due date').fill(inDays(45))
  await fill(field(page, 'Billing address'), '12 St James’s Square\nLondon')
  await fill(field(page, 'Notes'), 'Many thanks')
  await press(button(page, 'Save changes'))
  const dialog = page.getByRole('dialog', { name: 'Save changes to INV-0001?' })
  await expect(dialog).toContainText('Before: Thank you')
  await expect(dialog).toContainText('Now: Many thanks')
  await expect(dialog.getByRole('checkbox', { name: /Email ada@example\.com/ })).toBeChecked()
  await look(page, 'the changes of a sent invoice')
  await press(dialog.getByRole('button', { name: 'Save changes' }))
  await expect(page).toHaveURL(invoice)
  await expect(page.getByText(/^Changes saved/).first()).toBeVisible()
  await expect(page.getByText(/notes: “Thank you” → “Many thanks” · By /)).toBeVisible()
  await expect(page.getByText('Changed invoice kept in the mailbox')).toBeVisible()
  await expect(page.getByText('12 St James’s Square').first()).toBeVisible()

  await choose(button(page, 'More actions'), 'Edit')
  await fill(field(page, 'Billing address'), 'Ockham Park')
  await press(button(page, 'Change items or amounts'))
  const ways = page.getByRole('dialog', { name: 'Amounts of a sent invoice can’t change' })
  await look(page, 'the ways to change amounts')
  await press(ways.getByRole('button', { name: 'Void and duplicate' }))
  await expect(page).toHaveURL(/\/invoices\/drafts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('combobox', { name: 'Item 1' })).toHaveValue('Design')
  await expect(field(page, 'Unit price')).toHaveValue('100.00')
  await expect(field(page, 'Billing address')).toHaveValue('Ockham Park')
  await expect(field(page, 'Notes')).toHaveValue('Many thanks')
  await page.goto(invoice)
  await expect(page.getByText('Voided', { exact: true }).first()).toBeVisible()
  await page.goto(`${invoice}/edit`)
  await expect(page).toHaveURL(invoice)
}

for (const { way, hand, use } of WAYS) {
  test.describe(way, () => {
    test.use(use)
    test.slow()

    test('a sent invoice is edited on its paper, and voided and duplicated', ({ page }) =>
      fromEditToDuplicate(page, hand))
  })
}

test('e opens the paper, Ctrl Enter saves it, and leaving with changes asks', async ({ page }) => {
  await browseAsNewVendor(page)
  const invoice = await sendToAda(page)
  const heading = page.getByRole('heading', { level: 1, name: 'Edit INV-0001' })
  await expect(async () => {
    await page.keyboard.press('e')
    await expect(heading).toBeVisible({ timeout: 1000 })
  }).toPass()
  await field(page, 'Notes').fill('Many thanks')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'Notes')).toHaveValue('Many thanks')
  await page.getByLabel('Due date').fill('')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Enter a date')).toBeVisible()
  await page.getByLabel('Due date').fill(inDays(60))
  await page.keyboard.press('ControlOrMeta+Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Due date', { exact: true })).toBeVisible()
  await dialog.getByRole('checkbox').uncheck()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page).toHaveURL(invoice)
  await expect(page.getByText('Changes saved', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^Changed invoice/)).toHaveCount(0)
})

test('a page that is behind overwrites nothing and loses nothing, and one without a network keeps its input', async ({
  page,
  context,
}) => {
  await browseAsNewVendor(page)
  const invoice = await sendToAda(page)
  const other = await context.newPage()
  await page.goto(`${invoice}/edit`)
  await other.goto(`${invoice}/edit`)
  for (const each of [page, other]) await expect(field(each, 'Notes')).toHaveValue('Thank you')
  const save = async (on: Page) => {
    await button(on, 'Save changes').click()
    await on.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click()
  }
  await field(other, 'Billing address').fill('Ockham Park')
  await save(other)
  await expect(other).toHaveURL(invoice)

  await field(page, 'Notes').fill('Many thanks')
  await save(page)
  const refusal = page.getByRole('alert').filter({ hasText: 'Changes not saved' })
  await expect(refusal).toContainText(
    'This invoice was changed elsewhere since you opened it. What you typed is still here.',
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectAccessibleNow(page, 'a page that is behind')
  await page.setViewportSize({ width: 1280, height: 800 })
  await context.setOffline(true)
  await button(page, 'Show the latest version').click()
  await expect(refusal).toContainText('You’re offline. Nothing was sent, and what you typed is still here.')
  await expect(refusal).not.toContainText('..')
  await context.setOffline(false)
  await button(page, 'Show the latest version').click()
  await expect(field(page, 'Billing address')).toHaveValue('Ockham Park')
  await expect(field(page, 'Notes')).toHaveValue('Many thanks')
  await expect(refusal).toHaveCount(0)

  await button(page, 'Save changes').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).not.toContainText('Ockham Park')
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing was sent')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(invoice)
  await expect(page.getByText('Ockham Park').first()).toBeVisible()
  await expect(page.getByText('Many thanks', { exact: true })).toBeVisible()
})

test('an invoice that is paid while it is edited says so, and offers a credit note for its amounts', async ({
  page,
  service,
}) => {
  const vendor = await browseAsNewVendor(page)
  const { key: api_key } = await operate('key create', { vendor, mode: 'test' })
  const invoice = await sendToAda(page)
  await page.goto(`${invoice}/edit`)
  await expect(field(page, 'Notes')).toHaveValue('Thank you')
  await field(page, 'Notes').fill('Many thanks')
  await post(service, `/test/invoice/${invoice.split('/').at(-1)}/pay`, { api_key, outcome: 'paid' })
  await button(page, 'Save changes').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Invoice is already paid')
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByText('This invoice has been paid, so it can’t be edited any more.')).toBeVisible()
  await expect(button(page, 'Save changes')).toHaveCount(0)
  await expect(field(page, 'Notes')).toHaveValue('Many thanks')
  await button(page, 'Change items or amounts').click()
  await dialog.getByRole('button', { name: 'Issue a credit note' }).click()
  await expect(dialog.getByLabel('Amount in USD')).toHaveValue('100.00')
})

test('an invoice is voided and duplicated once, also if the answer was lost', async ({ page }) => {
  await browseAsNewVendor(page)
  const invoice = await sendToAda(page)
  await page.goto(`${invoice}/edit`)
  const path = '**/void-and-duplicate?*'
  await page.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Change items or amounts').click()
  const dialog = page.getByRole('dialog')
  const duplicate = dialog.getByRole('button', { name: 'Void and duplicate' })
  await duplicate.click()
  await expect(dialog.getByRole('alert')).toContainText('We can’t reach the server')
  await page.unroute(path)
  await duplicate.click()
  await expect(page).toHaveURL(/\/invoices\/drafts\/[0-9a-f-]{36}$/)
  await page.goto('/invoices/drafts')
  await expect(page.locator('tbody tr')).toHaveCount(1)
})

test('an invoice of the other mode ends on its draft too, once it is voided and duplicated', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  const invoice = await sendToAda(page)
  await page.getByRole('switch', { name: 'Test mode' }).click()
  await expect(page.getByTestId('test-band')).toHaveCount(0)
  await page.goto(`${invoice}/edit`)
  await button(page, 'Change items or amounts').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Void and duplicate' }).click()
  await expect(page).toHaveURL(/\/invoices\/drafts\/[0-9a-f-]{36}$/)
  await expect(
    page.getByText(/^This draft is in test mode, but the dashboard is in live mode\./),
  ).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Item 1' })).toHaveValue('Design')
  await field(page, 'Unit price').fill('120')
  await button(page, 'Review and send').click()
  await expect(page).toHaveURL(/\/review$/)
  await button(page, 'Send invoice').click()
  await expect(page).toHaveURL(/\/invoices\/(?!drafts)[0-9a-f-]{36}$/)
  await expect(page.getByText('INV-0002').first()).toBeVisible()
})
