import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { isDomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { recordPayoutIntent } from '@/lib/payouts/create-payout'
import { recordTransferOutcome } from '@/lib/payouts/settle-payout'
import type { Transfer } from '@/lib/providers/payout-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import type { Outcome } from '@/lib/providers/shared/outcome'
import type { Account } from '@/lib/vendors/account'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { walletBalances } from './accounts'
import { expectSoundLedgerOf } from './sound-ledger.fixture'

const runs = { seed: 20_261_121, numRuns: 60 }

type Word = 'delivered' | 'processing' | 'failed' | 'returned' | 'rejected' | 'unknown'
type Step =
  | { kind: 'credit'; amountMinor: bigint }
  | { kind: 'invoice'; amountMinor: bigint }
  | { kind: 'payout'; amountMinor: bigint }
  | { kind: 'word'; of: number; word: Word }

const amounts = fc.bigInt(1n, 5000n)
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('credit', 'invoice', 'payout', 'payout'), amountMinor: amounts }),
  fc.record({
    kind: fc.constant('word'),
    of: fc.nat(20),
    word: fc.constantFrom('delivered', 'processing', 'failed', 'returned', 'rejected', 'unknown'),
  }),
) as fc.Arbitrary<Step>

function outcomeOf(word: Word, amountMinor: bigint): Outcome<Transfer> {
  if (word === 'unknown') return { kind: 'unknown', reason: 'no answer in time' }
  const failure = { code: 'no_account', detail: 'There is no such account' }
  if (word === 'rejected') return { kind: 'rejected', ...failure, httpStatus: 422 }
  const money = { amountMinor, currency: 'USD' }
  const value = { id: 'transfer', providerStatus: word.toUpperCase(), status: word, failure: null, ...money }
  return { kind: 'accepted', value }
}

type ModelPayout = { id: string; amountMinor: bigint; status: string }

/** The balances that the ledger must have, computed independently. */
class Model {
  credited = 0n
  invoiced = 0n
  fees = 0n
  payouts: ModelPayout[] = []

  sumOf(...statuses: string[]): bigint {
    return this.payouts
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  }

  get available(): bigint {
    return this.credited + this.invoiced - this.sumOf('PROCESSING', 'PAID')
  }

  hear(payout: ModelPayout, word: Word): void {
    if (payout.status === 'PROCESSING') {
      if (word === 'rejected' || word === 'failed') payout.status = 'FAILED'
      if (word === 'delivered') payout.status = 'PAID'
      if (word === 'returned') payout.status = 'RETURNED'
    } else if (payout.status === 'PAID' && (word === 'failed' || word === 'returned')) {
      payout.status = 'RETURNED'
    }
  }
}

type World = { account: Account; customerId: string; bankAccountId: string }

async function newWorld(): Promise<World> {
  const { test: account } = await buildVendor()
  const customer = await buildCustomer(account)
  const bankAccount = await buildBankAccount(account, customer.id)
  return { account, customerId: customer.id, bankAccountId: bankAccount.id }
}

/** The id of the created payout; null if the wallet did not cover it. */
async function tryPayout({ account, ...to }: World, amountMinor: bigint): Promise<string | null> {
  const options = { provider: { name: 'sandbox', account: 'sandbox' }, leaseMs: 5000 }
  try {
    const { payoutId } = await inOrmTransaction((tx) =>
      recordPayoutIntent(tx, account, { ...to, amountMinor }, options),
    )
    return payoutId
  } catch (error) {
    if (isDomainError(error, 'insufficient_balance')) return null
    throw error
  }
}

async function addPaidInvoice({ account, customerId }: World, amountMinor: bigint) {
  const invoice = await buildInvoice(account, { customer: { id: customerId }, amountMinor })
  const { accountId, id: invoiceId } = invoice
  await inOrmTransaction((tx) => recordTestPayment(tx, { accountId, invoiceId }, paymentProviderFor('test')))
  return invoice
}

async function take(world: World, model: Model, step: Step): Promise<void> {
  if (step.kind === 'credit') {
    await fundWallet(world.account, step.amountMinor)
    model.credited += step.amountMinor
  } else if (step.kind === 'invoice') {
    const invoice = await addPaidInvoice(world, step.amountMinor)
    model.invoiced += invoice.baseAmountMinor
    model.fees += invoice.feeAmountMinor
  } else if (step.kind === 'payout') {
    const id = await tryPayout(world, step.amountMinor)
    expect(id !== null).toBe(step.amountMinor <= model.available)
    if (id) model.payouts.push({ id, amountMinor: step.amountMinor, status: 'PROCESSING' })
  } else {
    const payout = model.payouts[step.of % model.payouts.length]
    if (!payout) return
    const key = { accountId: world.account.id, id: payout.id }
    const after = await inOrmTransaction((tx) =>
      recordTransferOutcome(tx, key, outcomeOf(step.word, payout.amountMinor)),
    )
    model.hear(payout, step.word)
    expect(after.status).toBe(payout.status)
  }
}

