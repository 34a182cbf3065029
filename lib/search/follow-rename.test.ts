import { beforeEach, expect, test } from 'vitest'
import { changeCustomer } from '@/lib/customers/customer'
import { renameQueue } from '@/lib/customers/rename'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { type Claim, claim } from '@/lib/jobs/queue'
import { startWorker } from '@/lib/jobs/worker'
import type { Account } from '@/lib/vendors/account'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { findRecords } from './find-records'
import { followRename } from './follow-rename'

let account: Account
let customerId: string
let payoutId: string
let invoiceIds: string[]

beforeEach(async () => {
  account = (await buildVendor()).test
  await fundWallet(account, 10_000n)
  const customer = await buildCustomer(account, { name: 'Ada Byron' })
  customerId = customer.id
  invoiceIds = []
  for (let count = 0; count < 3; count += 1)
    invoiceIds.unshift((await buildInvoice(account, { customer })).id)
  const { id: bankAccountId } = await buildBankAccount(account, customerId)
  payoutId = (await buildPayout(account, { customerId, bankAccountId, amountMinor: 500n })).id
})

const rename = (fields: { name?: string; email?: string; group?: string }) =>
  inOrmTransaction((tx) => changeCustomer(tx, account.id, customerId, fields))

async function find(typed: string): Promise<string[]> {
  const { invoices, payouts } = await findRecords(database(), account.id, typed)
  return [...invoices, ...payouts].map(({ id }) => id)
}

const claimRename = async (): Promise<Claim | null> =>
  claim(database(), renameQueue, { tenantId: account.id, id: customerId }, { leaseMs: 60_000, isEarly: true })

/** Works as the worker does, `limit` rows at a time. Returns the number of turns. */
async function workOff(limit: number): Promise<number> {
  for (let turns = 0; ; turns += 1) {
    const claimed = await claimRename()
    if (!claimed) return turns
    await followRename(claimed, limit)
  }
}

test('the customer itself is found by the new name at once, and its records by the old one until then', async () => {
  await rename({ name: 'Countess Lovelace', email: 'countess@example.com' })
  const { customers } = await findRecords(database(), account.id, 'lovelace')
  expect(customers.map(({ id }) => id)).toEqual([customerId])
  expect(await find('byron')).toEqual([...invoiceIds, payoutId])
})

test('more records than fit into one turn follow, latest first', async () => {
  await rename({ name: 'Countess Lovelace' })
  const claimed = await claimRename()
  await followRename(claimed as Claim, 1)
  expect(await find('lovelace')).toEqual([invoiceIds[0], payoutId])
  expect(await workOff(1)).toBe(3)
  expect(await find('lovelace')).toEqual([...invoiceIds, payoutId])
})

test('a customer renamed again while the first name spreads ends with the last name everywhere', async () => {
  await rename({ name: 'Countess Lovelace' })
  await followRename((await claimRename()) as Claim, 1)
  const claimed = await claimRename()
  await rename({ name: 'Augusta King' })
  await followRename(claimed as Claim, 1)
  await workOff(2)
  expect(await find('augusta')).toEqual([...invoiceIds, payoutId])
  expect(await find('lovelace')).toEqual([])
})

test('a worker that dies blocks nothing: the next one goes on', async () => {
  await rename({ name: 'Countess Lovelace' })
  await claimRename()
  expect(await claimRename()).toBeNull()
  await connectionPool().query(
    `UPDATE customer_renames SET lease_until = now() - interval '1 second' WHERE id = $1`,
    [customerId],
  )
  await workOff(10)
  expect(await find('lovelace')).toEqual([...invoiceIds, payoutId])
})

test('saving a rename writes no row of another table than its queue, however many invoices there are', async () => {
  const versions = async () => {
    const { rows } = await connectionPool().query(
      'SELECT xmin FROM invoices WHERE account_id = $1 UNION ALL SELECT xmin FROM payouts WHERE account_id = $1',
      [account.id],
    )
    return rows
  }
  const before = await versions()
  await rename({ name: 'Countess Lovelace' })
  expect(await versions()).toEqual(before)
})

test('another group, or the same name again, is no rename', async () => {
  await rename({ name: 'Ada Byron', group: 'Gold' })
  expect(await claimRename()).toBeNull()
})

test('two changes of different details at once are both searched for', async () => {
  await Promise.all([rename({ name: 'Countess Lovelace' }), rename({ group: 'Gold' })])
  for (const typed of ['lovelace', 'gold']) {
    const { customers } = await findRecords(database(), account.id, typed)
    expect(customers.map(({ id }) => id)).toEqual([customerId])
  }
})

test('what nothing was rewritten for is as it was written: a second pass over the same name changes no row', async () => {
  await rename({ name: 'Countess Lovelace' })
  await workOff(10)
  const read = () =>
    database().invoice.findMany({ where: { accountId: account.id }, select: { id: true, search: true } })
  const before = await read()
  const { id } = await buildInvoice(account, { customer: { id: customerId } })
  const written = (await read()).find((row) => row.id === id)
  await rename({ name: 'Ada' })
  await workOff(10)
  await rename({ name: 'Countess Lovelace' })
  await workOff(10)
  const after = await read()
  expect(after.filter((row) => row.id !== id)).toEqual(before)
  expect(after.find((row) => row.id === id)).toEqual(written)
})

// At the end, since a worker that stops takes the connections with it.
test('a worker lets the records of a renamed customer be found by the new name within seconds', async () => {
  await rename({ name: 'Countess Lovelace' })
  const worker = startWorker()
  await expect.poll(() => find('lovelace'), { timeout: 20_000 }).toEqual([...invoiceIds, payoutId])
  expect(await find('byron')).toEqual([])
  await worker.stop()
})
