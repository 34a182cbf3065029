import { expect } from '@playwright/test'
import { payTextsIn } from '@/components/pay/texts/texts'
import { LOCALE_NAMES } from '@/lib/i18n/locale'
import { expectAccessibleNow } from '../fixtures/browser'
import { CHECKOUTS, test } from '../fixtures/checkout'
import { operate, startReceiver, statusOf } from '../fixtures/journey'

const PAID = { name: 'This invoice is paid' }

test.afterEach(async () => {
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
})

for (const [mode, checkout] of CHECKOUTS) {
  test.describe(`a buyer in ${mode}`, () => {
    test.slow()

    for (const javaScriptEnabled of [true, false]) {
      test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
        test.use({ javaScriptEnabled })

        test('pays on the provider’s page and comes back to a receipt, which Back doesn’t undo', async ({
          page,
          service,
          providers,
        }) => {
          const stage = { page, service, providers }
          const { invoice, key } = await checkout.invoice(stage)
          await checkout.open(stage)
          await page.goto(invoice.payment_link)
          await page.getByRole('button', { name: 'Pay $103.20' }).click()
          await checkout.isAt(page)
          await checkout.pay(stage)
          await expect(page).toHaveURL(/\/thank-you\//)
          await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
          expect(await statusOf(service, key, invoice.id)).toBe('Paid')
          await page.goto(invoice.payment_link)
          await expect(page.getByRole('heading', PAID)).toBeVisible()
          await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
        })

        test('is declined, which fails the invoice, and pays with another card', async ({
          page,
          service,
          providers,
        }) => {
          const stage = { page, service, providers }
          const { invoice, key } = await checkout.invoice(stage)
          await checkout.open(stage)
          await page.goto(invoice.payment_link)
          await page.getByRole('button', { name: /^Pay / }).click()
          await checkout.decline(stage)
          expect(await statusOf(service, key, invoice.id)).toBe('Failed')
          await checkout.isAt(page)
          await checkout.pay(stage)
          await expect(page).toHaveURL(/\/thank-you\//)
          expect(await statusOf(service, key, invoice.id)).toBe('Paid')
        })

        test('leaves without paying, is told so, and can try again', async ({ page, service, providers }) => {
          const stage = { page, service, providers }
          const { invoice } = await checkout.invoice(stage)
          await checkout.open(stage)
          await page.goto(invoice.payment_link)
          const pay = page.getByRole('button', { name: 'Pay $103.20' })
          const notice = page.getByRole('status').filter({ hasText: 'The payment was canceled' })
          await expect(notice).toHaveCount(0)
          await pay.click()
          await checkout.cancel(page)
          await expect(notice).toContainText(
            'You have not been charged. You can try again whenever you like.',
          )
          if (javaScriptEnabled) {
            // Told once: the address is the link again, and the notice stays.
            await expect(page).toHaveURL(invoice.payment_link)
            await expect(notice).toBeVisible()
            await expectAccessibleNow(page, 'canceled')
            await page.reload()
            await expect(notice).toHaveCount(0)
          }
          await pay.click()
          await checkout.isAt(page)
        })
      })
    }

    test('pays once in two tabs that were both open', async ({ page, context, service, providers }) => {
      const { invoice, vendor } = await checkout.invoice({ page, service, providers })
      const other = await context.newPage()
      for (const tab of [page, other]) {
        await checkout.open({ page: tab, service, providers })
        await tab.goto(invoice.payment_link)
      }
      await page.getByRole('button', { name: /^Pay / }).dblclick()
      await checkout.pay({ page, service, providers })
      await expect(page).toHaveURL(/\/thank-you\//)
      await other.getByRole('button', { name: /^Pay / }).click()
      await expect(other.getByRole('heading', PAID)).toBeVisible()
      const balances = JSON.stringify(
        await operate('wallet show', { vendor, mode: mode.startsWith('test') ? 'test' : 'live' }),
      )
      expect(balances.match(/100\.00/g)).toHaveLength(1)
    })

    test('with an open tab learns that the invoice was paid in another', async ({
      page,
      context,
      service,
      providers,
    }) => {
      const { invoice } = await checkout.invoice({ page, service, providers })
      await page.goto(invoice.payment_link)
      const other = await context.newPage()
      await checkout.open({ page: other, service, providers })
      await other.goto(invoice.payment_link)
      await other.getByRole('button', { name: /^Pay / }).click()
      await checkout.pay({ page: other, service, providers })
      await expect(other).toHaveURL(/\/thank-you\//)
      // As the browser tells a tab that becomes visible; a headless one never hides any.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByRole('heading', PAID)).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: PAID.name })).toHaveCount(1)
    })

    test('is led on to the vendor’s own page, and an overdue invoice says so and can be paid', async ({
      page,
      service,
      providers,
    }) => {
      const shop = await startReceiver()
      try {
        const stage = { page, service, providers }
        // In live mode a redirect URL is https; nobody has to answer there.
        const redirect_url = mode.startsWith('test') ? `${shop.url}/done?order=7` : undefined
        const due_date = '2020-01-01'
        const { invoice } = await checkout.invoice(stage, {
          amount: 100,
          due_date,
          ...(redirect_url ? { redirect_url } : {}),
        })
        await checkout.open(stage)
        await page.goto(invoice.payment_link)
        await expect(page.getByText('This invoice is overdue')).toBeVisible()
        await page.getByRole('button', { name: /^Pay / }).click()
        await checkout.pay(stage)
        if (redirect_url === undefined) return expect(page).toHaveURL(/\/thank-you\//)
        await expect(page).toHaveURL(/\/done\?order=7&transaction_id=/)
        const landing = page.url()
        await page.goto(invoice.payment_link)
        const back = page.getByRole('link', { name: 'Return to Corner Bakery' })
        await expect(back).toHaveAttribute('href', landing)
      } finally {
        shop.close()
      }
    })

    // The others differ in their texts alone, which the compiler and unit tests hold complete.
    for (const locale of ['en', 'de', 'pl', 'ja', 'ar'] as const) {
      test.describe(`whose browser speaks ${locale}`, () => {
        test.use({ locale })

        test('reads the payment page, the notice and the thanks in that language', async ({
          page,
          service,
          providers,
        }) => {
          const texts = payTextsIn(locale)
          const stage = { page, service, providers }
          const { invoice } = await checkout.invoice(stage)
          await checkout.open(stage)
          await page.goto(invoice.payment_link)
          await expect(page.locator('html')).toHaveAttribute('lang', locale)
          await expect(page.locator('html')).toHaveAttribute('dir', locale === 'ar' ? 'rtl' : 'ltr')
          await expect(page.getByText(texts.hosted.body)).toBeVisible()
          const pay = page.locator('#pay button[type=submit]')
          await pay.click()
          await checkout.cancel(page)
          await expect(page.getByText(texts.hosted.canceledTitle)).toBeVisible()
          await expect(page.getByText(`${texts.hosted.notCharged} ${texts.hosted.tryAgain}`)).toBeVisible()
          await pay.click()
          await checkout.pay(stage)
          await expect(page.getByRole('heading', { name: texts.receipt.thanks })).toBeVisible()
        })
      })
    }
  })
}

test('a chosen language is kept, on this page and the next', async ({ page, service, providers }) => {
  const [[, checkout] = []] = CHECKOUTS
  if (!checkout) throw new Error('there is a checkout')
  const stage = { page, service, providers }
  await page.goto((await checkout.invoice(stage)).invoice.payment_link)
  await page.getByRole('button', { name: LOCALE_NAMES.es }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await page.goto((await checkout.invoice(stage)).invoice.payment_link)
  await expect(page.getByText(payTextsIn('es').hosted.title)).toBeVisible()
  await page.goto(`/pay/${'x'.repeat(44)}`)
  await expect(page.getByRole('heading', { name: 'No encontramos esta factura' })).toBeVisible()
})
