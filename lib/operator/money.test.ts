import { beforeEach, describe, expect, test } from 'vitest'
import { anOperator } from '@/lib/audit/operator.fixture'
import { INSTANCE_ID } from '@/lib/audit/record-audit-event'
import { connectionPool, database } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { paidInvoice } from '@/lib/ledger/live-money.fixture'
import { listMovements, movedBalances, recordBankPayout } from '@/lib/ledger/operator-movements'
import { postTransaction } from '@/lib/ledger/post-transaction'
import type { HeldBalance, Outcome } from '@/lib/providers/shared/outcome'
import { buildVendor, fundWallet } from '@/prisma/seed/builders'
import { checkMoney, latestShortfalls } from './check-money'
import { recordFunding, reverseFunding } from './funding'
import { MONEY_LINES, readMoney, readShortfalls } from './money'

/** A currency of its own, so that other tests' money is none of these. */
const CURRENCY = 'NOK'

const holds = (name: string, availableMinor: bigint, pendingMinor = 0n) => ({
  name,
  readBalance: async (): Promise<Outcome<HeldBalance[]>> => ({
    kind: 'accepted',
    value: [{ currency: CURRENCY, availableMinor, pendingMinor }],
  }),
})

const silent = (name: string) => ({
  name,
  readBalance: async (): Promise<Outcome<HeldBalance[]>> => ({ kind: 'unknown', reason: 'no answer' }),
})

let before: Awaited<ReturnType<typeof stripeOf>>

async function stripeOf(holders = [holds('stripe', 0n)]) {
  const report = await readMoney(holders, 1000)
  const stripe = report.providers.find(({ provider }) => provider === 'stripe')
  const money = stripe?.currencies.find(({ currency }) => currency === CURRENCY)
  return { bookedMinor: 0n, lines: [], differenceMinor: null, ...money }
}

beforeEach(async () => {
  before = await stripeOf()
})

describe('whose money it is', () => {
  test('a provider’s books have a line for each cause, and the difference from what it says', async () => {
    const { live } = await buildVendor()
    await paidInvoice(live, 10_000n, CURRENCY)
    const after = await stripeOf()
    const paidMinor = after.bookedMinor - before.bookedMinor
    expect(paidMinor).toBeGreaterThanOrEqual(10_000n)
    expect(await stripeOf([holds('stripe', after.bookedMinor - 500n, 300n)])).toMatchObject({
      availableMinor: after.bookedMinor - 500n,
      pendingMinor: 300n,
      differenceMinor: -200n,
    })
  })

  test('is said owner by owner, and line by line, with the vendors that owe', async () => {
    const ours = ({ currency }: { currency: string }) => currency === CURRENCY
    const read = async () => {
      const { owners, debtors, providers } = await readMoney([holds('stripe', 0n)], 1000)
      const lines =
        providers.find(({ provider }) => provider === 'stripe')?.currencies.find(ours)?.lines ?? []
      const sums = {
        availableMinor: 0n,
        pendingMinor: 0n,
        waitingMinor: 0n,
        owedMinor: 0n,
        earnedMinor: 0n,
        costMinor: 0n,
      }
      const { currency: _, ...owner } = owners.find(ours) ?? { currency: CURRENCY, ...sums }
      return { owner: { ...sums, ...owner }, debtors: debtors.filter(ours), lines }
    }
    const start = await read()
    const rich = await buildVendor()
    await fundWallet(rich.live, 5000n, CURRENCY)
    const seller = await buildVendor()
    await paidInvoice(seller.live, 10_000n, CURRENCY)
    const debtor = await buildVendor({ name: 'Owes three' })
    await inTransaction((tx) =>
      postTransaction(
        tx,
        { accountId: debtor.live.id, reason: 'debt.settled', referenceId: newId(), currency: CURRENCY },
        [
          {
            source: { kind: 'owed_by_vendor' },
            destination: { kind: 'provider_clearing' },
            amountMinor: 300n,
          },
        ],
      ),
    )
    const end = await read()
    const grown = (field: keyof typeof end.owner) => end.owner[field] - start.owner[field]
    expect(grown('availableMinor') + grown('pendingMinor')).toBe(15_000n)
    expect(grown('availableMinor')).toBeGreaterThanOrEqual(5000n)
    expect(grown('owedMinor')).toBe(300n)
    expect(grown('waitingMinor')).toBe(0n)
    expect(grown('earnedMinor')).toBeGreaterThan(0n)
    expect(end.debtors).toContainEqual({
      vendorId: debtor.id,
      name: 'Owes three',
      currency: CURRENCY,
      owedMinor: 300n,
    })
    const names = end.lines.map(({ line }) => line)
    expect(names).toContain('payments')
    expect(names).toEqual(MONEY_LINES.filter((line) => names.includes(line)))
  })

  test('of a provider that doesn’t answer the books are there, and no difference', async () => {
    await paidInvoice((await buildVendor()).live, 10_000n, CURRENCY)
    const report = await readMoney([silent('stripe')], 1000)
    expect(report.shortfalls).toBeNull()
    const stripe = report.providers.find(({ provider }) => provider === 'stripe')
    expect(stripe?.problem).toBe('no answer')
    const money = stripe?.currencies.find(({ currency }) => currency === CURRENCY)
    expect(money).toMatchObject({ availableMinor: null, differenceMinor: null })
    expect(money?.bookedMinor).toBeGreaterThan(0n)
  })

  test('wallets that promise more than the providers hold are an alarm until the money is there', async () => {
    const { live, test: testAccount } = await buildVendor()
    await fundWallet(live, 5000n, CURRENCY)
    // Test money is none.
    await fundWallet(testAccount, 7777n, CURRENCY)
    const promised = async () => (await readShortfalls([holds('stripe', 0n)], 1000))?.find(isOurs)
    const isOurs = ({ currency }: { currency: string }) => currency === CURRENCY
    const promisedMinor = (await promised())?.promisedMinor ?? 0n
    expect(promisedMinor).toBeGreaterThanOrEqual(5000n)
    const missing = async () => (await latestShortfalls(database())).find(isOurs)?.missingMinor
    await checkMoney(() =>
      readShortfalls([holds('stripe', promisedMinor - 300n), holds('airwallex', 100n)], 1000),
    )
    expect(await missing()).toBe(200n)
    await checkMoney(() => readShortfalls([holds('stripe', promisedMinor), silent('airwallex')], 1000))
    expect(await missing()).toBe(200n)
    await checkMoney(() => readShortfalls([holds('stripe', promisedMinor - 300n, 300n)], 1000))
    expect(await missing()).toBe(0n)
  })
})

