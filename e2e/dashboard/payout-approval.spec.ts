import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { aPayableCustomer, browseAs, operate } from '../fixtures/journey'
import type { Service } from '../fixtures/service'

/** A vendor with 1,000.00 and a payable customer in one browser, and a colleague of finance in another. */
async function aTeam(
  page: Page,
  colleague: Page,
  service: Service,
): Promise<{ vendor: string; finance: string }> {
  const vendor = await aPayableCustomer(page, service, '123456789012')
  const finance = `grace-${randomUUID()}@example.com`
  const { joinAs } = await import('../fixtures/browser-session')
  await joinAs(vendor, finance, 'finance')
  await browseAs(colleague, finance)
  return { vendor, finance }
}

async function request(page: Page, amount: string): Promise<void> {
  await page.goto('/payouts/new')
  await page.getByRole('link', { name: /Ada Lovelace/ }).click()
  await page.getByLabel('Amount in USD').fill(amount)
  await page.getByRole('button', { name: 'Review payout' }).click()
}

test('a large payout waits until somebody else approves it', async ({ page, openElsewhere, service }) => {
  const colleague = await openElsewhere()
  const { vendor, finance } = await aTeam(page, colleague, service)
  await page.goto('/settings/security')
  await page.getByLabel('Approval from (USD)').fill('500')
  const form = page.getByRole('region', { name: 'Payout approval' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Payout approval updated').first()).toBeVisible()
  await expectAccessibleNow(page, 'the setting')

  await request(colleague, '600')
  await expect(colleague.getByText('A second person has to approve this payout')).toBeVisible()
  await colleague.getByRole('button', { name: 'Request approval' }).click()
  await expect(colleague).toHaveURL(/\/payouts\/approvals\/[0-9a-f-]{36}$/)
  await expect(colleague.getByText('Somebody else has to approve this payout')).toBeVisible()
  await expect(colleague.getByRole('button', { name: /Approve/ })).toHaveCount(0)
  await expectAccessibleNow(colleague, 'the page of who asked')

  await page.goto('/home')
  await page.getByRole('link', { name: /^1 payout approval/ }).click()
  await expect(page).toHaveURL(/\/payouts\/approvals$/)
  const waiting = page.getByRole('region', { name: 'Waiting for approval' })
  await expect(waiting).toContainText('$600.00')
  await expectAccessibleNow(page, 'all that wait')
  await page.goto('/payouts')
  await expect(page.getByRole('region', { name: 'Waiting for approval' })).toContainText('$600.00')
  await expectAccessibleNow(page, 'what waits')
  await page
    .getByRole('region', { name: 'Waiting for approval' })
    .getByRole('link', { name: 'Ada Lovelace' })
    .click()
  await expect(page.getByText(`${finance} requested this payout`)).toBeVisible()
  await expectAccessibleNow(page, 'the decision')
  await page.getByRole('button', { name: 'Approve and pay $600.00' }).click()
  await expect(page).toHaveURL(/\/payouts\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Paid', { exact: true })).toBeVisible()
  await expect(page.getByText(`Approved by ${vendor}`)).toBeVisible()
  await colleague.reload()
  await expect(colleague.getByText(`Approved by ${vendor}`)).toBeVisible()
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '400.00', held: '0.00' } })
})

test('a new member sees from when it can approve, and rejects meanwhile', async ({
  page,
  openElsewhere,
  service,
}) => {
  const colleague = await openElsewhere()
  const { vendor, finance } = await aTeam(page, colleague, service)
  const { startApproverCount, setApprovalThreshold } = await import('../fixtures/browser-session')
  await setApprovalThreshold(vendor, 50_000n)
  await startApproverCount(finance)
  await request(page, '600')
  await page.getByRole('button', { name: 'Request approval' }).click()
  await expect(page).toHaveURL(/\/payouts\/approvals\/[0-9a-f-]{36}$/)
  await colleague.goto(new URL(page.url()).pathname)
  await expect(colleague.getByText('You can approve payouts from')).toBeVisible()
  await expectAccessibleNow(colleague, 'the wait')
  await expect(colleague.getByRole('button', { name: /Approve/ })).toHaveCount(0)
  await colleague.getByRole('button', { name: 'Reject' }).click()
  await colleague.getByRole('button', { name: 'Reject payout' }).click()
  await expect(colleague.getByText('Rejected by')).toBeVisible()
})

test('a request is rejected with a reason, another is canceled, and nothing is paid', async ({
  page,
  openElsewhere,
  service,
}) => {
  const colleague = await openElsewhere()
  const { vendor } = await aTeam(page, colleague, service)
  const { setApprovalThreshold } = await import('../fixtures/browser-session')
  await setApprovalThreshold(vendor, 50_000n)
  await request(colleague, '600')
  await colleague.getByRole('button', { name: 'Request approval' }).click()
  await expect(colleague).toHaveURL(/\/payouts\/approvals\/[0-9a-f-]{36}$/)
  await page.goto(new URL(colleague.url()).pathname)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByLabel('Reason').fill('The invoice says 500')
  await expectAccessibleNow(page, 'the rejection')
  await page.getByRole('button', { name: 'Reject payout' }).click()
  await expect(page.getByText('Rejected by')).toBeVisible()
  await colleague.reload()
  await expect(colleague.getByText('The invoice says 500')).toBeVisible()

  await request(colleague, '700')
  await colleague.getByRole('button', { name: 'Request approval' }).click()
  await colleague.getByRole('button', { name: 'Cancel request' }).click()
  await colleague.getByRole('alertdialog').getByRole('button', { name: 'Cancel request' }).click()
  await expect(colleague.getByText('Canceled by the person who requested it')).toBeVisible()
  await colleague.goto('/payouts/approvals')
  await expect(colleague.getByRole('row', { name: /Ada Lovelace/ })).toHaveCount(2)
  await expectAccessibleNow(colleague, 'all approvals')
  const wallet = await operate<object>('wallet show', { vendor, mode: 'test' })
  expect(wallet).toEqual({ USD: { available: '1000.00', held: '0.00' } })
})