/** Sum of the entries per kind of ledger account. */
async function sumsOf({ id: accountId }: Account): Promise<Record<string, bigint>> {
  const { rows } = await connectionPool().query<{ kind: string; sum: string }>(
    `SELECT a.kind::text, sum(CASE WHEN a.id = e.destination_id THEN e.amount_minor ELSE -e.amount_minor END)::text
       FROM ledger_accounts a
       JOIN ledger_entries e ON e.account_id = a.account_id AND a.id IN (e.source_id, e.destination_id)
      WHERE a.account_id = $1 GROUP BY a.kind`,
    [accountId],
  )
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, BigInt(sum)]))
}

async function expectBalances({ account }: World, model: Model): Promise<void> {
  const [wallet] = await walletBalances(database(), account.id)
  expect(wallet?.availableMinor ?? 0n).toBe(model.available)
  expect(wallet?.heldMinor ?? 0n).toBe(model.sumOf('PROCESSING'))
}

async function expectSums({ account }: World, model: Model): Promise<void> {
  const sums = await sumsOf(account)
  expect(sums.credit_wallet ?? 0n).toBe(model.available)
  expect(sums.customer_wallet ?? 0n).toBe(0n)
  expect(sums.payouts_in_transit ?? 0n).toBe(model.sumOf('PROCESSING'))
  expect(sums.platform_fees ?? 0n).toBe(model.fees)
  expect(sums.operator_funding ?? 0n).toBe(-model.credited)
  expect(sums.provider_clearing ?? 0n).toBe(model.sumOf('PAID') - model.invoiced - model.fees)
}

describe('any operations in any order', () => {
  test('leave the wallet at credits minus debits, never below zero', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: 18 }), async (sequence) => {
        const world = await newWorld()
        const model = new Model()
        for (const step of sequence) {
          await take(world, model, step)
          await expectBalances(world, model)
        }
        await expectSums(world, model)
        await expectSoundLedgerOf(world.account.id)
      }),
      runs,
    )
  })

  test('run concurrently, add up to the same sums', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: 24 }), async (sequence) => {
        const world = await newWorld()
        const model = new Model()
        await Promise.all(
          sequence.map(async (step) => {
            if (step.kind === 'payout') {
              const id = await tryPayout(world, step.amountMinor)
              if (!id) return
              const payout = { id, amountMinor: step.amountMinor, status: 'PROCESSING' }
              model.payouts.push(payout)
              // Each payout receives the same outcome twice at once, as from request and reconciler.
              const word = (['delivered', 'rejected', 'returned', 'unknown'] as const)[
                Number(step.amountMinor % 4n)
              ]
              const key = { accountId: world.account.id, id }
              await Promise.all(
                [word, word].map((heard = 'unknown') =>
                  inOrmTransaction((tx) =>
                    recordTransferOutcome(tx, key, outcomeOf(heard, step.amountMinor)),
                  ),
                ),
              )
              model.hear(payout, word ?? 'unknown')
            } else if (step.kind !== 'word') {
              await take(world, model, step)
            }
          }),
        )
        await expectBalances(world, model)
        await expectSums(world, model)
        expect(model.available).toBeGreaterThanOrEqual(0n)
        await expectSoundLedgerOf(world.account.id)
      }),
      { ...runs, numRuns: 30 },
    )
  })
})

describe('vendors', () => {
  test('one vendor’s operations never move another’s money', async () => {
    const mine = await newWorld()
    const theirs = await newWorld()
    await fundWallet(mine.account, 1000n)
    await fundWallet(theirs.account, 500n)
    const id = await tryPayout(mine, 1000n)
    const stolen = { accountId: theirs.account.id, id: id ?? newId() }
    await expect(
      inOrmTransaction((tx) => recordTransferOutcome(tx, stolen, outcomeOf('rejected', 1n))),
    ).rejects.toThrow()
    await expect(
      tryPayout({ ...theirs, customerId: mine.customerId, bankAccountId: mine.bankAccountId }, 1n),
    ).rejects.toMatchObject({ code: 'customer_not_found' })
    await expect(tryPayout({ ...theirs, bankAccountId: mine.bankAccountId }, 1n)).rejects.toMatchObject({
      code: 'bank_account_not_found',
    })
    expect(await walletBalances(database(), theirs.account.id)).toMatchObject([
      { currency: 'USD', availableMinor: 500n, heldMinor: 0n },
    ])
    expect(await walletBalances(database(), mine.account.id)).toMatchObject([
      { currency: 'USD', availableMinor: 0n, heldMinor: 1000n },
    ])
  })
})
