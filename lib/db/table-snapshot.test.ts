import { expect, test } from 'vitest'
import { env } from '@/lib/env'
import { expectSoundLedger } from '@/lib/ledger/sound-ledger.fixture'
import { buildBankAccount, buildCustomer, buildPayout, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { database } from './client'
import { resetToSnapshot, takeSnapshot } from './table-snapshot'
import { inOrmTransaction } from './transaction'

const ownerUrl = () => env.DATABASE_URL ?? ''

test('without a snapshot nothing is reset', async () => {
  const { id } = await buildVendor()
  await expect(resetToSnapshot(ownerUrl())).rejects.toThrow('no snapshot was taken')
  expect(await database().vendor.count({ where: { id } })).toBe(1)
})

test('a reset brings back rows, money and numbers, past the triggers that keep history', async () => {
  const { test: account } = await buildVendor()
  await fundWallet(account, 10_000n)
  const customer = await buildCustomer(account)
  const bankAccount = await buildBankAccount(account, customer.id)
  const wallet = () =>
    database().ledgerAccount.findMany({ where: { accountId: account.id }, orderBy: { kind: 'asc' } })
  const lines = () => database().walletMovement.findMany({ where: { accountId: account.id } })
  const before = { wallet: await wallet(), lines: await lines() }
  await takeSnapshot(ownerUrl())
  for (const amountMinor of [2500n, 1000n]) {
    await buildPayout(account, { customerId: customer.id, bankAccountId: bankAccount.id, amountMinor })
    await buildVendor()
    expect(await wallet()).not.toEqual(before.wallet)
    await resetToSnapshot(ownerUrl())
    expect({ wallet: await wallet(), lines: await lines() }).toEqual(before)
    expect(await database().payout.count({ where: { accountId: account.id } })).toBe(0)
    await expectSoundLedger()
  }
})

test('a reset waits for the transactions that are under way', async () => {
  const { test: account } = await buildVendor()
  await takeSnapshot(ownerUrl())
  let reset = Promise.resolve()
  await inOrmTransaction(async (tx) => {
    const data = { id: account.vendorId, name: 'Another name' }
    await tx.vendor.update({ where: { id: data.id }, data: { name: data.name } })
    reset = resetToSnapshot(ownerUrl())
    await expect
      .poll(
        () =>
          database().$queryRaw`SELECT pid FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND NOT granted`,
      )
      .toHaveLength(1)
  })
  await reset
  const { name } = await database().vendor.findUniqueOrThrow({ where: { id: account.vendorId } })
  expect(name).toBe('A Vendor')
})
