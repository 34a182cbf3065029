import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { expectAccessibleNow, test } from '../fixtures/browser'
import { browseAs, operate, PASSWORD } from '../fixtures/journey'

type Mail = { mail_id: string; kind: string; text: string }

/** The path of the link that invites the email to a team. */
async function invitationOf(email: string): Promise<string> {
  const mails = await operate<Mail[]>('mail list', { to: email })
  const id = mails.find(({ kind }) => kind === 'invitation')?.mail_id ?? ''
  const { text } = await operate<Mail>('mail show', { id })
  return /https?:\/\/[^/\s]+(\/join\/\w+)/.exec(text)?.[1] ?? ''
}

test('a finance colleague is invited, pays and invoices, and sees no keys', async ({
  page,
  browser,
  service,
}) => {
  const vendor = `bakery-${randomUUID()}@example.com`
  const colleague = `grace-${randomUUID()}@example.com`
  await operate('vendor create', { email: vendor, password: PASSWORD, name: 'Corner Bakery' })
  await browseAs(page, vendor)
  await page.goto('/settings/team')
  await page.getByRole('button', { name: 'Invite person' }).click()
  await page.getByLabel('Email').fill(colleague)
  await page.getByLabel('Role').selectOption('finance')
  await expectAccessibleNow(page, 'the invitation')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('heading', { name: 'Invitations' })).toBeVisible()
  await expectAccessibleNow(page, 'the team')

  const other = await (await browser.newContext({ baseURL: service.url })).newPage()
  const link = await invitationOf(colleague)
  await other.goto(link)
  await expect(other.getByRole('heading', { name: 'Join Corner Bakery' })).toBeVisible()
  await expectAccessibleNow(other, 'joining')
  await other.getByLabel('Your name').fill('Grace Hopper')
  await other.getByLabel('Password', { exact: true }).fill('a quiet horse at noon')
  await other.getByRole('button', { name: 'Join the team' }).click()
  await expect(other).toHaveURL(/\/home$/)

  const navigation = other.getByRole('navigation', { name: 'Dashboard' })
  await expect(navigation.getByRole('link', { name: 'Payouts' })).toBeVisible()
  for (const hidden of ['API keys', 'Webhooks', 'Request log', 'Audit log', 'Team']) {
    await expect(navigation.getByRole('link', { name: hidden })).toHaveCount(0)
  }
  for (const path of ['/settings/api-keys', '/settings/team', '/developers/webhooks']) {
    await other.goto(path)
    await expect(other.getByRole('heading', { name: 'Not found' }), path).toBeVisible()
  }
  const answer = await other.request.get('/api/dashboard/api-keys?mode=test')
  expect(answer.status()).toBe(403)
  await other.goto('/payouts/new')
  await expect(other.getByRole('heading', { name: 'New payout' })).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: `Remove: ${colleague}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Person removed').first()).toBeVisible()
  await other.goto('/payouts')
  await expect(other).toHaveURL(/\/sign-in/)
})
