import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { browseAsDemo, browseAsNewVendor, PASSWORD } from '../fixtures/journey'

/** A page whose scripts arrive when the returned function is called. */
async function pageBeforeScripts(page: Page, path: string): Promise<{ early: Page; arrive: () => void }> {
  // Of the same browser, but without the fixture that waits until a page is alive.
  const early = await page.context().newPage()
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await early.route('**/_next/static/chunks/**/*.js', async (route) => {
    await arrival
    await route.continue()
  })
  await early.goto(path, { waitUntil: 'commit' })
  return { early, arrive }
}

test('a menu and a dialog that are clicked before the page is alive show it at once, and open then', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  for (const [name, opened] of [
    ['Theme', { role: 'menu' }],
    ['Search or jump to', { role: 'dialog' }],
  ] as const) {
    const { early, arrive } = await pageBeforeScripts(page, '/home')
    const button = early.getByRole('button', { name, exact: true })
    await button.click()
    expect(await button.getAttribute('aria-busy')).toBe('true')
    await expect(early.getByRole(opened.role)).toHaveCount(0)
    arrive()
    await expect(early.getByRole(opened.role)).toBeVisible()
    await expect(early.locator('button[aria-busy]')).toHaveCount(0)
    await early.close()
  }
})

test('a form that is sent before the page is alive is sent then', async ({ page }) => {
  const email = await browseAsNewVendor(page)
  await page.context().clearCookies()
  const { early, arrive } = await pageBeforeScripts(page, '/sign-in')
  await early.getByLabel('Email').fill(email)
  await early.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const box = await early.getByRole('button', { name: 'Sign in', exact: true }).boundingBox()
  await early.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
  await expect(early.getByRole('button', { name: 'Sign in', exact: true })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  arrive()
  await expect(early).toHaveURL(/\/home$/)
})

test('the script of early clicks is sent once, in the page’s HTML', async ({ page }) => {
  const chunks: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/_next/static/chunks/') && response.url().endsWith('.js')) {
      chunks.push(response.text())
    }
  })
  const document = await page.goto('/sign-in')
  const ofScript = 'button, input[role=switch]'
  expect((await document?.text())?.split(ofScript)).toHaveLength(2)
  expect((await Promise.all(chunks)).filter((text) => text.includes(ofScript))).toEqual([])
  expect(chunks).not.toHaveLength(0)
})
