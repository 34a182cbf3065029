import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import { PASSWORD, signUp } from '../fixtures/journey'

/** Gives the page's browser a device that keeps passkeys, and whose user says yes to whatever asks. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Makes the page's browser one that lists no passkeys in fields: only a button asks for one. */
async function listNoPasskeys(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Passkey added').first()).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
}

/** Makes the vendor's last proof an hour old. */
async function anHourAgo(email: string): Promise<void> {
  const { database } = await import('@/lib/db/client')
  const provedAt = new Date(Date.now() - 60 * 60 * 1000)
  await database().memberSession.updateMany({ where: { member: { email } }, data: { provedAt } })
}

test('a passkey signs in, proves who is there, is renamed, and signs nobody in once it is removed', async ({
  page,
}) => {
  const email = await signUp(page)
  await addDevice(page)
  await listNoPasskeys(page)
  await addPasskey(page, 'Laptop')
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys).toContainText('not used yet')

  await signOut(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/home$/)

  await anHourAgo(email)
  await page.goto('/settings/api-keys')
  await page.getByRole('button', { name: 'Generate API key' }).first().click()
  await page.getByRole('dialog').getByLabel('Name').fill('Production server')
  await page.getByRole('dialog').getByRole('button', { name: 'Generate key' }).click()
  const proof = page.getByRole('dialog', { name: 'Enter your password' })
  await proof.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByTestId('api-key')).toHaveText(/^cf_test_/)

  await page.goto('/settings/security')
  await expect(passkeys).toContainText('last used')
  await page.getByRole('button', { name: 'Rename Laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Work laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(passkeys).toContainText('Work laptop')

  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('You’ll need your password again')
  await question.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('Passkey removed').first()).toBeVisible()
  await expect(passkeys).toHaveCount(0)

  await signOut(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.locator('form').getByRole('alert')).toContainText('This passkey wasn’t accepted')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/home$/)
})

test('a passkey can be chosen in the list of the email field', async ({ page }) => {
  await signUp(page)
  await addDevice(page)
  await addPasskey(page, 'Laptop')
  await signOut(page)
  // The device consents at once to what the field offers.
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/home$/)
})
