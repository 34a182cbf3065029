import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice, operate } from '../fixtures/journey'

test('the pay page says whom to ask, what happens next and which cards are taken', async ({
  page,
  service,
}) => {
  const { invoice, vendor } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await expect(page).toHaveTitle('Pay Corner Bakery · Invoice INV-0001')
  await expect(page.getByRole('link', { name: vendor })).toHaveAttribute('href', `mailto:${vendor}`)
  await expect(page.getByText('You’ll get your receipt here right away, and Corner Bakery')).toBeVisible()
})

test('the pay page is set in Geist from its first paint, or keeps the system font: nothing shifts', async ({
  page,
  service,
}) => {
  const { invoice } = await anInvoice(service)
  await page.goto(invoice.payment_link)
  await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(1)
  const faces = await page.evaluate(() => [...document.fonts].map(({ family, display }) => [family, display]))
  expect(faces).toContainEqual([expect.stringMatching(/geist/i), 'optional'])
  await expect(page.locator('body')).toHaveCSS('font-family', /^"?geist/i)
})

test('a refund is shown with its credit note, and a canceled invoice asks for nothing', async ({
  page,
  request,
  service,
}) => {
  const { invoice, key } = await anInvoice(service)
  const ask = async (path: string, body: object = {}) => {
    const headers = { Authorization: `Bearer ${key}` }
    const answer = await request.post(`${service.url}/api/v2/${path}`, { headers, data: body })
    expect(answer.status()).toBe(200)
  }
  await ask(`test/invoice/${invoice.id}/pay`, { outcome: 'paid' })
  await ask(`invoice/${invoice.id}/refund`, { amount: 40 })
  await page.goto(invoice.payment_link)
  await expect(page.getByRole('heading', { name: 'Part of your payment was refunded' })).toBeVisible()
  const creditNote = page.getByRole('link', { name: 'Credit note INV-0001-CN1 (PDF)' })
  const file = await request.get(`${service.url}${await creditNote.getAttribute('href')}`)
  expect(file.headers()['content-type']).toBe('application/pdf')
  await ask(`invoice/${invoice.id}/refund`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This invoice was refunded' })).toBeVisible()
  expect(await operate('ledger verify', {})).toMatchObject({ ok: true })

  const other = await anInvoice(service)
  const headers = { Authorization: `Bearer ${other.key}` }
  await request.post(`${service.url}/api/v2/invoice/${other.invoice.id}/void`, { headers, data: {} })
  await page.goto(other.invoice.payment_link)
  await expect(page.getByRole('heading', { name: 'This invoice was canceled' })).toBeVisible()
  await expect(page.getByText(/^Due /)).toHaveCount(0)
})

test('an unknown link is not found', async ({ page }) => {
  const response = await page.goto(`/pay/${'x'.repeat(44)}`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading')).toBeVisible()
})

test('an invoice of a banned vendor can’t be paid, and says so', async ({ page, service }) => {
  const { invoice, vendor } = await anInvoice(service)
  await operate('vendor ban', { vendor })
  await page.goto(invoice.payment_link)
  await expect(page.getByText('This invoice can’t be paid right now')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay / })).toHaveCount(0)
})

test('on a phone, vendor, total, fee and items are visible without scrolling', async ({ page, service }) => {
  const { invoice } = await anInvoice(service, {
    items: [
      { title: 'Bread', qty: 2, price: 40 },
      { title: 'Butter', qty: 1, price: 20 },
    ],
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(invoice.payment_link)
  const summary = page.getByRole('region', { name: 'Summary' })
  for (const text of ['Corner Bakery', '$103.20', 'Includes a fee of $3.20', 'Bread', 'Butter']) {
    await expect(summary.getByText(text).first()).toBeInViewport({ ratio: 1 })
  }
})

test('on a phone the button follows the total, and what else an invoice says comes after it', async ({
  page,
  service,
}) => {
  const { invoice } = await anInvoice(service)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(invoice.payment_link)
  const topOf = async (name: string) => (await page.getByRole('link', { name }).boundingBox())?.y ?? 0
  const button = page.getByRole('button', { name: /^Pay / })
  await expect(button).toBeInViewport({ ratio: 1 })
  expect(await topOf('Invoice (PDF)')).toBeGreaterThan((await button.boundingBox())?.y ?? Infinity)
})
