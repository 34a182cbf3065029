import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleNow, test } from '../fixtures/browser'
import { anInvoice, mailedLink, operate, post } from '../fixtures/journey'
import type { Service } from '../fixtures/service'

/** A customer with an open and a paid invoice from a new vendor. */
async function aCustomer(service: Service) {
  const email = `ada-${crypto.randomUUID()}@example.com`
  const { key, invoice: open } = await anInvoice(service, { amount: 100, email })
  const { invoice: paid } = await post<{ invoice: { id: string } }>(service, '/invoice', {
    api_key: key,
    email,
    amount: 250,
  })
  await operate('invoice mark-paid', { invoice: paid.id })
  return { email, key, open, paid }
}

/** From the payment page to the portal's form; ends with the link asked for. */
async function askForLink(page: Page, paymentLink: string, email: string): Promise<void> {
  await page.goto(paymentLink)
  await page.getByRole('link', { name: 'All your invoices' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status')).toContainText('If we know this address, a link is on its way')
}

async function enter(page: Page, paymentLink: string, email: string): Promise<void> {
  await askForLink(page, paymentLink, email)
  await page.goto(await mailedLink(email, 'portal_link'))
  await page.getByRole('button', { name: 'See invoices' }).click()
  await expect(page.getByRole('heading', { name: 'Open invoices' })).toBeVisible()
}

/** Adds open invoices of a customer; returns nothing, since the portal lists them. */
async function addInvoices(service: Service, key: string, email: string, amounts: number[]): Promise<void> {
  for (const amount of amounts) await post(service, '/invoice', { api_key: key, email, amount })
}

/** Credits an open invoice in full. */
async function creditInFull(id: string): Promise<void> {
  // Imported late: lib/env reads the settings on import, and they are known once the service runs.
  const { issueCredit } = await import('@/lib/payments/credit-invoice')
  const { inOrmTransaction } = await import('@/lib/db/transaction')
  await inOrmTransaction(async (tx) => {
    const { accountId } = await tx.invoice.findFirstOrThrow({ where: { id } })
    const wish = { amountMinor: null, items: null, note: 'Not delivered', mailsCustomer: false }
    await issueCredit(tx, { accountId, invoiceId: id }, wish)
  })
}

/** The checkboxes of the open invoices, in their order. */
const boxes = (page: Page) => page.getByRole('region', { name: 'Open invoices' }).getByRole('checkbox')

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('a customer asks for a link, sees all invoices, pays one, and corrects the address', async ({
      page,
      service,
    }) => {
      test.slow()
      const { email, open } = await aCustomer(service)
      await enter(page, open.payment_link, email)
      await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
      const openInvoices = page.getByRole('region', { name: 'Open invoices' })
      const paidInvoices = page.getByRole('region', { name: 'Paid invoices' })
      await expect(openInvoices.getByRole('listitem')).toHaveCount(1)
      await expect(paidInvoices.getByRole('link', { name: /^Receipt \(PDF\)/ })).toHaveCount(1)

      await openInvoices.getByRole('link', { name: /^Pay \$103\.20/ }).click()
      await page.getByRole('button', { name: 'Pay $103.20' }).click()
      await page.getByRole('link', { name: /^4242 4242 4242 4242/ }).click()
      await page.getByRole('button', { name: /^Pay / }).click()
      await expect(page).toHaveURL(/\/thank-you\//)
      await page.getByRole('link', { name: 'All your invoices' }).click()
      await expect(openInvoices.getByText('There is nothing to pay.')).toBeVisible()
      await expect(paidInvoices.getByRole('link', { name: /^Receipt \(PDF\)/ })).toHaveCount(2)

      await page.getByRole('link', { name: 'Statement' }).click()
      await expect(page.getByRole('row', { name: /Closing balance/ })).toContainText('$0.00')

      await page.getByRole('link', { name: 'Billing details' }).click()
      await page.getByLabel('Address', { exact: true }).fill('1 Main Street')
      await page.getByLabel('City').fill('Rome')
      await page.getByLabel('Country').selectOption('IT')
      await page.getByLabel('Tax ID').fill('IT 123')
      await page.getByRole('button', { name: 'Save billing details' }).click()
      await expect(page.getByRole('status')).toHaveText('Your billing details are saved.')
      await page.getByRole('link', { name: 'Billing details' }).click()
      await expect(page.getByLabel('Tax ID')).toHaveValue('IT 123')

      await page.getByRole('button', { name: 'Sign out' }).click()
      await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible()
    })
  })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(`several at once, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('a customer selects invoices, pays them with one payment, and finds them paid', async ({
      page,
      service,
    }) => {
      test.slow()
      const { email, key, open } = await aCustomer(service)
      await addInvoices(service, key, email, [50, 25])
      await enter(page, open.payment_link, email)
      await expect(boxes(page)).toHaveCount(3)
      const [all, one, two] = [
        /Pay (3|selected) invoices/,
        /Pay (1 invoice|selected invoices)/,
        /Pay (2|selected) invoices/,
      ]
      // All, and left on the provider's page: the selection is kept.
      await page.getByRole('link', { name: 'Select all' }).click()
      for (const box of await boxes(page).all()) await expect(box).toBeChecked()
      if (javaScriptEnabled) {
        await expect(page.getByRole('button', { name: 'Pay 3 invoices · $180.98' })).toBeVisible()
        await boxes(page).first().uncheck()
        await boxes(page).nth(1).uncheck()
        await expect(page.getByRole('button', { name: one })).toHaveText('Pay 1 invoice · $26.03')
        await page.getByRole('link', { name: 'Select all' }).click()
      }
      await page.getByRole('button', { name: all }).click()
      await expect(page.getByText('$180.98').first()).toBeVisible()
      await page.getByRole('link', { name: 'Cancel and go back' }).click()
      await expect(page.getByRole('status')).toContainText('The payment was canceled')
      for (const box of await boxes(page).all()) await expect(box).toBeChecked()

      await boxes(page).nth(1).uncheck()
      await page.getByRole('button', { name: two }).click()
      await page.getByRole('link', { name: /^4242 4242 4242 4242/ }).click()
      await page.getByRole('button', { name: /^Pay / }).click()
      await expect(page).toHaveURL(/\/paid\//)
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      await expect(page.getByRole('link', { name: /^Receipt \(PDF\)/ })).toHaveCount(2)
      await expect(page.getByText('$129.23')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'All your invoices' }).last().click()
      const openInvoices = page.getByRole('region', { name: 'Open invoices' })
      await expect(openInvoices.getByRole('listitem')).toHaveCount(1)
      await expect(openInvoices).toContainText('$51.75')
      const paidInvoices = page.getByRole('region', { name: 'Paid invoices' })
      await expect(paidInvoices.getByRole('link', { name: /^Receipt \(PDF\)/ })).toHaveCount(3)
    })
  })
}

test('with more open invoices than can be paid at once, the link says how many it selects', async ({
  page,
  service,
}) => {
  const { email, key, open } = await aCustomer(service)
  await addInvoices(service, key, email, Array(50).fill(10))
  await enter(page, open.payment_link, email)
  await expect(boxes(page)).toHaveCount(51)
  await page.getByRole('link', { name: 'Select the first 50' }).click()
  await expect(page.getByRole('button', { name: /^Pay 50 invoices/ })).toBeVisible()
  await expect(boxes(page).nth(49)).toBeChecked()
  await expect(boxes(page).nth(50)).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Clear selection' })).toBeVisible()
})

test('an invoice that is paid while its customer selects is named, and nothing is charged', async ({
  page,
  service,
}) => {
  const { email, key, open } = await aCustomer(service)
  await addInvoices(service, key, email, [50])
  await enter(page, open.payment_link, email)
  await page.getByRole('link', { name: 'Select all' }).click()
  await operate('invoice mark-paid', { invoice: open.id })
  await page.getByRole('button', { name: 'Pay 2 invoices' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'You have not been charged' })).toContainText(
    'Changed since you selected them: INV-0001.',
  )
})

test('a customer finds the credit note of an invoice that was credited in full', async ({
  page,
  service,
}) => {
  const { email, open } = await aCustomer(service)
  await enter(page, open.payment_link, email)
  await creditInFull(open.id)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Open invoices' })).toContainText('There is nothing to pay.')
  const closed = page.getByRole('region', { name: 'Paid and credited invoices' })
  const row = closed.getByRole('listitem').filter({ hasText: 'INV-0001' })
  await expect(row).toContainText('Credited on')
  await expect(row.getByRole('link', { name: /^Receipt/ })).toHaveCount(0)
  await expectAccessibleNow(page, 'a credited invoice')
  const file = await page.request.get(
    (await row.getByRole('link', { name: 'Credit note INV-0001-CN1 (PDF)' }).getAttribute('href')) ?? '',
  )
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await page.getByRole('link', { name: 'Statement' }).click()
  await expect(page.getByRole('row', { name: /INV-0001-CN1/ })).toContainText('-$103.20')
  await expect(page.getByRole('row', { name: /Closing balance/ })).toContainText('$0.00')
})

test('a link works once, and the page of a used one asks for another', async ({
  page,
  service,
  openElsewhere,
}) => {
  const { email, open } = await aCustomer(service)
  await askForLink(page, open.payment_link, email)
  const link = await mailedLink(email, 'portal_link')
  await page.goto(link)
  await page.getByRole('button', { name: 'See invoices' }).click()
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
  const elsewhere = await openElsewhere()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('alert').filter({ hasText: 'This link has been used' })).toBeVisible()
  await expect(elsewhere.getByLabel('Email')).toBeVisible()
  // The address by itself shows nothing.
  await elsewhere.goto(link.replace(/\/open.*/, ''))
  await expect(elsewhere.getByText(email)).toHaveCount(0)
})

test('an unknown address leads nowhere', async ({ page }) => {
  const response = await page.goto(`/portal/${'0'.repeat(22)}`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'This page isn’t available' })).toBeVisible()
})

for (const locale of ['en', 'ar']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('no page of the portal has an accessibility violation', async ({ page, service }) => {
      test.slow()
      const { email, key, open } = await aCustomer(service)
      await addInvoices(service, key, email, [50])
      await page.goto(open.payment_link)
      const portal = (await page.locator('a[href*="/portal/"]').getAttribute('href')) ?? ''
      await expectAccessible(page, `${portal}?problem=email`)
      await page.locator('input[name=email]').fill(email)
      await page.locator('main form button').click()
      await expectAccessibleNow(page, 'asked for')
      const link = await mailedLink(email, 'portal_link')
      await expectAccessible(page, link)
      await page.locator('main form button').click()
      await expect(page).toHaveURL(portal)
      await expectAccessibleNow(page, 'invoices')
      await expectAccessible(page, `${portal}?all=USD&problem=canceled`)
      await expectAccessible(page, `${portal}/statement`)
      await expectAccessible(page, `${portal}/details?problem=text`)
    })
  })
}
