import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { walletBalances } from '@/lib/ledger/accounts'
import { releaseDueHolds } from '@/lib/ledger/holds'
import { inDays, moneyOf, type PaidInvoice, paidInvoice } from '@/lib/ledger/live-money.fixture'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { verifyLedger } from '@/lib/ledger/verify'
import type { ReportedDispute, ReportedRefund } from '@/lib/providers/payment-provider'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { setVendorTerms } from '@/lib/vendors/manage-vendor'
import { buildVendor, fundWallet } from '@/prisma/seed/builders'
import { disputeReport, refundReport, report } from './provider-report.fixture'
import { readInvoice } from './queries'

let vendor: { id: string; live: Account }
let account: Account

beforeEach(async () => {
  vendor = await buildVendor()
  account = vendor.live
})
afterEach(() => setClock(null))

/** Minor units that the ledger's system accounts have received. */
async function systemSums(): Promise<Record<string, bigint>> {
  const { rows } = await connectionPool().query<{ kind: string; sum: string }>(
    `SELECT a.kind::text, sum(CASE WHEN a.id = e.destination_id THEN e.amount_minor ELSE -e.amount_minor END)::text
       FROM ledger_accounts a
       JOIN ledger_entries e ON e.account_id = a.account_id AND a.id IN (e.source_id, e.destination_id)
      WHERE a.account_id = $1 AND a.balance_minor IS NULL GROUP BY a.kind`,
    [account.id],
  )
  return Object.fromEntries(rows.map(({ kind, sum }) => [kind, BigInt(sum)]))
}

/** Takes the money out of the wallet as payouts do. */
function spend(amountMinor: bigint): Promise<void> {
  const header = { accountId: account.id, referenceId: newId(), currency: 'USD' }
  return inTransaction((tx) =>
    postTransaction(tx, { ...header, reason: 'wallet.credited' }, [
      { source: { kind: 'credit_wallet' }, destination: { kind: 'operator_funding' }, amountMinor },
    ]),
  )
}

const release = async () => {
  inDays(3)
  await releaseDueHolds()
}

const NOTHING = { available: 0n, pending: 0n, owed: 0n }

