import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { generateApiKey } from '@/lib/api-keys/api-key-dashboard'
import { anOperator } from '@/lib/audit/operator.fixture'
import { newAuthenticator } from '@/lib/auth/authenticator.fixture'
import { makeToken } from '@/lib/auth/one-time-token'
import { forgetExpiredChallenges, passkeyRequest } from '@/lib/auth/passkeys'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { setClock } from '@/lib/time/clock'
import { markVendorBanned } from '@/lib/vendors/manage-vendor'
import { buildMember, buildSecondFactor, buildVendor } from '@/prisma/seed/builders'
import { checkSignIn } from './authenticate'
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  requestPasskey,
  requestPasskeyAgain,
  startPasskey,
} from './passkey-dashboard'
import { signInByPasskey } from './passkey-sign-in'
import { resetPasswordWithToken } from './passwords'
import type { SecurityView } from './security'
import { getSecurity, prove } from './security-dashboard'
import { CLIENT_ADDRESS, signedIn } from './signed-in.fixture'

const PASSWORD = 'correct horse battery'
const ORIGIN = { address: CLIENT_ADDRESS, userAgent: null }
const QUARTER_MS = 15 * 60 * 1000

type Person = Awaited<ReturnType<typeof signedIn>>
type Authenticator = ReturnType<typeof newAuthenticator>
type Options = { challenge: string; user?: { id: string } }

let memberId: string
let person: Person
let time = new Date()

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  memberId = (await buildVendor({ password: PASSWORD })).id
  person = await signedIn(memberId)
})
afterEach(() => setClock(null))

const later = (ms: number) => {
  time = new Date(time.getTime() + ms)
}

async function optionsOf(
  operation: typeof startPasskey | typeof requestPasskey,
  by = person,
): Promise<Options> {
  // One address may ask thirty times a minute, and these tests ask more often.
  if (operation === requestPasskey) return passkeyRequest(null)
  const { status, body } = await by.call(operation, 'POST', operation.path, {})
  expect(status).toBe(200)
  return body.options as Options
}

const add = (passkey: object, by = person, name = 'Phone') =>
  by.call(addPasskey, 'POST', addPasskey.path, { name, passkey })

/** Adds a passkey to the person's account, on an authenticator of its own. */
async function newPasskey(by = person, name = 'Phone'): Promise<Authenticator> {
  const authenticator = newAuthenticator()
  const passkey = authenticator.create(await optionsOf(startPasskey, by))
  expect((await add(passkey, by, name)).status).toBe(201)
  return authenticator
}

const passkeysOf = async (by = person) =>
  ((await by.call(getSecurity, 'GET', getSecurity.path)).body as unknown as SecurityView).passkeys

/** What becomes of a sign-in: `in`, or the reason of the refusal. */
async function signIn(passkey: object): Promise<string> {
  try {
    return (await signInByPasskey(JSON.stringify(passkey), ORIGIN)) ? 'in' : 'out'
  } catch (error) {
    return (error as Error).message
  }
}

const REFUSED = 'passkey_refused'

test('a passkey signs in, is shown with its last use, and its addition is recorded and told', async () => {
  const authenticator = await newPasskey()
  expect(await passkeysOf()).toMatchObject([{ name: 'Phone', lastUsedAt: null }])
  later(1000)
  expect(await signIn(authenticator.get(await optionsOf(requestPasskey)))).toBe('in')
  expect(await passkeysOf()).toMatchObject([{ name: 'Phone', lastUsedAt: time.toISOString() }])
  const where = { vendorId: person.id, action: { in: ['passkey.added', 'session.signed_in'] } }
  const events = await database().auditEvent.findMany({ where, orderBy: { id: 'asc' } })
  expect(events.map(({ action }) => action)).toEqual([
    'session.signed_in',
    'passkey.added',
    'session.signed_in',
  ])
  const notices = await mailsOf(person.id, 'security_notice')
  expect(notices.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['A passkey was added to your account', 'New sign-in to your account']),
  )
  expect(notices.some(({ text }) => text.includes('Phone'))).toBe(true)
})

test('with two-step sign-in on, a passkey takes no code, and the password still does', async () => {
  const authenticator = await newPasskey()
  await buildSecondFactor(memberId)
  expect(await signIn(authenticator.get(await optionsOf(requestPasskey)))).toBe('in')
  await expect(checkSignIn({ email: person.email, password: PASSWORD }, ORIGIN)).rejects.toThrow(
    'code_needed',
  )
})

