import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { knownBrowserCookie } from '@/lib/auth/known-browser'
import { activateTotp, prepareTotp } from '@/lib/auth/second-factor'
import { inOrmTransaction } from '@/lib/db/transaction'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { setClock } from '@/lib/time/clock'
import { buildVendor } from '@/prisma/seed/builders'
import { checkSignIn } from './authenticate'
import { prove } from './security-dashboard'
import { signedIn } from './signed-in.fixture'

const PASSWORD = 'correct horse battery'
const STEP_MS = 30_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'

let owner: Awaited<ReturnType<typeof signedIn>>
let time: Date
let secret: string

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  owner = await signedIn((await buildVendor({ password: PASSWORD })).id)
  secret = (await inOrmTransaction((tx) => prepareTotp(tx, owner))).secret
  await inOrmTransaction((tx) => activateTotp(tx, { memberId: owner.id, address: null, code: rightCode() }))
})
afterEach(() => setClock(null))

/** A code that was not used yet. */
function rightCode(): string {
  time = new Date(time.getTime() + STEP_MS)
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() })
}
const newBrowser = () => /=([^;]+)/.exec(knownBrowserCookie(owner.id))?.[1] ?? ''

/** The outcome of a sign-in with the right password, from a known browser or from anywhere. */
async function signIn(code: string, browserMark: string | null = null) {
  const origin = { address: '198.51.100.7', userAgent: FIREFOX, browserMark }
  try {
    return (await checkSignIn({ email: owner.email, password: PASSWORD, code }, origin)) ? 'in' : 'wrong'
  } catch (error) {
    return (error as Error).message
  }
}
const proveBy = (code: string, sessionId?: string) =>
  owner.call(prove, 'POST', prove.path, { code }, sessionId)

test('wrong codes of a stranger who has the password keep the owner out of nothing', async () => {
  for (let guess = 0; guess < 5; guess += 1) expect(await signIn('000000')).toBe('code_wrong')
  expect(await signIn(rightCode())).toBe('code_limit')
  expect(await signIn(rightCode(), newBrowser())).toBe('in')
  expect(await proveBy(rightCode())).toMatchObject({ status: 200 })
  // And what the owner did right lets the stranger guess no more.
  expect(await signIn(rightCode())).toBe('code_limit')
})

test('a hundred wrong codes of a session at once are five', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => proveBy('000000')))
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(95)
})

test('a known browser and a session have five wrong codes each, and twenty with all others of their kind', async () => {
  const browser = newBrowser()
  for (let guess = 0; guess < 5; guess += 1) expect(await signIn('000000', browser)).toBe('code_wrong')
  expect(await signIn(rightCode(), browser)).toBe('code_limit')
  const guesses: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const another = newBrowser()
    for (let guess = 0; guess < 5; guess += 1) guesses.push(await signIn('000000', another))
  }
  expect(guesses.filter((outcome) => outcome === 'code_wrong')).toHaveLength(15)
  expect(await signIn(rightCode(), newBrowser())).toBe('code_limit')

  const statuses: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const session = await owner.signInAgain()
    for (let guess = 0; guess < 6; guess += 1) statuses.push((await proveBy('000000', session)).status)
  }
  expect(statuses.filter((status) => status === 403)).toHaveLength(20)
  expect(statuses.slice(0, 6)).toEqual([403, 403, 403, 403, 403, 429])
  expect(await proveBy(rightCode())).toMatchObject({ status: 429 })
})

test('right codes of known browsers never use up what they have together', async () => {
  for (let day = 0; day < 25; day += 1) expect(await signIn(rightCode(), newBrowser())).toBe('in')
})

test('five wrong codes after the right password are told once a day, and fewer are not', async () => {
  const notices = async () =>
    (await mailsOf(owner.id, 'security_notice')).filter(
      ({ subject }) => subject === 'Somebody knows your password',
    )
  for (let guess = 0; guess < 4; guess += 1) await signIn('000000')
  expect(await notices()).toEqual([])
  for (let guess = 0; guess < 4; guess += 1) await signIn('000000')
  const [notice, ...more] = await notices()
  expect(more).toEqual([])
  expect(notice).toMatchObject({ recipient: owner.email })
  expect(notice?.text).toContain('Firefox on Linux at 198.51.100.7')
  for (let guess = 0; guess < 5; guess += 1) await signIn('000000', newBrowser())
  expect(await notices()).toHaveLength(1)
})
