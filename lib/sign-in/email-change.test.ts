import { afterEach, beforeEach, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { TOKENS_PER_HOUR } from '@/lib/auth/one-time-token'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import type { Operation } from '@/lib/http/operation'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { newId } from '@/lib/ids'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { setClock } from '@/lib/time/clock'
import { HOUR_MS } from '@/lib/time/units'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildMember, buildVendor } from '@/prisma/seed/builders'
import { checkSignIn } from './authenticate'
import { requestPasswordReset, resetPassword } from './password-reset-dashboard'
import { cancelEmailChange, changeEmail, getProfile, resendEmailChange } from './profile-dashboard'
import { readConfirmationLink } from './read-mailed-link'
import { changePassword } from './security-dashboard'
import { confirmEmail, signUp } from './sign-in-dashboard'
import { signedIn } from './signed-in.fixture'

const PASSWORD = 'correct horse battery'
const OTHER_PASSWORD = 'a quiet horse at noon'

let vendorId: string
let owner: Awaited<ReturnType<typeof signedIn>>
let next: string
let time: Date

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  vendorId = (await buildVendor({ password: PASSWORD })).id
  owner = await signedIn(vendorId)
  next = anEmail()
})
afterEach(() => setClock(null))

const anEmail = () => `new-${newId()}@example.com`
const change = (email = next, of = owner) =>
  of.call(changeEmail, 'POST', changeEmail.path, { email, password: PASSWORD })
const cancel = () => owner.call(cancelEmailChange, 'DELETE', cancelEmailChange.path)
const resend = () => owner.call(resendEmailChange, 'POST', resendEmailChange.path)
const pending = async () => (await owner.call(getProfile, 'GET', getProfile.path)).body.pendingEmail
const member = (id = vendorId) => database().member.findUniqueOrThrow({ where: { id } })
const signIn = (email: string, password = PASSWORD) =>
  checkSignIn({ email, password }, { address: null, userAgent: null })

