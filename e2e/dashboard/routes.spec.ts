import { expect, type Page } from '@playwright/test'
import { Client } from 'pg'
import { test } from '../fixtures/browser'
import { browseAsDemo } from '../fixtures/journey'
import { clickThrough, countPrefetches, LISTS } from '../fixtures/route-change'

/** React keeps a skeleton at least this long, so a page behind one can't come sooner. */
const SKELETON_MS = 300

const inSidebar = (page: Page, path: string) => page.locator(`aside nav a[href="${path}"]`)

for (const path of ['/home', ...LISTS]) {
  test(`${path} fetches no more than ten parts of pages that nobody has asked for`, async ({
    page,
    service,
  }) => {
    await browseAsDemo(page, service)
    expect(await countPrefetches(page, path)).toBeLessThanOrEqual(10)
  })
}

test('a page that the server answers quickly is not held back behind a skeleton', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  await page.goto('/home')
  const pages = ['/invoices', '/wallet', '/developers/webhooks', '/settings/profile', '/home']
  for (const path of pages) {
    // A busy machine may be slow now and then. With a skeleton in between, no attempt could succeed.
    await expect(async () => {
      await inSidebar(page, path === '/home' ? '/customers' : '/home').click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        path === '/home' ? 'Customers' : 'Home',
      )
      expect(await clickThrough(inSidebar(page, path))).toBeLessThan(SKELETON_MS)
    }).toPass()
  }
  await expect(async () => {
    await page.goto('/invoices')
    const row = page.locator('main tbody a[href^="/invoices/"]').first()
    expect(await clickThrough(row)).toBeLessThan(SKELETON_MS)
  }).toPass()
})

test('a slow page shows its skeleton first, and then its content', async ({ page, service }) => {
  await browseAsDemo(page, service)
  await page.goto('/home')
  const blocker = new Client({ connectionString: service.databaseUrl })
  await blocker.connect()
  await blocker.query('BEGIN; LOCK TABLE payouts IN ACCESS EXCLUSIVE MODE')
  await inSidebar(page, '/payouts').click()
  await expect(page.getByText('Loading…')).toBeAttached()
  await blocker.query('ROLLBACK')
  await blocker.end()
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
  await expect(page.getByText('Loading…')).toHaveCount(0)
})

for (const path of ['/home', '/invoices', '/payouts', '/settings/security']) {
  test(`${path} is in the HTML of its document as it is shown`, async ({ page, service }) => {
    await browseAsDemo(page, service)
    const html = await (await page.request.get(path)).text()
    // React puts the content that it holds back after the main element.
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
    expect(main).toContain('<h1')
    expect(main).not.toContain('Loading…')
  })
}

test('the scripts of every page tell the browser to compile them while they load', async ({
  page,
  service,
}) => {
  await page.goto(`${service.url}/sign-in`)
  const addresses = await page
    .locator('script[src]')
    .evaluateAll((scripts) => scripts.map((script) => (script as HTMLScriptElement).src))
  const scripts = await Promise.all(addresses.map(async (url) => (await page.request.get(url)).text()))
  const [largest = ''] = scripts.sort((a, b) => b.length - a.length)
  expect(largest).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})
