import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice, statusOf } from '../fixtures/journey'

type Words = Record<'number' | 'expiry' | 'securityCode' | 'holder', string> & {
  pay: RegExp
  refused: string
  declined: string
  incomplete: string
  thanks: string
}

const LANGUAGES: Record<'fr' | 'ar', Words & { direction: string }> = {
  fr: {
    direction: 'ltr',
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    securityCode: 'Code de sécurité',
    holder: 'Nom sur la carte',
    pay: /^Payer 103,20/,
    refused: 'Le paiement n’a pas abouti',
    declined: 'Votre banque a refusé la carte.',
    incomplete: 'Saisissez les 3 ou 4 chiffres.',
    thanks: 'Merci',
  },
  ar: {
    direction: 'rtl',
    number: 'رقم البطاقة',
    expiry: 'تاريخ الانتهاء',
    securityCode: 'رمز الأمان',
    holder: 'الاسم على البطاقة',
    pay: /103\.20/,
    refused: 'لم تتم عملية الدفع',
    declined: 'رفض البنك البطاقة.',
    incomplete: 'أدخل الرمز المكوّن من 3 أو 4 أرقام.',
    thanks: 'شكرًا لك',
  },
}

async function fill(page: Page, words: Words, number: string): Promise<void> {
  await page.getByLabel(words.number).fill(number)
  await page.getByLabel(words.expiry).fill('12 / 40')
  await page.getByLabel(words.securityCode).fill('123')
  await page.getByLabel(words.holder).fill('Ada Lovelace')
}

for (const [locale, words] of Object.entries(LANGUAGES)) {
  test.describe(`a buyer whose browser speaks ${locale}`, () => {
    test.use({ locale })

    test('sees errors, declines and thanks in that language', async ({ page, service }) => {
      const { invoice, key } = await anInvoice(service)
      await page.goto(invoice.payment_link)
      await expect(page.locator('html')).toHaveAttribute('lang', locale)
      await expect(page.locator('html')).toHaveAttribute('dir', words.direction)
      await fill(page, words, '4000 0000 0000 0002')
      await page.getByLabel(words.securityCode).fill('1')
      const button = page.getByRole('button', { name: words.pay })
      await button.click()
      await expect(page.getByLabel(words.securityCode)).toHaveAccessibleDescription(words.incomplete)
      await page.getByLabel(words.securityCode).fill('123')
      await button.click()
      const alert = page.getByRole('alert').filter({ hasText: words.refused })
      await expect(alert).toContainText(words.declined)
      await fill(page, words, '4242 4242 4242 4242')
      await button.click()
      await expect(page).toHaveURL(/\/thank-you\//)
      await expect(page.getByRole('heading', { name: words.thanks })).toBeVisible()
      expect(await statusOf(service, key, invoice.id)).toBe('Paid')
    })
  })
}

test('a chosen language is kept, on this page and the next', async ({ page, service }) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await page.getByRole('button', { name: 'Español' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  const other = await anInvoice(service)
  await page.goto(other.invoice.payment_link)
  await expect(page.getByLabel('Número de tarjeta')).toBeVisible()
  await page.goto(`/pay/${'x'.repeat(44)}`)
  await expect(page.getByRole('heading', { name: 'No encontramos esta factura' })).toBeVisible()
})
