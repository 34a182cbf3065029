import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { test } from '../fixtures/browser'
import {
  browseAs,
  browseAsNewVendor,
  generateKey,
  type Invoice,
  mailedLink,
  operate,
  PASSWORD,
  post,
  signUp,
} from '../fixtures/journey'

async function signIn(page: Page, email: string): Promise<void> {
  await fillSignIn(page, email)
  await expect(page).toHaveURL(/\/home$/)
}

async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** The code of an authenticator app, `steps` times 30 seconds from now. */
function codeOf(secret: string, steps: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

test('a session revoked elsewhere is refused on its next request', async ({ page, openElsewhere }) => {
  const email = await signUp(page)
  const elsewhere = await openElsewhere()
  await signIn(elsewhere, email)
  await elsewhere.goto('/settings/profile')

  await page.goto('/settings/security')
  await page.getByRole('button', { name: /^Sign out (?!all)/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  // The dialog in front hides the list from roles, so wait until it has closed.
  await expect(page.getByText('Session signed out').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Sign out (?!all)/ })).toHaveCount(0)

  await elsewhere.goto('/settings/profile')
  await expect(elsewhere).toHaveURL(/\/sign-in\?next=/)
  await page.reload()
  await expect(page.getByText('This browser')).toBeVisible()
})

test('a new password ends the other sessions and works for the next sign-in', async ({
  page,
  openElsewhere,
}) => {
  const email = await signUp(page)
  const elsewhere = await openElsewhere()
  await signIn(elsewhere, email)
  await page.goto('/settings/security')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByLabel('New password').fill('another horse battery')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed').first()).toBeVisible()

  await elsewhere.goto('/home')
  await expect(elsewhere).toHaveURL(/\/sign-in/)
  await fillSignIn(elsewhere, email)
  await expect(elsewhere.locator('form').getByRole('alert')).toBeVisible()
  await fillSignIn(elsewhere, email, 'another horse battery')
  await expect(elsewhere).toHaveURL(/\/home$/)
})

test('two-step sign-in asks for a code or a recovery code, each valid once', async ({ page }) => {
  const email = await signUp(page)
  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replaceAll(' ', '')
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 0))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByTestId('recovery-codes').getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCodes = await codes.allTextContents()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  await page.context().clearCookies()
  await fillSignIn(page, email)
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create an account' })).toBeHidden()
  await page.getByRole('textbox', { name: 'Code' }).fill('000 000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('form').getByRole('alert')).toContainText('Incorrect or already used code')
  // This step's code is used up; the next one's is accepted already, and still is if its step starts
  // meanwhile.
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/home$/)

  await page.context().clearCookies()
  await fillSignIn(page, email)
  await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/home$/)

  await page.context().clearCookies()
  await fillSignIn(page, email)
  await page.getByRole('textbox', { name: 'Code' }).fill(recoveryCodes[0] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('form').getByRole('alert')).toContainText('Incorrect or already used code')
})

test('a rotated key is refused after its grace period, and the new one is accepted', async ({ page }) => {
  await browseAsNewVendor(page)
  const old = await generateKey(page, 'Till')
  const other = await generateKey(page, 'Web shop')
  const statusWith = async (key: string) => {
    const answer = await page.request.post('/api/v2/customer', {
      data: { api_key: key, name: 'Ada', email: `ada-${crypto.randomUUID()}@example.com` },
    })
    return { status: answer.status(), error: ((await answer.json()) as { error?: string }).error }
  }
  const rotate = async (name: string, grace: string) => {
    await page.getByRole('button', { name: `Rotate ${name}` }).click()
    await page.getByLabel('Old key expires').selectOption(grace)
    await page.getByRole('button', { name: 'Rotate key' }).click()
    const key = (await page.getByTestId('api-key').textContent()) ?? ''
    await page.getByRole('button', { name: 'Done' }).click()
    return key
  }

  const replacement = await rotate('Till', 'Now')
  expect(await statusWith(old)).toEqual({ status: 401, error: 'Invalid API Key' })
  expect((await statusWith(replacement)).status).toBe(201)

  const next = await rotate('Web shop', 'In 24 hours')
  expect((await statusWith(other)).status).toBe(201)
  expect((await statusWith(next)).status).toBe(201)
  await expect(page.getByRole('row', { name: /Web shop/ }).getByText('Rotated')).toBeVisible()
})