describe('the provider’s fee for a dispute', () => {
  const fee = (takenMinor: bigint | null, returnedMinor: bigint | null = 0n, currency = 'USD') => ({
    fee: { takenMinor, returnedMinor, currency },
  })
  const unposted = () => database().unpostedAmount.findMany({ where: { accountId: account.id } })

  test('is taken from the vendor once, however often it is reported, and goes to the provider', async () => {
    const paid = await paidInvoice(account)
    await paidInvoice(account, 5000n)
    for (let count = 0; count < 3; count += 1) await report(paid, disputeReport('OPEN', fee(1500n)))
    await report(paid, disputeReport('LOST', fee(1500n)))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 3500n })
    // The second invoice with the platform's fee, less what the provider keeps.
    expect(await systemSums()).toEqual({ provider_clearing: -5175n + 1500n, platform_fees: 175n })
    expect(await unposted()).toEqual([])
  })

  test('is owed if the vendor has too little, and settled by the next income', async () => {
    const paid = await paidInvoice(account)
    await report(paid, disputeReport('OPEN', fee(1500n)))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, owed: 1500n })
    await fundWallet(account, 2000n)
    expect(await moneyOf(account)).toEqual({ ...NOTHING, available: 500n })
  })

  test('stays taken when the dispute is won, unless the provider returns it, once', async () => {
    const paid = await paidInvoice(account)
    await report(paid, disputeReport('OPEN', fee(1500n)))
    await report(paid, disputeReport('WON', fee(1500n)))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 8500n })
    for (let count = 0; count < 3; count += 1) await report(paid, disputeReport('WON', fee(1500n, 1500n)))
    // An older look that comes late takes nothing back.
    await report(paid, disputeReport('OPEN', fee(1500n)))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 8500n, available: 1500n })
    expect(await unposted()).toEqual([])
  })

  test('in another currency than the payment’s is taken and owed in that', async () => {
    const paid = await paidInvoice(account)
    await report(paid, disputeReport('OPEN', fee(1500n, 0n, 'EUR')))
    const wallets = await walletBalances(database(), account.id)
    expect(wallets.map(({ currency, owedMinor }) => [currency, owedMinor])).toEqual([
      ['EUR', 1500n],
      ['USD', 0n],
    ])
  })

  test.each([
    ['a greater one later', fee(3000n)],
    ['a return of more', fee(1500n, 1501n)],
    ['another currency', fee(1500n, 0n, 'EUR')],
    ['no whole amount', fee(null, null)],
  ])('that changes is not posted, but shown to the operator: %s', async (_change, changed) => {
    const paid = await paidInvoice(account)
    await paidInvoice(account, 5000n)
    await report(paid, disputeReport('OPEN', fee(1500n)))
    for (let count = 0; count < 2; count += 1) await report(paid, disputeReport('OPEN', changed))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 3500n })
    expect(await unposted()).toMatchObject([{ kind: 'dispute', expectedMinor: 1500n }])
  })

  test('is not guessed where the provider states none', async () => {
    const paid = await paidInvoice(account)
    await report(paid, disputeReport('OPEN'))
    expect(await moneyOf(account)).toEqual(NOTHING)
    expect(await systemSums()).toEqual({ provider_clearing: 0n, platform_fees: 0n })
  })

  test('is taken once by two workers on two connections', async () => {
    const paid = await paidInvoice(account)
    await paidInvoice(account, 5000n)
    await report(paid, disputeReport('OPEN'))
    await Promise.all([1, 2, 3].map(() => report(paid, disputeReport('OPEN', fee(1500n)))))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 3500n })
  })

  test('that the ledger does not have is found by its check, and no program changes it', async () => {
    const paid = await paidInvoice(account)
    await paidInvoice(account, 5000n)
    await report(paid, disputeReport('OPEN', fee(1500n)))
    const set = (fields: string) =>
      connectionPool().query(`UPDATE disputes SET ${fields} WHERE account_id = $1`, [account.id])
    await expect(set('fee_minor = 1499')).rejects.toThrow('the fee of a dispute is frozen')
    await expect(set('fee_returned_minor = 1501')).rejects.toThrow('disputes_fee')
    let problems: string[] = []
    const undone = inOrmTransaction(async (tx) => {
      await tx.$executeRaw`UPDATE disputes SET fee_returned_minor = 1 WHERE account_id = ${account.id}::uuid`
      problems = (await verifyLedger(tx, account.id)).problems
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(problems).toEqual([
      expect.stringMatching(/the fee of dispute .* is 1499 USD, and the ledger has 1500/),
    ])
  })
})

describe('a refund', () => {
  test('of all takes the base amount from the vendor and the fee from the platform', async () => {
    const paid = await paidInvoice(account)
    await report(paid, refundReport('SUCCEEDED'))
    expect(await moneyOf(account)).toEqual(NOTHING)
    expect(await systemSums()).toEqual({ provider_clearing: 0n, platform_fees: 0n })
  })

  test('comes out of the payment’s own hold, and the hold of another payment stays', async () => {
    const paid = await paidInvoice(account)
    inDays(1)
    await paidInvoice(account, 5000n)
    await report(paid, refundReport('SUCCEEDED'))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 5000n })
    inDays(2.5)
    await releaseDueHolds()
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 5000n })
    inDays(3.5)
    await releaseDueHolds()
    expect(await moneyOf(account)).toEqual({ ...NOTHING, available: 5000n })
  })

  test('comes out of the available balance once the hold is over', async () => {
    const paid = await paidInvoice(account)
    await fundWallet(account, 1n)
    await release()
    await report(paid, refundReport('PENDING'))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, available: 1n })
  })

  test('in parts is shared in proportion, and the parts add up to base and fee exactly', async () => {
    const paid = await paidInvoice(account)
    const amounts = [3333n, 3333n, 3333n, 321n]
    const parts = amounts.map((amountMinor, n) =>
      refundReport('SUCCEEDED', { amountMinor, reference: `re_${n}` }),
    )
    for (let count = 1; count <= parts.length; count += 1) await report(paid, ...parts.slice(0, count))
    const rows = await database().refund.findMany({
      where: { accountId: account.id },
      orderBy: { id: 'asc' },
    })
    // 3333 of 10320 are 3229.65 of the base.
    expect(rows.map(({ baseMinor }) => baseMinor)).toEqual([3230n, 3229n, 3230n, 311n])
    expect(await moneyOf(account)).toEqual(NOTHING)
    expect(await systemSums()).toEqual({ provider_clearing: 0n, platform_fees: 0n })
  })

  test('that fails gives everything back, into the hold while it lasts', async () => {
    const paid = await paidInvoice(account)
    await report(paid, refundReport('SUCCEEDED'))
    await report(paid, refundReport('FAILED'))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 10_000n })
    expect(await systemSums()).toEqual({ provider_clearing: -10_320n, platform_fees: 320n })
    await release()
    expect(await moneyOf(account)).toEqual({ ...NOTHING, available: 10_000n })
  })

  test('that fails after the hold gives everything back as available', async () => {
    const paid = await paidInvoice(account)
    await report(paid, refundReport('PENDING'))
    await release()
    await report(paid, refundReport('FAILED'))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, available: 10_000n })
  })

  test('of a test payment takes from the test wallet', async () => {
    const { test: testAccount } = await buildVendor()
    await report(await paidInvoice(testAccount), refundReport('SUCCEEDED', { amountMinor: 5160n }))
    expect(await moneyOf(testAccount)).toEqual({ ...NOTHING, available: 5000n })
  })
})

