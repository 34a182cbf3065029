import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice, generateKey, signUp } from '../fixtures/journey'

const WIDTHS = [320, 768, 1280]

/** axe in both themes at every width, and no page wider than its window. */
async function expectAccessible(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
      expect(found, `${path} ${colorScheme} ${width}`).toEqual([])
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${path} ${width} scrolls sideways`).toBeLessThanOrEqual(0)
    }
  }
}

for (const path of [
  '/sign-in',
  '/sign-up',
  '/docs',
  '/docs/api',
  '/docs/webhooks',
  '/docs/testing',
  '/docs/operating',
]) {
  test(`${path} has no accessibility violation`, async ({ page }) => {
    test.slow()
    await expectAccessible(page, path)
  })
}

test('the dashboard has no accessibility violation', async ({ page }) => {
  test.slow()
  await signUp(page)
  await generateKey(page, 'A key')
  for (const path of ['/home', '/settings/api-keys', '/settings/webhooks']) await expectAccessible(page, path)
})

test('the pay page has no accessibility violation, payable or paid', async ({ page, service }) => {
  test.slow()
  const { invoice } = await anInvoice(service)
  await expectAccessible(page, invoice.payment_link)
  await service.admin(['invoice', 'mark-paid', '--invoice', invoice.id])
  await expectAccessible(page, invoice.payment_link)
  await expectAccessible(page, invoice.payment_link.replace('/pay/', '/thank-you/'))
})
