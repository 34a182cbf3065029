import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { authApi } from '@/lib/api/auth'
import { respond } from '@/lib/api/next'
import { hashPassword } from '@/lib/auth/password'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { takeAddressToken } from '@/lib/http/rate-limit'
import { createRouter } from '@/lib/http/router'
import { fromAddress } from '@/lib/http/served-request.fixture'
import { createVendor } from '@/lib/vendors/manage-vendor'

const PASSWORD = 'four unusual words here'
const FORM = 'application/x-www-form-urlencoded'
const router = createRouter(Object.values(authApi))

type Sent = { body?: BodyInit; type?: string; cookie?: string; address?: string }

function ask(method: string, path: string, { body, type, cookie, address = '192.0.2.10' }: Sent = {}) {
  const request = new Request(`http://localhost:3000/api/auth/${path}`, {
    method,
    headers: { ...(type ? { 'content-type': type } : {}), ...(cookie ? { cookie } : {}) },
    ...(body === undefined ? {} : { body, duplex: 'half' }),
  } as RequestInit)
  return fromAddress(address, () => respond(router, request))
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

async function newVendor(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const passwordHash = await hashPassword(PASSWORD)
  await inOrmTransaction((tx) =>
    createVendor(tx, { name: 'Ada', email, passwordHash, isEmailConfirmed: true }),
  )
  return email
}

/** Signs in as a browser does, and returns the answer. */
async function signIn(
  email: string,
  password: string,
  { type = FORM, cookie = '' }: Pick<Sent, 'type' | 'cookie'> = {},
): Promise<Response> {
  const token = await ask('GET', 'csrf')
  const { csrfToken } = (await token.json()) as { csrfToken: string }
  const fields = { email, password, csrfToken, callbackUrl: 'https://evil.example/' }
  const body = type === FORM ? new URLSearchParams(fields).toString() : JSON.stringify(fields)
  return ask('POST', 'callback/credentials', { body, type, cookie: `${cookiesOf(token)}; ${cookie}` })
}

test.each([FORM, 'application/json'])('a vendor signs in and out with a body of %s', async (type) => {
  const email = await newVendor()
  const answer = await signIn(email, PASSWORD, { type })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ url: '/' })
  const cookie = cookiesOf(answer)
  const session = await ask('GET', 'session', { cookie })
  expect(await session.json()).toMatchObject({ user: { email } })

  const token = await ask('GET', 'csrf', { cookie })
  const { csrfToken } = (await token.json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken }).toString()
  await ask('POST', 'signout', { body, type: FORM, cookie: `${cookie}; ${cookiesOf(token)}` })
  expect(await (await ask('GET', 'session', { cookie })).json()).toEqual({})
  const where = { member: { email } }
  expect(await database().memberSession.count({ where })).toBe(0)
})

test('signing in again ends the session that the browser had, and a wrong password does not', async () => {
  const email = await newVendor()
  const first = cookiesOf(await signIn(email, PASSWORD))
  const seen = async (cookie: string) =>
    ((await (await ask('GET', 'session', { cookie })).json()) as { user?: object }).user !== undefined
  await signIn(email, 'not the password', { cookie: first })
  expect(await seen(first)).toBe(true)
  const second = cookiesOf(await signIn(email, PASSWORD, { cookie: first }))
  expect([await seen(first), await seen(second)]).toEqual([false, true])
  const elsewhere = cookiesOf(await signIn(email, PASSWORD))
  expect([await seen(second), await seen(elsewhere)]).toEqual([true, true])
})

test('a wrong password is refused without a session', async () => {
  const answer = await signIn(await newVendor(), 'not the password')
  expect(answer.status).toBe(401)
  expect(await answer.json()).toEqual({ url: expect.stringContaining('error=CredentialsSignin') })
  expect(cookiesOf(answer)).not.toContain('session-token')
})

test.each([
  ['GET', 'providers', 404],
  ['GET', 'signin', 404],
  ['POST', '_log', 404],
  ['GET', 'callback/credentials', 405],
  ['DELETE', 'signout', 405],
  ['PUT', 'csrf', 405],
])('a NextAuth route that no page uses does not exist: %s %s', async (method, path, status) => {
  expect((await ask(method, path)).status).toBe(status)
})

test('an address with too many sign-ins is told when to try again', async () => {
  const address = '192.0.2.77'
  while ((await takeAddressToken(address, 'sign_in')).ok);
  const response = await ask('POST', 'callback/credentials', { address })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await response.json()).toEqual({ error: 'Too many attempts. Wait a minute and try again.' })
})

test('after too many wrong passwords the form is told how long to wait, and that a reset helps', async () => {
  const email = await newVendor()
  let answer = await signIn(email, 'not the password')
  for (let guess = 0; guess < 6; guess += 1) answer = await signIn(email, 'not the password')
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toEqual({
    error: expect.stringMatching(/^Too many wrong passwords for this email. Wait 1\d seconds, or reset/),
  })
})

test('on https no other host of the domain can set the cookies of a sign-in', async () => {
  const usual = env.PUBLIC_URL
  env.PUBLIC_URL = 'https://pay.example'
  try {
    const token = await ask('GET', 'csrf')
    const answer = await signIn(await newVendor(), PASSWORD)
    const cookies = [...token.headers.getSetCookie(), ...answer.headers.getSetCookie()]
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
      '__Host-next-auth.csrf-token',
      '__Host-next-auth.session-token',
      '__Host-counterfoil-browser',
    ])
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/;/)
      expect(cookie).toMatch(/; Secure/)
      expect(cookie).toMatch(/; HttpOnly/)
      expect(cookie).not.toMatch(/; Domain/i)
    }
    const session = await ask('GET', 'session', { cookie: cookiesOf(answer) })
    expect(await session.json()).toMatchObject({ user: { name: 'Ada' } })
  } finally {
    env.PUBLIC_URL = usual
  }
})

const ROUTES = ['callback/credentials', 'signout']

test.each(ROUTES)('%s refuses malformed JSON with 400', async (path) => {
  for (const body of ['{', '[]', '"text"', 'null', '{"email":"\\u0000"}', Buffer.from([0xff])]) {
    expect((await ask('POST', path, { body, type: 'application/json' })).status).toBe(400)
  }
})

test.each(ROUTES)('%s refuses a body above 64 KB, whatever it claims to be', async (path) => {
  for (const type of [FORM, 'application/json', 'multipart/form-data; boundary=x', 'text/plain', undefined]) {
    const body = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 65; part += 1) controller.enqueue(new Uint8Array(1024).fill(97))
        controller.close()
      },
    })
    const response = await ask('POST', path, { body, ...(type ? { type } : {}) })
    expect(response.status, type ?? 'no type').toBe(413)
  }
})

test.each(['', 'javascript:alert(1)', 'https://evil.example/', '%ff'])(
  'a callback URL of a client is neither followed nor kept: %s',
  async (callbackUrl) => {
    const answer = await ask('GET', `csrf?callbackUrl=${callbackUrl}&error=Broken`)
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      'next-auth.csrf-token',
    ])
    // Nor does one that an earlier version stored break the next answers.
    const planted = { cookie: `next-auth.callback-url=${callbackUrl || 'nonsense'}` }
    expect((await ask('GET', 'session', planted)).status).toBe(200)
  },
)
