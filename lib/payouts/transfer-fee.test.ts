import { afterEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { type Claim, claim } from '@/lib/jobs/queue'
import { verifyLedger } from '@/lib/ledger/verify'
import { readProviderBooks } from '@/lib/operator/money'
import { readProof } from '@/lib/proofs/read-proof'
import type { PayoutProvider } from '@/lib/providers/payout-provider'
import { ACCOUNTS } from '@/lib/providers/testing/airwallex-books'
import { answerFault, FINANCIAL_TRANSACTIONS } from '@/lib/providers/testing/airwallex-stand-in'
import { formatIsoDate } from '@/lib/time/dates'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@/lib/time/units'
import { checkProof } from '@/packages/client/src/proofs/check-proof'
import {
  books,
  intend,
  LONG_TIMEOUT_MS,
  moveClock,
  PAID,
  payable,
  payoutId,
  provider,
  read,
  reconcile,
  send,
  standIn,
  time,
} from './airwallex-payout.fixture'
import { readPayout } from './queries'
import { readTransferFee, transferFeeQueue } from './transfer-fee'
import { isCovered } from './wait-for-balance'

afterEach(() => {
  standIn.forgetFaults()
  standIn.books.feeMinor = 300n
})

const fees = () => database().transferFee.findMany({ where: { payoutId }, orderBy: { id: 'asc' } })

/** Claims the fees that are due, as workers do. */
async function claimFees(leaseMs = LONG_TIMEOUT_MS): Promise<Claim[]> {
  const claims = (await fees()).map(({ accountId: tenantId, id }) =>
    claim(database(), transferFeeQueue, { tenantId, id }, { leaseMs }),
  )
  return (await Promise.all(claims)).filter((each) => each !== null)
}

/** What the worker does with the fees that are due. */
async function work(by: PayoutProvider[] = [provider]): Promise<void> {
  for (const lease of await claimFees()) {
    await readTransferFee(lease, { providers: by, timeoutMs: LONG_TIMEOUT_MS })
  }
}

const laterBy = (ms: number) => moveClock(new Date(time.getTime() + ms))

const postedFees = () =>
  database().ledgerTransaction.count({ where: { accountId: payable.account.id, reason: 'transfer.fee' } })

/** Airwallex's balance by our books, in cents; that of all tests. */
async function booksMinor(): Promise<bigint> {
  const lines = await readProviderBooks()
  return lines
    .filter(({ provider: name }) => name === 'airwallex')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
}

/** By how much our books have changed, and what Airwallex holds, during an act. */
async function changes(act: () => Promise<void>): Promise<{ ours: bigint; theirs: bigint }> {
  const before = { ours: await booksMinor(), theirs: standIn.books.balanceMinor() }
  await act()
  return {
    ours: (await booksMinor()) - before.ours,
    theirs: standIn.books.balanceMinor() - before.theirs,
  }
}

describe('what Airwallex keeps of a transfer', () => {
  test('is a step of its own in the proof of the month, which adds up', async () => {
    await intend()
    await send()
    await work()
    const month = formatIsoDate(time).slice(0, 7)
    const proof = await readProof({ ...payable.account, vendorName: 'Corner Bakery' }, 'month', month)
    expect(proof.steps.map(({ what }) => what)).toContain('transfer.fee')
    expect(checkProof(proof).flatMap(({ faults }) => faults)).toEqual([])
  })

  test('is booked once, at the operator’s cost, so that the books have its balance to the cent', async () => {
    const changed = await changes(async () => {
      await intend()
      await send()
      for (let count = 0; count < 3; count += 1) await work()
    })
    expect(changed).toEqual({ ours: -700n, theirs: -700n })
    expect(await fees()).toMatchObject([{ amountMinor: 300n, currency: 'USD', nextAttemptAt: null }])
    expect(await books()).toEqual(PAID)
    const lines = await readProviderBooks()
    expect(lines).toContainEqual(expect.objectContaining({ provider: 'airwallex', line: 'transfer_fees' }))
  })

  test('has to be covered too, once it is known: the next payout waits for it', async () => {
    await intend()
    await send()
    const next = { accountId: payable.account.id, amountMinor: 400n, currency: 'USD' }
    const covers = (balanceMinor: bigint) => {
      standIn.books.fund(balanceMinor)
      return isCovered(next, { provider, timeoutMs: LONG_TIMEOUT_MS })
    }
    expect([await covers(399n), await covers(400n)]).toEqual([false, true])
    await work()
    expect([await covers(699n), await covers(700n)]).toEqual([false, true])
    // The provider’s own: what another keeps says nothing.
    const other = { provider: { ...provider, name: 'another' }, timeoutMs: LONG_TIMEOUT_MS }
    standIn.books.fund(400n)
    expect(await isCovered(next, other)).toBe(true)
    standIn.books.fund(100_000_000_00n)
  })

  test('stays booked when the bank returns the money, and the vendor has all of it back', async () => {
    const changed = await changes(async () => {
      await intend(ACCOUNTS.returned)
      await send()
      for (let count = 0; count < 3; count += 1) if ((await read()).nextAttemptAt) await reconcile()
      await work()
    })
    expect(changed).toEqual({ ours: -300n, theirs: -300n })
    expect(await books()).toMatchObject({ status: 'RETURNED', available: 1000n })
    expect(await postedFees()).toBe(1)
  })

  test('is booked of each try, also of one that failed because of its rail', async () => {
    const changed = await changes(async () => {
      await intend(ACCOUNTS.achOnlyLater)
      await send()
      await reconcile()
      await work()
    })
    expect(changed).toEqual({ ours: -1000n, theirs: -1000n })
    expect(new Set((await fees()).map(({ providerTransferId }) => providerTransferId)).size).toBe(2)
    expect(await postedFees()).toBe(2)
  })

  test('is nothing of a payout that was refused', async () => {
    await intend(ACCOUNTS.refused)
    await send()
    expect(await fees()).toEqual([])
  })

  test('may be nothing, which is known then and posts nothing', async () => {
    standIn.books.feeMinor = 0n
    await intend()
    await send()
    await work()
    expect(await fees()).toMatchObject([{ amountMinor: 0n, currency: 'USD', nextAttemptAt: null }])
    expect(await postedFees()).toBe(0)
  })
})

describe('a fee that is not known', () => {
  test.each([
    ['because Airwallex has not taken it yet', answerFault(200, { items: [] })],
    ['because the key may not read it', answerFault(403, { code: 'unauthorized', message: 'No' })],
    ['because Airwallex fails', answerFault(500, {})],
  ])('%s is asked for again', async (_why, fault) => {
    await intend()
    await send()
    standIn.failNext(FINANCIAL_TRANSACTIONS, fault)
    await work()
    expect(await fees()).toMatchObject([{ amountMinor: null, nextAttemptAt: expect.any(Date) }])
    laterBy(MINUTE_MS)
    await work()
    expect(await fees()).toMatchObject([{ amountMinor: 300n, nextAttemptAt: null }])
  })

  test('is asked for again while its provider is not configured', async () => {
    await intend()
    await send()
    await work([])
    laterBy(MINUTE_MS)
    await work()
    expect(await postedFees()).toBe(1)
  })

  test('is given up after a month: the transfer took nothing', async () => {
    await intend()
    await send()
    laterBy(31 * DAY_MS)
    standIn.failNext(FINANCIAL_TRANSACTIONS, answerFault(200, { items: [] }))
    await work()
    expect(await fees()).toMatchObject([{ amountMinor: null, nextAttemptAt: null }])
  })

  test('in another currency is shown to the operator, and not booked', async () => {
    await intend()
    await send()
    const movement = { source_id: (await read()).providerTransferId, status: 'SETTLED', amount: -4 }
    const items = [
      { ...movement, transaction_type: 'PAYOUT', currency: 'USD' },
      { ...movement, transaction_type: 'FEE', currency: 'EUR' },
    ]
    standIn.failNext(FINANCIAL_TRANSACTIONS, answerFault(200, { items }))
    await work()
    expect(await database().unpostedAmount.findMany({ where: { referenceId: payoutId } })).toMatchObject([
      { kind: 'payout', reportedMinor: null, reportedCurrency: 'EUR' },
    ])
    expect(await fees()).toMatchObject([{ amountMinor: null, nextAttemptAt: null }])
    expect(await postedFees()).toBe(0)
  })
})

test('of two workers that read a fee, because the first was slow, one books it', async () => {
  await intend()
  await send()
  const first = await claimFees(1000)
  laterBy(HOUR_MS)
  const second = await claimFees()
  const leases = [...first, ...second]
  expect(leases).toHaveLength(2)
  const options = { providers: [provider], timeoutMs: LONG_TIMEOUT_MS }
  await Promise.all(leases.map((lease) => readTransferFee(lease, options)))
  expect(await postedFees()).toBe(1)
})

test('the operator sees on the payout what its transfer cost, and a vendor doesn’t', async () => {
  await intend()
  await send()
  const { vendorId } = payable.account
  const feesFor = async (isOperator: boolean) =>
    (await readPayout(vendorId, 'test', payoutId, isOperator))?.transferFees
  expect(await feesFor(true)).toEqual([null])
  await work()
  expect(await feesFor(true)).toEqual([{ amount: '3.00', currency: 'USD' }])
  expect(await feesFor(false)).toEqual([])
})

test('the ledger check finds a fee that was changed behind its back', async () => {
  await intend()
  await send()
  await work()
  const set = (minor: number) =>
    connectionPool().query('UPDATE transfer_fees SET amount_minor = $1 WHERE payout_id = $2', [
      minor,
      payoutId,
    ])
  await set(1)
  const { problems } = await inOrmTransaction((tx) => verifyLedger(tx, payable.account.id))
  const { providerTransferId } = await read()
  expect(problems).toEqual([
    expect.stringContaining(`the fee of transfer ${providerTransferId} is 1 USD, and the ledger has 300`),
  ])
  await set(300)
})
