import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { SignInRefusal } from '@/lib/auth/sign-in-refusal'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { setClock } from '@/lib/time/clock'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildVendor } from '@/prisma/seed/builders'
import { checkSignIn } from './authenticate'
import type { SecurityView } from './security'
import {
  changePassword,
  confirmTotp,
  disableTotp,
  getSecurity,
  renewRecoveryCodes,
  revokeOtherSessions,
  revokeSession,
  startTotp,
} from './security-dashboard'
import { CLIENT_ADDRESS, signedIn } from './signed-in.fixture'

const PATH = '/api/dashboard/settings'
const ORIGIN = { address: CLIENT_ADDRESS, userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const PASSWORD = 'correct horse battery'
const NEW_PASSWORD = 'a new horse battery'
const STEP_MS = 30_000

let vendor: Awaited<ReturnType<typeof signedIn>>
let time = new Date()

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  vendor = await signedIn((await buildVendor({ password: PASSWORD })).id)
})
afterEach(() => setClock(null))

const read = async (sessionId?: string) => {
  const { status, body } = await vendor.call(getSecurity, 'GET', `${PATH}/security`, undefined, sessionId)
  return { status, view: body as unknown as SecurityView }
}
const signIn = (code?: string, password = PASSWORD) =>
  checkSignIn({ email: vendor.email, password, ...(code ? { code } : {}) }, ORIGIN)
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() })

/** Turns two-step sign-in on and moves on by a step, so that the next code is unused. */
async function enableTotp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await vendor.call(startTotp, 'POST', `${PATH}/totp`, { password: PASSWORD })
  const secret = String(started.body.secret)
  const code = codeOf(secret)
  const confirmed = await vendor.call(confirmTotp, 'POST', `${PATH}/totp/confirm`, { code })
  expect(confirmed.status).toBe(200)
  time = new Date(time.getTime() + STEP_MS)
  return { secret, recoveryCodes: confirmed.body.recoveryCodes as string[] }
}

test('an easy password is refused, and the old one stays', async () => {
  for (const next of ['aaaaaaaaaa', 'Password2026!', vendor.email]) {
    const answer = await vendor.call(changePassword, 'POST', `${PATH}/password`, { password: PASSWORD, next })
    expect(answer.status).toBe(400)
  }
  expect(await signIn()).not.toBeNull()
})

test('the page lists the sessions by browser, with the current one marked', async () => {
  const other = await vendor.signInAgain()
  const { view } = await read()
  expect(view.sessions).toHaveLength(2)
  expect(view.sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
    id: vendor.sessionId,
    browser: 'Firefox on Linux',
    address: CLIENT_ADDRESS,
  })
  expect(view.sessions.find(({ isCurrent }) => !isCurrent)?.id).toBe(other)
})

test('a session revoked elsewhere is refused on its next request', async () => {
  const other = await vendor.signInAgain()
  expect((await read(other)).status).toBe(200)
  expect((await vendor.call(revokeSession, 'DELETE', `${PATH}/sessions/${other}`)).status).toBe(200)
  expect((await read(other)).status).toBe(401)
  expect((await read()).status).toBe(200)
})

test('a write after the end of its session explains how to continue without losing the input', async () => {
  const other = await vendor.signInAgain()
  await vendor.call(revokeSession, 'DELETE', `${PATH}/sessions/${other}`)
  const written = await vendor.call(changePassword, 'POST', `${PATH}/password`, {}, other)
  expect(written).toMatchObject({
    status: 401,
    body: { error: expect.stringMatching(/Sign in again in another tab, then come back/) },
  })
})

test('another vendor’s session can’t be revoked: it looks missing', async () => {
  const another = await signedIn((await buildVendor()).id)
  const refused = await vendor.call(revokeSession, 'DELETE', `${PATH}/sessions/${another.sessionId}`)
  expect(refused).toMatchObject({ status: 404, body: { error: 'Session not found' } })
  expect((await another.call(getSecurity, 'GET', `${PATH}/security`)).status).toBe(200)
})

test('all other sessions are revoked at once, and the current one stays', async () => {
  const others = [await vendor.signInAgain(), await vendor.signInAgain()]
  const { body } = await vendor.call(revokeOtherSessions, 'DELETE', `${PATH}/sessions`)
  expect(body).toEqual({ ended: 2 })
  for (const other of others) expect((await read(other)).status).toBe(401)
  expect((await read()).status).toBe(200)
})

test('a new password takes the old one, and ends every other session', async () => {
  const other = await vendor.signInAgain()
  const change = (password: string) =>
    vendor.call(changePassword, 'POST', `${PATH}/password`, { password, next: NEW_PASSWORD })
  expect(await change('not the password')).toMatchObject({ status: 403 })
  expect((await read(other)).status).toBe(200)
  expect((await change(PASSWORD)).status).toBe(200)
  expect((await read(other)).status).toBe(401)
  expect((await read()).status).toBe(200)
  expect(await signIn()).toBeNull()
  expect(await signIn(undefined, NEW_PASSWORD)).toMatchObject({ memberId: vendor.id })
})

