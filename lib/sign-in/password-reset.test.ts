import { expect, test } from 'vitest'
import { verifyPassword } from '@/lib/auth/password'
import { database } from '@/lib/db/client'
import { ask } from '@/lib/http/ask.fixture'
import type { Operation } from '@/lib/http/operation'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { newId } from '@/lib/ids'
import { onlyMail } from '@/lib/mail/mail.fixture'
import { buildVendor } from '@/prisma/seed/builders'
import { checkSignIn } from './authenticate'
import { requestPasswordReset, resetPassword } from './password-reset-dashboard'
import { signUp } from './sign-in-dashboard'

async function answerTo(operation: Operation, body: object, headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost:3000${operation.path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  })
  return fromAddress('192.0.2.7', () => ask(operation, request))
}

async function post(...asked: Parameters<typeof answerTo>) {
  const response = await answerTo(...asked)
  return { status: response.status, body: await response.json() }
}

test('the answer is the same whether or not the email has a vendor, and takes as long', async () => {
  const email = `vendor-${newId()}@example.com`
  const vendor = await buildVendor({ email })
  const times: number[] = []
  for (const address of [email, `nobody-${newId()}@example.com`]) {
    const begun = performance.now()
    expect(await post(requestPasswordReset, { email: address })).toEqual({ status: 202, body: {} })
    times.push(performance.now() - begun)
  }
  // Both take a fixed time, far above what the mail itself takes.
  for (const tookMs of times) expect(tookMs).toBeGreaterThan(240)
  await onlyMail(vendor.id, 'password_reset')
})

test('a mailed link sets the password, and a second use changes nothing', async () => {
  const email = `vendor-${newId()}@example.com`
  const vendor = await buildVendor({ email, password: 'an old password' })
  await post(requestPasswordReset, { email })
  const { text } = await onlyMail(vendor.id, 'password_reset')
  const token = /\/reset-password\/(\w+)/.exec(text)?.[1] ?? ''
  expect(await post(resetPassword, { token, password: 'a new password' })).toEqual({
    status: 200,
    body: { isTakenOver: false },
  })
  const refusal = { status: 400, body: { error: 'This link has expired or was already used' } }
  expect(await post(resetPassword, { token, password: 'a third password' })).toEqual(refusal)
  const { passwordHash } = await database().member.findUniqueOrThrow({ where: { id: vendor.id } })
  expect(await verifyPassword(passwordHash, 'a new password')).toBe(true)
  const [event] = await database().auditEvent.findMany({ where: { vendorId: vendor.id } })
  expect(event).toMatchObject({ action: 'password.reset', address: '192.0.2.7' })
})

const EASY = 'This password is easy to guess. Try a few unrelated words.'
const OWN = 'Your password can’t be your own email or business name'

test('a browser that set the password is known, so that no stranger’s guesses keep it out', async () => {
  const vendor = await buildVendor({ password: 'an old password' })
  const { email } = await database().vendor.findUniqueOrThrow({ where: { id: vendor.id } })
  await post(requestPasswordReset, { email })
  const token = /\/reset-password\/(\w+)/.exec((await onlyMail(vendor.id, 'password_reset')).text)?.[1] ?? ''
  const signIn = (password: string, browserMark: string | null = null) =>
    checkSignIn({ email, password }, { address: null, userAgent: null, browserMark })
  const { headers } = await answerTo(resetPassword, { token, password: 'a new password' })
  const mark = /counterfoil-browser=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? ''
  for (let guess = 0; guess < 6; guess += 1) await signIn('wrong')
  await expect(signIn('a new password')).rejects.toMatchObject({ code: 'too_many_wrong_passwords' })
  expect(await signIn('a new password', mark)).toMatchObject({ memberId: vendor.id })
})

test('an easy password is refused at sign-up, and no vendor is created', async () => {
  const email = `vendor-${newId()}@example.com`
  const fields = { name: 'Analytical Engines', email }
  for (const [password, error] of [
    ['aaaaaaaaaa', EASY],
    ['password123', EASY],
    ['analyticalengines', OWN],
    [email, OWN],
  ]) {
    expect(await post(signUp, { ...fields, password })).toEqual({ status: 400, body: { error } })
  }
  expect(await database().vendor.count({ where: { email } })).toBe(0)
})

test('an easy password is refused by a mailed link, which stays usable', async () => {
  const email = `vendor-${newId()}@example.com`
  const vendor = await buildVendor({ email, password: 'an old password' })
  await post(requestPasswordReset, { email })
  const token = /\/reset-password\/(\w+)/.exec((await onlyMail(vendor.id, 'password_reset')).text)?.[1] ?? ''
  const refused = { status: 400, body: { error: EASY } }
  expect(await post(resetPassword, { token, password: 'qwertyuiop' })).toEqual(refused)
  expect(await post(resetPassword, { token, password: email })).toEqual({
    status: 400,
    body: { error: OWN },
  })
  expect(await post(resetPassword, { token, password: 'a new password' })).toEqual({
    status: 200,
    body: { isTakenOver: false },
  })
})

test.each([
  [requestPasswordReset, {}],
  [requestPasswordReset, { email: 'no address' }],
  [requestPasswordReset, { email: `${'a'.repeat(250)}@example.com` }],
  [requestPasswordReset, { email: ['ada@example.com'] }],
  [resetPassword, { token: 'x', password: 'short' }],
  [resetPassword, { token: 'x', password: 'x'.repeat(201) }],
  [resetPassword, { token: 'x'.repeat(201), password: 'long enough, this' }],
  [resetPassword, { token: 'made up', password: 'long enough, this' }],
  [resetPassword, { password: 'long enough, this' }],
])('invalid input is refused', async (operation, body) => {
  expect(await post(operation, body)).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/./) },
  })
})

test('another site’s page can’t trigger anything', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await post(requestPasswordReset, { email: 'ada@example.com' }, headers)).status).toBe(403)
  expect((await post(resetPassword, { token: 'x', password: 'long enough, this' }, headers)).status).toBe(403)
})
