import { afterEach, beforeEach, expect, test } from 'vitest'
import { vendorCommands } from '@/bin/admin/vendor'
import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { ask } from '@/lib/http/ask.fixture'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { newId } from '@/lib/ids'
import { onlyMail } from '@/lib/mail/mail.fixture'
import { setClock } from '@/lib/time/clock'
import { buildVendor } from '@/prisma/seed/builders'
import { readInvitation } from './read-mailed-link'
import { signUp } from './sign-in-dashboard'

const PASSWORD = 'correct horse battery'

let time = new Date()
let email: string

beforeEach(() => {
  time = new Date()
  setClock(() => time)
  email = `vendor-${newId()}@example.com`
})
afterEach(() => {
  setClock(null)
  env.SIGN_UP = 'open'
})

async function post(fields: { email?: string; invitation?: string } = {}) {
  const body = JSON.stringify({ name: 'Corner Bakery', email, password: PASSWORD, ...fields })
  const request = new Request(`http://localhost:3000${signUp.path}`, { method: 'POST', body })
  const response = await fromAddress('192.0.2.7', () => ask(signUp, request))
  return { status: response.status, body: await response.json() }
}

async function invite(to = email): Promise<{ link: string; token: string; expires_at: string }> {
  const result = await vendorCommands['vendor invite'].run({ email: to })
  const output = result?.output as { link: string; expires_at: string }
  return { ...output, token: output.link.split('/').at(-1) ?? '' }
}

const vendor = () => database().member.findUnique({ where: { email } })

const BY_INVITATION = {
  status: 403,
  body: { error: 'Sign-up is by invitation. Open the link in your invitation email.' },
}
const CLOSED = {
  status: 403,
  body: { error: 'Sign-up is closed. Ask the operator of this service for an account.' },
}
const NOT_VALID = {
  status: 400,
  body: { error: 'This invitation has expired, was already used or is for another email address' },
}

test('while sign-up is open, anybody creates an account, whose email is not confirmed yet', async () => {
  expect(await post()).toMatchObject({ status: 201 })
  expect(await vendor()).toMatchObject({ emailConfirmedAt: null })
})

test('by invitation alone, nobody else creates an account', async () => {
  env.SIGN_UP = 'invite'
  expect(await post()).toEqual(BY_INVITATION)
  expect(await post({ invitation: 'a'.repeat(32) })).toEqual(NOT_VALID)
  expect(await vendor()).toBeNull()
})

test('an invitation creates one account, and confirms its email', async () => {
  env.SIGN_UP = 'invite'
  const { token, link, expires_at } = await invite(email.toUpperCase())
  expect(link).toBe(`${env.PUBLIC_URL}/sign-up/${token}`)
  expect(new Date(expires_at).getTime() - time.getTime()).toBe(7 * 24 * 60 * 60 * 1000)
  expect(await readInvitation(token)).toBe(email)
  const { id } = await database().vendorInvitation.findUniqueOrThrow({ where: { email } })
  const mail = await onlyMail(id, 'invitation')
  expect(mail).toMatchObject({ recipient: email, subject: 'You are invited to Counterfoil' })
  expect(mail.text).toContain(link)
  expect(await post({ invitation: token })).toMatchObject({ status: 201 })
  expect(await vendor()).toMatchObject({ emailConfirmedAt: expect.any(Date) })
  expect(await readInvitation(token)).toBeNull()
  expect(await post({ invitation: token, email: `x${email}` })).toEqual(NOT_VALID)
})

test('an invitation is for its email alone, stays valid after a refusal, and ends in a week', async () => {
  env.SIGN_UP = 'invite'
  const { token } = await invite()
  expect(await post({ invitation: token, email: `x${email}` })).toEqual(NOT_VALID)
  expect(await readInvitation(token)).toBe(email)
  time = new Date(time.getTime() + 7 * 24 * 60 * 60 * 1000)
  expect(await readInvitation(token)).toBeNull()
  expect(await post({ invitation: token })).toEqual(NOT_VALID)
})

test('another invitation for the same email replaces the first', async () => {
  env.SIGN_UP = 'invite'
  const [first, second] = [await invite(), await invite()]
  expect(await post({ invitation: first.token })).toEqual(NOT_VALID)
  expect(await post({ invitation: second.token })).toMatchObject({ status: 201 })
})

test('while sign-up is closed, an invitation does not help', async () => {
  const { token } = await invite()
  env.SIGN_UP = 'closed'
  expect(await post()).toEqual(CLOSED)
  expect(await post({ invitation: token })).toEqual(CLOSED)
  expect(await readInvitation(token)).toBeNull()
  expect(await vendor()).toBeNull()
})

test('people who have an account are not invited', async () => {
  await buildVendor({ email })
  await expect(invite()).rejects.toMatchObject({ code: 'vendor_email_taken' })
})
