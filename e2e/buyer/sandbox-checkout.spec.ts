import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleNow, test } from '../fixtures/browser'
import { anInvoice, fillCard, operate, statusOf } from '../fixtures/journey'

const PAY = { name: 'Pay $103.20' }
const DECLINED = 'The payment did not go through'

async function goToCheckout(page: Page, paymentLink: string): Promise<void> {
  await page.goto(paymentLink)
  await page.getByRole('button', PAY).click()
  await expect(page).toHaveURL(/\/sandbox\/checkout\/sbx_cs_/)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the sandbox’s page ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('says that it is a test, for whom and how much, and fills in a card by one click', async ({
      page,
      service,
    }) => {
      const { invoice, key } = await anInvoice(service, { items: [{ title: 'Bread', qty: 2, price: 50 }] })
      await goToCheckout(page, invoice.payment_link)
      await expect(page.getByTestId('test-band')).toContainText('Test mode: nothing is charged')
      const summary = page.getByRole('region', { name: 'Summary' })
      for (const text of ['Pay Corner Bakery', '$103.20', 'Bread']) {
        await expect(summary.getByText(text)).toBeVisible()
      }
      await page.getByRole('link', { name: /Insufficient funds/ }).click()
      await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 9995')
      await expect(page.getByLabel('Expiry')).toHaveValue(/^12 \/ \d\d$/)
      await expect(page.getByLabel('CVC')).toHaveValue('123')
      await page.getByRole('button', PAY).click()
      const alert = page.getByRole('alert').filter({ hasText: DECLINED })
      await expect(alert).toContainText('The card has insufficient funds.')
      expect(await statusOf(service, key, invoice.id)).toBe('Failed')
      await page.getByRole('link', { name: /^4242/ }).click()
      await expect(alert).toHaveCount(0)
      await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
      await page.getByRole('button', PAY).click()
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
    })

    test('takes a card that is typed, and a missing field keeps the form from being sent', async ({
      page,
      service,
    }) => {
      const { invoice, key } = await anInvoice(service)
      await goToCheckout(page, invoice.payment_link)
      await fillCard(page, '4242424242424242')
      await page.getByLabel('CVC').fill('')
      await page.getByRole('button', PAY).click()
      await expect(page.getByLabel('Card number')).toHaveValue('4242424242424242')
      expect(await statusOf(service, key, invoice.id)).toBe('Invoice Created')
      await page.getByLabel('CVC').fill('123')
      await page.getByRole('button', PAY).click()
      await expect(page).toHaveURL(/\/thank-you\//)
    })
  })
}

test('a date that has passed is explained beside its field', async ({ page, service }) => {
  const { invoice, key } = await anInvoice(service)
  await goToCheckout(page, invoice.payment_link)
  await fillCard(page, '4242424242424242')
  await page.getByLabel('Expiry').fill('01 / 20')
  await page.getByRole('button', PAY).click()
  await expect(page.getByLabel('Expiry')).toHaveAccessibleDescription('Enter a future date as MM / YY.')
  expect(await statusOf(service, key, invoice.id)).toBe('Invoice Created')
})

test('nothing of a card is kept on the device', async ({ page, context, service }) => {
  const { invoice } = await anInvoice(service)
  await goToCheckout(page, invoice.payment_link)
  await fillCard(page, '4000 0000 0000 0002')
  await page.getByRole('button', PAY).click()
  await expect(page.getByRole('alert').filter({ hasText: DECLINED })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('')
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(stored + JSON.stringify(await context.cookies())).not.toMatch(/4000 ?0000|12 \/ 40/)
  expect(page.url()).not.toContain('4000')
})

test('paid, expired and unknown checkouts have a page each, and none can be paid', async ({
  page,
  service,
}) => {
  test.slow()
  const { invoice } = await anInvoice(service)
  await goToCheckout(page, invoice.payment_link)
  const address = page.url()
  await page.getByRole('link', { name: /^4242/ }).click()
  await page.getByRole('button', PAY).click()
  await expect(page).toHaveURL(/\/thank-you\//)
  await page.goto(address)
  await expect(page.getByRole('heading', { name: 'This payment is complete' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectAccessibleNow(page, 'paid')
  await page.getByRole('link', { name: 'Continue to Corner Bakery' }).click()
  await expect(page).toHaveURL(/\/thank-you\//)

  const late = await anInvoice(service)
  await goToCheckout(page, late.invoice.payment_link)
  const { connectionPool } = await import('@/lib/db/client')
  await connectionPool().query(
    `UPDATE sandbox_checkout_sessions SET created_at = created_at - interval '2 days' WHERE reference = $1`,
    [page.url().split('/').at(-1)],
  )
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This checkout has expired' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectAccessibleNow(page, 'expired')
  await page.getByRole('link', { name: 'Go back and start again' }).click()
  await goToCheckout(page, late.invoice.payment_link)

  for (const unknown of [`sbx_cs_${'x'.repeat(32)}`, 'nothing']) {
    const response = await page.goto(`/sandbox/checkout/${unknown}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'We can’t find this checkout' })).toBeVisible()
  }
  await expectAccessibleNow(page, 'unknown')
})

test('an open checkout, and one with a declined card, have no accessibility violation', async ({
  page,
  service,
}) => {
  test.slow()
  const { invoice } = await anInvoice(service)
  await goToCheckout(page, invoice.payment_link)
  const address = page.url()
  await expectAccessible(page, address)
  await page.goto(address)
  await page.getByRole('link', { name: /Wrong security code/ }).click()
  await page.getByRole('button', PAY).click()
  await expect(page.getByRole('alert').filter({ hasText: DECLINED })).toBeVisible()
  await expectAccessibleNow(page, 'declined')
})
