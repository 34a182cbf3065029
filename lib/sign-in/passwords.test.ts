import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findAccountByApiKey } from '@/lib/api-keys/api-key'
import { generateApiKey } from '@/lib/api-keys/api-key-dashboard'
import { memberOfToken, TOKENS_PER_HOUR } from '@/lib/auth/one-time-token'
import { activateTotp, prepareTotp } from '@/lib/auth/second-factor'
import { startSession } from '@/lib/auth/sessions'
import { openWebhookSecret } from '@/lib/crypto/webhook-secret'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { newId } from '@/lib/ids'
import { mailsOf, onlyMail } from '@/lib/mail/mail.fixture'
import { setClock } from '@/lib/time/clock'
import { HOUR_MS } from '@/lib/time/units'
import { findAccount } from '@/lib/vendors/account'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import * as passwordReset from './password-reset-dashboard'
import {
  confirmEmailWithToken,
  requestEmailConfirmation,
  resetPasswordWithToken,
  sendPasswordReset,
} from './passwords'
import { signedIn } from './signed-in.fixture'

const ADDRESS = '192.0.2.7'

let time = new Date()
let vendorId: string
let email: string

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  email = `vendor-${newId()}@example.com`
  vendorId = (await buildVendor({ email })).id
})
afterEach(() => setClock(null))

const askForReset = (address = email) => inOrmTransaction((tx) => sendPasswordReset(tx, address))
const askForConfirmation = () => inOrmTransaction((tx) => requestEmailConfirmation(tx, vendorId))
const reset = (token: string, passwordHash: string) =>
  inOrmTransaction((tx) => resetPasswordWithToken(tx, { token, passwordHash, address: ADDRESS }))
const confirm = (token: string) =>
  inOrmTransaction((tx) => confirmEmailWithToken(tx, { token, address: ADDRESS }))
const member = () => database().member.findUniqueOrThrow({ where: { id: vendorId } })
const audit = async () =>
  (await database().auditEvent.findMany({ where: { vendorId }, orderBy: { id: 'asc' } })).map(
    ({ action, address }) => [action, address],
  )

