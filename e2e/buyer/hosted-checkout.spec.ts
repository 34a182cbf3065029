import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { payTextsIn } from '@/components/pay/texts/texts'
import { LOCALE_NAMES, LOCALES } from '@/lib/i18n/locale'
import { test as browserTest, expectAccessibleNow } from '../fixtures/browser'
import { type Invoice, operate, PASSWORD, post, turnOnSecondFactor } from '../fixtures/journey'
import { type ProviderStandIns, startProviderStandIns } from '../fixtures/provider-stand-ins'
import { actBeside, type Service, startService } from '../fixtures/service'

/** With a service in live mode, whose payment provider takes cards on its own page. */
const test = browserTest.extend<object, { providers: ProviderStandIns; service: Service }>({
  providers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture names from the pattern.
    async ({}, use) => {
      const providers = await startProviderStandIns()
      await use(providers)
      await providers.close()
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ providers }, use) => {
      const service = await startService({ env: providers.settings })
      actBeside(service.joined)
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

async function aLiveInvoice(service: Service): Promise<Invoice> {
  const vendor = `vendor-${randomUUID()}@example.com`
  await operate('vendor create', { email: vendor, password: PASSWORD, name: 'Corner Bakery' })
  await turnOnSecondFactor(vendor)
  await operate('vendor approve-live', { vendor })
  const { key = '' } = await operate('key create', { vendor, mode: 'live' })
  const body = { api_key: key, email: 'ada@example.com', amount: 100 }
  return (await post<{ invoice: Invoice }>(service, '/invoice', body)).invoice
}

test('a buyer who comes back from the provider’s page without paying is told so, and can try again', async ({
  page,
  service,
  providers,
}) => {
  test.slow()
  const { payment_link } = await aLiveInvoice(service)
  const asked = providers.stripe.received.findLast(({ method }) => method === 'POST')
  const back = asked?.params.get('cancel_url')
  // Playwright can't answer in place of the page that a redirect leads to, so it answers in place of the redirect.
  await page.route('**/api/pay/*/checkout', async (route) => {
    const { location } = (await route.fetch({ maxRedirects: 0 })).headers()
    expect(location).toMatch(/^https:\/\/checkout\.stripe\.com\//)
    const body = `<title>Checkout</title><a href="${back}">Cancel</a>`
    await route.fulfill({ contentType: 'text/html', body })
  })
  const pay = page.getByRole('button', { name: 'Pay $103.20' })
  const notice = page.getByRole('status').filter({ hasText: 'The payment was cancelled' })
  await page.goto(payment_link)
  await expect(notice).toHaveCount(0)
  await pay.click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(notice).toContainText('You have not been charged. You can try again whenever you like.')
  // Told once: the address is the link again, and the notice stays.
  await expect(page).toHaveURL(payment_link)
  await expect(notice).toBeVisible()
  await expectAccessibleNow(page, 'cancelled')
  await page.reload()
  await expect(notice).toHaveCount(0)
  await pay.click()
  await expect(page).toHaveTitle('Checkout')
  for (const locale of LOCALES) {
    const { form, hosted } = payTextsIn(locale)
    await page.goto(payment_link)
    await page.getByRole('button', { name: LOCALE_NAMES[locale] }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await page.goto(`${payment_link}?cancelled`)
    await expect(page.getByText(hosted.cancelledTitle)).toBeVisible()
    await expect(page.getByText(`${form.notCharged} ${hosted.tryAgain}`)).toBeVisible()
  }
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })
})
