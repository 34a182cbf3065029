import { expect } from '@playwright/test'
import { test } from '../fixtures/browser'
import { browseAsDemo, PASSWORD, signUp } from '../fixtures/journey'

test('signing out ends the session, and signing in leads back to the requested page', async ({ page }) => {
  const email = await signUp(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)

  await page.goto('/settings/api-keys')
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/settings\/api-keys$/)
})

test('a list whose session ended keeps its filters after signing in again', async ({ page }) => {
  const email = await signUp(page)
  const signInAgain = async () => {
    await expect(page).toHaveURL(/\/sign-in\?next=/)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  const filtered = /\/invoices\?q=Ada%20Lovelace&status=overdue$/
  await page.context().clearCookies()
  await page.goto('/invoices?q=Ada+Lovelace&status=overdue')
  await signInAgain()
  await expect(page).toHaveURL(filtered)
  await expect(page.getByRole('searchbox')).toHaveValue('Ada Lovelace')

  // Requests of an open page are refused then, and lead to the same place. None of the first view is under way.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.getByRole('searchbox').fill('Grace Hopper')
  await signInAgain()
  await expect(page).toHaveURL(/\/invoices\?q=Grace%20Hopper&status=overdue$/)

  // So does a navigation from an open page.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  await signInAgain()
  await expect(page).toHaveURL(/\/wallet$/)
})

test('a wrong password and an unknown email get the same answer', async ({ page }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  const messages: (string | null)[] = []
  for (const [address, password] of [
    [email, 'not the password'],
    ['nobody@example.com', PASSWORD],
  ] as const) {
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(address)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    messages.push(await page.locator('form').getByRole('alert').textContent())
  }
  expect(messages[0]).toBeTruthy()
  expect(messages[1]).toBe(messages[0])
})

test('an email that has an account can’t sign up again', async ({ page }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await page.goto('/sign-up')
  await page.getByLabel('Business name').fill('Another')
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('An account with this email already exists')).toBeVisible()
})

test('signing in never leads to another site', async ({ page }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await page.goto('/sign-in?next=https://evil.example/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the sign-in page says why its form does nothing, and has no other button that would do nothing', async ({
    page,
  }) => {
    await page.goto('/sign-in')
    await expect(page.locator('noscript div').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Theme' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Show password' })).toBeHidden()
  })

  test('the dashboard says that its buttons need it', async ({ page, service }) => {
    await browseAsDemo(page, service)
    await page.goto('/invoices')
    await expect(page.locator('noscript div').first()).toContainText('This page needs JavaScript')
  })
})