describe('a dispute', () => {
  test('takes from what is pending, then from what is available, and what is missing is owed', async () => {
    const disputed = await paidInvoice(account)
    await release()
    await spend(9000n)
    await paidInvoice(account, 4000n)
    expect(await moneyOf(account)).toEqual({ available: 1000n, pending: 4000n, owed: 0n })
    await report(disputed, disputeReport('OPEN'))
    expect(await moneyOf(account)).toEqual({ available: 0n, pending: 0n, owed: 5000n })
  })

  test('that is won gives it back, and the debt is settled first', async () => {
    const disputed = await paidInvoice(account)
    await release()
    await spend(10_000n)
    await report(disputed, disputeReport('OPEN'))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, owed: 10_000n })
    await report(disputed, disputeReport('WON'))
    expect(await moneyOf(account)).toEqual(NOTHING)
    await report(disputed, disputeReport('WON'), disputeReport('OPEN'))
    expect(await moneyOf(account)).toEqual(NOTHING)
  })

  test('that is lost changes nothing more', async () => {
    const disputed = await paidInvoice(account)
    await report(disputed, disputeReport('OPEN'))
    await report(disputed, disputeReport('LOST'))
    expect(await moneyOf(account)).toEqual(NOTHING)
    await report(disputed, disputeReport('WON'))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 10_000n })
  })

  test('is named on its invoice while it is open and once it is lost', async () => {
    const shownOn = async ({ invoiceId }: PaidInvoice) => (await readInvoice(vendor.id, invoiceId))?.marks
    const [lost, won] = [await paidInvoice(account), await paidInvoice(account)]
    expect(await shownOn(lost)).toEqual([])
    await report(lost, disputeReport('OPEN'))
    expect(await shownOn(lost)).toEqual(['disputed'])
    await report(lost, disputeReport('LOST'))
    expect(await shownOn(lost)).toEqual(['dispute_lost'])
    await report(won, disputeReport('OPEN'))
    await report(won, disputeReport('WON'))
    expect(await shownOn(won)).toEqual([])
  })
})

describe('a debt', () => {
  /** The vendor owes 100.00. */
  async function owing(): Promise<PaidInvoice> {
    const disputed = await paidInvoice(account)
    await release()
    await spend(10_000n)
    await report(disputed, disputeReport('OPEN'))
    return disputed
  }

  test('is settled by the next payments, before anything is pending', async () => {
    await owing()
    await paidInvoice(account, 6000n)
    expect(await moneyOf(account)).toEqual({ ...NOTHING, owed: 4000n })
    await paidInvoice(account, 6000n)
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 2000n })
    inDays(7)
    await releaseDueHolds()
    expect(await moneyOf(account)).toEqual({ ...NOTHING, available: 2000n })
  })

  test('is settled by the operator’s credit and by payments without a hold', async () => {
    await owing()
    await fundWallet(account, 9000n)
    expect(await moneyOf(account)).toEqual({ ...NOTHING, owed: 1000n })
    await inOrmTransaction((tx) => setVendorTerms(tx, vendor.id, { holdDays: 0 }, anOperator))
    await paidInvoice(account, 3000n)
    expect(await moneyOf(account)).toEqual({ ...NOTHING, available: 2000n })
  })

  test('in one currency leaves the other alone', async () => {
    await owing()
    await fundWallet(account, 500n, 'EUR')
    const balances = await walletBalances(database(), account.id)
    expect(balances).toMatchObject([
      { currency: 'EUR', availableMinor: 500n, owedMinor: 0n },
      { currency: 'USD', availableMinor: 0n, owedMinor: 10_000n },
    ])
  })
})

