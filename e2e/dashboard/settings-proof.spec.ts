import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { browseAsNewVendor, PASSWORD } from '../fixtures/journey'

/** Makes the vendor's last password an hour old. */
async function anHourAgo(email: string): Promise<void> {
  const { database } = await import('@/lib/db/client')
  const provedAt = new Date(Date.now() - 60 * 60 * 1000)
  await database().memberSession.updateMany({ where: { member: { email } }, data: { provedAt } })
}

async function startGenerating(page: Page): Promise<void> {
  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'Generate API key' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Production server')
  await page.getByRole('dialog').getByRole('button', { name: 'Generate key' }).click()
}

test('a new key takes the password again after a while, and the form then goes on by itself', async ({
  page,
}) => {
  const email = await browseAsNewVendor(page)
  await anHourAgo(email)
  await startGenerating(page)
  const dialog = page.getByRole('dialog', { name: 'Enter your password' })
  await dialog.getByLabel('Password', { exact: true }).fill('not the password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Incorrect password')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByTestId('api-key')).toHaveText(/^cf_test_/)
})

test('without the password nothing is generated, and the form keeps what was typed', async ({ page }) => {
  const email = await browseAsNewVendor(page)
  await anHourAgo(email)
  await startGenerating(page)
  const dialog = page.getByRole('dialog', { name: 'Enter your password' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('alert').filter({ hasText: 'Enter your password to continue' })).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Production server')
})