describe('an answer is refused', () => {
  let authenticator: Authenticator
  let options: Options

  beforeEach(async () => {
    authenticator = await newPasskey()
    options = await optionsOf(requestPasskey)
  })

  test('the second time', async () => {
    const answer = authenticator.get(options)
    expect(await signIn(answer)).toBe('in')
    expect(await signIn(answer)).toBe(REFUSED)
    expect(await signIn(authenticator.get(options))).toBe(REFUSED)
  })

  test('both times but one, if it is sent ten times at once', async () => {
    const answer = authenticator.get(options)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => signIn(answer)))
    expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(1)
  })

  test('after five minutes, and its challenge is then forgotten', async () => {
    later(5 * 60 * 1000)
    expect(await signIn(authenticator.get(options))).toBe(REFUSED)
    await forgetExpiredChallenges(1000)
    expect(await database().passkeyChallenge.count({ where: { expiresAt: { lte: time } } })).toBe(0)
  })

  test('if its challenge is not ours, or was given to a session', async () => {
    const invented = { challenge: Buffer.alloc(32, 7).toString('base64url') }
    expect(await signIn(authenticator.get(invented))).toBe(REFUSED)
    expect(await signIn(authenticator.get(await optionsOf(requestPasskeyAgain)))).toBe(REFUSED)
    expect(await signIn({})).toBe(REFUSED)
  })

  test.each([
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port', { origin: 'http://localhost:1' }],
    ['for another site', { rpId: 'evil.example' }],
    ['without a fingerprint, face or PIN', { isUserVerified: false }],
    ['without the name of its user', { userHandle: null }],
  ])('%s, and uses the challenge up', async (_, quirk) => {
    expect(await signIn(authenticator.get(options, quirk))).toBe(REFUSED)
    expect(await signIn(authenticator.get(options))).toBe(REFUSED)
    expect(await signIn(authenticator.get(await optionsOf(requestPasskey)))).toBe('in')
  })

  test('in the name of another user', async () => {
    const other = await signedIn((await buildVendor({ password: PASSWORD })).id)
    const { user } = await optionsOf(startPasskey, other)
    expect(await signIn(authenticator.get(options, { userHandle: user?.id ?? '' }))).toBe(REFUSED)
  })

  test('with another key’s signature', async () => {
    const { id, rawId } = authenticator.get(options)
    expect(await signIn({ ...newAuthenticator().get(options), id, rawId })).toBe(REFUSED)
  })

  test('if the counter does not move on, as that of a copy; one that stays at zero is no counter', async () => {
    const again = async (count: number) =>
      signIn(authenticator.get(await optionsOf(requestPasskey), { count }))
    expect(await again(5)).toBe('in')
    expect(await again(5)).toBe(REFUSED)
    expect(await again(4)).toBe(REFUSED)
    expect(await again(0)).toBe(REFUSED)
    expect(await again(6)).toBe('in')
    await database().memberPasskey.updateMany({ where: { memberId }, data: { signCount: 0 } })
    expect(await again(0)).toBe('in')
    expect(await again(0)).toBe('in')
  })

  test('once the member is suspended', async () => {
    const colleagueId = await buildMember(person.id, 'finance')
    const colleague = await signedIn(colleagueId)
    const theirs = await newPasskey(colleague)
    await database().member.update({ where: { id: colleagueId }, data: { suspendedAt: time } })
    expect(await signIn(theirs.get(options))).toBe('suspended')
  })
})

test('of a banned vendor’s member it signs in as the password does; none is added, and one can be removed', async () => {
  const authenticator = await newPasskey()
  await inOrmTransaction((tx) => markVendorBanned(tx, person.id, 'Fraud', anOperator))
  expect(await signIn(authenticator.get(await optionsOf(requestPasskey)))).toBe('in')
  expect((await person.call(startPasskey, 'POST', startPasskey.path, {})).status).toBe(403)
  const [passkey] = await passkeysOf()
  const path = removePasskey.path.replace('{id}', passkey?.id ?? '')
  expect((await person.call(removePasskey, 'DELETE', path)).status).toBe(200)
})

describe('as a proof', () => {
  const generate = () =>
    person.call(generateApiKey, 'POST', generateApiKey.path, { name: 'A key', expiresInDays: null })
  const give = (passkey: object) => person.call(prove, 'POST', prove.path, { passkey })

  test('it stands for the password and for a code', async () => {
    const authenticator = await newPasskey()
    await buildSecondFactor(memberId)
    later(QUARTER_MS)
    expect((await generate()).status).toBe(403)
    expect((await give(authenticator.get(await optionsOf(requestPasskeyAgain)))).status).toBe(200)
    expect((await generate()).status).toBe(201)
  })

  test('it is the member’s own, and answers its own session', async () => {
    const own = await newPasskey()
    const other = await signedIn((await buildVendor({ password: PASSWORD })).id)
    const theirs = await newPasskey(other)
    later(QUARTER_MS)
    for (const answer of [
      theirs.get(await optionsOf(requestPasskeyAgain)),
      theirs.get(await optionsOf(requestPasskeyAgain), { userHandle: null }),
      own.get(await optionsOf(requestPasskeyAgain, other)),
      own.get(await optionsOf(requestPasskey)),
    ]) {
      expect(await give(answer)).toMatchObject({
        status: 403,
        body: { error: 'This passkey wasn’t accepted. Try again' },
      })
    }
    expect((await generate()).status).toBe(403)
  })

  test('wrong ones can’t be tried without end', async () => {
    const own = await newPasskey()
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await give(own.get({ challenge: 'AAAA' }))).status).toBe(403)
    }
    expect((await give(own.get(await optionsOf(requestPasskeyAgain)))).status).toBe(429)
  })

  test('who has none is not asked for one', async () => {
    expect(
      (await person.call(requestPasskeyAgain, 'POST', requestPasskeyAgain.path, {})).body.options,
    ).toBeNull()
  })
})

