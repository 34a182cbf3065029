import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures/browser'
import {
  anInvoice,
  browseAs,
  browseAsDemo,
  browseAsNewVendor,
  operate,
  post,
  startReceiver,
} from '../fixtures/journey'
import { activate, chooseOption, expectFocus, fillField, tabTo } from '../fixtures/keyboard'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('by keyboard alone: a key generated, copied, rotated and revoked, and one of its requests read', async ({
  page,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await browseAsNewVendor(page)
  await page.goto('/settings/api-keys')
  const dialog = page.getByRole('dialog')
  await activate(button(page, 'Generate API key'))
  await expectFocus(dialog.getByLabel('Name'))
  await page.keyboard.press('Escape')
  await expectFocus(button(page, 'Generate API key'))
  await page.keyboard.press('Enter')
  await activate(dialog.getByRole('button', { name: 'Generate key' }))
  await expectFocus(dialog.getByLabel('Name'))
  await page.keyboard.type('Till')
  await chooseOption(dialog.getByLabel('Expires'), 'In 90 days')
  await activate(dialog.getByRole('button', { name: 'Generate key' }))
  await activate(dialog.getByRole('button', { name: 'Copy API key' }))
  await expect(dialog.getByText('Copied', { exact: true })).toBeVisible()
  const key = await clipboard()
  expect(key).toMatch(/^cf_test_/)
  await tabTo(dialog.getByRole('button', { name: 'Done' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)

  await activate(button(page, 'Rotate Till'))
  await chooseOption(dialog.getByLabel('Old key expires'), 'In 1 hour')
  await activate(dialog.getByRole('button', { name: 'Rotate key' }))
  await expect(page.getByTestId('api-key')).toHaveText(/^cf_test_/)
  await activate(dialog.getByRole('button', { name: 'Done' }))
  await expect(page.getByText('Rotated', { exact: true })).toBeVisible()
  const question = page.getByRole('alertdialog')
  const revoke = page.getByRole('row').filter({ hasText: 'Rotated' }).getByRole('button')
  await activate(revoke)
  await expectFocus(question.getByRole('button', { name: 'Cancel' }))
  await page.keyboard.press('Escape')
  await expectFocus(revoke)
  await post(service, '/customer', { api_key: key, name: 'Ada Lovelace', email: 'ada@example.com' })
  await page.keyboard.press('Enter')
  await activate(question.getByRole('button', { name: 'Revoke key' }))
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible()

  // The log is written a moment after the answer.
  const request = page.getByRole('link', { name: /\/api\/v2\/customer/ })
  await expect(async () => {
    await page.goto('/developers/requests')
    await expect(request).toBeVisible({ timeout: 500 })
  }).toPass()
  await activate(request)
  await expect(page.getByRole('heading', { name: 'POST /api/v2/customer' })).toBeVisible()
  await activate(button(page, 'Copy curl command'))
  await expect(page.getByText('Copied curl command')).toBeAttached()
  expect(await clipboard()).toContain('$API_KEY')
})

test('by keyboard alone: one webhook and all failed ones redelivered, a test event, and the secret', async ({
  page,
  service,
}) => {
  const answer = { status: 410 }
  const receiver = await startReceiver(answer)
  try {
    const { invoice, vendor: email } = await anInvoice(service, {
      amount: 100,
      webhook_url: `${receiver.url}/hook`,
    })
    await operate('invoice mark-paid', { invoice: invoice.id })
    await browseAs(page, email)
    await expect.poll(() => receiver.received.length).toBe(1)
    await page.goto('/developers/webhooks')
    await expect(page.getByText('Failed', { exact: true })).toBeVisible()
    await activate(page.getByRole('link', { name: 'Paid' }))
    await expect(page.getByRole('heading', { name: 'Webhook delivery' })).toBeVisible()
    await activate(button(page, 'Redeliver'))
    await expect(page.getByText('Attempt 2')).toBeVisible()
    await expectFocus(button(page, 'Redeliver'))
    await expect(page.getByText('Failed', { exact: true })).toBeVisible()
    const attempt = page.locator('summary', { hasText: 'Attempt 1' })
    await activate(attempt)
    await expect(page.locator('details[open]', { has: attempt })).toBeVisible()

    await tabTo(page.getByRole('main').getByRole('link', { name: 'Webhooks' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/developers\/webhooks$/)
    answer.status = 200
    const dialog = page.getByRole('dialog')
    await activate(button(page, 'Redeliver failed'))
    await expectFocus(dialog.getByLabel('Created since'))
    await page.keyboard.press('Escape')
    await expectFocus(button(page, 'Redeliver failed'))
    await page.keyboard.press('Enter')
    await activate(dialog.getByRole('button', { name: 'Redeliver 1' }))
    await expect(page.getByText('1 delivery queued').first()).toBeVisible()
    await expectFocus(button(page, 'Redeliver failed'))
    await expect(page.getByText('Delivered', { exact: true })).toBeVisible()

    await activate(button(page, 'Send test event'))
    await fillField(dialog.getByLabel('URL'), 'not a url')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Enter a URL')
    await expectFocus(dialog.getByLabel('URL'))
    await fillField(dialog.getByLabel('URL'), `${receiver.url}/test`)
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('HTTP 200')).toBeVisible()
    await activate(dialog.getByRole('button', { name: 'Close', exact: true }).first())
    await expectFocus(button(page, 'Send test event'))
  } finally {
    receiver.close()
  }

  const secret = page.getByRole('status', { name: 'Signing secret' })
  await activate(button(page, 'Show'))
  await expect(secret).toHaveText(/^whsec_[A-Za-z0-9+/]{20}/)
  await expectFocus(secret)
  const before = await secret.textContent()
  await tabTo(button(page, 'Rotate secret'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expectFocus(question.getByRole('button', { name: 'Cancel' }))
  await chooseOption(question.getByLabel('Keep the old secret valid'), 'For 1 hour')
  await activate(question.getByRole('button', { name: 'Rotate secret' }))
  await expect(question).toHaveCount(0)
  await expectFocus(button(page, 'Rotate secret'))
  await expect(secret).not.toHaveText(before ?? '')
})

test('by keyboard alone: an operator bans a vendor, lifts the ban, sets its terms and verifies the ledger', async ({
  page,
  service,
}) => {
  const { vendor: email } = await anInvoice(service)
  await browseAsDemo(page, service)
  await page.goto('/operator/vendors')
  await fillField(page.getByRole('searchbox'), email)
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
  await activate(page.getByRole('link', { name: 'Corner Bakery' }))
  await expect(page.getByRole('heading', { name: 'Corner Bakery' })).toBeVisible()

  const dialog = page.getByRole('dialog')
  const reason = dialog.getByLabel('Reason')
  await activate(button(page, 'Ban vendor'))
  await expectFocus(reason)
  await page.keyboard.press('Escape')
  await expectFocus(button(page, 'Ban vendor'))
  await page.keyboard.press('Enter')
  await activate(dialog.getByRole('button', { name: 'Ban vendor' }))
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await expectFocus(reason)
  await page.keyboard.type('Chargebacks')
  await activate(dialog.getByRole('button', { name: 'Ban vendor' }))
  await expect(page.getByText('Reason: Chargebacks')).toBeVisible()
  await expectFocus(button(page, 'Lift ban'))
  await page.keyboard.press('Enter')
  await activate(page.getByRole('alertdialog').getByRole('button', { name: 'Lift ban' }))
  await expect(page.getByText('Reason: Chargebacks')).toHaveCount(0)
  await expectFocus(button(page, 'Ban vendor'))

  const limit = page.getByLabel('Limit per payout (USD)')
  await fillField(limit, '99.999')
  await fillField(page.getByLabel('Fee (%)'), '10')
  await page.keyboard.press('Enter')
  await expectFocus(limit)
  await fillField(limit, '99.50')
  await activate(button(page, 'Save'))
  await expect(page.getByText('Terms updated', { exact: true })).toBeVisible()

  await activate(page.getByRole('link', { name: 'Check test ledger' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Ledger check' })).toBeVisible()
  await activate(button(page, 'Check now'))
  await expect(page.getByText('The ledger is correct')).toBeVisible()
  await expectFocus(button(page, 'Check now'))

  await page.goto('/operator/reconciliation')
  await tabTo(page.getByLabel('Day (UTC)'))
  // Yesterday, part by part: month, day and year of the field are separate tab stops.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await chooseOption(page.getByRole('combobox', { name: 'Mode' }), 'Test')
  await activate(button(page, 'Compare'))
  await expect(page.getByText('Both sides agree')).toBeVisible()

  await page.goto('/operator/health')
  await expect(page.getByText('All systems healthy')).toBeVisible()
  await tabTo(page.getByRole('region', { name: 'Workers (table)' }))
})
