import { expect, type Page } from '@playwright/test'
import { expectAccessibleNow } from '../fixtures/browser'
import { CHECKOUTS, test } from '../fixtures/checkout'
import { browseAs, operate, post } from '../fixtures/journey'
import type { ProviderStandIns } from '../fixtures/provider-stand-ins'
import { stripeNotification } from '../fixtures/provider-stand-ins'
import { bankAccountBody, customerBody } from '../fixtures/request-bodies'
import type { Service } from '../fixtures/service'

const WAIT = { timeout: 30_000 }

test.describe.configure({ mode: 'serial' })

type Stage = { page: Page; service: Service; providers: ProviderStandIns }

/** A vendor with a paid live invoice, on its dashboard in live mode. */
async function paidLive(stage: Stage) {
  const [, checkout] = CHECKOUTS[1] ?? CHECKOUTS[0] ?? []
  if (!checkout) throw new Error('there is a checkout')
  const sold = await checkout.invoice(stage)
  await checkout.open(stage)
  await stage.page.goto(sold.invoice.payment_link)
  await stage.page.getByRole('button', { name: 'Pay $103.20' }).click()
  await checkout.pay(stage)
  await expect(stage.page).toHaveURL(/\/thank-you\//)
  await browseAs(stage.page, sold.vendor)
  await stage.page.context().addCookies([{ name: 'counterfoil-mode', value: 'live', url: stage.service.url }])
  return { ...sold, payment: [...stage.providers.stripe.books.payments.keys()].at(-1) ?? '' }
}

test('a bank’s warning of fraud is on the home page, and leads to the invoice that says what to do', async ({
  page,
  service,
  providers,
}) => {
  test.slow()
  const { invoice, payment } = await paidLive({ page, service, providers })
  const { books } = providers.stripe
  const warning = books.fraudWarningObject(books.warnOfFraud(payment))
  const { body, headers } = stripeNotification('radar.early_fraud_warning.created', warning)
  expect((await fetch(`${service.url}/api/providers/stripe`, { method: 'POST', body, headers })).status).toBe(
    200,
  )
  await expect(async () => {
    await page.goto('/home')
    await expect(page.getByRole('link', { name: /1 fraud warning/ })).toBeVisible({ timeout: 1000 })
  }).toPass(WAIT)
  await page.getByRole('link', { name: /1 fraud warning/ }).click()
  await expect(page).toHaveURL(/status=fraud_warning/)
  await page.locator(`a[href="/invoices/${invoice.id}"]`).first().click()
  await expect(page.getByText('The card’s bank warns of fraud')).toBeVisible()
  await expect(page.getByText('refund it in full if you don’t know the customer')).toBeVisible()
  await expectAccessibleNow(page, 'an invoice with a warning')
})

test('the operator sees each provider line by line, and records a movement', async ({
  page,
  service,
  providers,
}) => {
  test.slow()
  const { vendor, key } = await paidLive({ page, service, providers })
  await operate('vendor grant-operator', { vendor })
  providers.airwallex.books.fund(12_345n)
  await page.goto('/operator/money')
  const stripe = page.getByRole('region', { name: 'Stripe', exact: true })
  await expect(stripe.getByText('By our books')).toBeVisible(WAIT)
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(stripe.getByText('None', { exact: true })).toBeVisible({ timeout: 2000 })
  }).toPass(WAIT)
  await expect(page.getByRole('region', { name: 'Who takes payments and makes payouts' })).toContainText(
    /Stripe for all.*Airwallex for all/,
  )
  await page.getByLabel('To', { exact: true }).selectOption('airwallex')
  await page.getByLabel('Amount', { exact: true }).fill('123.45')
  await page.getByLabel('Note').fill('wire 7')
  await page.getByRole('button', { name: 'Record movement' }).click()
  await expect(page.getByText('Movement recorded', { exact: true })).toBeVisible()
  const airwallex = page.getByRole('region', { name: 'Airwallex', exact: true })
  await expect(airwallex.getByText('None', { exact: true })).toBeVisible()
  await expectAccessibleNow(page, 'money')
  // A payout that Airwallex does not hold enough for.
  await operate('wallet credit', { vendor, mode: 'live', amount: '400', currency: 'USD' })
  const { customer } = await post<{ customer: { id: string } }>(service, '/customer', {
    api_key: key,
    ...customerBody(),
  })
  const { bank_account } = await post<{ bank_account: { id: string } }>(
    service,
    `/customer/${customer.id}/bank-account`,
    { api_key: key, ...bankAccountBody() },
  )
  const { payout } = await post<{ payout: { id: string; status: string } }>(
    service,
    `/customer/${customer.id}/payout`,
    {
      api_key: key,
      bank_account_id: bank_account.id,
      amount: 200,
    },
  )
  expect(payout.status).toBe('PROCESSING')
  await page.goto(`/payouts/${payout.id}`)
  await expect(page.getByText('The payment provider doesn’t hold enough for this payout')).toBeVisible()
  await expect(page.getByText('Arrives by')).toHaveCount(0)
  await expectAccessibleNow(page, 'a payout that waits')
})