describe('however the provider’s states arrive, they end the same', () => {
  const endings: [string, (ReportedRefund | ReportedDispute)[], bigint][] = [
    ['a refund that succeeds', [refundReport('PENDING'), refundReport('SUCCEEDED')], 0n],
    [
      'a refund that fails',
      [refundReport('PENDING'), refundReport('SUCCEEDED'), refundReport('FAILED')],
      10_000n,
    ],
    ['a dispute that is lost', [disputeReport('OPEN'), disputeReport('LOST')], 0n],
    ['a dispute that is won', [disputeReport('OPEN'), disputeReport('WON')], 10_000n],
  ]

  test.each(endings)('%s', async (_what, states, pending) => {
    const orders = [states, states.toReversed(), [...states, ...states], states.slice(-1)]
    for (const order of orders) {
      const each = (await buildVendor()).live
      const paid = await paidInvoice(each)
      for (const state of order) await report(paid, state)
      expect(await moneyOf(each)).toEqual({ ...NOTHING, pending })
      const where = { accountId: each.id }
      const rows = [
        ...(await database().refund.findMany({ where })),
        ...(await database().dispute.findMany({ where })),
      ]
      expect(rows).toMatchObject([{ status: states.at(-1)?.status }])
    }
  })

  test('two looks at once book each step once', async () => {
    const paid = await paidInvoice(account)
    await Promise.all(Array.from({ length: 6 }, () => report(paid, disputeReport('OPEN'))))
    expect(await moneyOf(account)).toEqual(NOTHING)
    await Promise.all(Array.from({ length: 6 }, () => report(paid, disputeReport('WON'))))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 10_000n })
  })

  test('disputes, payments, releases and credits at once leave no debt beside money', async () => {
    const paid: PaidInvoice[] = []
    for (let count = 0; count < 6; count += 1) paid.push(await paidInvoice(account, 1000n))
    inDays(3)
    await payLater()
    await Promise.all([
      ...paid.map((each) => report(each, disputeReport('OPEN', { amountMinor: 1000n }))),
      releaseDueHolds(),
      releaseDueHolds(),
      ...Array.from({ length: 4 }, () => fundWallet(account, 300n)),
      ...Array.from({ length: 3 }, () => paidInvoice(account, 700n)),
    ])
  })

  /** Takes everything available at once, so that disputes leave a debt. */
  async function payLater(): Promise<void> {
    await releaseDueHolds()
    await spend(6000n)
  }
})

describe('what differs from the payment is kept for the operator, and never posted', () => {
  const wrong: [string, { amountMinor?: bigint | null; currency?: string }][] = [
    ['more than the payment', { amountMinor: 10_321n }],
    ['another currency', { currency: 'EUR' }],
    ['no whole number of minor units', { amountMinor: null }],
    ['nothing', { amountMinor: 0n }],
  ]

  test.each(wrong)('%s', async (_what, changes) => {
    const paid = await paidInvoice(account)
    await report(paid, refundReport('SUCCEEDED', changes), disputeReport('OPEN', changes))
    await report(paid, refundReport('SUCCEEDED', changes))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 10_000n })
    const kept = await database().unpostedAmount.findMany({ where: { accountId: account.id } })
    expect(kept.map(({ kind }) => kind).sort()).toEqual(['dispute', 'refund'])
  })

  test('a dispute of what a refund has given back already', async () => {
    const paid = await paidInvoice(account)
    await report(paid, refundReport('SUCCEEDED', { amountMinor: 320n }), disputeReport('OPEN'))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 9690n })
    await report(
      paid,
      refundReport('SUCCEEDED', { amountMinor: 320n }),
      disputeReport('OPEN', { reference: 'dp_2', amountMinor: 10_000n }),
    )
    expect(await moneyOf(account)).toEqual(NOTHING)
  })

  test('an amount that changes', async () => {
    const paid = await paidInvoice(account)
    await report(paid, disputeReport('OPEN', { amountMinor: 5160n }))
    await report(paid, disputeReport('WON', { amountMinor: 10_320n }))
    expect(await moneyOf(account)).toEqual({ ...NOTHING, pending: 5000n })
  })
})
