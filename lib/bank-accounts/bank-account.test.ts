import { beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import type { Account } from '@/lib/vendors/account'
import { buildBankAccount, buildCustomer, buildVendor } from '@/prisma/seed/builders'
import { openAccountNumber } from './account-number'
import { type BankAccountRecord, findBankAccount, findBankAccounts } from './bank-account'

let account: Account
let customerId: string
const accountNumber = '000987654321'

beforeEach(async () => {
  account = (await buildVendor()).test
  customerId = (await buildCustomer(account)).id
})

/** Copies a row's ciphertext into another row, as someone with direct database access could. */
async function move(from: BankAccountRecord, to: BankAccountRecord): Promise<BankAccountRecord> {
  await connectionPool().query(
    'UPDATE bank_accounts SET account_number_encrypted = $1 WHERE account_id = $2 AND id = $3',
    [from.accountNumberEncrypted, to.accountId, to.id],
  )
  return findBankAccount(database(), to.accountId, to.id)
}

describe('an account number', () => {
  test('comes back as it was given, leading zeros included', async () => {
    await buildBankAccount(account, customerId, { accountNumber })
    const [listed] = await inOrmTransaction((tx) => findBankAccounts(tx, account.id, customerId))
    expect(listed && openAccountNumber(listed)).toBe(accountNumber)
    expect(listed?.accountNumberLast4).toBe('4321')
  })

  test('is nowhere in its row except for its last four digits', async () => {
    const { id } = await buildBankAccount(account, customerId, { accountNumber })
    const { rows } = await connectionPool().query<{ text: string }>(
      'SELECT b::text AS text FROM bank_accounts b WHERE id = $1',
      [id],
    )
    expect(rows[0]?.text).toContain('4321')
    expect(rows[0]?.text).not.toContain(accountNumber)
    expect(rows[0]?.text).not.toContain(accountNumber.slice(0, -4))
  })

  test('can’t be decrypted in another row, of the same customer or another vendor', async () => {
    const mine = await buildBankAccount(account, customerId, { accountNumber })
    const sibling = await buildBankAccount(account, customerId)
    expect(() => openAccountNumber({ ...mine, id: sibling.id })).toThrow()
    await expect(move(mine, sibling).then(openAccountNumber)).rejects.toThrow()

    const { test: theirs } = await buildVendor()
    const stranger = await buildBankAccount(theirs, (await buildCustomer(theirs)).id)
    await expect(move(mine, stranger).then(openAccountNumber)).rejects.toThrow()
  })

  test('can’t be decrypted in a copy of its row under another vendor’s account', async () => {
    const mine = await buildBankAccount(account, customerId, { accountNumber })
    expect(() => openAccountNumber({ ...mine, accountId: newId() })).toThrow()
  })

  test('has a different ciphertext each time, so that equal numbers can’t be told', async () => {
    const first = await buildBankAccount(account, customerId, { accountNumber })
    const second = await buildBankAccount(account, customerId, { accountNumber })
    expect(first.accountNumberEncrypted).not.toBe(second.accountNumberEncrypted)
  })
})

describe('the list', () => {
  test('has every account of the customer, oldest first, and nobody else’s', async () => {
    const first = await buildBankAccount(account, customerId)
    const second = await buildBankAccount(account, customerId)
    await buildBankAccount(account, (await buildCustomer(account)).id)
    const listed = await inOrmTransaction((tx) => findBankAccounts(tx, account.id, customerId))
    expect(listed.map(({ id }) => id)).toEqual([first.id, second.id])
  })

  test('another vendor’s customer looks missing, and so do the vendor’s other mode and an invalid id', async () => {
    const { test: theirs, live } = await buildVendor()
    for (const id of [customerId, newId(), 'x', '']) {
      for (const { id: accountId } of [theirs, live]) {
        await expect(inOrmTransaction((tx) => findBankAccounts(tx, accountId, id))).rejects.toMatchObject({
          code: 'customer_not_found',
        })
      }
    }
  })

  test('no account is added to another vendor’s customer', async () => {
    const { test: theirs } = await buildVendor()
    await expect(buildBankAccount(theirs, customerId)).rejects.toMatchObject({ code: 'customer_not_found' })
    expect(await database().bankAccount.count({ where: { customerId } })).toBe(0)
  })
})