describe('funding', () => {
  const funding = {
    source: 'bank',
    destination: 'airwallex',
    amountMinor: 250_000n,
    currency: CURRENCY,
    note: 'wire 7',
  }
  const at = async (place: string) =>
    (await movedBalances(connectionPool(), {})).find(
      (each) => each.place === place && each.currency === CURRENCY,
    )?.amountMinor ?? 0n

  test('moves from place to place, once, with an audit event, and can be taken back once', async () => {
    const start = await at('airwallex')
    const id = await recordFunding(funding, anOperator)
    expect(await at('airwallex')).toBe(start + 250_000n)
    const [latest] = await listMovements(connectionPool(), { limit: 1 })
    expect(latest).toMatchObject({
      id,
      reason: 'funding.recorded',
      source: 'bank',
      destination: 'airwallex',
      note: 'wire 7',
    })
    expect(await reverseFunding(id, anOperator)).toMatchObject({ id })
    expect(await reverseFunding(id, anOperator)).toBeNull()
    expect(await reverseFunding(newId(), anOperator)).toBeNull()
    expect(await at('airwallex')).toBe(start)
    const events = await database().auditEvent.findMany({
      where: { vendorId: INSTANCE_ID, subjectId: id },
      orderBy: { id: 'asc' },
    })
    expect(events.map(({ action, detail }) => ({ action, detail }))).toEqual([
      { action: 'funding.recorded', detail: '2500.00 NOK from bank to airwallex: wire 7' },
      { action: 'funding.reversed', detail: '2500.00 NOK from bank to airwallex' },
    ])
  })

  test('is never changed or removed', async () => {
    const id = await recordFunding(funding, anOperator)
    for (const sql of ['UPDATE operator_movements SET amount_minor = 1', 'DELETE FROM operator_movements']) {
      await expect(connectionPool().query(`${sql} WHERE id = $1`, [id])).rejects.toThrow('append-only')
    }
  })

  test('a payout to the bank that failed after it arrived leaves the bank as it was', async () => {
    const payout = { reference: newId(), amountMinor: 4000n, currency: CURRENCY }
    const start = { bank: await at('bank'), stripe: await at('stripe'), way: await at('on_its_way') }
    const record = (status: 'on_its_way' | 'arrived' | 'failed', amountMinor = 4000n) =>
      inTransaction((tx) => recordBankPayout(tx, 'stripe', { ...payout, amountMinor, status }))
    await record('on_its_way')
    expect(await at('on_its_way')).toBe(start.way + 4000n)
    for (const status of ['arrived', 'arrived', 'on_its_way'] as const) await record(status)
    expect(await at('bank')).toBe(start.bank + 4000n)
    for (let times = 0; times < 2; times += 1) await record('failed')
    expect({ bank: await at('bank'), stripe: await at('stripe'), way: await at('on_its_way') }).toEqual(start)
  })
})
