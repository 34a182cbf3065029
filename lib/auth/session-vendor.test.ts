import { randomBytes } from 'node:crypto'
import { encode } from 'next-auth/jwt'
import { beforeEach, describe, expect, test } from 'vitest'
import { keyedHash, sessionSecret } from '@/lib/crypto/secrets'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { buildVendor } from '@/prisma/seed/builders'
import { readSessionToken, vendorOfSession } from './session-vendor'
import { startSession } from './sessions'

const DAY_SECONDS = 24 * 60 * 60

let claims: { sub: string; sessionId: string }

beforeEach(async () => {
  const { id: vendorId } = await buildVendor()
  const { passwordHash } = await database().member.findUniqueOrThrow({ where: { id: vendorId } })
  const origin = { address: null, userAgent: null }
  const sessionId = await inOrmTransaction((tx) =>
    startSession(tx, { memberId: vendorId, passwordHash, origin }),
  )
  claims = { sub: vendorId, sessionId: sessionId ?? expect.fail('no session was started') }
})

const vendorOf = async (token: string) => (await vendorOfSession(await readSessionToken(token)))?.id ?? null
const ours = (maxAge = DAY_SECONDS) => encode({ token: claims, secret: sessionSecret(), maxAge })
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a session token', () => {
  test('opens the session that it names', async () => {
    expect(await vendorOf(await ours())).toBe(claims.sub)
  })

  test('with one character changed, anywhere, opens nothing', async () => {
    const token = await ours()
    for (let at = 0; at < token.length - 1; at += 7) {
      const other = token[at] === 'A' ? 'B' : 'A'
      expect(await vendorOf(token.slice(0, at) + other + token.slice(at + 1)), `at ${at}`).toBeNull()
    }
  })

  test('of another key, or of one that we use for another purpose, opens nothing', async () => {
    for (const secret of [randomBytes(32).toString('hex'), keyedHash('known-browser', 'x').toString('hex')]) {
      expect(await vendorOf(await encode({ token: claims, secret }))).toBeNull()
    }
  })

  test('that has expired opens nothing', async () => {
    // The library allows clocks to differ by 15 s.
    expect(await vendorOf(await ours(-16))).toBeNull()
  })

  test('does not choose how it is checked', async () => {
    const [, ...rest] = (await ours()).split('.')
    for (const alg of ['none', 'PBES2-HS512+A256KW', 'A256GCMKW', 'HS256', 'RSA-OAEP']) {
      expect(
        await readSessionToken([base64url({ alg, enc: 'A256GCM', p2c: 1 }), ...rest].join('.')),
      ).toBeNull()
      expect(await readSessionToken(`${base64url({ alg })}.${base64url(claims)}.`)).toBeNull()
    }
    const renamed = base64url({ enc: 'A256GCM', alg: 'dir' })
    expect(await readSessionToken([renamed, ...rest].join('.'))).toBeNull()
  })
})
