import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { setClock } from '@/lib/time/clock'
import { buildVendor } from '@/prisma/seed/builders'
import {
  activateTotp,
  countRecoveryCodes,
  disableTotpByOperator,
  prepareTotp,
  replaceRecoveryCodes,
  spendRecoveryCode,
  takeSecondFactor,
  takeTotpCode,
  totpSince,
  turnOffTotp,
} from './second-factor'

const STEP_MS = 30_000
const ADDRESS = '192.0.2.7'

let time = new Date()
let vendorId = ''

beforeEach(async () => {
  // Start of a step, so that adding one step's length gives the next one.
  time = new Date(Math.ceil(Date.now() / STEP_MS) * STEP_MS)
  setClock(() => time)
  vendorId = (await buildVendor()).id
})
afterEach(() => setClock(null))

const later = (steps: number) => {
  time = new Date(time.getTime() + steps * STEP_MS)
}
const start = (id = vendorId) => inOrmTransaction((tx) => prepareTotp(tx, { id, email: 'ada@example.com' }))
const confirm = (code: string) =>
  inOrmTransaction((tx) => activateTotp(tx, { memberId: vendorId, address: ADDRESS, code }))
const take = (code: string) => inOrmTransaction((tx) => takeTotpCode(tx, vendorId, code))
const actions = async () =>
  (await database().auditEvent.findMany({ where: { vendorId }, orderBy: { id: 'asc' } })).map(
    (event) => event.action,
  )

/** The code that the vendor's app shows, this many steps from now. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: time.getTime() + steps * STEP_MS,
  })
}

/** Turns two-step sign-in on and moves on by a step, so that the next code is unused. */
async function enable(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await start()
  const recoveryCodes = await confirm(codeOf(secret))
  later(1)
  return { secret, recoveryCodes }
}

describe('setting two-step sign-in up', () => {
  test('takes a code from the app and gives ten recovery codes', async () => {
    const { secret, uri } = await start()
    expect(uri).toContain(`secret=${secret}`)
    expect(uri).toContain('otpauth://totp/Counterfoil:ada%40example.com')
    expect(await totpSince(database(), vendorId)).toBeNull()
    const codes = await confirm(codeOf(secret))
    expect(new Set(codes).size).toBe(10)
    expect(await totpSince(database(), vendorId)).toEqual(time)
    expect(await actions()).toEqual(['totp.enabled'])
  })

  test('refuses a wrong code, and a code of an earlier secret', async () => {
    const old = await start()
    await start()
    await expect(confirm(codeOf(old.secret))).rejects.toMatchObject({ code: 'code_wrong' })
    expect(await totpSince(database(), vendorId)).toBeNull()
    expect(await countRecoveryCodes(database(), vendorId)).toBe(0)
  })

  test('can’t start again while it is on: the current secret stays', async () => {
    const { secret } = await enable()
    await expect(start()).rejects.toMatchObject({ code: 'totp_enabled_already' })
    await expect(confirm(codeOf(secret))).rejects.toMatchObject({ code: 'totp_enabled_already' })
    expect(await take(codeOf(secret))).toBe(true)
  })

  test('can’t be confirmed before it was started', async () => {
    await expect(confirm('123456')).rejects.toMatchObject({ code: 'totp_not_started' })
    const confirmation = { memberId: vendorId, address: ADDRESS, code: '123456' }
    for (const change of [turnOffTotp, replaceRecoveryCodes]) {
      await expect(inOrmTransaction<unknown>((tx) => change(tx, confirmation))).rejects.toMatchObject({
        code: 'totp_not_started',
      })
    }
  })
})

