import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { untilAlive } from '../fixtures/browser'
import { PASSWORD } from '../fixtures/journey'
import { type Service, startService } from '../fixtures/service'

/** Runs a test beside a service of its own, since the setting is one of the whole installation. */
async function beside(SIGN_UP: 'invite' | 'closed', run: (service: Service) => Promise<void>): Promise<void> {
  const service = await startService({ env: { SIGN_UP } })
  try {
    await run(service)
  } finally {
    await service.stop()
  }
}

test('by invitation: only the emailed link leads to the form, once', async ({ page }) => {
  test.setTimeout(180_000)
  await beside('invite', async (service) => {
    await page.goto(`${service.url}/sign-in`)
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
    await page.goto(`${service.url}/sign-up`)
    await expect(page.getByRole('heading', { name: 'Sign-up is by invitation' })).toBeVisible()
    await expect(page.getByLabel('Password')).toHaveCount(0)

    const email = `vendor-${randomUUID()}@example.com`
    const { link = '' } = await service.admin(['vendor', 'invite', '--email', email])
    await page.goto(link)
    await untilAlive(page)
    await page.getByLabel('Business name').fill('Corner Bakery')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page).toHaveURL(/\/home$/)
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByText('This invitation was already used')).toBeVisible()
  })
})

test('closed: nobody finds a form, not even by an invitation', async ({ page }) => {
  test.setTimeout(180_000)
  await beside('closed', async (service) => {
    const email = `vendor-${randomUUID()}@example.com`
    const { link = '' } = await service.admin(['vendor', 'invite', '--email', email])
    for (const url of [`${service.url}/sign-up`, link]) {
      await page.goto(url)
      await expect(page.getByRole('heading', { name: 'Sign-up is closed' })).toBeVisible()
      await expect(page.getByLabel('Password')).toHaveCount(0)
    }
    await page.getByRole('link', { name: 'Go to sign in' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
  })
})
