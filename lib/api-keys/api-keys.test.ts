import { afterEach, beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { setClock } from '@/lib/time/clock'
import { HOUR_MS } from '@/lib/time/units'
import type { Account } from '@/lib/vendors/account'
import { buildApiKey, buildVendor } from '@/prisma/seed/builders'
import { findAccountByApiKey } from './api-key'
import { replaceApiKey, withdrawApiKey } from './api-keys'

let vendor: { id: string; test: Account; live: Account }
let time = new Date()

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  vendor = await buildVendor()
})
afterEach(() => setClock(null))

const later = (durationMs: number) => {
  time = new Date(time.getTime() + durationMs)
}
const find = async (key: string) => (await findAccountByApiKey(database(), key))?.account ?? null
const keys = () =>
  database().apiKey.findMany({ where: { accountId: vendor.test.id }, orderBy: { id: 'asc' } })
const onlyKeyId = async () => (await keys())[0]?.id ?? ''
const rotate = (keyId: string, graceMs: number, account = vendor.test) =>
  inOrmTransaction((tx) => replaceApiKey(tx, account, { keyId, graceMs, liveModeAvailable: true }))

test('a rotated key works until its grace period is over, and the new one from the start', async () => {
  const old = await buildApiKey(vendor.test)
  const { key, oldExpiresAt } = await rotate(await onlyKeyId(), HOUR_MS)
  expect(oldExpiresAt).toEqual(new Date(time.getTime() + HOUR_MS))
  expect([await find(old), await find(key)]).toEqual([vendor.test, vendor.test])
  later(HOUR_MS - 1)
  expect(await find(old)).not.toBeNull()
  later(1)
  expect([await find(old), await find(key)]).toEqual([null, vendor.test])
})

test('without a grace period the old key is refused at once', async () => {
  const old = await buildApiKey(vendor.test)
  const { key } = await rotate(await onlyKeyId(), 0)
  expect([await find(old), await find(key)]).toEqual([null, vendor.test])
})

test('the new key has the name of the old one and lasts as long as it did', async () => {
  await buildApiKey(vendor.test, { expiresAt: new Date(time.getTime() + 24 * HOUR_MS) })
  later(HOUR_MS)
  await rotate(await onlyKeyId(), 0)
  const [old, made] = await keys()
  expect(made).toMatchObject({ name: old?.name, expiresAt: new Date(time.getTime() + 24 * HOUR_MS) })
  expect(old?.replacedById).toBe(made?.id)
})

test('a grace period does not extend a key beyond its own expiry', async () => {
  const end = new Date(time.getTime() + HOUR_MS)
  await buildApiKey(vendor.test, { expiresAt: end })
  const { oldExpiresAt } = await rotate(await onlyKeyId(), 7 * 24 * HOUR_MS)
  expect(oldExpiresAt).toEqual(end)
})

test('of several concurrent rotations of one key one succeeds, and leaves one new key', async () => {
  await buildApiKey(vendor.test)
  const id = await onlyKeyId()
  const results = await Promise.allSettled([0, HOUR_MS, HOUR_MS, 0].map((graceMs) => rotate(id, graceMs)))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(3)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'api_key_not_active' })
  expect(await keys()).toHaveLength(2)
})

test('a key that expires before its grace period ends can be rotated, once', async () => {
  await buildApiKey(vendor.test, { expiresAt: new Date(time.getTime() + HOUR_MS) })
  const id = await onlyKeyId()
  const results = await Promise.allSettled([rotate(id, 24 * HOUR_MS), rotate(id, 24 * HOUR_MS)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await keys()).toHaveLength(2)
})

test('a key that was rotated, revoked or has expired can’t be rotated', async () => {
  await buildApiKey(vendor.test)
  const rotated = await onlyKeyId()
  const { id: revoked } = await rotate(rotated, HOUR_MS)
  await inOrmTransaction((tx) => withdrawApiKey(tx, vendor.test.id, revoked))
  await buildApiKey(vendor.test, { expiresAt: new Date(time.getTime() + 1) })
  const expired = (await keys())[2]?.id ?? ''
  later(1)
  for (const id of [rotated, revoked, expired]) {
    await expect(rotate(id, 0)).rejects.toMatchObject({ code: 'api_key_not_active' })
  }
  expect(await keys()).toHaveLength(3)
})

test('a key of another account looks missing, and keeps working', async () => {
  const key = await buildApiKey(vendor.test)
  const id = await onlyKeyId()
  const another = await buildVendor()
  for (const [account, keyId] of [
    [another.test, id],
    [vendor.live, id],
    [vendor.test, newId()],
    [vendor.test, 'no id'],
  ] as const) {
    await expect(rotate(keyId, 0, account)).rejects.toMatchObject({ code: 'api_key_not_found' })
  }
  expect(await find(key)).not.toBeNull()
})

test('without a live provider no live key is rotated: the old one stays as it is', async () => {
  const key = await buildApiKey(vendor.live)
  const { id } = await database().apiKey.findFirstOrThrow({ where: { accountId: vendor.live.id } })
  const rotating = inOrmTransaction((tx) =>
    replaceApiKey(tx, vendor.live, { keyId: id, graceMs: 0, liveModeAvailable: false }),
  )
  await expect(rotating).rejects.toMatchObject({ code: 'live_mode_unavailable' })
  expect(await find(key)).not.toBeNull()
})
