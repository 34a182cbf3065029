import { expect, type Page } from '@playwright/test'
import { expectAccessible, test } from '../fixtures/browser'
import { anInvoice, post } from '../fixtures/journey'
import type { Service } from '../fixtures/service'

/** A link for a customer of a new vendor. */
async function aLink(service: Service, fields: Record<string, unknown> = {}) {
  const { key } = await anInvoice(service)
  const { customer } = await post<{ customer: { id: string } }>(service, '/customer', {
    api_key: key,
    name: 'Grace Hopper',
    email: 'grace@example.com',
  })
  const path = `/customer/${customer.id}/bank-account-link`
  const body = { api_key: key, ...fields }
  const { bank_account_link: link } = await post<{ bank_account_link: { id: string; url: string } }>(
    service,
    path,
    body,
  )
  const accounts = async () => {
    const response = await fetch(`${service.url}/api/v2/customer/${customer.id}/bank-accounts`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const { bank_accounts } = (await response.json()) as {
      bank_accounts: {
        address: { state: string }
        bank_details: { account_number: string }
        bank_account_link_id?: string
      }[]
    }
    return bank_accounts
  }
  return { ...link, accounts }
}

const TEXTS = {
  'First name': 'Grace',
  'Last name': 'Hopper',
  'Bank name': 'First Bank',
  'Routing number': '021000021',
  'Account number': '000987654321',
  'Street address': '1 Main Street',
  City: 'New York',
  State: 'New York',
  'ZIP code': '10001',
}

async function fillIn(page: Page, texts: Partial<typeof TEXTS> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...TEXTS, ...texts })) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
}

const DONE = { name: 'Corner Bakery has your bank details' }

for (const javaScriptEnabled of [true, false]) {
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('a payee enters a bank account once, and the link leads back to the vendor', async ({
      page,
      service,
    }) => {
      const { url, id, accounts } = await aLink(service, { redirect_url: 'https://shop.example.com/account' })
      await page.goto(url)
      await expect(page).toHaveTitle('Bank details for Corner Bakery')
      await fillIn(page)
      await page.getByRole('button', { name: 'Save bank details' }).click()
      await expect(page.getByRole('heading', DONE)).toBeVisible()
      await expect(page.getByRole('link', { name: 'Return to Corner Bakery' })).toHaveAttribute(
        'href',
        'https://shop.example.com/account',
      )
      expect(await accounts()).toMatchObject([
        {
          address: { state: 'NY' },
          bank_details: { account_number: '000987654321' },
          bank_account_link_id: id,
        },
      ])
      await page.goto(url)
      await expect(page.getByRole('heading', DONE)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Save bank details' })).toHaveCount(0)
      expect(await page.content()).not.toContain('4321')
    })

    test('a company has a name of its own', async ({ page, service }) => {
      const { url, accounts } = await aLink(service)
      await page.goto(url)
      const { 'First name': _, 'Last name': __, ...texts } = TEXTS
      await page.getByLabel('Company', { exact: true }).check()
      await expect(page.getByLabel('First name')).toBeHidden()
      await page.getByLabel('Company name').fill('3M & Co.')
      for (const [label, text] of Object.entries(texts))
        await page.getByLabel(label, { exact: true }).fill(text)
      await page.getByRole('button', { name: 'Save bank details' }).click()
      await expect(page.getByRole('heading', DONE)).toBeVisible()
      expect(await accounts()).toMatchObject([{ bank_details: { account_name: '3M & Co.' } }])
    })
  })
}

test.describe('while it is typed', () => {
  test('a wrong check digit and a strange name are pointed out, and a wrong digit is not sent', async ({
    page,
    service,
  }) => {
    const { url, accounts } = await aLink(service)
    await page.goto(url)
    await fillIn(page, { 'First name': 'grace@example.com', 'Routing number': '021000012' })
    await expect(page.getByText('This routing number isn’t valid')).toBeVisible()
    await expect(page.getByText('Enter the name as the bank has it')).toBeVisible()
    await page.getByRole('button', { name: 'Save bank details' }).click()
    expect(await accounts()).toEqual([])
    await fillIn(page)
    await expect(page.getByText('This routing number isn’t valid')).toHaveCount(0)
    await expect(page.getByText('Enter the name as the bank has it')).toHaveCount(0)
    await page.getByRole('button', { name: 'Save bank details' }).click()
    await expect(page.getByRole('heading', DONE)).toBeVisible()
  })
})

test.describe('what the server refuses', () => {
  test.use({ javaScriptEnabled: false })

  test('is explained, with what was typed but for the account number', async ({ page, service }) => {
    const { url, accounts } = await aLink(service)
    await page.goto(url)
    await fillIn(page, { 'Routing number': '021000012' })
    await page.getByRole('button', { name: 'Save bank details' }).click()
    await expect(page.getByText('The bank details were not saved')).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Grace')
    await expect(page.getByLabel('Routing number')).toHaveValue('021000012')
    await expect(page.getByLabel('Account number')).toHaveValue('')
    expect(await accounts()).toEqual([])
    await page.getByLabel('Routing number').fill('021000021')
    await page.getByLabel('Account number').fill('000987654321')
    await page.getByRole('button', { name: 'Save bank details' }).click()
    await expect(page.getByRole('heading', DONE)).toBeVisible()
  })

  test('the language can be chosen, and an unknown link says so', async ({ page, service }) => {
    const { url } = await aLink(service)
    await page.goto(url)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await expect(page).toHaveURL(url)
    await expect(page).toHaveTitle('Bankverbindung für Corner Bakery')
    const response = await page.goto(`/bank-details/bal_${'x'.repeat(54)}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Dieser Link ist nicht mehr gültig' })).toBeVisible()
  })
})

for (const locale of ['en', 'ar']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale })

    test('no state of the page has an accessibility violation', async ({ page, service }) => {
      test.slow()
      const { url } = await aLink(service)
      await expectAccessible(page, url)
      await expectAccessible(page, `${url}?problem=routing_number`)
      await expectAccessible(page, `/bank-details/bal_${'x'.repeat(54)}`)
    })
  })
}
