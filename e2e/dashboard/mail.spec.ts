import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { anInvoice, browseAs, browseAsNewVendor, mailedLink, PASSWORD, signUp } from '../fixtures/journey'

const NEW_PASSWORD = 'a better horse battery'

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('a forgotten password is reset by a mailed link, which works once and signs every browser out', async ({
  page,
  openElsewhere,
}) => {
  const email = await signUp(page)
  const elsewhere = await openElsewhere()
  await elsewhere.goto('/sign-in')
  await elsewhere.getByRole('link', { name: 'Forgot your password?' }).click()
  // Both pages have a field of that name, so wait for the right page.
  await expect(elsewhere).toHaveURL(/\/forgot-password$/)
  await elsewhere.getByLabel('Email').fill(email)
  await elsewhere.getByRole('button', { name: 'Send link' }).click()
  await expect(elsewhere.getByRole('status')).toContainText(email)

  const link = await mailedLink(email, 'password_reset')
  await elsewhere.goto(link)
  await elsewhere.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await elsewhere.getByRole('button', { name: 'Set password' }).click()
  await expect(elsewhere.getByRole('status')).toContainText('Password changed, email confirmed')
  await elsewhere.getByRole('link', { name: 'Sign in' }).click()
  await expect(elsewhere).toHaveURL(/\/sign-in/)
  await signIn(elsewhere, email, PASSWORD)
  await expect(elsewhere.locator('form').getByRole('alert')).toBeVisible()
  await signIn(elsewhere, email, NEW_PASSWORD)
  await expect(elsewhere).toHaveURL(/\/home$/)

  // The browser that was signed in no longer is.
  await page.goto('/home')
  await expect(page).toHaveURL(/\/sign-in/)

  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading', { name: 'This link can’t be used' })).toBeVisible()
})

test('an email without an account is answered like one with an account', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('status')).toContainText('If nobody@example.com has an account')
})

test('a new vendor confirms its email by a mailed link', async ({ page }) => {
  const email = await signUp(page)
  await page.goto(await mailedLink(email, 'email_confirmation'))
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('status')).toHaveText('Your email address is confirmed')
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('in a browser that is not signed in, a confirmation takes the password', async ({ page }) => {
  const email = await signUp(page)
  await page.context().clearCookies()
  await page.goto(await mailedLink(email, 'email_confirmation'))
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.locator('form').getByRole('alert')).toHaveText('Incorrect password')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('status')).toHaveText('Your email address is confirmed')
})

test('the mailbox shows the mail about an invoice, and nobody else’s', async ({ page, service }) => {
  const { vendor, invoice } = await anInvoice(service)
  await browseAs(page, vendor)
  await page.goto('/mailbox')
  await expect(page.getByRole('heading', { name: 'Mailbox' })).toBeVisible()
  await page.getByRole('link', { name: /^\[Test\] Invoice INV-\d{4} from Corner Bakery: \$103\.20$/ }).click()
  const message = page.frameLocator('iframe')
  await expect(message.getByRole('heading', { name: 'Invoice from Corner Bakery' })).toBeVisible()
  await expect(message.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', invoice.payment_link)
  const address = page.url()

  await page.context().clearCookies()
  await browseAsNewVendor(page)
  await page.goto(address)
  await expect(page.getByText('[Test] Invoice')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible()
})

test('mail to customers can be turned off, and is then kept with the reason', async ({ page, service }) => {
  const { vendor, key } = await anInvoice(service)
  await browseAs(page, vendor)
  await page.goto('/mailbox')
  const control = page.getByRole('switch', { name: 'Email customers' })
  await expect(control).toBeChecked()
  await control.click()
  await expect(control).not.toBeChecked()
  const body = JSON.stringify({ api_key: key, email: vendor, amount: 7 })
  await fetch(`${service.url}/api/v2/invoice`, { method: 'POST', body })
  await page.reload()
  await page.getByRole('link', { name: /\$7\.50/ }).click()
  await expect(page.getByText('Emails to customers are off')).toBeVisible()
})
