import { beforeEach, expect, test } from 'vitest'
import { generateApiKey } from '@/lib/api-keys/api-key-dashboard'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { onlyMail } from '@/lib/mail/mail.fixture'
import { buildMember, buildVendor } from '@/prisma/seed/builders'
import { requestEmailConfirmation } from './passwords'
import { readConfirmationLink } from './read-mailed-link'
import { confirmEmail } from './sign-in-dashboard'
import { signedIn } from './signed-in.fixture'

const PASSWORD = 'correct horse battery'

let vendorId: string
let token: string

beforeEach(async () => {
  vendorId = (await buildVendor({ password: PASSWORD })).id
  await database().member.update({ where: { id: vendorId }, data: { emailConfirmedAt: null } })
  await inOrmTransaction((tx) => requestEmailConfirmation(tx, vendorId))
  const { text } = await onlyMail(vendorId, 'email_confirmation')
  token = /\/confirm-email\/(\w+)/.exec(text)?.[1] ?? ''
})

/** Opens the link in a browser that is not signed in. */
async function confirm(fields: object = {}) {
  const body = JSON.stringify({ token, ...fields })
  const request = new Request(`http://localhost:3000${confirmEmail.path}`, { method: 'POST', body })
  const response = await fromAddress('192.0.2.7', () => ask(confirmEmail, request))
  return { status: response.status, body: await response.json() }
}

const isConfirmed = async () =>
  (await database().member.findUniqueOrThrow({ where: { id: vendorId } })).emailConfirmedAt !== null

test('who reads the mail without knowing the password confirms nothing', async () => {
  expect(await confirm()).toEqual({ status: 403, body: { error: 'Enter your password to continue' } })
  expect(await confirm({ password: 'not the password' })).toMatchObject({ status: 403 })
  expect(await isConfirmed()).toBe(false)
  expect(await confirm({ password: PASSWORD })).toEqual({ status: 200, body: {} })
  expect(await isConfirmed()).toBe(true)
})

test('a browser that is signed in to the account confirms with a click', async () => {
  const vendor = await signedIn(vendorId)
  expect(await vendor.call(confirmEmail, 'POST', confirmEmail.path, { token })).toMatchObject({ status: 200 })
  expect(await isConfirmed()).toBe(true)
})

test('a browser that is signed in to another account needs the password', async () => {
  const another = await signedIn((await buildVendor()).id)
  const answer = await another.call(confirmEmail, 'POST', confirmEmail.path, { token })
  expect(answer).toMatchObject({ status: 403 })
  expect(await isConfirmed()).toBe(false)
})

test('the page asks everybody but the member whose email it is for the password', async () => {
  const another = { memberId: await buildMember(vendorId, 'admin') }
  expect(await readConfirmationLink(token, { memberId: vendorId })).toEqual({
    needsPassword: false,
    isChange: false,
  })
  expect(await readConfirmationLink(token, another)).toEqual({ needsPassword: true, isChange: false })
  expect(await readConfirmationLink(token, null)).toEqual({ needsPassword: true, isChange: false })
  expect(await readConfirmationLink('unknown', null)).toBeNull()
})

test('passwords can’t be guessed by a link', async () => {
  for (let guess = 0; guess < 5; guess += 1) await confirm({ password: `guess number ${guess}` })
  expect(await confirm({ password: PASSWORD })).toMatchObject({ status: 429 })
  expect(await isConfirmed()).toBe(false)
})

test('before the confirmation there is no live key', async () => {
  const vendor = await signedIn(vendorId)
  const path = `${generateApiKey.path}?mode=live`
  expect(await vendor.call(generateApiKey, 'POST', path, { name: 'Till' })).toMatchObject({ status: 403 })
  expect(await database().apiKey.count({ where: { name: 'Till' } })).toBe(0)
})
