import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { generateApiKey, revokeApiKey, rotateApiKey } from '@/lib/api-keys/api-key-dashboard'
import { anOperator } from '@/lib/audit/operator.fixture'
import { getBranding, getLogo, removeLogo, setBranding, setLogo } from '@/lib/branding/branding-dashboard'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { newId } from '@/lib/ids'
import { listAuditEvents } from '@/lib/sign-in/audit-dashboard'
import { setClock } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { findAccount } from '@/lib/vendors/account'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildApiKey, buildMember, buildVendor } from '@/prisma/seed/builders'
import { readProfile } from './profile'
import { changeEmail, changeName, getProfile, setTimeZone } from './profile-dashboard'
import { signUp } from './sign-in-dashboard'
import { CLIENT_ADDRESS, signedIn } from './signed-in.fixture'

const SETTINGS = '/api/dashboard/settings'
const KEYS = '/api/dashboard/api-keys'
const PASSWORD = 'correct horse battery'
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let vendor: Awaited<ReturnType<typeof signedIn>>
let account: Awaited<ReturnType<typeof buildVendor>>
let time = new Date()

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  account = await buildVendor({ password: PASSWORD, name: 'Corner Bakery' })
  vendor = await signedIn(account.id)
})
afterEach(() => setClock(null))

const row = () => database().member.findUniqueOrThrow({ where: { id: vendor.id } })
const vendorRow = () => database().vendor.findUniqueOrThrow({ where: { id: vendor.id } })
const lastEvent = () =>
  database().auditEvent.findFirst({ where: { vendorId: vendor.id }, orderBy: { id: 'desc' } })
const keyRows = (accountId = account.test.id) =>
  database().apiKey.findMany({ where: { accountId }, orderBy: { id: 'asc' } })

describe('the profile', () => {
  test('can be renamed, which is recorded with the client address', async () => {
    const renamed = await vendor.call(changeName, 'POST', `${SETTINGS}/profile`, { name: '  Corner Café ' })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Corner Café' } })
    expect(await lastEvent()).toMatchObject({ action: 'profile.changed', address: CLIENT_ADDRESS })
  })

  test('shows a member its own email', async () => {
    const email = `member-${newId()}@example.com`
    const memberId = await buildMember(vendor.id, 'finance', { email })
    expect(await readProfile({ memberId })).toMatchObject({
      vendorId: vendor.id,
      name: 'Corner Bakery',
      email,
    })
  })

  test('has the vendor’s time zone, which pages count days in', async () => {
    const set = (timeZone: unknown) =>
      vendor.call(setTimeZone, 'POST', `${SETTINGS}/profile/time-zone`, { timeZone })
    expect((await readProfile({ memberId: vendor.id })).timeZone).toBe('UTC')
    expect(await set('Asia/Kolkata')).toMatchObject({ status: 200, body: { timeZone: 'Asia/Kolkata' } })
    expect(await lastEvent()).toMatchObject({ action: 'profile.changed', detail: 'Time zone: Asia/Kolkata' })
    expect((await findAccount(database(), vendor.id, 'test')).zone.name).toBe('Asia/Kolkata')
    for (const wrong of ['Mars/Base', '', '+02:00', `Europe/${'x'.repeat(100)}`, 7, undefined]) {
      expect((await set(wrong)).status).toBe(400)
    }
    expect((await vendorRow()).timeZone).toBe('Asia/Kolkata')
  })

  test('takes no empty and no endless name', async () => {
    for (const name of ['', '   ', 'x'.repeat(256), 7, undefined]) {
      expect((await vendor.call(changeName, 'POST', `${SETTINGS}/profile`, { name })).status).toBe(400)
    }
    expect((await vendorRow()).name).toBe('Corner Bakery')
  })

  test('asks for another email with the password: a link is mailed there, and the old one stays', async () => {
    const email = `New-${newId()}@Example.com`
    const move = (password: string) =>
      vendor.call(changeEmail, 'POST', `${SETTINGS}/profile/email`, { email, password })
    expect((await move('a guess')).status).toBe(403)
    expect((await row()).email).toBe(vendor.email)
    expect(await move(PASSWORD)).toMatchObject({
      status: 200,
      body: {
        email: vendor.email,
        isEmailConfirmed: true,
        pendingEmail: { email: email.toLowerCase(), requestedAt: time.toISOString() },
      },
    })
    const mail = await database().mailMessage.findFirst({ where: { recipient: email.toLowerCase() } })
    expect(mail?.kind).toBe('email_confirmation')
    expect(await row()).toMatchObject({ email: vendor.email, emailConfirmedAt: expect.any(Date) })
    expect((await vendorRow()).email).toBe(vendor.email)
  })

  test('does not move to an email that another vendor signs in with', async () => {
    const another = await signedIn((await buildVendor()).id)
    const refused = await vendor.call(changeEmail, 'POST', `${SETTINGS}/profile/email`, {
      email: another.email.toUpperCase(),
      password: PASSWORD,
    })
    expect(refused.status).toBe(409)
    expect(await row()).toMatchObject({ email: vendor.email, emailConfirmedAt: expect.any(Date) })
  })
})

