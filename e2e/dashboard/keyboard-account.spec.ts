import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { test } from '../fixtures/browser'
import { browseAsNewVendor, mailedLink, operate, PASSWORD } from '../fixtures/journey'
import { activate, arrowTo, chooseOption, expectFocus, fillField, tabTo } from '../fixtures/keyboard'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The code of an authenticator app, `steps` times 30 seconds from now. */
function codeOf(secret: string, steps: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
}

test('by keyboard alone: sign up, two-step sign-in on, out and in with a code, off again', async ({
  page,
}) => {
  const email = `vendor-${crypto.randomUUID()}@example.com`
  await page.goto('/sign-up')
  await activate(button(page, 'Create account'))
  await expectFocus(page.getByLabel('Business name'))
  await fillField(page.getByLabel('Business name'), 'Corner Bakery')
  await fillField(page.getByLabel('Email'), email)
  await fillField(page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)

  await page.goto('/settings/security')
  const dialog = page.getByRole('dialog')
  await activate(button(page, 'Set up'))
  await expectFocus(dialog.getByLabel('Password', { exact: true }))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectFocus(button(page, 'Set up'))
  await page.keyboard.press('Space')
  await fillField(dialog.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  const code = dialog.getByRole('textbox', { name: 'Code' })
  await expectFocus(code)
  const secret = ((await page.getByTestId('totp-secret').textContent()) ?? '').replaceAll(' ', '')
  await fillField(code, '000 000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('Incorrect code')
  await expectFocus(code)
  await fillField(code, codeOf(secret, 0))
  await activate(dialog.getByRole('button', { name: 'Turn on' }))
  const codes = page.getByTestId('recovery-codes').getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allTextContents()
  // They can't be shown again, so only the button closes the dialog.
  await page.keyboard.press('Escape')
  await activate(dialog.getByRole('button', { name: 'Done' }), 'Space')
  await expect(page.getByText('10 recovery codes left')).toBeVisible()

  await activate(button(page, /^Account of/))
  await arrowTo(page.getByRole('menuitem', { name: 'Sign out' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/sign-in/)
  await fillField(page.getByLabel('Email'), email)
  await fillField(page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('textbox', { name: 'Code' }))
  await activate(button(page, 'Use another account'))
  await expectFocus(page.getByLabel('Email'))
  await tabTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('textbox', { name: 'Code' }))
  // This step's code is used up; the next one's is accepted already, and still is if its step starts
  // meanwhile.
  await page.keyboard.type(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)

  await page.goto('/settings/security')
  await activate(button(page, 'Turn off'))
  await fillField(dialog.getByLabel('Password', { exact: true }), PASSWORD)
  await fillField(dialog.getByRole('textbox', { name: 'Code' }), recoveryCode)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Two-step sign-in turned off').first()).toBeVisible()
  await activate(button(page, 'Set up'))
  await expect(dialog).toBeVisible()
})

test('by keyboard alone: a forgotten password, a new one, and a session signed out', async ({
  page,
  openElsewhere,
}) => {
  const email = `vendor-${crypto.randomUUID()}@example.com`
  await operate('vendor create', { email, password: 'a forgotten horse', name: 'Corner Bakery' })
  await page.goto('/sign-in')
  await activate(page.getByRole('link', { name: 'Forgot your password?' }))
  await expect(page).toHaveURL(/\/forgot-password$/)
  await activate(button(page, 'Send link'))
  await expectFocus(page.getByLabel('Email'))
  await fillField(page.getByLabel('Email'), email)
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('status').filter({ hasText: email }))

  await page.goto(await mailedLink(email, 'password_reset'))
  await fillField(page.getByLabel('New password', { exact: true }), 'too short')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'at least 10' })).toBeVisible()
  await expectFocus(page.getByLabel('New password', { exact: true }))
  await fillField(page.getByLabel('New password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('status').filter({ hasText: 'Password changed' }))
  await activate(page.getByRole('link', { name: 'Sign in' }))
  await expect(page).toHaveURL(/\/sign-in$/)
  await signInByKeyboard(page, email)

  await signInElsewhere(await openElsewhere(), email)
  await page.goto('/settings/security')
  await activate(button(page, 'Change password'))
  await expectFocus(page.getByLabel('Current password'))
  await fillField(page.getByLabel('Current password'), 'not the password')
  await fillField(page.getByLabel('New password', { exact: true }), 'another horse battery')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await expectFocus(page.getByLabel('Current password'))

  const question = page.getByRole('alertdialog')
  await activate(button(page, /^Sign out (?!all)/))
  await expectFocus(question.getByRole('button', { name: 'Cancel' }))
  await page.keyboard.press('Escape')
  await expectFocus(button(page, /^Sign out (?!all)/))
  await page.keyboard.press('Enter')
  await activate(question.getByRole('button', { name: 'Sign out' }))
  // Its button is gone with it.
  await expect(page.getByRole('main')).toBeFocused()
  await expect(button(page, /^Sign out (?!all)/)).toHaveCount(0)
  await tabTo(page.getByLabel('Current password'))
})

test('by keyboard alone: name, colour and logo, and their entries in the audit log', async ({ page }) => {
  await browseAsNewVendor(page)
  await page.goto('/settings/profile')
  await fillField(page.getByLabel('Name', { exact: true }), '')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expectFocus(page.getByLabel('Name', { exact: true }))
  await page.keyboard.type('Corner Patisserie')
  await activate(
    page.getByRole('region', { name: 'Business name' }).getByRole('button', { name: 'Save', exact: true }),
  )
  await expect(page.getByText('Business name changed').first()).toBeVisible()

  await page.goto('/settings/branding')
  for (const key of ['Enter', 'Space'] as const) {
    const chooser = page.waitForEvent('filechooser')
    await activate(button(page, key === 'Enter' ? 'Upload logo' : 'Replace'), key)
    // The picture is decoded in a process of its own: the upload is over when it is answered.
    const saved = page.waitForResponse(
      (response) => /\/branding\/logo\b/.test(response.url()) && response.request().method() === 'POST',
    )
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: ONE_PIXEL })
    await saved
    await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible()
    await expectFocus(button(page, 'Replace'))
  }
  await activate(button(page, 'Remove'))
  await expect(page.getByRole('img', { name: 'Your logo' })).toHaveCount(0)
  await expectFocus(button(page, 'Upload logo'))
  const color = page.getByRole('textbox', { name: 'Color', exact: true })
  await fillField(color, '#0F766')
  await page.keyboard.press('Enter')
  await expect(color).toHaveAttribute('aria-invalid', 'true')
  await expectFocus(color)
  await activate(button(page, 'Reset'))
  await expectFocus(color)
  await page.keyboard.type('#0F766E')
  await activate(button(page, 'Save'))
  await expect(page.getByText('Branding saved').first()).toBeVisible()

  await page.goto('/settings/audit-log')
  await activate(button(page, 'Filters'), 'Space')
  await chooseOption(page.getByLabel('Category'), 'Settings')
  await expect(page).toHaveURL(/kind=settings/)
  await expect(page.getByText('Signed in')).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Logo removed/ })).toBeVisible()
})

/** Signs a vendor in on the sign-in page and ends on the home page. */
async function signInByKeyboard(page: Page, email: string): Promise<void> {
  await fillField(page.getByLabel('Email'), email)
  await fillField(page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/home$/)
}

/** Starts another session of the vendor. */
async function signInElsewhere(page: Page, email: string): Promise<void> {
  await page.goto('/sign-in')
  await signInByKeyboard(page, email)
}

/** The smallest PNG. */
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
