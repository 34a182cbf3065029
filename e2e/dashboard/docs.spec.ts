import { expect } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { browseAsNewVendor } from '../fixtures/journey'

test('the chosen language of samples stays from page to page', async ({ page }) => {
  await page.goto('/docs/api/create-customer')
  await expect(page.locator('pre').first()).toContainText('curl')
  await page.getByRole('tab', { name: 'Python' }).click()
  await expect(page.locator('pre').first()).toContainText('urllib')
  await page.goto('/docs/api/create-invoice')
  await expect(page.getByRole('tab', { name: 'Python' })).toHaveAttribute('aria-selected', 'true')
})

test('the samples of a request stand beside its text from 1280 px on, and above its fields elsewhere', async ({
  page,
}) => {
  const boxOf = async (name: string) => {
    const section = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name }) })
    const box = await section.first().boundingBox()
    if (!box) throw new Error(`${name} is not in view`)
    return box
  }
  for (const [width, isBeside] of [
    [1920, true],
    [1280, true],
    [1024, false],
    [390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/docs/api/create-invoice')
    const [example, fields] = [await boxOf('Example'), await boxOf('Fields')]
    if (isBeside) expect(example.x, `${width}`).toBeGreaterThan(fields.x + fields.width)
    else expect(example.y + example.height, `${width}`).toBeLessThan(fields.y)
  }
})

test('code has its colours without a script', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/docs/webhooks')
  await expect(page.locator('pre code span').first()).toBeVisible()
  await page.close()
})

test('the search leads to the page of an error', async ({ page }) => {
  await page.goto('/docs')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Endpoint, error, heading…').fill('insufficient available')
  await page.getByRole('option', { name: /insufficient_balance/ }).click()
  await expect(page).toHaveURL(/\/docs\/errors\/insufficient_balance$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('insufficient_balance')
})

test('the dashboard’s palette finds the documentation', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/home')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Page, customer, invoice, payout…').fill('rotating the secret')
  await page.getByRole('option', { name: /Rotating the secret/ }).click()
  await expect(page).toHaveURL(/\/docs\/webhooks#secrets$/)
})

test('a request runs in the page with a test key of the tab, and later samples have its id', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  await page.goto('/docs/api/create-customer')
  await page.getByRole('button', { name: 'Run in test mode' }).click()
  await page.getByRole('button', { name: 'Create test key' }).click()
  await page.getByRole('button', { name: 'Send request' }).click()
  const answer = page.getByRole('status').filter({ hasText: 'request' })
  await expect(answer).toContainText('Customer created successfully')
  await expectAccessibleNow(page, '/docs/api/create-customer with an answer')
  const [id = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}(?=",\s*"name)/.exec((await answer.textContent()) ?? '') ?? []
  await page.goto('/docs/api/get-customer')
  await expect(page.locator('pre').first()).toContainText(`/customer/${id}`)
  await expect(page.locator('pre').first()).toContainText('cf_test_')
})

test('a visitor is asked to sign in, and a live key is not accepted', async ({ page }) => {
  await page.goto('/docs/api/create-customer')
  await page.getByRole('button', { name: 'Run in test mode' }).click()
  await page.getByLabel('Or paste a test key').fill('cf_live_x')
  await page.getByRole('button', { name: 'Use key' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Paste a test key' })).toBeVisible()
  await page.getByRole('button', { name: 'Create test key' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('the inbox shows a webhook arrive, with the verdict on each step of its verification', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  await page.goto('/docs/webhooks')
  await page.getByRole('button', { name: 'Open inbox' }).click()
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await page.getByRole('button', { name: 'Pay invoice' }).click()
  await expect(page.getByText('The webhook arrived.')).toBeVisible({ timeout: 30_000 })
  const delivery = page.getByRole('region', { name: /^Delivery/ }).first()
  await expect(delivery.getByText('Verified', { exact: true })).toBeVisible()
  await expect(delivery.getByRole('img', { name: 'Passed' })).toHaveCount(3)
  await expectAccessibleNow(page, '/docs/webhooks with a delivery')
})