test.each([
  ['Pacific/Auckland', 'Pacific/Auckland'],
  ['Mars/Base', 'UTC'],
  [undefined, 'UTC'],
])('who signs up in a browser of the time zone %s has %s', async (browser, timeZone) => {
  const email = `new-${newId()}@example.com`
  const body = JSON.stringify({ name: 'New', email, password: PASSWORD, timeZone: browser })
  const request = new Request(`http://localhost:3000${signUp.path}`, { method: 'POST', body })
  const response = await fromAddress(CLIENT_ADDRESS, () => ask(signUp, request))
  expect(response.status).toBe(201)
  const where = { email }
  expect((await database().vendor.findUniqueOrThrow({ where })).timeZone).toBe(timeZone)
})

describe('the branding', () => {
  test('can be set, read and reset', async () => {
    const set = (color: string) =>
      vendor.call(setBranding, 'POST', `${SETTINGS}/branding`, { color, locale: 'fr' })
    expect((await set(' #0F766E ')).body).toMatchObject({ color: '#0f766e', locale: 'fr', logoPath: null })
    expect((await set('')).body).toMatchObject({ color: null })
    expect(await lastEvent()).toMatchObject({ action: 'branding.changed', memberName: vendor.email })
    expect((await vendor.call(getBranding, 'GET', `${SETTINGS}/branding`)).body).toMatchObject({
      name: 'Corner Bakery',
      locale: 'fr',
    })
  })

  test('accepts no other colours and languages', async () => {
    for (const [color, locale] of [
      ['red', 'en'],
      ['#12345', 'en'],
      ['#0f766e;x', 'en'],
      [null, 'en'],
      ['#0f766e', 'xx'],
    ]) {
      const refused = await vendor.call(setBranding, 'POST', `${SETTINGS}/branding`, { color, locale })
      expect(refused.status).toBe(400)
    }
  })

  test('accepts a logo up to its own limit, above that of other bodies', async () => {
    const put = (base64: unknown) => vendor.call(setLogo, 'POST', `${SETTINGS}/branding/logo`, { base64 })
    expect(await put(PIXEL)).toMatchObject({ status: 200, body: { logoPath: expect.stringContaining('v=') } })
    const large = Buffer.alloc(256 * 1024)
    Buffer.from(PIXEL, 'base64').copy(large)
    expect((await put(large.toString('base64'))).status).toBe(200)
    expect(await put(Buffer.concat([large, Buffer.alloc(1)]).toString('base64'))).toMatchObject({
      status: 400,
    })
    expect((await put('A'.repeat(600 * 1024))).status).toBe(413)
    for (const wrong of [undefined, '', 'no base64!', Buffer.from('<svg/>').toString('base64')]) {
      expect(await put(wrong)).toMatchObject({
        status: 400,
        body: { error: 'Upload a PNG, JPEG or WebP image' },
      })
    }
    expect((await vendor.call(removeLogo, 'DELETE', `${SETTINGS}/branding/logo`)).body).toMatchObject({
      logoPath: null,
    })
    expect((await vendor.call(getLogo, 'GET', `${SETTINGS}/branding/logo`)).status).toBe(404)
  })
})