/** The token in the last mail of the kind. */
async function mailedToken(kind: 'password_reset' | 'email_confirmation'): Promise<string> {
  const mail = (await mailsOf(vendorId, kind)).at(-1)
  return /\/(?:reset-password|confirm-email)\/([0-9A-Za-z]+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

describe('a link to set a new password', () => {
  test('sets it, ends every session, and is recorded', async () => {
    const { passwordHash } = await member()
    const origin = { address: ADDRESS, userAgent: null }
    await inOrmTransaction((tx) => startSession(tx, { memberId: vendorId, passwordHash, origin }))
    await askForReset(email.toUpperCase())
    expect(await onlyMail(vendorId, 'password_reset')).toMatchObject({ recipient: email, senderName: null })
    await reset(await mailedToken('password_reset'), 'another hash')
    expect((await member()).passwordHash).toBe('another hash')
    expect(await database().memberSession.count({ where: { memberId: vendorId } })).toBe(0)
    expect(await audit()).toEqual([
      ['session.signed_in', ADDRESS],
      ['password.reset', ADDRESS],
    ])
  })

  test('works once, even for two concurrent requests', async () => {
    await askForReset()
    const token = await mailedToken('password_reset')
    const ends = await Promise.allSettled([reset(token, 'one'), reset(token, 'other'), reset(token, 'third')])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { passwordHash } = await member()
    await expect(reset(token, 'late')).rejects.toMatchObject({ code: 'link_not_valid' })
    expect((await member()).passwordHash).toBe(passwordHash)
  })

  test('works for an hour, and not after', async () => {
    await askForReset()
    const token = await mailedToken('password_reset')
    time = new Date(time.getTime() + HOUR_MS - 1)
    expect(await memberOfToken(database(), token, 'password_reset')).toBe(vendorId)
    time = new Date(time.getTime() + 1)
    expect(await memberOfToken(database(), token, 'password_reset')).toBeNull()
    const before = await member()
    await expect(reset(token, 'late')).rejects.toMatchObject({ code: 'link_not_valid' })
    expect(await member()).toEqual(before)
  })

  test('invalidates the vendor’s other links when it is used', async () => {
    await askForReset()
    const first = await mailedToken('password_reset')
    await askForReset()
    const second = await mailedToken('password_reset')
    expect(first).not.toBe(second)
    await reset(second, 'new')
    await expect(reset(first, 'newer')).rejects.toMatchObject({ code: 'link_not_valid' })
  })

  test('is not created for an email without a vendor, and the caller can’t tell', async () => {
    const before = await database().mailMessage.count()
    await askForReset('nobody@example.com')
    expect(await database().mailMessage.count()).toBe(before)
  })

  test(`is mailed at most ${TOKENS_PER_HOUR} times an hour, however many requests come at once`, async () => {
    await Promise.all(Array.from({ length: TOKENS_PER_HOUR + 3 }, () => askForReset()))
    expect(await mailsOf(vendorId, 'password_reset')).toHaveLength(TOKENS_PER_HOUR)
    time = new Date(time.getTime() + HOUR_MS + 1)
    await askForReset()
    expect(await mailsOf(vendorId, 'password_reset')).toHaveLength(TOKENS_PER_HOUR + 1)
  })

  test('is nowhere in the database in a usable form', async () => {
    await askForReset()
    const token = await mailedToken('password_reset')
    const rows = JSON.stringify([
      await database().memberToken.findMany({ where: { memberId: vendorId } }),
      await database().mailMessage.findMany({ where: { ownerId: vendorId } }),
    ])
    expect(token).toHaveLength(54)
    expect(rows).not.toContain(token.slice(22))
  })

  test('of another purpose or vendor, or invented, does nothing', async () => {
    await database().member.update({ where: { id: vendorId }, data: { emailConfirmedAt: null } })
    await askForConfirmation()
    const token = await mailedToken('email_confirmation')
    const changed = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')
    for (const wrong of [token, changed, '', 'x', '0'.repeat(54), `${token}0`]) {
      await expect(reset(wrong, 'new')).rejects.toMatchObject({ code: 'link_not_valid' })
    }
    expect(await memberOfToken(database(), token, 'email_confirmation')).toBe(vendorId)
  })
})

describe('a link to confirm an email', () => {
  beforeEach(() => database().member.update({ where: { id: vendorId }, data: { emailConfirmedAt: null } }))

  test('confirms it, once, and is recorded', async () => {
    expect(await askForConfirmation()).toBe(true)
    const token = await mailedToken('email_confirmation')
    await confirm(token)
    expect((await member()).emailConfirmedAt).toEqual(time)
    expect(await audit()).toEqual([['email.confirmed', ADDRESS]])
    await expect(confirm(token)).rejects.toMatchObject({ code: 'link_not_valid' })
    expect(await askForConfirmation()).toBe(false)
  })

  test('works for a day, and not after', async () => {
    await askForConfirmation()
    const token = await mailedToken('email_confirmation')
    time = new Date(time.getTime() + 24 * HOUR_MS)
    await expect(confirm(token)).rejects.toMatchObject({ code: 'link_not_valid' })
    expect((await member()).emailConfirmedAt).toBeNull()
  })

  test('can be replaced by a link to a new password, which went to the same email', async () => {
    await askForReset()
    await reset(await mailedToken('password_reset'), 'new')
    expect((await member()).emailConfirmedAt).toEqual(time)
    expect((await audit()).map(([action]) => action)).toEqual(['email.confirmed', 'password.reset'])
  })
})

describe('a link to set a new password that is the first to reach the email', () => {
  const keysOf = (accountId: string) => database().apiKey.findMany({ where: { accountId } })

  test('revokes keys, signing secrets and the second factor that somebody else may have set up', async () => {
    const { test: account, live } = await registered()
    const key = await buildApiKey(account)
    const liveKey = await buildApiKey(live)
    const secrets = await database().account.findMany({ where: { vendorId } })
    await turnTotpOn()
    await askForReset()
    expect(await resetByLink()).toEqual({ isTakenOver: true })
    expect(await findAccountByApiKey(connectionPool(), key)).toBeNull()
    expect(await findAccountByApiKey(connectionPool(), liveKey)).toBeNull()
    for (const { id, webhookSecretEncrypted } of secrets) {
      const now = await database().account.findUniqueOrThrow({ where: { id } })
      expect(openWebhookSecret(id, now.webhookSecretEncrypted)).not.toBe(
        openWebhookSecret(id, webhookSecretEncrypted),
      )
    }
    expect(await member()).toMatchObject({ totpConfirmedAt: null, totpSecretEncrypted: null })
    expect((await audit()).map(([action]) => action)).toEqual([
      'totp.enabled',
      'email.confirmed',
      'password.reset',
      'totp.disabled',
      'api_key.revoked',
      'api_key.revoked',
      'webhook_secret.rotated',
      'webhook_secret.rotated',
      'seller.changed',
      'own_account.changed',
    ])
  })

  test('leaves everything alone once the email is confirmed', async () => {
    const { test: account } = await registered()
    const key = await buildApiKey(account)
    await askForConfirmation()
    await confirm(await mailedToken('email_confirmation'))
    await askForReset()
    expect(await resetByLink()).toEqual({ isTakenOver: false })
    expect(await findAccountByApiKey(connectionPool(), key)).not.toBeNull()
  })

  test('leaves two-step sign-in on once the email is confirmed: a mailbox is no second factor', async () => {
    await registered()
    await askForConfirmation()
    await confirm(await mailedToken('email_confirmation'))
    await turnTotpOn()
    const { totpSecretEncrypted } = await member()
    await askForReset()
    await reset(await mailedToken('password_reset'), 'new')
    expect(await member()).toMatchObject({ totpConfirmedAt: expect.any(Date), totpSecretEncrypted })
  })

  test('catches a key that is being generated at the same moment', async () => {
    const { test: account } = await registered()
    const session = await signedIn(vendorId)
    await askForReset()
    const generate = () =>
      session.call(generateApiKey, 'POST', generateApiKey.path, { name: 'A key', expiresInDays: null })
    const ends = await Promise.all([...Array.from({ length: 8 }, generate), resetByLink()])
    expect(ends).toHaveLength(9)
    expect((await keysOf(account.id)).filter(({ revokedAt }) => revokedAt === null)).toEqual([])
  })

  async function resetByLink() {
    const body = JSON.stringify({
      token: await mailedToken('password_reset'),
      password: 'a new horse battery',
    })
    const request = new Request(`http://localhost:3000${passwordReset.resetPassword.path}`, {
      method: 'POST',
      body,
    })
    return (await fromAddress(ADDRESS, () => ask(passwordReset.resetPassword, request))).json()
  }

  /** As by the sign-up form, which anybody can fill in with any email. */
  async function registered() {
    await database().member.update({ where: { id: vendorId }, data: { emailConfirmedAt: null } })
    const [test, live] = [
      await findAccount(database(), vendorId, 'test'),
      await findAccount(database(), vendorId, 'live'),
    ]
    return { test, live }
  }

  async function turnTotpOn() {
    const { secret } = await inOrmTransaction((tx) => prepareTotp(tx, { id: vendorId, email }))
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() })
    await inOrmTransaction((tx) => activateTotp(tx, { memberId: vendorId, address: null, code }))
  }
})
