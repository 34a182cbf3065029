import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleNow, test } from '@/e2e/fixtures/browser'
import { parseKeys, verifyProof } from '@/packages/client/src/proofs/verify-proof'
import { anInvoice, aPayableCustomer, browseAs, post } from '../fixtures/journey'

/** The proof of a downloaded file, verified by the published keys. */
async function downloaded(page: Page, link: string) {
  const [download, keys] = await Promise.all([
    page.waitForEvent('download'),
    page.request.get('/.well-known/counterfoil-proof-keys.json').then((answer) => answer.text()),
    page.getByRole('link', { name: link }).click(),
  ])
  return verifyProof(readFileSync(await download.path()), parseKeys(keys))
}

test('a paid invoice has a proof, whose files verify, and so has its month', async ({ page, service }) => {
  test.slow()
  const { vendor, invoice, key } = await anInvoice(service)
  await post(service, `/test/invoice/${invoice.id}/pay`, { api_key: key })
  await browseAs(page, vendor)
  await page.goto(`/invoices/${invoice.id}`)
  await page.getByRole('link', { name: 'Proof', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Proof: Invoice/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Charged' })).toBeVisible()
  await expect(page.getByText('Not compared with the provider’s list yet')).toBeVisible()
  await expectAccessibleNow(page, 'the proof of a payment')
  const pdf = await downloaded(page, 'Download PDF')
  const json = await downloaded(page, 'Download JSON (signed)')
  expect([pdf.subject.id, json.subject.id]).toEqual([invoice.id, invoice.id])
  expect(json.steps).toEqual(pdf.steps)

  await page.goto('/wallet')
  await page.getByRole('link', { name: 'Proofs' }).click()
  const month = new Date().toISOString().slice(0, 7)
  await expectAccessibleNow(page, 'the months')
  await page.getByRole('list').locator(`a[href="/wallet/proofs/${month}"]`).click()
  await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$100.00')
  await expectAccessibleNow(page, 'the proof of a month')
  expect((await downloaded(page, 'Download PDF')).subject.id).toBe(month)
})

test('a payout has a proof that ends at the bank', async ({ page, service }) => {
  await aPayableCustomer(page, service, '123456789012')
  await page.getByRole('link', { name: 'New payout' }).first().click()
  await page.getByRole('textbox', { name: 'Amount in USD' }).fill('12.50')
  await page.getByRole('button', { name: 'Review payout' }).click()
  await page.getByRole('button', { name: 'Pay $12.50' }).click()
  await page.getByRole('link', { name: 'Proof', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Delivered to the bank' })).toBeVisible()
  const { steps } = await downloaded(page, 'Download JSON (signed)')
  expect(steps.at(-1)).toMatchObject({ what: 'bank.delivered', facts: { account_ends: '9012' } })
})
