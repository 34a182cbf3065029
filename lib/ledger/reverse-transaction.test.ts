import { beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction, isUniqueViolation } from '@/lib/db/transaction'
import { recordPayoutIntent } from '@/lib/payouts/create-payout'
import { recordTransferOutcome } from '@/lib/payouts/settle-payout'
import type { Account } from '@/lib/vendors/account'
import { buildBankAccount, buildCustomer, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { walletBalances } from './accounts'
import { reverseTransaction } from './post-transaction'

let account: Account
let payoutId: string

beforeEach(async () => {
  account = (await buildVendor()).test
  const { id: customerId } = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customerId)
  await fundWallet(account, 1000n)
  const requested = await inOrmTransaction((tx) =>
    recordPayoutIntent(
      tx,
      account,
      { customerId, bankAccountId, amountMinor: 400n },
      { provider: { name: 'sandbox', account: 'sandbox' }, leaseMs: 5000 },
    ),
  )
  payoutId = requested.payoutId
})

const refusal = { kind: 'rejected', code: 'no_account', detail: 'No such account', httpStatus: 422 } as const

const readTransaction = (reason: string) =>
  database().ledgerTransaction.findUniqueOrThrow({
    where: { accountId_referenceId_reason: { accountId: account.id, referenceId: payoutId, reason } },
    include: { entries: { orderBy: { position: 'asc' } } },
  })

test('a reversal is the mirror image: each entry the other way, in the opposite order, same amounts', async () => {
  await inOrmTransaction((tx) => recordTransferOutcome(tx, { accountId: account.id, id: payoutId }, refusal))
  const original = await readTransaction('payout.requested')
  const reversal = await readTransaction('payout.requested.reversed')
  expect(reversal.reversesId).toBe(original.id)
  expect(reversal.entries.length).toBe(original.entries.length)
  expect(
    reversal.entries.map(({ sourceId, destinationId, amountMinor, currency }) => [
      sourceId,
      destinationId,
      amountMinor,
      currency,
    ]),
  ).toEqual(
    original.entries
      .toReversed()
      .map(({ sourceId, destinationId, amountMinor, currency }) => [
        destinationId,
        sourceId,
        amountMinor,
        currency,
      ]),
  )
  expect(await walletBalances(database(), account.id)).toMatchObject([
    { currency: 'USD', availableMinor: 1000n, heldMinor: 0n },
  ])
})

test('the original stays as it was', async () => {
  const before = await readTransaction('payout.requested')
  await inOrmTransaction((tx) => recordTransferOutcome(tx, { accountId: account.id, id: payoutId }, refusal))
  expect(await readTransaction('payout.requested')).toEqual(before)
})

test('a transaction is reversed once: the database refuses a second reversal', async () => {
  await inOrmTransaction((tx) => recordTransferOutcome(tx, { accountId: account.id, id: payoutId }, refusal))
  const again = {
    accountId: account.id,
    referenceId: payoutId,
    reason: 'payout.requested',
  } as const
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => inOrmTransaction((tx) => reverseTransaction(tx, again))),
  )
  for (const result of results) {
    expect(result.status === 'rejected' && isUniqueViolation(result.reason)).toBe(true)
  }
})

test('a transaction that was never posted can’t be reversed', async () => {
  const never = {
    accountId: account.id,
    referenceId: payoutId,
    reason: 'payout.delivered',
  } as const
  await expect(inOrmTransaction((tx) => reverseTransaction(tx, never))).rejects.toThrow()
})