test('adding one takes a proof, an answer to this session, and a credential that nobody has yet', async () => {
  const authenticator = newAuthenticator()
  const other = await signedIn((await buildVendor({ password: PASSWORD })).id)
  expect((await add(authenticator.create(await optionsOf(startPasskey, other)))).status).toBe(403)
  const unverified = authenticator.create(await optionsOf(startPasskey), { isUserVerified: false })
  expect((await add(unverified)).status).toBe(403)
  const elsewhere = authenticator.create(await optionsOf(startPasskey), { origin: 'https://evil.example' })
  expect((await add(elsewhere)).status).toBe(403)
  expect((await add(authenticator.create(await optionsOf(startPasskey, other)), other)).status).toBe(201)
  expect((await add(authenticator.create(await optionsOf(startPasskey)))).status).toBe(409)
  expect(await passkeysOf()).toEqual([])
  later(QUARTER_MS)
  const refused = await person.call(startPasskey, 'POST', startPasskey.path, {})
  expect(refused.headers.get('Counterfoil-Error')).toBe('password_needed')
})

test('a member has at most twenty, even if the last are added at once', async () => {
  for (let count = 0; count < 18; count += 1) await newPasskey(person, `Key ${count}`)
  const options = await Promise.all(Array.from({ length: 4 }, () => optionsOf(startPasskey)))
  const answers = await Promise.all(options.map((each) => add(newAuthenticator().create(each))))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
})

test('one is renamed, and removed after a proof; the password always stays', async () => {
  const authenticator = await newPasskey()
  const [passkey] = await passkeysOf()
  const pathOf = (path: string) => path.replace('{id}', passkey?.id ?? '')
  const rename = (name: string, by = person) =>
    by.call(renamePasskey, 'POST', pathOf(renamePasskey.path), { name })
  expect((await rename('Laptop')).status).toBe(200)
  expect((await rename('')).status).toBe(400)
  expect(await passkeysOf()).toMatchObject([{ name: 'Laptop' }])
  const other = await signedIn((await buildVendor({ password: PASSWORD })).id)
  expect((await rename('Mine', other)).status).toBe(404)
  const remove = (by = person) => by.call(removePasskey, 'DELETE', pathOf(removePasskey.path))
  expect((await remove(other)).status).toBe(404)
  later(QUARTER_MS)
  expect((await remove()).status).toBe(403)
  await person.call(prove, 'POST', prove.path, { password: PASSWORD })
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect(await signIn(authenticator.get(await optionsOf(requestPasskey)))).toBe(REFUSED)
  expect(await checkSignIn({ email: person.email, password: PASSWORD }, ORIGIN)).not.toBeNull()
  const notices = await mailsOf(person.id, 'security_notice')
  expect(notices.map(({ subject }) => subject)).toContain('A passkey was removed from your account')
  const where = { vendorId: person.id, action: { startsWith: 'passkey.' } }
  const events = await database().auditEvent.findMany({ where, orderBy: { id: 'asc' } })
  expect(events.map(({ action, detail }) => [action, detail])).toEqual([
    ['passkey.added', 'Phone'],
    ['passkey.renamed', 'Phone → Laptop'],
    ['passkey.removed', 'Laptop'],
  ])
})

test('who takes over an account whose email was never confirmed finds no passkey of before in it', async () => {
  const authenticator = await newPasskey()
  await database().member.update({ where: { id: memberId }, data: { emailConfirmedAt: null } })
  const token = await inOrmTransaction((tx) => makeToken(tx, memberId, 'password_reset'))
  const reset = { token: token?.token ?? '', passwordHash: 'another', address: null }
  await inOrmTransaction((tx) => resetPasswordWithToken(tx, reset))
  expect(await signIn(authenticator.get(await optionsOf(requestPasskey)))).toBe(REFUSED)
  expect(await database().memberPasskey.count({ where: { memberId } })).toBe(0)
})

test('an address asks for as many challenges a minute as it may try passwords', async () => {
  expect(requestPasskey.access.codes).toContain('too_many_attempts')
  expect(env.RATE_LIMIT_ADDRESS).toBeGreaterThan(0)
  const ask = () => person.call(requestPasskey, 'POST', requestPasskey.path, {})
  const answers = await Promise.all(Array.from({ length: env.RATE_LIMIT_ADDRESS + 1 }, ask))
  expect(answers.map(({ status }) => status)).toContain(429)
})
