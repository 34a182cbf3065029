import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findKeyAccount, issueApiKey, withdrawApiKey } from '@/lib/api-keys/api-keys'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { findAccountByApiKey, makeKey } from './api-key'
import { flushLastUses } from './last-uses'

let vendor: { id: string; test: Account; live: Account }
let time = new Date()

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  vendor = await buildVendor()
})
afterEach(() => setClock(null))

const find = async (key: string) => (await findAccountByApiKey(database(), key))?.account ?? null
/** The key as stored, once its last use is written. */
const readKey = async () => {
  await flushLastUses()
  return database().apiKey.findFirstOrThrow({ where: { accountId: vendor.test.id } })
}

describe('a key', () => {
  test('finds its account, in its mode', async () => {
    expect(await find(await buildApiKey(vendor.test))).toEqual(vendor.test)
    expect(await find(await buildApiKey(vendor.live))).toEqual(vendor.live)
  })

  test('that is well-formed but was never issued finds nothing', async () => {
    expect(await find(makeKey(vendor.test.id, 'test'))).toBeNull()
    expect(await find(makeKey(newId(), 'test'))).toBeNull()
  })

  test('brings its vendor’s terms and ban as they are at the moment', async () => {
    const key = await buildApiKey(vendor.test)
    const terms = { payoutLimitMinor: 7n, feePpm: 1, feeFixedMinor: 2n, paysFee: true, returnsFee: true }
    await database().vendor.update({ where: { id: vendor.id }, data: { ...terms, bannedAt: time } })
    const { payoutLimitMinor, ...fees } = terms
    expect(await find(key)).toEqual({
      ...vendor.test,
      isBanned: true,
      payoutLimitMinor,
      dailyLimitMinor: 35n,
      fees,
    })
  })

  test('ends at the moment it expires', async () => {
    const key = await buildApiKey(vendor.test, { expiresAt: new Date(time.getTime() + 1000) })
    expect(await find(key)).not.toBeNull()
    time = new Date(time.getTime() + 999)
    expect(await find(key)).not.toBeNull()
    time = new Date(time.getTime() + 1)
    expect(await find(key)).toBeNull()
  })

  test('ends when it is revoked, and revoking it again changes nothing', async () => {
    const key = await buildApiKey(vendor.test)
    const { id } = await readKey()
    await inOrmTransaction((tx) => withdrawApiKey(tx, vendor.test.id, id))
    expect(await find(key)).toBeNull()
    const { revokedAt } = await readKey()
    time = new Date(time.getTime() + 1000)
    await inOrmTransaction((tx) => withdrawApiKey(tx, vendor.test.id, id))
    expect((await readKey()).revokedAt).toEqual(revokedAt)
  })

  test('can only be revoked by its own account', async () => {
    const key = await buildApiKey(vendor.test)
    const { id } = await readKey()
    for (const accountId of [vendor.live.id, (await buildVendor()).test.id]) {
      await expect(inOrmTransaction((tx) => withdrawApiKey(tx, accountId, id))).rejects.toMatchObject({
        code: 'api_key_not_found',
      })
    }
    expect(await find(key)).not.toBeNull()
    expect(await findKeyAccount(database(), id)).toEqual({ accountId: vendor.test.id, vendorId: vendor.id })
  })

  test('is stored as a keyed hash: the row has neither the key nor its secret part', async () => {
    const key = await buildApiKey(vendor.test)
    const { rows } = await connectionPool().query<{ text: string }>(
      'SELECT k::text AS text FROM api_keys k WHERE account_id = $1',
      [vendor.test.id],
    )
    expect(rows[0]?.text).toContain(`cf_test_…${key.slice(-4)}`)
    expect(rows[0]?.text).not.toContain(key.slice(8, -4))
    expect(rows[0]?.text).not.toContain(key.slice(30, 40))
    expect(rows[0]?.text).not.toContain(Buffer.from(key).toString('hex'))
  })

  test('records its last use to the minute, so that requests don’t queue on its row', async () => {
    const key = await buildApiKey(vendor.test)
    const first = time
    await find(key)
    expect((await readKey()).lastUsedAt).toEqual(first)
    time = new Date(first.getTime() + 59_999)
    await find(key)
    expect((await readKey()).lastUsedAt).toEqual(first)
    time = new Date(first.getTime() + 60_000)
    await find(key)
    expect((await readKey()).lastUsedAt).toEqual(time)
  })
})

test('no live key is created without a live provider', async () => {
  const make = inOrmTransaction((tx) =>
    issueApiKey(tx, vendor.live, { name: 'A key', expiresAt: null, liveModeAvailable: false }),
  )
  await expect(make).rejects.toMatchObject({ code: 'live_mode_unavailable' })
  expect(await database().apiKey.count({ where: { accountId: vendor.live.id } })).toBe(0)
})
