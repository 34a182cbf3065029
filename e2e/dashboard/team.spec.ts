import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { test, untilAlive } from '../fixtures/browser'
import { type Hand, WAYS } from '../fixtures/hands'
import { browseAs, mailedLink, operate, PASSWORD } from '../fixtures/journey'

/** Invites a colleague of finance, who joins, finds payouts but no keys, and is removed. */
async function fromInvitationToRemoval(
  page: Page,
  other: Page,
  { fill, press, select, look }: Hand,
): Promise<void> {
  const vendor = `bakery-${randomUUID()}@example.com`
  // With a confirmed email: others may not invite anybody.
  await operate('vendor create', { email: vendor, password: PASSWORD, name: 'Corner Bakery' })
  await browseAs(page, vendor)
  const colleague = `grace-${randomUUID()}@example.com`
  await page.goto('/settings/team')
  await press(page.getByRole('button', { name: 'Invite person' }))
  await fill(page.getByLabel('Email'), colleague)
  await select(page.getByLabel('Role'), 'Finance')
  await look(page, 'the invitation')
  await press(page.getByRole('button', { name: 'Send invitation' }))
  await expect(page.getByRole('heading', { name: 'Invitations' })).toBeVisible()
  await look(page, 'the team')

  await other.goto(await mailedLink(colleague, 'invitation'))
  await expect(other.getByRole('heading', { name: 'Join Corner Bakery' })).toBeVisible()
  await look(other, 'joining')
  await fill(other.getByLabel('Your name'), 'Grace Hopper')
  await fill(other.getByLabel('Password', { exact: true }), 'a quiet horse at noon')
  await press(other.getByRole('button', { name: 'Join the team' }))
  await expect(other).toHaveURL(/\/home$/)
  await untilAlive(other)

  const drawer = other.getByRole('button', { name: 'Open navigation' })
  if (await drawer.isVisible()) await press(drawer)
  const navigation = other.getByRole('navigation', { name: 'Dashboard' })
  await expect(navigation.getByRole('link', { name: 'Payouts' })).toBeVisible()
  for (const hidden of ['API keys', 'Webhooks', 'Request log', 'Audit log', 'Team']) {
    await expect(navigation.getByRole('link', { name: hidden })).toHaveCount(0)
  }
  await press(navigation.getByRole('link', { name: 'Payouts' }))
  await expect(other).toHaveURL(/\/payouts$/)
  await press(other.locator('#main').getByRole('link', { name: 'New payout' }).first())
  await expect(other.getByRole('heading', { name: 'New payout' })).toBeVisible()
  for (const path of ['/settings/api-keys', '/settings/team', '/developers/webhooks']) {
    await other.goto(path)
    await expect(other.getByRole('heading', { name: 'Not found' }), path).toBeVisible()
  }
  const answer = await other.request.get('/api/dashboard/api-keys?mode=test')
  expect(answer.status()).toBe(403)

  await page.reload()
  await press(page.getByRole('button', { name: `Remove: ${colleague}` }))
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }))
  await expect(page.getByText('Person removed').first()).toBeVisible()
  await other.goto('/payouts')
  await expect(other).toHaveURL(/\/sign-in/)
}

for (const { way, hand, use } of WAYS) {
  test.describe(way, () => {
    test.use(use)
    test.slow()

    test('a finance colleague is invited, may pay, sees no keys, and is removed', async ({
      page,
      openElsewhere,
    }) => fromInvitationToRemoval(page, await openElsewhere(), hand))
  })
}
