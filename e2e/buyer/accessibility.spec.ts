import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleNow } from '@/e2e/fixtures/browser'
import { test } from '../fixtures/browser'
import { anInvoice, fillCard, operate } from '../fixtures/journey'

for (const locale of ['en', 'ar']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('a payable, overdue and paid invoice has no accessibility violation', async ({ page, service }) => {
      test.slow()
      const { invoice } = await anInvoice(service)
      await expectAccessible(page, invoice.payment_link)
      const overdue = await anInvoice(service, { amount: 100, due_date: '2020-01-01' })
      await expectAccessible(page, overdue.invoice.payment_link)
      await operate('invoice mark-paid', { invoice: invoice.id })
      await expectAccessible(page, invoice.payment_link)
      await expectAccessible(page, invoice.payment_link.replace('/pay/', '/thank-you/'))
    })

    test('a banned vendor’s invoice and an unknown link have no accessibility violation', async ({
      page,
      service,
    }) => {
      test.slow()
      const { invoice, vendor } = await anInvoice(service)
      await operate('vendor ban', { vendor })
      await expectAccessible(page, invoice.payment_link)
      await expectAccessible(page, `/pay/${'x'.repeat(44)}`)
    })
  })
}

test('a form with errors, and with a declined card, has no accessibility violation', async ({
  page,
  service,
}) => {
  test.slow()
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessibleNow(page, 'errors')
  await fillCard(page, '4000 0000 0000 0002')
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'did not go through' })).toBeVisible()
  await expectAccessibleNow(page, 'declined')
})