/** A browser that is not signed in. */
async function post(operation: Operation, body: object) {
  const request = new Request(`http://localhost:3000${operation.path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  const response = await fromAddress('192.0.2.9', () => ask(operation, request))
  return { status: response.status, body: await response.json() }
}

/** The token in the last link that was mailed to an address. */
async function mailedToken(
  email = next,
  kind: 'email_confirmation' | 'password_reset' = 'email_confirmation',
) {
  const mail = (await mailsOf(vendorId, kind)).findLast(({ recipient }) => recipient === email)
  return /\/(?:confirm-email|reset-password)\/(\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
const confirm = async (token?: string) =>
  owner.call(confirmEmail, 'POST', confirmEmail.path, { token: token ?? (await mailedToken()) })

test('a new email counts once its link is opened, and the old one signs in until then', async () => {
  await change()
  expect(await signIn(next)).toBeNull()
  expect(await signIn(owner.email)).not.toBeNull()
  expect(await post(requestPasswordReset, { email: next })).toMatchObject({ status: 202 })
  expect(await mailsOf(vendorId, 'password_reset')).toEqual([])
  expect(await confirm()).toMatchObject({ status: 200 })
  expect(await signIn(owner.email)).toBeNull()
  expect(await signIn(next)).not.toBeNull()
  expect(await member()).toMatchObject({ email: next, emailConfirmedAt: time, pendingEmail: null })
  const { email } = await database().vendor.findUniqueOrThrow({ where: { id: vendorId } })
  expect(email).toBe(next)
})

test('opening it ends the links in the old mailbox', async () => {
  await change()
  await post(requestPasswordReset, { email: owner.email })
  const token = await mailedToken(owner.email, 'password_reset')
  await confirm()
  const reset = { token, password: 'another horse battery' }
  expect(await post(resetPassword, reset)).toMatchObject({ status: 400 })
})

test('who reads the new mailbox without the password takes nothing over', async () => {
  await change()
  const token = await mailedToken()
  expect(await readConfirmationLink(token, null)).toEqual({ needsPassword: true, isChange: true })
  expect(await readConfirmationLink(token, { memberId: vendorId })).toEqual({
    needsPassword: false,
    isChange: true,
  })
  expect(await post(confirmEmail, { token })).toMatchObject({ status: 403 })
  expect(await post(confirmEmail, { token, password: 'not the password' })).toMatchObject({ status: 403 })
  expect((await member()).email).toBe(owner.email)
  expect(await post(confirmEmail, { token, password: PASSWORD })).toMatchObject({ status: 200 })
  expect((await member()).email).toBe(next)
})

test('another request replaces the first, whose link stops working', async () => {
  await change()
  const first = await mailedToken()
  const second = anEmail()
  await change(second)
  expect(await pending()).toMatchObject({ email: second })
  expect(await confirm(first)).toMatchObject({ status: 400 })
  expect(await confirm(await mailedToken(second))).toMatchObject({ status: 200 })
  expect((await member()).email).toBe(second)
})

test('of two requests at once one counts, and only its link works', async () => {
  const emails = [anEmail(), anEmail()]
  await Promise.all(emails.map((email) => change(email)))
  const { pendingEmail } = await member()
  const [loser = ''] = emails.filter((email) => email !== pendingEmail)
  expect(await confirm(await mailedToken(loser))).toMatchObject({ status: 400 })
  expect(await confirm(await mailedToken(pendingEmail ?? ''))).toMatchObject({ status: 200 })
  expect((await member()).email).toBe(pendingEmail)
})

test('it can be canceled and sent again, three times an hour however often it is begun anew', async () => {
  await change()
  expect(await resend()).toMatchObject({ status: 200 })
  const token = await mailedToken()
  expect(await cancel()).toMatchObject({ status: 200, body: { pendingEmail: null } })
  expect(await confirm(token)).toMatchObject({ status: 400 })
  expect(await resend()).toMatchObject({ status: 404 })
  expect(await cancel()).toMatchObject({ status: 404 })
  for (let times = 2; times < TOKENS_PER_HOUR; times += 1) await change(anEmail())
  expect(await change(anEmail())).toMatchObject({ status: 429 })
  time = new Date(time.getTime() + HOUR_MS + 1)
  expect(await change()).toMatchObject({ status: 200 })
})

test('a banned vendor can still cancel one', async () => {
  await change()
  await inOrmTransaction((tx) => markVendorBanned(tx, vendorId, null, anOperator))
  expect(await cancel()).toMatchObject({ status: 200 })
})

test('a new password stops it, whether set in the settings or by an emailed link', async () => {
  await change()
  const token = await mailedToken()
  const passwords = { password: PASSWORD, next: OTHER_PASSWORD }
  await owner.call(changePassword, 'POST', changePassword.path, passwords)
  expect(await pending()).toBeNull()
  expect(await confirm(token)).toMatchObject({ status: 400 })

  const body = { email: next, password: OTHER_PASSWORD }
  await owner.call(changeEmail, 'POST', changeEmail.path, body)
  await post(requestPasswordReset, { email: owner.email })
  const reset = await mailedToken(owner.email, 'password_reset')
  await post(resetPassword, { token: reset, password: 'another horse battery' })
  expect((await member()).pendingEmail).toBeNull()
  expect(
    await post(confirmEmail, { token: await mailedToken(), password: 'another horse battery' }),
  ).toMatchObject({ status: 400 })
})

test('it reserves nothing: the person who reads its mail signs up with it, and the link then says so', async () => {
  await change()
  const fields = { name: 'Victim Corp', email: next, password: OTHER_PASSWORD }
  expect(await post(signUp, fields)).toMatchObject({ status: 201 })
  expect(await confirm()).toEqual(
    expect.objectContaining({
      status: 409,
      body: { error: 'This email already signs in here. One email is one person in one team' },
    }),
  )
  expect(await member()).toMatchObject({ email: owner.email, pendingEmail: next })
  // And two members may wait for one email: the first to open its link has it.
  const shared = anEmail()
  const memberId = await buildMember(vendorId, 'finance', { password: PASSWORD })
  await change(shared)
  const own = await mailedToken(shared)
  const person = await signedIn(memberId)
  await change(shared, person)
  const theirs = await mailedToken(shared)
  const outcomes = await Promise.all([
    confirm(own),
    person.call(confirmEmail, 'POST', confirmEmail.path, { token: theirs }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('an email that somebody signs in with can’t be asked for', async () => {
  const taken = (await member((await buildVendor()).id)).email
  expect(await change(taken.toUpperCase())).toMatchObject({ status: 409 })
  expect(await pending()).toBeNull()
})
