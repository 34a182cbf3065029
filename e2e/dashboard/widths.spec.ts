import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { browseAsDemo } from '../fixtures/journey'

/** Of forms, of objects and settings, and of lists, reports and papers (docs/decisions/0124-three-widths.md). */
const WIDTHS = [720, 1024, 1600]

const PATHS = [
  '/home',
  '/invoices',
  '/invoices/new',
  '/invoices/items/new',
  '/customers/new',
  '/payouts',
  '/payouts/new',
  '/payouts/recurring/new',
  '/wallet',
  '/wallet/proofs',
  '/reports',
  '/settings/branding',
  '/settings/api-keys',
]

/** The address of the first record in a list, whose proof has a page of its own. */
async function firstOf(page: Page, list: string): Promise<string> {
  await page.goto(list)
  const link = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`).first()
  return (await link.getAttribute('href')) ?? ''
}

/** The width that the page asks for, the one it has, the space left and right of it, and what parts of it are narrower. */
function measure(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector('main') as HTMLElement
    const aside = document.querySelector('aside') as HTMLElement
    const box = main.getBoundingClientRect()
    const style = getComputedStyle(main)
    const inner = box.width - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    const left = aside.getBoundingClientRect().right
    const right = document.documentElement.clientWidth
    return {
      asked: Number.parseFloat(style.maxWidth),
      width: Math.round(box.width),
      room: Math.round(right - left),
      offCentre: Math.round(Math.abs(box.left - left - (right - box.right))),
      narrower: [...main.children]
        .map((child) => child.getBoundingClientRect().width)
        .filter((width) => width > 0 && Math.abs(width - inner) > 1),
    }
  })
}

for (const width of [1280, 1920]) {
  test(`each page has one of three widths and stands in the middle, on a screen of ${width}`, async ({
    page,
    service,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height: 1000 })
    await browseAsDemo(page, service)
    const payout = await firstOf(page, '/payouts')
    const customer = await firstOf(page, '/customers')
    const month = await firstOf(page, '/wallet/proofs')
    for (const path of [...PATHS, payout, `${payout}/proof`, customer, month]) {
      await page.goto(path)
      await expect(page.locator('main h1').first(), path).toBeVisible()
      await expect(page.locator('main [data-loading]'), path).toHaveCount(0)
      const { asked, width: has, room, offCentre, narrower } = await measure(page)
      expect(WIDTHS, path).toContain(asked)
      expect(has, path).toBe(Math.min(asked, room))
      expect(offCentre, path).toBeLessThanOrEqual(1)
      expect(narrower, path).toEqual([])
    }
  })
}
