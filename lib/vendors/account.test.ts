import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { isCheckViolation } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { buildVendor } from '@/prisma/seed/builders'
import { accountIdOf, accountsOf, findAccount } from './account'

test('a vendor’s accounts are found by ids that follow from its own', async () => {
  const { id, test: account, live } = await buildVendor()
  expect(accountsOf(id)).toEqual([
    { id: account.id, mode: 'test' },
    { id: live.id, mode: 'live' },
  ])
  await expect(findAccount(database(), id, 'live')).resolves.toMatchObject({ id: live.id, vendorId: id })
  await expect(findAccount(database(), newId(), 'live')).rejects.toThrow('vendor_not_found')
})

test('from an account’s id follows its vendor’s', async () => {
  const { id, test: account, live } = await buildVendor()
  expect([accountIdOf(account.id, 'test'), accountIdOf(live.id, 'live')]).toEqual([id, id])
})

test('the database refuses a second account of a mode, whatever its id', async () => {
  const { id, live } = await buildVendor()
  const create = (accountId: string, mode: 'test' | 'live') =>
    database()
      .account.create({
        data: { id: accountId, vendorId: id, mode, webhookSecretEncrypted: '-', createdAt: new Date() },
      })
      .catch((error: unknown) => error)
  for (const [accountId, mode] of [
    [newId(), 'live'],
    [id, 'live'],
    [accountIdOf(id, 'test'), 'live'],
    [live.id, 'test'],
  ] as const) {
    expect(isCheckViolation(await create(accountId, mode), 'accounts_id_follows_vendor')).toBe(true)
  }
  expect(await database().account.count({ where: { vendorId: id } })).toBe(2)
})
