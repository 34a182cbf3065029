import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { browseAsNewVendor, createCustomer } from '../fixtures/journey'

test('without a network a form fails at once, keeps its input, and is sent once the connection is back', async ({
  page,
  context,
}) => {
  await browseAsNewVendor(page)
  await page.goto('/customers/new')
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: 'You’re offline' })).toBeVisible()
  const create = page.getByRole('button', { name: 'Create customer' })
  await create.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was sent' })).toBeVisible()
  await expect(create).not.toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace')
  await context.setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: 'You’re back online' })).toBeVisible()
  await create.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible()
})

test('without a network links, shortcuts and the palette leave the page where it is, and say why', async ({
  page,
  context,
}) => {
  await browseAsNewVendor(page)
  await page.goto('/home')
  // The palette is there before the network goes.
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder('Page, customer, invoice, payout…')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await context.setOffline(true)
  const reason = page.getByText('This opens when the connection is back').first()
  const leave: (() => Promise<void>)[] = [
    () => page.getByRole('navigation').getByRole('link', { name: 'Payouts' }).click(),
    async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('w')
    },
    async () => {
      await page.keyboard.press('Control+k')
      await field.fill('mailbox')
      await page.keyboard.press('Enter')
    },
  ]
  for (const go of leave) {
    await go()
    await expect(reason).toBeVisible()
    await expect(page).toHaveURL(/\/home$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  }
  await context.setOffline(false)
  await page.getByRole('navigation').getByRole('link', { name: 'Payouts' }).click()
  await expect(page).toHaveURL(/\/payouts$/)
})

test('without a network a dialog whose code is not there yet stays closed and says why, and opens afterwards', async ({
  page,
  context,
}) => {
  await browseAsNewVendor(page)
  await createCustomer(page, 'Ada Lovelace', 'ada@example.com')
  await context.setOffline(true)
  const open = page.getByRole('button', { name: 'Request bank details' })
  await open.click()
  await expect(page.getByText('This opens when the connection is back').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible()
  await context.setOffline(false)
  await open.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
