import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { browseAsNewVendor, generateKey, type Invoice, post } from '../fixtures/journey'

async function openEInvoice(page: Page, invoice: Invoice) {
  await page.goto(`/invoices/${invoice.id}`)
  await page.getByRole('button', { name: 'E-invoice' }).click()
  return page.getByRole('dialog', { name: 'E-invoice' })
}

test('an e-invoice names what it lacks, and once that is entered the next one is downloaded', async ({
  page,
  service,
}) => {
  await browseAsNewVendor(page)
  const api_key = await generateKey(page, 'My server')
  const { customer } = await post<{ customer: { id: string } }>(service, '/customer', {
    api_key,
    name: 'Bundesamt für Beispiele',
    email: 'rechnung@amt.example',
    address_line1: 'Amtsweg 1',
    zip: '10115',
    city: 'Berlin',
    country: 'DE',
  })
  const issue = async (): Promise<Invoice> => {
    const body = { api_key, customer_id: customer.id, amount: 100, currency: 'EUR' }
    return (await post<{ invoice: Invoice }>(service, '/invoice', body)).invoice
  }
  const first = await openEInvoice(page, await issue())
  await expect(first.getByText(/Missing/)).toHaveText('Missing for an e-invoice')
  const [seller, buyer] = [first.getByRole('listitem').first(), first.getByRole('listitem').last()]
  await expect(seller).toContainText('your tax ID, your country, your support email')
  await expect(seller).toContainText('for XRechnung also your postcode, your city, your phone number')
  await expect(buyer).toContainText('for XRechnung the buyer reference')
  await expect(first.getByRole('link', { name: /XML|PDF/ })).toHaveCount(0)
  await expectAccessibleNow(page, 'what an e-invoice lacks')
  await first.getByRole('link', { name: 'Add to the customer' }).click()
  await page.getByLabel('Buyer reference').fill('04011000-12345-34')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('04011000-12345-34')).toBeVisible()

  await page.goto('/settings/invoices')
  const details = page.getByRole('region', { name: 'Seller details' })
  await details.getByLabel('Legal name').fill('Corner Bakery GmbH')
  await details.getByLabel('Address', { exact: true }).fill('Hafenstraße 12')
  await details.getByLabel('Postcode').fill('20457')
  await details.getByLabel('City').fill('Hamburg')
  await details.getByLabel('Country').selectOption('DE')
  await details.getByLabel('Tax ID').fill('DE123456788')
  await details.getByLabel('Reason for charging no tax').fill('Small business, § 19 UStG')
  await details.getByLabel('Support email').fill('billing@bakery.example')
  const save = async () => {
    await details.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Seller details saved').first()).toBeVisible()
  }
  await save()
  // Enough for a PDF that is one, and for the European standard.
  const second = await openEInvoice(page, await issue())
  await expect(second.getByText('Missing for XRechnung')).toBeVisible()
  await expect(second.getByText('your phone number', { exact: true })).toBeVisible()
  await expect(second.getByRole('link', { name: /^PDF/ })).toBeVisible()
  await expect(second.getByRole('link', { name: /^XML/ })).toHaveCount(1)
  await expectAccessibleNow(page, 'what XRechnung lacks')

  await page.goto('/settings/invoices')
  await details.getByLabel('Phone').fill('+49 40 1234')
  await save()

  const dialog = await openEInvoice(page, await issue())
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: /^XML.*XRechnung/ }).click(),
  ])
  expect(download.suggestedFilename()).toBe('INV-0003.xml')
  const xml = await readFile(await download.path(), 'utf8')
  for (const part of ['xrechnung_3.0', '04011000-12345-34', 'Corner Bakery GmbH', '§ 19 UStG']) {
    expect(xml).toContain(part)
  }
  await expect(dialog.getByRole('link', { name: /^XML.*EN 16931/ })).toBeVisible()
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: /^PDF/ }).click(),
  ])
  expect(await readFile(await pdf.path(), 'latin1')).toContain('factur-x.xml')
  await expectAccessibleNow(page, 'the e-invoices of an invoice')

  // An address that is typed on the invoice has no separate fields.
  const last = await issue()
  await page.goto(`/invoices/${last.id}/edit`)
  const open = page.getByRole('button', { name: 'Save changes', exact: true })
  const changes = page.getByRole('dialog', { name: 'Save changes to INV-0004?' })
  const warning = changes.getByText('This will no longer be an e-invoice')
  await page.getByRole('textbox', { name: 'Notes', exact: true }).fill('Many thanks')
  await open.click()
  await expect(changes).toContainText('Now: Many thanks')
  await expect(warning).toHaveCount(0)
  await changes.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('textbox', { name: 'Billing address', exact: true }).fill('Amtsweg 2\nBerlin')
  await open.click()
  await expect(warning).toBeVisible()
  await expectAccessibleNow(page, 'a warning that the e-invoice ends')
  await changes.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL(new RegExp(`/invoices/${last.id}$`))
  const gone = await openEInvoice(page, last)
  await expect(gone).toContainText('Not possible: its billing address is free text')
})