test('manual changes are in the audit log, and can be filtered', async ({ page }) => {
  await browseAsNewVendor(page)
  await generateKey(page, 'Till')
  await page.goto('/settings/audit-log')
  await expect(page.getByText('API key generated')).toBeVisible()
  await expect(page.getByText('Signed in')).toBeVisible()
  await page.goto('/settings/audit-log?kind=api_keys')
  await expect(page.getByText('API key generated')).toBeVisible()
  await expect(page.getByText('Signed in')).toHaveCount(0)
})

test('a logo and a colour are saved and previewed; a file that is not an image is refused', async ({
  page,
}) => {
  await browseAsNewVendor(page)
  await page.goto('/settings/branding')
  const choose = async (buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload logo' }).click()
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  }
  await choose(Buffer.from('<svg/>'))
  await expect(page.getByText('Upload a PNG, JPEG or WebP image')).toBeVisible()
  await choose(ONE_PIXEL)
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#0F766E')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Branding saved').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Color', exact: true })).toHaveValue('#0f766e')
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('img', { name: 'Your logo' })).toHaveCount(0)
})

/** The smallest PNG. */
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a new email waits for its link, can be canceled, and signs in once the link is opened', async ({
  page,
}) => {
  const email = `old-${crypto.randomUUID()}@example.com`
  await operate('vendor create', { email, password: PASSWORD, name: 'Corner Bakery' })
  await browseAs(page, email)
  await page.goto('/settings/profile')
  const next = `new-${crypto.randomUUID()}@example.com`
  const ask = async () => {
    await page.getByLabel('New email').fill(next)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByText('Confirm your new email')).toBeVisible()
  }
  await ask()
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect(page.getByText(`Link sent to ${next}`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel change' }).click()
  await expect(page.getByText('Confirm your new email')).toBeHidden()
  await ask()
  await page.goto(await mailedLink(next, 'email_confirmation'))
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByText('Your email address is confirmed')).toBeVisible()
  await page.context().clearCookies()
  await fillSignIn(page, next)
  await expect(page).toHaveURL(/\/home$/)
})

test('reminders come on days of one’s own and in one’s own words, and PDFs with emails', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/settings/invoices')
  const form = page.getByRole('region', { name: 'Reminders' })
  const second = form.getByRole('group', { name: 'Second reminder when overdue' })
  await expect(form.getByRole('button', { name: 'Save' })).toBeEnabled()
  await second.getByLabel('Days after the due date').fill('1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('The second reminder must come at least 3 days after the first')).toBeVisible()
  await second.getByLabel('Days after the due date').fill('14')
  await second.getByLabel('Your own words').fill('Please get in touch.')
  await form.getByRole('checkbox', { name: 'Before the due date' }).uncheck()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Reminders saved').first()).toBeVisible()
  const attachments = page.getByRole('region', { name: 'PDFs in emails' })
  await attachments.getByRole('checkbox', { name: 'Attach the PDF' }).check()
  await attachments.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('PDFs in emails: on').first()).toBeVisible()
  await page.reload()
  await expect(attachments.getByRole('checkbox', { name: 'Attach the PDF' })).toBeChecked()
  await expect(form.getByRole('checkbox', { name: 'Before the due date' })).not.toBeChecked()
  await expect(second.getByLabel('Days after the due date')).toHaveValue('14')
  await expect(second.getByLabel('Your own words')).toHaveValue('Please get in touch.')
})

test('the bank account on invoices is checked, and shown with a code to a customer who pays in euros', async ({
  page,
  service,
  openElsewhere,
}) => {
  await browseAsNewVendor(page)
  const key = await generateKey(page, 'My server')
  await page.goto('/settings/invoices')
  const form = page.getByRole('region', { name: 'Bank account' })
  await form.getByLabel('Show on invoices').check()
  await form.getByLabel('Account holder').fill('Corner Bakery GmbH')
  await form.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Check the IBAN')).toBeVisible()
  await form.getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Bank account saved').first()).toBeVisible()

  const body = { api_key: key, email: 'ada@example.com', amount: 100, currency: 'EUR' }
  const { invoice } = await post<{ invoice: Invoice }>(service, '/invoice', body)
  const customer = await openElsewhere()
  await customer.goto(invoice.payment_link)
  const transfer = customer.getByRole('region', { name: 'Pay by bank transfer' })
  await expect(transfer).toContainText('DE89 3704 0044 0532 0130 00')
  await expect(transfer).toContainText('INV-0001')
  await expect(transfer.getByRole('img', { name: 'QR code of the transfer for banking apps' })).toBeVisible()
})
