import { beforeEach, expect, test, vi } from 'vitest'
import { knownBrowserCookie } from '@/lib/auth/known-browser'
import { database } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { log } from '@/lib/log'
import { buildVendor } from '@/prisma/seed/builders'
import { checkSignIn } from './authenticate'

const PASSWORD = 'correct horse battery'
const WRONG = 'not the password'

let email: string
let vendorId: string

beforeEach(async () => {
  email = `vendor-${newId()}@example.com`
  vendorId = (await buildVendor({ email, password: PASSWORD })).id
  return () => vi.useRealTimers()
})

/** The outcome of a sign-in from an address. */
async function signIn(
  password: string,
  address = '192.0.2.1',
  browserMark: string | null = null,
  code?: string,
) {
  try {
    const session = await checkSignIn({ email, password, code }, { address, userAgent: null, browserMark })
    return session ? 'in' : 'wrong'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const mark = (of = vendorId) => /=([^;]+)/.exec(knownBrowserCookie(of))?.[1] ?? ''
const waitFor = (ms: number) => vi.setSystemTime(Date.now() + ms)

test('150 guesses from 10 addresses are six, and the right password among the others is refused too', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 150 }, (_, index) => signIn(WRONG, `192.0.2.${index % 10}`)),
  )
  expect(guesses.filter((outcome) => outcome === 'wrong')).toHaveLength(6)
  expect(guesses.filter((outcome) => outcome === 'too_many_wrong_passwords')).toHaveLength(144)
  expect(await signIn(PASSWORD)).toBe('too_many_wrong_passwords')
})

test('the wait doubles with each wrong password up to a quarter of an hour, and never ends in a lock', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  for (let guess = 0; guess < 6; guess += 1) expect(await signIn(WRONG)).toBe('wrong')
  for (const seconds of [15, 30, 60, 120, 240, 480, 900, 900, 900]) {
    waitFor((seconds - 1) * 1000)
    expect(await signIn(WRONG)).toBe('too_many_wrong_passwords')
    waitFor(1001)
    expect(await signIn(WRONG)).toBe('wrong')
  }
  waitFor(900_001)
  expect(await signIn(PASSWORD)).toBe('in')
  // The right password ends the waits.
  expect(await signIn(WRONG)).toBe('wrong')
  expect(await signIn(PASSWORD)).toBe('in')
})

test('the owner’s own browser is let in while a stranger guesses', async () => {
  for (let guess = 0; guess < 8; guess += 1) await signIn(WRONG)
  expect(await signIn(PASSWORD, '198.51.100.9', mark())).toBe('in')
  expect(await signIn(PASSWORD)).toBe('too_many_wrong_passwords')
})

test('a known browser has its own limit, and another vendor’s mark or an invented one gives none', async () => {
  const own = mark()
  for (let guess = 0; guess < 6; guess += 1) expect(await signIn(WRONG, '192.0.2.1', own)).toBe('wrong')
  expect(await signIn(PASSWORD, '192.0.2.1', own)).toBe('too_many_wrong_passwords')
  const other = (await buildVendor({})).id
  for (let guess = 0; guess < 6; guess += 1) await signIn(WRONG)
  for (const useless of [mark(other), 'x.y', '', `${own}x`]) {
    expect(await signIn(PASSWORD, '192.0.2.1', useless)).toBe('too_many_wrong_passwords')
  }
})

test('a failed sign-in is logged with the account and the address, and without what was typed', async () => {
  const warn = vi.spyOn(log, 'warn')
  await signIn(WRONG, '198.51.100.7')
  await signIn(PASSWORD, '198.51.100.7')
  await database().member.update({
    where: { id: vendorId },
    data: { totpConfirmedAt: new Date(), totpSecretEncrypted: '-' },
  })
  await signIn(PASSWORD, '198.51.100.7', null, 'no code')
  const lines = warn.mock.calls.map(([fields, text]) => ({ fields, text }))
  warn.mockRestore()
  const fields = { vendorId, memberId: vendorId, address: '198.51.100.7' }
  expect(lines).toEqual([
    { fields, text: 'a sign-in failed: wrong password' },
    { fields, text: 'a sign-in failed: wrong code' },
  ])
})

test('an email without a vendor is limited alike, and is not stored', async () => {
  email = `nobody-${newId()}@example.com`
  for (let guess = 0; guess < 6; guess += 1) expect(await signIn(WRONG)).toBe('wrong')
  expect(await signIn(WRONG)).toBe('too_many_wrong_passwords')
  expect(await database().rateLimit.count({ where: { key: { contains: email } } })).toBe(0)
})