describe('a code', () => {
  test('is valid one step early or late, and no more', async () => {
    const { secret } = await enable()
    later(10)
    expect(await take(codeOf(secret, -2))).toBe(false)
    expect(await take(codeOf(secret, 2))).toBe(false)
    expect(await take(codeOf(secret, -1))).toBe(true)
    expect(await take(codeOf(secret))).toBe(true)
    expect(await take(codeOf(secret, 1))).toBe(true)
  })

  test('is valid once, and so is every code before it', async () => {
    const { secret } = await enable()
    later(10)
    expect(await take(codeOf(secret))).toBe(true)
    expect(await take(codeOf(secret))).toBe(false)
    expect(await take(codeOf(secret, -1))).toBe(false)
  })

  test('is accepted from one of two concurrent sign-ins', async () => {
    const { secret } = await enable()
    const code = codeOf(secret)
    const results = await Promise.all(Array.from({ length: 8 }, () => take(code)))
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('is six digits, which may be typed in two groups', async () => {
    const { secret } = await enable()
    const code = codeOf(secret)
    for (const wrong of ['', code.slice(1), `${code}0`, 'abcdef', `${code.slice(0, 5)}x`]) {
      expect(await take(wrong)).toBe(false)
    }
    expect(await take(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe(true)
  })

  test('of another vendor is refused', async () => {
    await enable()
    const another = await buildVendor()
    const { secret } = await start(another.id)
    expect(await take(codeOf(secret))).toBe(false)
  })
})

describe('a recovery code', () => {
  test('replaces a code once, however it is typed', async () => {
    const { recoveryCodes } = await enable()
    const [first = ''] = recoveryCodes
    const typed = ` ${first.replace('-', ' ').toUpperCase()}`
    const use = () => inOrmTransaction((tx) => takeSecondFactor(tx, vendorId, typed))
    expect(await use()).toBe('recovery_code')
    expect(await use()).toBeNull()
    expect(await countRecoveryCodes(database(), vendorId)).toBe(9)
  })

  test('is accepted from one of two concurrent requests', async () => {
    const [code = ''] = (await enable()).recoveryCodes
    const spend = () => inOrmTransaction((tx) => spendRecoveryCode(tx, vendorId, code))
    const results = await Promise.all([spend(), spend(), spend(), spend()])
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('is stored as a keyed hash, and the secret encrypted', async () => {
    const { secret, recoveryCodes } = await enable()
    const { rows } = await connectionPool().query<{ text: string }>(
      `SELECT v::text || (SELECT string_agg(c::text, ' ') FROM member_recovery_codes c) AS text
       FROM vendors v WHERE id = $1`,
      [vendorId],
    )
    expect(rows[0]?.text).not.toContain(secret)
    for (const code of recoveryCodes) {
      expect(rows[0]?.text).not.toContain(code)
      expect(rows[0]?.text).not.toContain(Buffer.from(code).toString('hex'))
    }
  })

  test('stops working once ten others were requested, which takes a code', async () => {
    const { secret, recoveryCodes } = await enable()
    const renew = (code: string) =>
      inOrmTransaction((tx) => replaceRecoveryCodes(tx, { memberId: vendorId, address: ADDRESS, code }))
    await expect(renew('000000')).rejects.toMatchObject({ code: 'code_wrong' })
    const renewed = await renew(codeOf(secret))
    expect(renewed).toHaveLength(10)
    expect(await spendRecoveryCode(database(), vendorId, recoveryCodes[1] ?? '')).toBe(false)
    expect(await spendRecoveryCode(database(), vendorId, renewed[1] ?? '')).toBe(true)
    expect(await actions()).toEqual(['totp.enabled', 'recovery_codes.renewed'])
  })

  test('of another vendor is refused', async () => {
    const { recoveryCodes } = await enable()
    const another = await buildVendor()
    expect(await spendRecoveryCode(database(), another.id, recoveryCodes[0] ?? '')).toBe(false)
  })
})

describe('turning two-step sign-in off', () => {
  test('takes a code, and leaves nothing behind', async () => {
    const { secret } = await enable()
    const disable = (code: string) =>
      inOrmTransaction((tx) => turnOffTotp(tx, { memberId: vendorId, address: ADDRESS, code }))
    await expect(disable('000000')).rejects.toMatchObject({ code: 'code_wrong' })
    expect(await totpSince(database(), vendorId)).not.toBeNull()
    await disable(codeOf(secret))
    expect(await totpSince(database(), vendorId)).toBeNull()
    expect(await countRecoveryCodes(database(), vendorId)).toBe(0)
    expect(await actions()).toEqual(['totp.enabled', 'totp.disabled'])
  })

  test('can be done by the operator for a vendor who lost everything, and is recorded as such', async () => {
    await enable()
    await inOrmTransaction((tx) => disableTotpByOperator(tx, vendorId, anOperator))
    expect(await totpSince(database(), vendorId)).toBeNull()
    expect(
      await database().auditEvent.findFirst({ where: { vendorId, action: 'totp.disabled' } }),
    ).toMatchObject({
      actor: 'operator',
    })
  })
})