test('a session can’t try passwords without end', async () => {
  const change = (password: string) =>
    vendor.call(changePassword, 'POST', `${PATH}/password`, { password, next: NEW_PASSWORD })
  for (let tries = 0; tries < 5; tries += 1) expect((await change('a guess')).status).toBe(403)
  const refused = await change(PASSWORD)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
})

test('with two-step sign-in on, the right password alone is not enough', async () => {
  const { secret } = await enableTotp()
  await expect(signIn()).rejects.toThrow(new SignInRefusal('code_needed'))
  await expect(signIn('000000')).rejects.toThrow(new SignInRefusal('code_wrong'))
  expect(await signIn(codeOf(secret))).toMatchObject({ memberId: vendor.id })
})

test('a wrong password reveals nothing of a second step', async () => {
  const { secret } = await enableTotp()
  expect(await signIn(undefined, 'a guess')).toBeNull()
  expect(await signIn(codeOf(secret), 'a guess')).toBeNull()
  // And the code is still unused.
  expect(await signIn(codeOf(secret))).not.toBeNull()
})

test('a code signs in once, however many concurrent requests send it', async () => {
  const { secret } = await enableTotp()
  const code = codeOf(secret)
  const results = await Promise.allSettled([signIn(code), signIn(code), signIn(code)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a recovery code signs in once, and its use is recorded', async () => {
  const [code = ''] = (await enableTotp()).recoveryCodes
  expect(await signIn(code)).toMatchObject({ memberId: vendor.id })
  await expect(signIn(code)).rejects.toThrow(new SignInRefusal('code_wrong'))
  expect((await read()).view.recoveryCodesLeft).toBe(9)
  const where = { vendorId: vendor.id, action: 'recovery_code.used' }
  expect(await database().auditEvent.count({ where })).toBe(1)
})

test('five wrong codes are allowed in a quarter of an hour, and a right one resets the count', async () => {
  const { secret } = await enableTotp()
  for (let tries = 0; tries < 4; tries += 1) await expect(signIn('000000')).rejects.toThrow('code_wrong')
  expect(await signIn(codeOf(secret))).not.toBeNull()
  time = new Date(time.getTime() + STEP_MS)
  for (let tries = 0; tries < 5; tries += 1) await expect(signIn('000000')).rejects.toThrow('code_wrong')
  await expect(signIn(codeOf(secret))).rejects.toThrow('code_limit')
})

test('turning two-step sign-in off takes the password and a code', async () => {
  const { secret } = await enableTotp()
  const disable = (password: string, code: string) =>
    vendor.call(disableTotp, 'POST', `${PATH}/totp/disable`, { password, code })
  expect((await disable('a guess', codeOf(secret))).status).toBe(403)
  expect((await disable(PASSWORD, '000000')).status).toBe(403)
  expect((await read()).view.totpSince).not.toBeNull()
  expect((await disable(PASSWORD, codeOf(secret))).status).toBe(200)
  expect((await read()).view.totpSince).toBeNull()
  expect(await signIn()).not.toBeNull()
})

test('new recovery codes take the password and a code', async () => {
  const { secret, recoveryCodes } = await enableTotp()
  const renew = (password: string, code: string) =>
    vendor.call(renewRecoveryCodes, 'POST', `${PATH}/recovery-codes`, { password, code })
  expect((await renew('a guess', codeOf(secret))).status).toBe(403)
  const { body } = await renew(PASSWORD, codeOf(secret))
  expect(body.recoveryCodes).toHaveLength(10)
  await expect(signIn(recoveryCodes[0])).rejects.toThrow('code_wrong')
})

test('a banned vendor can read its security settings and change none of them', async () => {
  await inOrmTransaction((tx) => markVendorBanned(tx, vendor.id, null, anOperator))
  expect((await read()).status).toBe(200)
  const other = await vendor.signInAgain()
  const writes = [
    vendor.call(changePassword, 'POST', `${PATH}/password`, { password: PASSWORD, next: NEW_PASSWORD }),
    vendor.call(startTotp, 'POST', `${PATH}/totp`, { password: PASSWORD }),
    vendor.call(revokeSession, 'DELETE', `${PATH}/sessions/${other}`),
    vendor.call(revokeOtherSessions, 'DELETE', `${PATH}/sessions`),
  ]
  for (const { status } of await Promise.all(writes)) expect(status).toBe(403)
  expect((await read(other)).status).toBe(200)
})

test('fields that are missing or too long are refused', async () => {
  for (const body of [
    {},
    { password: PASSWORD },
    { password: PASSWORD, next: 'short' },
    { password: PASSWORD, next: 'x'.repeat(201) },
  ]) {
    expect((await vendor.call(changePassword, 'POST', `${PATH}/password`, body)).status).toBe(400)
  }
  for (const code of [undefined, '', 'x'.repeat(33), 123456]) {
    expect((await vendor.call(confirmTotp, 'POST', `${PATH}/totp/confirm`, { code })).status).toBe(400)
  }
  expect(
    await checkSignIn({ email: vendor.email, password: PASSWORD, code: 'x'.repeat(33) }, ORIGIN),
  ).toBeNull()
})
