import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveScene, startLiveScene } from '../fixtures/live-scene'
import { cleanEnvironment, runScript } from '../fixtures/service'

let scene: LiveScene

beforeAll(async () => {
  scene = await startLiveScene({ PROVIDERS: 'rehearsal' })
})
afterAll(() => scene?.stop())

/** The service's settings, but for that it no longer rehearses. */
const withRealMoney = () =>
  cleanEnvironment({
    ...scene.service.joined,
    // The embedded database is found by its folder.
    DATABASE_URL: process.env.TEST_DATABASE_URL ? scene.service.databaseUrl : '',
    DATA_DIR: scene.service.dataDir,
    PROVIDERS: '',
  })

test('a rehearsal takes a payment as live mode does, and its pages and emails say what it is', async () => {
  const { id, payPath } = await scene.invoice()
  const page = await (await fetch(`${scene.service.url}${payPath.slice('/api'.length)}`)).text()
  expect(page).toContain('data-testid="test-band"')
  await scene.click(payPath)
  const session = await scene.sessionOf(id)
  scene.stripe.pay(session)
  await scene.tellStripe('checkout.session.completed', session)
  await scene.untilStatus('invoices', id, 'PAID')
  const mails = await scene.rows<{ subject: string }>(
    'SELECT subject FROM mail_messages WHERE subject LIKE $1',
    ['%INV-%'],
  )
  expect(mails.length).toBeGreaterThan(0)
  for (const { subject } of mails) expect(subject).toMatch(/^\[Test\] /)
})

test('a rehearsal is marked on the way in, in the dashboard and on each page that a customer or payee sees', async () => {
  const { sessionCookie } = await import('../fixtures/browser-session')
  const { url } = scene.service
  const { payPath } = await scene.invoice()
  const customerId = await scene.customer()
  const { text } = await scene.post(`/customer/${customerId}/bank-account-link`, {})
  const [account] = await scene.rows<{ id: string }>(
    `SELECT accounts.id FROM accounts JOIN vendors ON vendors.id = vendor_id WHERE email = $1 AND mode = 'live'`,
    [scene.vendor],
  )
  const { portalUrl } = await import('@/lib/http/links')
  const { name, value } = await sessionCookie(scene.vendor, 'Mozilla/5.0')
  const signedIn = `${name}=${value}; counterfoil-mode=live`
  const pages = [
    ['/sign-in', '', 'Rehearsal'],
    ['/forgot-password', '', 'Rehearsal'],
    ['/reset-password/unknown', '', 'Rehearsal'],
    ['/join/unknown', '', 'Rehearsal'],
    ['/home', signedIn, 'Rehearsal'],
    ['/invoices/new', signedIn, 'Rehearsal'],
    [payPath.slice('/api'.length), '', 'Test mode'],
    [new URL(JSON.parse(text).bank_account_link.url).pathname, '', 'Test mode'],
    [new URL(portalUrl(account?.id ?? '')).pathname, '', 'Test mode'],
  ] as const
  for (const [path, cookie, title] of pages) {
    const answer = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' })
    expect(answer.status, path).toBe(200)
    const [, band = ''] = (await answer.text()).split('data-testid="test-band"')
    expect(band.slice(0, 500), path).toContain(`>${title}</strong>`)
  }
})

test('no command acts on it with real keys', async () => {
  const { code, stderr } = await runScript('bin/admin.mjs', ['payout', 'reconcile'], withRealMoney())
  expect(code).toBe(1)
  expect(stderr).toBe(
    'PROVIDERS: this database has rehearsed with the providers’ test accounts. Real money needs a new one: set another ' +
      'DATA_DIR or DATABASE_URL, or PROVIDERS=rehearsal.\n',
  )
})

test('its database never starts with real keys', async () => {
  await scene.service.halt()
  const { code, stdout, stderr } = await runScript('bin/start.mjs', [], withRealMoney())
  expect(code).not.toBe(0)
  expect(stdout + stderr).toContain('PROVIDERS: this database has rehearsed')
  await scene.start()
})
