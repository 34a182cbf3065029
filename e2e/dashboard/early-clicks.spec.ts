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

const PLACEHOLDERS = {
  '/home': 'Page, customer, invoice, payout…',
  '/docs': 'Endpoint, error, heading…',
}

test('⌘K before the page is alive opens the search then, with every letter that was typed meanwhile', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  for (const [path, placeholder] of Object.entries(PLACEHOLDERS)) {
    const { early, arrive } = await pageBeforeScripts(page, path)
    await early.getByRole('button', { name: /^Search/ }).waitFor()
    await early.keyboard.press('Control+k')
    await early.keyboard.type('giovanni')
    arrive()
    await expect(early.getByPlaceholder(placeholder)).toHaveValue('giovanni')
    await expect(early.getByPlaceholder(placeholder)).toBeFocused()
    await early.keyboard.type(' rossi')
    await expect(early.getByPlaceholder(placeholder)).toHaveValue('giovanni rossi')
    expect(new URL(early.url()).pathname).toBe(path)
    await early.close()
  }
})

test('Escape ends a search that began before the page was alive, before and after that, and the focus returns', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  for (const isAlive of [false, true]) {
    const { early, arrive } = await pageBeforeScripts(page, '/invoices')
    const button = early.getByRole('button', { name: /^Search/ })
    const field = early.getByPlaceholder(PLACEHOLDERS['/home'])
    await button.focus()
    await early.keyboard.press('Control+k')
    await early.keyboard.type('never mind')
    if (isAlive) {
      arrive()
      await expect(field).toHaveValue('never mind')
    }
    await early.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await expect(button).not.toHaveAttribute('aria-busy')
    arrive()
    // A search that is begun anew knows nothing of the other.
    await early.keyboard.press('Control+k')
    await expect(field).toHaveValue('')
    await early.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(button).toBeFocused()
    await early.close()
  }
})

test('letters that are typed while the search loads reach it, and are no shortcut; Escape calls it off', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  for (const [path, placeholder] of Object.entries(PLACEHOLDERS)) {
    const inPage = await (await page.request.get(path)).text()
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    // The search’s own code is not among the scripts that the page names.
    await page.route('**/_next/static/chunks/**/*.js', async (route) => {
      const { pathname } = new URL(route.request().url())
      if (!inPage.includes(pathname)) await arrival
      await route.continue()
    })
    await page.goto(path)
    const button = page.getByRole('button', { name: /^Search/ })
    await button.focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('never mind')
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('giovannix')
    await page.keyboard.press('Backspace')
    arrive()
    const field = page.getByPlaceholder(placeholder)
    await expect(field).toHaveValue('giovanni')
    await expect(field).toBeFocused()
    expect(new URL(page.url()).pathname).toBe(path)
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(button).toBeFocused()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
})

test('the search names the key that the device has', async ({ browser, page, service }) => {
  const keyOf = (of: Page) =>
    of
      .getByRole('button', { name: 'Search the documentation' })
      .locator('kbd')
      .evaluate((key) => getComputedStyle(key, '::before').content)
  await page.goto('/docs')
  expect(await keyOf(page)).toBe('"Ctrl K"')
  const mac = await browser.newPage({
    baseURL: service.url,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36',
  })
  await mac.goto('/docs')
  expect(await keyOf(mac)).toBe('"⌘K"')
  await mac.close()
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

test('what is typed and ticked on an invoice before the page is alive is on it then, saved and added up', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  const { early, arrive } = await pageBeforeScripts(page, '/invoices/new')
  await early.getByRole('combobox', { name: 'Item 1' }).fill('Croissants')
  await early.getByRole('textbox', { name: 'Unit price' }).fill('12')
  await early.getByRole('textbox', { name: 'Notes' }).fill('Thank you')
  await early.getByRole('combobox', { name: 'Discount type' }).selectOption('amount')
  await early.getByRole('textbox', { name: 'Discount', exact: true }).fill('2')
  await early.getByRole('combobox', { name: 'Customer' }).pressSequentially('ada@example.com')
  arrive()
  await expect(early.getByText('Saved', { exact: true })).toBeVisible()
  await expect(early.getByRole('combobox', { name: 'Customer' })).toHaveValue('ada@example.com')
  await expect(early.getByRole('combobox', { name: 'Item 1' })).toHaveValue('Croissants')
  await expect(early.getByRole('textbox', { name: 'Notes' })).toHaveValue('Thank you')
  await expect(early.getByRole('region', { name: 'Total' })).toContainText('−$2.00')
  await early.reload()
  await expect(early.getByRole('textbox', { name: 'Unit price' })).toHaveValue('12')
  await expect(early.getByRole('textbox', { name: 'Notes' })).toHaveValue('Thank you')
  await expect(early.getByRole('combobox', { name: 'Customer' })).toHaveValue('ada@example.com')
  await early.close()
})
