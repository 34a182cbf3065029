import { expectAccessible } from '@/e2e/fixtures/browser'
import { test } from '../fixtures/browser'
import { anInvoice, operate } from '../fixtures/journey'

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
