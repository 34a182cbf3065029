import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice } from '../fixtures/journey'

const INJECTED = `
  <script>window.ran = 'inline'</script>
  <script nonce="guessed">window.ran = 'nonce'</script>
  <script src="/api/health"></script>
  <img src="data:," alt="" onerror="window.ran = 'attribute'">
`

/** Opens the page with foreign markup in its HTML, as if a text had been written without escaping. */
async function openInjected(page: Page, address: string): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace(/<body[^>]*>/, (body) => body + INJECTED)
    await route.fulfill({ response, body: html })
  })
  await page.goto(address)
}

for (const path of ['/sign-in', '/docs', '/no-such-page', '/pay', '/sandbox/checkout/x']) {
  test(`${path}: a script that somebody else wrote into the page does not run`, async ({ page, service }) => {
    const address = path === '/pay' ? (await anInvoice(service)).invoice.payment_link : service.url + path
    // The fixture's page fails on the refusals, which are the promise here.
    const victim = await page.context().newPage()
    const refusals: string[] = []
    victim.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refusals.push(message.text())
    })
    await openInjected(victim, address)
    await victim.evaluate(() => {
      const link = document.createElement('a')
      link.href = "javascript:window.ran = 'address'"
      link.click()
    })
    await expect.poll(() => refusals.length).toBe(5)
    expect(await victim.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined()
  })
}
