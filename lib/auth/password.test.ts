import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password'

const PASSWORD = ' Four Unusual Words, here: ñ🐴 '

test('a password is kept as argon2id, with OWASP’s parameters and a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
})

test('a password is verified as it was typed: whole, in its case, with its spaces', async () => {
  const hash = await hashPassword(PASSWORD)
  expect(await verifyPassword(hash, PASSWORD)).toBe(true)
  const long = 'x'.repeat(199)
  expect(await verifyPassword(await hashPassword(`${long}a`), `${long}b`)).toBe(false)
  for (const other of [PASSWORD.trim(), PASSWORD.toLowerCase(), PASSWORD.slice(0, -1), '']) {
    expect(await verifyPassword(hash, other), other).toBe(false)
  }
})

test('without a vendor there is no right password', async () => {
  expect(await verifyPassword(null, PASSWORD)).toBe(false)
})
