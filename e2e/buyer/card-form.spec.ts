import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice, fillCard, statusOf } from '../fixtures/journey'

test('a card number is grouped and its brand named while it is typed', async ({ page, service }) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  const number = page.getByLabel('Card number')
  const brand = (name: string) => page.getByRole('status').filter({ hasText: name })
  await number.pressSequentially('4242424242')
  await expect(number).toHaveValue('4242 4242 42')
  await expect(brand('Visa')).toBeVisible()
  await number.fill('')
  await number.pressSequentially('378282246310005')
  await expect(number).toHaveValue('3782 822463 10005')
  await expect(brand('American Express')).toBeVisible()
  await page.getByLabel('Expiry').pressSequentially('930')
  await expect(page.getByLabel('Expiry')).toHaveValue('09 / 30')
})

test('a digit inserted in the middle leaves the caret after it', async ({ page, service }) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  const number = page.getByLabel('Card number')
  await number.pressSequentially('424242424')
  for (let step = 0; step < 8; step += 1) await number.press('ArrowLeft')
  await number.pressSequentially('9')
  const caret = await number.evaluate((input: HTMLInputElement) =>
    input.value.slice(0, input.selectionStart ?? 0),
  )
  expect(caret.endsWith('9')).toBe(true)
  expect((await number.inputValue()).replace(/\s/g, '')).toHaveLength(10)
})

test('the first invalid field has the focus, and each one says why', async ({ page, service }) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('01 / 20')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByLabel('Expiry')).toBeFocused()
  await expect(page.getByLabel('Expiry')).toHaveAccessibleDescription('This card has expired.')
  await expect(page.getByLabel('CVC')).toHaveAccessibleDescription('Enter the 3 or 4 digits.')
  await expect(page.getByLabel('Name on card')).toHaveAccessibleDescription('Enter the name on the card.')
  await page.getByLabel('Expiry').fill('01 / 40')
  await expect(page.getByLabel('Expiry')).not.toHaveAttribute('aria-invalid')
})

test('name and date survive a reload; number and security code are nowhere on the device', async ({
  page,
  service,
}) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await fillCard(page, '4000 0000 0000 0002')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'did not go through' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002')
  await page.goto('about:blank')
  await page.goto(invoice.payment_link)
  await expect(page.getByLabel('Name on card')).toHaveValue('Ada Lovelace')
  await expect(page.getByLabel('Expiry')).toHaveValue('12 / 40')
  await expect(page.getByLabel('Card number')).toHaveValue('')
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(kept).toContain('Ada Lovelace')
  expect(kept).not.toMatch(/4000|123/)
  // The reason for the last decline is shown again, from our records.
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
})

test('an invoice can be paid by keyboard alone', async ({ page, service }) => {
  const { invoice, key } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  const reach = async (name: string) => {
    for (let tab = 0; tab < 12; tab += 1) {
      await page.keyboard.press('Tab')
      const label = await page.evaluate(() => document.activeElement?.getAttribute('name'))
      if (label === name) return
    }
    throw new Error(`no way to ${name}`)
  }
  await reach('number')
  await page.keyboard.type('4242424242424242')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1240')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/thank-you\//)
  expect(await statusOf(service, key, invoice.id)).toBe('Paid')
})

test('at most eight fields are asked for, each with its autofill token', async ({ page, service }) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  const fields = page.locator('main').locator('input:visible, select:visible, textarea:visible')
  expect(await fields.count()).toBeLessThanOrEqual(8)
  const tokens = await fields.evaluateAll((all) => all.map((field) => field.getAttribute('autocomplete')))
  expect(tokens).toEqual(['cc-number', 'cc-exp', 'cc-csc', 'cc-name'])
})

test('on a phone, vendor, total, fee and items are visible without scrolling', async ({ page, service }) => {
  const { invoice } = await anInvoice(service, {
    items: [
      { title: 'Bread', qty: 2, price: 40 },
      { title: 'Butter', qty: 1, price: 20 },
    ],
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(invoice.payment_link)
  const summary = page.getByRole('region', { name: 'Summary' })
  for (const text of ['Corner Bakery', '$103.20', 'Includes a fee of $3.20', 'Bread', 'Butter']) {
    await expect(summary.getByText(text).first()).toBeInViewport({ ratio: 1 })
  }
})

test('on a phone the card form follows the total, and what else an invoice says comes after it', async ({
  page,
  service,
}) => {
  const { invoice } = await anInvoice(service)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(invoice.payment_link)
  const topOf = async (name: string) => (await page.getByRole('link', { name }).boundingBox())?.y ?? 0
  const button = page.getByRole('button', { name: /^Pay / })
  await expect(button).toBeInViewport({ ratio: 1 })
  expect(await topOf('Invoice (PDF)')).toBeGreaterThan((await button.boundingBox())?.y ?? Infinity)
})
