import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { operate } from '@/e2e/fixtures/operate'
import { generateApiKey } from '@/lib/api-keys/api-key-dashboard'
import { knownBrowserCookie } from '@/lib/auth/known-browser'
import { activateTotp, prepareTotp } from '@/lib/auth/second-factor'
import { addBankAccount } from '@/lib/bank-accounts/bank-account-dashboard'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { buildCustomer, buildLiveApproval, buildSecondFactor, buildVendor } from '@/prisma/seed/builders'
import { checkSignIn } from './authenticate'
import { changeEmail } from './profile-dashboard'
import { changePassword, disableTotp } from './security-dashboard'
import { confirmEmail } from './sign-in-dashboard'
import { CLIENT_ADDRESS, signedIn } from './signed-in.fixture'

vi.mock('@/lib/providers/registry', async (load) => ({
  ...(await load<typeof import('@/lib/providers/registry')>()),
  isLiveModeAvailable: () => true,
}))

const PASSWORD = 'correct horse battery'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

let built: Awaited<ReturnType<typeof buildVendor>>
let vendor: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  built = await buildVendor({ password: PASSWORD })
  vendor = await signedIn(built.id)
})
afterEach(() => vi.restoreAllMocks())

const notices = async () =>
  (await mailsOf(built.id, 'security_notice')).map(({ recipient, subject, text }) => ({
    recipient,
    subject,
    text,
  }))

test('a sign-in from a browser that is not known is told, and one from a known browser is not', async () => {
  const signIn = (browserMark: string | null) =>
    checkSignIn(
      { email: vendor.email, password: PASSWORD },
      { address: CLIENT_ADDRESS, userAgent: FIREFOX, browserMark },
    )
  const mark = /=([^;]+)/.exec(knownBrowserCookie(built.id))?.[1] ?? ''
  await signIn(mark)
  expect(await notices()).toEqual([])
  await signIn(null)
  expect(await notices()).toEqual([
    {
      recipient: vendor.email,
      subject: 'New sign-in to your account',
      text: expect.stringMatching(/Firefox on Linux at 192\.0\.2\.7\.[\s\S]*\/settings\/security/),
    },
  ])
})

test('a new password is told', async () => {
  const next = 'a new horse battery'
  await vendor.call(changePassword, 'POST', changePassword.path, { password: PASSWORD, next })
  expect(await notices()).toMatchObject([{ recipient: vendor.email, subject: 'Your password was changed' }])
})

test('a new email is told to the old one: when it is asked for, and when it is confirmed', async () => {
  const email = `new-${vendor.email}`
  await vendor.call(changeEmail, 'POST', changeEmail.path, { email, password: PASSWORD })
  const [asked] = await notices()
  expect(asked).toMatchObject({
    recipient: vendor.email,
    subject: 'Confirm that you want another sign-in email',
    text: expect.stringMatching(/\/settings\/profile/),
  })
  for (const fact of [email, CLIENT_ADDRESS, 'UTC', 'cancel the change in Settings']) {
    expect(asked?.text).toContain(fact)
  }
  const [link] = await mailsOf(built.id, 'email_confirmation')
  const token = /\/confirm-email\/(\w+)/.exec(link?.text ?? '')?.[1] ?? ''
  await vendor.call(confirmEmail, 'POST', confirmEmail.path, { token })
  expect((await notices()).slice(1)).toMatchObject([
    {
      recipient: vendor.email,
      subject: 'Your sign-in email was changed',
      text: expect.stringContaining(email),
    },
  ])
})

test('a refused change is not told', async () => {
  const email = `new-${vendor.email}`
  await vendor.call(changeEmail, 'POST', changeEmail.path, { email, password: 'not the password' })
  expect(await notices()).toEqual([])
})

test('a live key is told, without the key, and a test key is not', async () => {
  await buildLiveApproval(built.id)
  const generate = (mode: 'test' | 'live') =>
    vendor.call(generateApiKey, 'POST', `${generateApiKey.path}?mode=${mode}`, { name: 'Production server' })
  expect((await generate('test')).status).toBe(201)
  expect(await notices()).toEqual([])
  const { body } = await generate('live')
  const [notice] = await notices()
  expect(notice?.subject).toBe('New live API key')
  expect(notice?.text).toContain('Production server')
  expect(notice?.text).not.toContain(String(body.key))
})

test('a bank account of live mode is told, by its last digits', async () => {
  await buildLiveApproval(built.id)
  const customer = await buildCustomer(built.live)
  const path = addBankAccount.path.replace('{id}', customer.id)
  const account = {
    entity_type: 'PERSONAL',
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    address: {
      state: 'CA',
      city: 'Oakland',
      postcode: '94601',
      street_address: '1 Main St',
      country_code: 'US',
    },
    bank_details: {
      account_name: 'Ada Lovelace',
      account_number: '123456789012',
      routing_number: '021000021',
      bank_name: 'First Bank',
      account_category: 'Checking',
    },
  }
  expect(await vendor.call(addBankAccount, 'POST', `${path}?mode=live`, account)).toMatchObject({
    status: 201,
  })
  expect(await database().bankAccount.count({ where: { accountId: built.live.id } })).toBe(1)
  const [notice] = await notices()
  expect(notice).toMatchObject({ subject: 'New bank account for payouts' })
  expect(notice?.text).toContain('9012')
  expect(notice?.text).not.toContain('123456789012')
})

test('a live key that an operator creates is told too', async () => {
  await buildLiveApproval(built.id)
  await operate('key create', { vendor: vendor.email, mode: 'live', name: 'Till' })
  const [notice] = await notices()
  expect(notice).toMatchObject({ recipient: vendor.email, subject: 'New live API key' })
  expect(notice?.text).toContain('Till')
})

test('two-step sign-in that is turned off is told, whether by the vendor or an operator', async () => {
  const code = await turnTotpOn()
  const off = { password: PASSWORD, code: code() }
  expect(await vendor.call(disableTotp, 'POST', disableTotp.path, off)).toMatchObject({ status: 200 })
  await buildSecondFactor(built.id)
  await operate('vendor disable-totp', { vendor: vendor.email })
  const notice = { recipient: vendor.email, subject: 'Two-step sign-in was turned off' }
  expect(await notices()).toMatchObject([notice, notice])
})

/** Turns two-step sign-in on, and returns codes that were not used yet. */
async function turnTotpOn(): Promise<() => string> {
  const { secret } = await inOrmTransaction((tx) => prepareTotp(tx, vendor))
  const codeAt = (timestamp: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  const time = Date.now()
  const code = codeAt(time)
  await inOrmTransaction((tx) => activateTotp(tx, { memberId: built.id, address: null, code }))
  return () => codeAt(time + 30_000)
}
