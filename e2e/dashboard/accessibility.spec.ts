import type { Page } from '@playwright/test'
import { SECTIONS } from '@/components/shell/pages'
import { expectAccessible, test } from '@/e2e/fixtures/browser'
import { browseAsDemo, browseAsNewVendor } from '../fixtures/journey'

const PUBLIC_PAGES = [
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/docs',
  '/docs/quick-start',
  '/docs/api',
  '/docs/api/create-invoice',
  '/docs/payouts',
  '/docs/webhooks',
  '/docs/errors',
  '/docs/errors/payout_refused',
  '/docs/operating',
  '/docs/no-such-page',
]

const DASHBOARD_PAGES = SECTIONS.flatMap(({ pages }) => pages)
  .map(({ href }) => href)
  .filter((href) => !PUBLIC_PAGES.includes(href))

const FORMS = [
  '/invoices/new',
  '/invoices/recurring/new',
  '/invoices/drafts',
  '/invoices/items',
  '/invoices/items/new',
  '/customers/new',
  '/customers/import',
  '/payouts/new',
  '/payouts/recurring',
  '/payouts/recurring/new',
]

for (const path of PUBLIC_PAGES) {
  test(`${path} has no accessibility violation`, async ({ page }) => {
    test.slow()
    await expectAccessible(page, path)
  })
}

for (const path of [...DASHBOARD_PAGES, ...FORMS]) {
  test(`${path} has no accessibility violation, with data`, async ({ page, service }) => {
    test.slow()
    await browseAsDemo(page, service)
    await expectAccessible(page, path)
  })
}

for (const path of ['/invoices', '/customers', '/payouts', '/mailbox', '/developers/webhooks']) {
  test(`a page behind ${path} has no accessibility violation`, async ({ page, service }) => {
    test.slow()
    await browseAsDemo(page, service)
    await expectAccessible(page, await firstOf(page, path))
  })
}

test('the pages of a new vendor, all of them empty, have no accessibility violation', async ({ page }) => {
  test.setTimeout(300_000)
  await browseAsNewVendor(page)
  for (const path of ['/home', '/invoices', '/customers', '/payouts', '/wallet', '/developers/requests']) {
    await expectAccessible(page, path)
  }
})

/** URL of the first row's page. */
async function firstOf(page: Page, path: string): Promise<string> {
  await page.goto(path)
  const link = page.locator(`tbody a[href^="${path}/"]`).first()
  return (await link.getAttribute('href')) ?? ''
}