describe('API keys', () => {
  test('end with the chosen day, within ten years', async () => {
    const make = (lastDay: unknown) => vendor.call(generateApiKey, 'POST', KEYS, { name: 'A key', lastDay })
    const day = (days: number) => new Date(time.getTime() + days * DAY_MS).toISOString().slice(0, 10)
    expect((await make(day(0))).status).toBe(201)
    expect((await make(day(3650))).status).toBe(201)
    const [today] = await keyRows()
    expect(today?.expiresAt).toEqual(new Date(`${day(0)}T23:59:59.999Z`))
    for (const wrong of [day(-1), day(3651), '2027-02-30', 'soon'])
      expect((await make(wrong)).status).toBe(400)
    expect(await keyRows()).toHaveLength(2)
    expect(await lastEvent()).toMatchObject({ action: 'api_key.generated', accountId: account.test.id })
  })

  test('can be rotated once: the answer has the new key, and the record both ids', async () => {
    await buildApiKey(account.test)
    const id = (await keyRows())[0]?.id
    const rotate = (grace: unknown) => vendor.call(rotateApiKey, 'POST', `${KEYS}/${id}/rotate`, { grace })
    expect((await rotate('for ever')).status).toBe(400)
    const results = await Promise.all([rotate('1h'), rotate('1h')])
    expect(results.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(results.find(({ status }) => status === 201)?.body).toMatchObject({
      key: expect.stringMatching(/^cf_test_/),
      oldExpiresAt: new Date(time.getTime() + 60 * 60 * 1000).toISOString(),
    })
    const where = { vendorId: vendor.id, action: 'api_key.rotated' }
    expect(await database().auditEvent.count({ where })).toBe(1)
  })

  test('of another vendor or mode look missing, whether rotated or revoked', async () => {
    const another = await buildVendor()
    await buildApiKey(another.test)
    await buildApiKey(account.live)
    const ids = [...(await keyRows(another.test.id)), ...(await keyRows(account.live.id))].map(({ id }) => id)
    for (const id of [...ids, newId(), 'no-id']) {
      const rotated = await vendor.call(rotateApiKey, 'POST', `${KEYS}/${id}/rotate`, { grace: 'none' })
      const revoked = await vendor.call(revokeApiKey, 'DELETE', `${KEYS}/${id}`)
      for (const answer of [rotated, revoked]) {
        expect(answer).toMatchObject({ status: 404, body: { error: 'API key not found' } })
      }
    }
  })

  test('are revoked once in the record, however often it is requested', async () => {
    await buildApiKey(account.test)
    const id = (await keyRows())[0]?.id
    for (let times = 0; times < 2; times += 1) {
      expect((await vendor.call(revokeApiKey, 'DELETE', `${KEYS}/${id}`)).status).toBe(200)
    }
    const where = { vendorId: vendor.id, action: 'api_key.revoked' }
    expect(await database().auditEvent.count({ where })).toBe(1)
  })
})

test('a banned vendor can read its settings and revoke a key, and change nothing else', async () => {
  await buildApiKey(account.test)
  const id = (await keyRows())[0]?.id
  await inOrmTransaction((tx) => markVendorBanned(tx, vendor.id, null, anOperator))
  const before = [await row(), await vendorRow()]
  const writes = [
    vendor.call(changeName, 'POST', `${SETTINGS}/profile`, { name: 'Another' }),
    vendor.call(changeEmail, 'POST', `${SETTINGS}/profile/email`, {
      email: 'a@example.com',
      password: PASSWORD,
    }),
    vendor.call(setBranding, 'POST', `${SETTINGS}/branding`, { color: '', locale: 'fr' }),
    vendor.call(setLogo, 'POST', `${SETTINGS}/branding/logo`, { base64: PIXEL }),
    vendor.call(removeLogo, 'DELETE', `${SETTINGS}/branding/logo`),
    vendor.call(generateApiKey, 'POST', KEYS, { name: 'A key' }),
    vendor.call(rotateApiKey, 'POST', `${KEYS}/${id}/rotate`, { grace: 'none' }),
  ]
  for (const { status } of await Promise.all(writes)) expect(status).toBe(403)
  expect([await row(), await vendorRow()]).toEqual(before)
  expect((await vendor.call(revokeApiKey, 'DELETE', `${KEYS}/${id}`)).status).toBe(200)
  for (const [read, path] of [
    [getProfile, 'profile'],
    [getBranding, 'branding'],
    [listAuditEvents, 'audit-log'],
  ] as const) {
    expect((await vendor.call(read, 'GET', `${SETTINGS}/${path}`)).status).toBe(200)
  }
})
