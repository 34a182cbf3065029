import { expect } from '@playwright/test'
import { expectAccessibleNow } from '@/e2e/fixtures/browser'
import { test } from '../fixtures/browser'
import { anInvoice, browseAs, browseAsDemo, browseAsNewVendor } from '../fixtures/journey'

test('the palette finds pages, actions and records, and leads to them by keyboard or a click', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  await page.goto('/home')
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder('Page, customer, invoice, payout…')
  await field.fill('ada love')
  await expect(page.getByRole('option', { name: /Ada Lovelace ada@example.com/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/customers\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()

  // An action that matches vaguely, such as "Add test funds", is not in the way of a record.
  await page.goto('/home')
  await page.keyboard.press('Control+k')
  await field.pressSequentially('ada')
  await expect(page.getByRole('option', { name: 'Ada Lovelace ada@example.com' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await field.fill('audit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/audit-log$/)

  await page.keyboard.press('Control+k')
  await field.fill('scheduled')
  await page.getByRole('option', { name: 'Scheduled payouts', exact: true }).click()
  await expect(page).toHaveURL(/\/payouts\/scheduled$/)

  await page.keyboard.press('Control+k')
  await field.fill('proofs')
  // The documentation has a page of this name too.
  const pages = page.getByRole('group', { name: 'Pages' })
  await pages.getByRole('option', { name: 'Proofs', exact: true }).click()
  await expect(page).toHaveURL(/\/wallet\/proofs$/)

  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await field.fill('new payout')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payouts\/new$/)
})

test('the palette and the keys have no accessibility violation', async ({ page, service }) => {
  test.slow()
  await browseAsDemo(page, service)
  await page.goto('/home')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Page, customer, invoice, payout…').fill('grace')
  await expect(page.getByRole('option', { name: /^Grace Hopper/ })).toBeVisible()
  await expectAccessibleNow(page, 'palette')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Home' }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessibleNow(page, 'keys')
})

test('g and a letter lead to a page, and c to a new record, but not while something is typed', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  await page.goto('/home')
  // A key that comes before the page is alive does nothing, and the second one counts for 1.2 seconds. A busy machine can take
  // longer; a person presses them again.
  const leadsTo = (keys: string[], url: RegExp) =>
    expect(async () => {
      for (const key of keys) await page.keyboard.press(key)
      await expect(page).toHaveURL(url, { timeout: 2000 })
    }).toPass()
  await leadsTo(['g', 'i'], /\/invoices$/)
  await leadsTo(['c'], /\/invoices\/new$/)
  await page.goto('/customers')
  await leadsTo(['c'], /\/customers\/new$/)
  await page.goto('/invoices')
  await page.getByRole('searchbox').pressSequentially('g w')
  await expect(page.getByRole('searchbox')).toHaveValue('g w')
  await expect(page).toHaveURL(/\/invoices\?q=g\+w$/)
})

test('the palette has the actions of the open record, until its page is left', async ({ page, service }) => {
  const { vendor, invoice } = await anInvoice(service)
  await browseAs(page, vendor)
  await page.goto(`/invoices/${invoice.id}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const field = page.getByPlaceholder('Page, customer, invoice, payout…')
  await page.keyboard.press('Control+k')
  await field.fill('copy payment')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(invoice.payment_link)
  await page.keyboard.press('Control+k')
  await field.fill('void')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Void/ })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'ada@example.com' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'ada@example.com' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await field.fill('void')
  await expect(page.getByRole('option', { name: 'Void', exact: true })).toHaveCount(0)
  await field.fill('edit customer')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/customers\/[0-9a-f-]{36}\/edit$/)
})

test('Escape closes a dialog from the moment it is seen, with a toast beside it too', async ({
  page,
  service,
}) => {
  const { vendor, invoice } = await anInvoice(service)
  await browseAs(page, vendor)
  await page.goto(`/invoices/${invoice.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Email reminders' }).click()
  await expect(page.getByText('Reminders turned off').first()).toBeVisible()
  // The page’s own script, because a browser’s driver is rarely as fast.
  const title = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new MutationObserver((_, observer) => {
          const dialog = document.querySelector('[role=dialog]')
          if (!dialog) return
          observer.disconnect()
          resolve(dialog.querySelector('h2')?.textContent ?? '')
          const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
          document.activeElement?.dispatchEvent(press)
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.getByRole('menuitem', { name: 'Void' }).click()
  expect(await title).toMatch(/^Void INV-/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('single-key shortcuts can be turned off, which the browser remembers, and ⌘K stays', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  await page.goto('/home')
  const choice = page.getByRole('switch', { name: 'Single-key shortcuts' })
  // A letter from before hydration is for nobody. A person who sees nothing presses it again.
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(choice).toBeVisible({ timeout: 2000 })
  }).toPass()
  await choice.click()
  await expect(page.getByText('Next row')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.reload()
  for (const key of ['?', 'g', 'i']) await page.keyboard.press(key)
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder('Page, customer, invoice, payout…')
  await expect(field).toBeFocused()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expect(page).toHaveURL(/\/home$/)
  await field.fill('keyboard shortcuts')
  await page.keyboard.press('Enter')
  await choice.click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page).toHaveURL(/\/invoices$/)
})

test('pages of missing objects, or another vendor’s, are not found', async ({ page, service }) => {
  await browseAsDemo(page, service)
  const addresses: string[] = []
  for (const list of ['/invoices', '/customers', '/payouts', '/developers/webhooks']) {
    await page.goto(list)
    const link = page.locator(`tbody a[href^="${list}/"]`).first()
    addresses.push((await link.getAttribute('href')) ?? '')
  }
  await page.context().clearCookies()
  await browseAsNewVendor(page)
  for (const address of [...addresses, '/invoices/nonsense', '/nowhere', '/operator/vendors']) {
    const response = await page.goto(address)
    expect(response?.status(), address).toBe(404)
  }
})

test('closing the palette or the keys leaves the page where it was, under its header', async ({
  page,
  service,
}) => {
  await browseAsDemo(page, service)
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/home')
  await page.evaluate(() => window.scrollTo(0, 200))
  for (const [opens, dialog] of [
    ['Control+k', 'Search or jump to'],
    ['?', 'Keyboard shortcuts'],
  ] as const) {
    await page.keyboard.press(opens)
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await page.evaluate(() => window.scrollY)).toBe(200)
  }
  await expect(page.getByTestId('test-band')).toBeInViewport()
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 })
})

test('test band and header are one bar, which stays at the top of the window', async ({ page, service }) => {
  await browseAsDemo(page, service)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/home')
  await page.evaluate(() => window.scrollTo(0, 300))
  const band = page.getByTestId('test-band')
  const bar = band.locator('..')
  await expect(bar.getByRole('banner')).toBeInViewport({ ratio: 1 })
  await expect(bar).toHaveCSS('position', 'sticky')
  const bottom = ({ y, height }: { y: number; height: number }) => y + height
  const boxes = await Promise.all([band.boundingBox(), page.getByRole('banner').boundingBox()])
  expect(boxes[0] && [boxes[0].y, bottom(boxes[0])]).toEqual([0, boxes[1]?.y])
})

test('the sidebar shows the link of the open page, however low the window', async ({ page, service }) => {
  await browseAsDemo(page, service)
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.goto('/settings/audit-log')
  await expect(page.getByRole('link', { name: 'Audit log' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('an address without a page keeps the navigation, and leads a visitor to the ways in', async ({
  page,
}) => {
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goto('/docs/nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  const docs = page.getByRole('navigation', { name: 'Documentation' })
  await expect(docs.getByRole('link', { name: 'Webhooks' })).toBeVisible()
  await browseAsNewVendor(page)
  await page.goto('/nowhere')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Invoices' }).click()
  await expect(page).toHaveURL(/\/invoices$/)
})

test('in live mode without its set-up, the missing steps take the place of the forms', async ({
  page,
  service,
}) => {
  await browseAsNewVendor(page)
  await page.context().addCookies([{ name: 'counterfoil-mode', value: 'live', url: service.url }])
  for (const path of [
    '/invoices/new',
    '/payouts/new',
    '/payouts/batches',
    '/customers/new',
    '/customers/import',
  ]) {
    await page.goto(path)
    await expect(page.getByText('Get approved by the operator'), path).toBeVisible()
    await expect(page.getByRole('main').getByRole('textbox'), path).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: 'Choose a file' }), path).toHaveCount(0)
  }
})

test('the pages of records are titled by name', async ({ page, service }) => {
  await browseAsDemo(page, service)
  for (const [list, title] of [
    ['/invoices', /^INV-\d{4,} · .+ · Counterfoil$/],
    ['/payouts', /^Payout …[0-9a-f]{6} · .+ · Counterfoil$/],
    ['/customers', /^(?!Customer ·).+ · Counterfoil$/],
    ['/mailbox', /^(?!Mail ·).+ · Mail · Counterfoil$/],
    ['/developers/webhooks', /^Webhook delivery \d+ · Counterfoil$/],
    ['/developers/requests', /^[A-Z]+ \/api\/v2\/.* · Request · Counterfoil$/],
    ['/operator/vendors', /^(?!Vendor ·).+ · Vendor · Counterfoil$/],
  ] as const) {
    await page.goto(list)
    const href = await page.locator(`tbody a[href^="${list}/"]`).first().getAttribute('href')
    await page.goto(href ?? '')
    await expect(page).toHaveTitle(title)
  }
})

for (const path of ['/sign-in', '/docs']) {
  test(`${path} is set in Geist from its first paint, or keeps the system font`, async ({ page }) => {
    await page.goto(path)
    await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(1)
    const faces = await page.evaluate(() =>
      [...document.fonts].map(({ family, display }) => [family, display]),
    )
    expect(faces).toContainEqual([expect.stringMatching(/geist/i), 'optional'])
    await expect(page.locator('body')).toHaveCSS('font-family', /^"?geist/i)
  })
}

test('the palette changes theme and mode, adds test funds and signs out', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/home')
  const run = async (words: string) => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Page, customer, invoice, payout…').fill(words)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Search or jump to' })).toHaveCount(0)
  }
  await run('dark theme')
  await expect(page.locator('html')).toHaveClass(/dark/)
  // From the first paint on: the server knows it.
  expect(await (await page.request.get('/home')).text()).toMatch(/<html[^>]* class="dark /)
  await run('test funds')
  const funds = page.getByRole('dialog', { name: 'Add test funds' })
  await funds.getByRole('button', { name: 'Add funds' }).click()
  await expect(funds).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Funds added/ })).toContainText('$1,000.00')
  await run('live mode')
  await expect(page.getByTestId('test-band')).toHaveCount(0)
  await run('sign out')
  await expect(page).toHaveURL(/\/sign-in$/)
})
