import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { isDomainError } from '@/lib/errors'
import { paymentLink } from '@/lib/http/links'
import { newId } from '@/lib/ids'
import { totalMinor } from '@/lib/invoices/invoice'
import { moneyOf, type PaidInvoice, paidInvoice } from '@/lib/ledger/live-money.fixture'
import { expectSoundLedgerOf } from '@/lib/ledger/sound-ledger.fixture'
import type { ReportedDispute, ReportedRefund } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import { type Account, findAccount } from '@/lib/vendors/account'
import { buildInvoice, buildVendor, fundWallet } from '@/prisma/seed/builders'
import { recordOutsidePayment } from './outside-payment'
import { payByCard } from './payable-invoice.fixture'
import { disputeReport, refundReport, report } from './provider-report.fixture'
import { readInvoice } from './queries'
import { makeRefund, requestRefund } from './refund-invoice'
import { recordTestPayment } from './settle-payment'

type Terms = { paysFee: boolean; returnsFee: boolean }

afterEach(() => setClock(null))

/** An account of a vendor with 2.9 % + 0.30 USD. */
async function accountWith(terms: Terms, mode: 'test' | 'live' = 'live'): Promise<Account> {
  const { id } = await buildVendor()
  await database().vendor.update({ where: { id }, data: terms })
  return findAccount(database(), id, mode)
}

/** The fees that the platform has of the account, in minor units. */
async function feesOf({ id }: Account): Promise<bigint> {
  const { rows } = await connectionPool().query<{ sum: string }>(
    `SELECT coalesce(sum(CASE WHEN d.kind = 'platform_fees' THEN e.amount_minor
                              WHEN s.kind = 'platform_fees' THEN -e.amount_minor ELSE 0 END), 0)::text AS sum
       FROM ledger_entries e
       JOIN ledger_accounts s ON s.account_id = e.account_id AND s.id = e.source_id
       JOIN ledger_accounts d ON d.account_id = e.account_id AND d.id = e.destination_id
      WHERE e.account_id = $1`,
    [id],
  )
  return BigInt(rows[0]?.sum ?? 0)
}

/** All that the vendor has, less what it owes. */
async function netOf(account: Account): Promise<bigint> {
  const { available, pending, owed } = await moneyOf(account)
  return available + pending - owed
}

const CASES = [
  { who: 'the customer pays the fee and a refund keeps it', paysFee: false, returnsFee: false },
  { who: 'the customer pays the fee and a refund returns it', paysFee: false, returnsFee: true },
  { who: 'the vendor pays the fee and a refund keeps it', paysFee: true, returnsFee: false },
  { who: 'the vendor pays the fee and a refund returns it', paysFee: true, returnsFee: true },
]

const refund = (account: Account, invoiceId: string, amountMinor: bigint | null = null) =>
  makeRefund(account.id, { invoiceId, amountMinor }, { claim: null, requestId: newId() })

describe.each(CASES)('where $who', ({ paysFee, returnsFee }) => {
  const terms = { paysFee, returnsFee }
  const income = paysFee ? 9_680n : 10_000n
  const total = paysFee ? 10_000n : 10_320n

  test('an invoice asks for it or does not, and the wallet gets the rest', async () => {
    const account = await accountWith(terms)
    const { invoiceId } = await paidInvoice(account)
    const invoice = await database().invoice.findFirstOrThrow({ where: { id: invoiceId } })
    expect(totalMinor(invoice)).toBe(total)
    expect([await netOf(account), await feesOf(account)]).toEqual([income, 320n])
    await expectSoundLedgerOf(account.id)
  })

  test('a refund in two parts moves what the terms say, and a whole one no cent of the fee too much', async () => {
    const account = await accountWith(terms, 'test')
    await fundWallet(account, 1_000n)
    const invoice = await buildInvoice(account, { amountMinor: 10_000n })
    await inOrmTransaction((tx) =>
      recordTestPayment(tx, { accountId: account.id, invoiceId: invoice.id }, paymentProviderFor('test')),
    )
    const first = await refund(account, invoice.id, 3_333n)
    const second = await refund(account, invoice.id)
    const back = first.amountMinor + second.amountMinor
    expect(back).toBe(paysFee || !returnsFee ? 10_000n : 10_320n)
    const feeBack = returnsFee ? 320n : 0n
    expect(await feesOf(account)).toBe(320n - feeBack)
    expect(await netOf(account)).toBe(1_000n + income - back + feeBack)
    if (returnsFee) expect(first.amountMinor - first.baseMinor).toBe(107n)
    await expectSoundLedgerOf(account.id)
  })

  test('a refund that fails gives everybody back what it took', async () => {
    const account = await accountWith(terms)
    await fundWallet(account, 1_000n)
    const paid = await paidInvoice(account)
    const before = [await netOf(account), await feesOf(account)]
    const { id, amountMinor } = await inOrmTransaction((tx) =>
      requestRefund(tx, account.id, { invoiceId: paid.invoiceId, amountMinor: 5_000n }, { leaseMs: 1000 }),
    )
    expect([await netOf(account), await feesOf(account)]).not.toEqual(before)
    await report(paid, refundReport('FAILED', { key: id, amountMinor, reference: 're_f' }))
    expect([await netOf(account), await feesOf(account)]).toEqual(before)
    await expectSoundLedgerOf(account.id)
  })

  test('a dispute takes the fee from who would get it by a refund, and gives it back when it is won', async () => {
    const account = await accountWith(terms)
    const paid = await paidInvoice(account)
    const dispute = { amountMinor: total, reference: 'dp_1' }
    await report(paid, disputeReport('OPEN', dispute))
    // The customer has all back, so a fee on top goes back in any case.
    const isKept = paysFee && !returnsFee
    expect([await netOf(account), await feesOf(account)]).toEqual(isKept ? [-320n, 320n] : [0n, 0n])
    await expectSoundLedgerOf(account.id)
    await report(paid, disputeReport('WON', dispute))
    expect([await netOf(account), await feesOf(account)]).toEqual([income, 320n])
    await expectSoundLedgerOf(account.id)
  })

  test('an invoice keeps its terms when they change later', async () => {
    const account = await accountWith(terms)
    await fundWallet(account, 1_000n)
    const paid = await paidInvoice(account)
    const data = { paysFee: !paysFee, returnsFee: !returnsFee, feePpm: 0 }
    await database().vendor.update({ where: { id: account.vendorId }, data })
    const { amountMinor, baseMinor } = await inOrmTransaction((tx) =>
      requestRefund(tx, account.id, { invoiceId: paid.invoiceId, amountMinor: null }, { leaseMs: 1000 }),
    )
    expect(amountMinor).toBe(paysFee || !returnsFee ? 10_000n : 10_320n)
    expect(baseMinor).toBe(paysFee && returnsFee ? 9_680n : 10_000n)
    await expect(
      connectionPool().query('UPDATE invoices SET returns_fee = NOT returns_fee WHERE id = $1', [
        paid.invoiceId,
      ]),
    ).rejects.toThrow('frozen')
  })

  test('no fee is taken of a part that came in outside the wallet', async () => {
    const account = await accountWith(terms, 'test')
    const invoice = await buildInvoice(account, { amountMinor: 10_000n })
    const ids = { accountId: account.id, invoiceId: invoice.id }
    await inOrmTransaction((tx) =>
      recordOutsidePayment(tx, ids, {
        method: 'cash',
        amountMinor: total / 2n,
        receivedOn: new Date('2026-11-28'),
        reference: null,
        mailsReceipt: false,
      }),
    )
    await inOrmTransaction((tx) => recordTestPayment(tx, ids, paymentProviderFor('test')))
    expect([await netOf(account), await feesOf(account)]).toEqual([income / 2n, 160n])
    expect((await refund(account, invoice.id, 1_000n)).status).toBe('SUCCEEDED')
    await expectSoundLedgerOf(account.id)
  })

  test('the page of the invoice names who pays the fee, and what a refund would be shared by', async () => {
    const account = await accountWith(terms)
    const { invoiceId } = await paidInvoice(account)
    expect(await readInvoice(account.vendorId, invoiceId)).toMatchObject({
      fee: { amount: paysFee ? '0.00' : '3.20' },
      vendorFee: paysFee ? { fee: { amount: '3.20' }, received: { amount: '96.80' } } : null,
      refundable: { amount: '100.00' },
      refundTerms: { vendorPaysFee: paysFee, returnsFee, fundsMinor: income.toString() },
    })
  })

  test('the history of an invoice says what its payment, refund and dispute did to the wallet and the fee', async () => {
    const account = await accountWith(terms)
    await fundWallet(account, 1_000n)
    const paid = await paidInvoice(account)
    const history = async () =>
      new Map(
        (await readInvoice(account.vendorId, paid.invoiceId))?.timeline.map(({ title, detail }) => [
          title,
          detail,
        ]),
      )
    const held =
      / was added to your wallet, on hold until [^:]+: the payment of \$10\d\.\d\d less the fee of \$3\.20\.$/
    expect((await history()).get('Status: Paid')).toMatch(held)
    expect((await history()).get('Status: Paid')).toMatch(paysFee ? /^\$96\.80 / : /^\$100\.00 /)

    const { id: key, amountMinor } = await inOrmTransaction((tx) =>
      requestRefund(tx, account.id, { invoiceId: paid.invoiceId, amountMinor: 5_000n }, { leaseMs: 1000 }),
    )
    const refunded = returnsFee && !paysFee ? 'Refund of $51.60' : 'Refund of $50.00'
    const wallet = returnsFee && paysFee ? '$48.40' : '$50.00'
    const fee = !returnsFee
      ? 'The fee isn’t returned.'
      : paysFee
        ? '$1.60 of the fee was returned to you.'
        : '$1.60 of the fee was returned to the customer.'
    expect((await history()).get(refunded)).toBe(`${wallet} was taken from your wallet. ${fee}`)
    await report(paid, refundReport('FAILED', { key, amountMinor, reference: 're_f' }))
    expect((await history()).get('Refund failed')).toBe(`${wallet} is back in your wallet.`)

    const dispute = { amountMinor: total, reference: 'dp_1' }
    await report(paid, disputeReport('OPEN', dispute))
    const disputed = paysFee ? 'Payment disputed: $100.00' : 'Payment disputed: $103.20'
    const taken = paysFee && returnsFee ? '$96.80' : '$100.00'
    const feeOfDispute = !paysFee
      ? 'The operator bears the fee of $3.20.'
      : returnsFee
        ? 'The fee of $3.20 was returned to you.'
        : 'The fee isn’t returned.'
    expect((await history()).get(disputed)).toBe(`${taken} was taken from your wallet. ${feeOfDispute}`)
    await report(paid, disputeReport('WON', dispute))
    expect((await history()).get('Dispute won')).toBe(`${taken} is back in your wallet.`)
  })

  test('the history says what a dispute takes that the wallet doesn’t cover', async () => {
    const account = await accountWith(terms)
    const paid = await paidInvoice(account)
    const dispute = { amountMinor: total, reference: 'dp_1' }
    await report(paid, disputeReport('OPEN', dispute), disputeReport('WON', dispute))
    const details = (await readInvoice(account.vendorId, paid.invoiceId))?.timeline.map(
      ({ detail }) => detail,
    )
    const isShort = paysFee && !returnsFee
    expect(details).toContain(
      isShort
        ? '$96.80 was taken from your wallet. You owe the other $3.20. The fee isn’t returned.'
        : paysFee
          ? '$96.80 was taken from your wallet. The fee of $3.20 was returned to you.'
          : '$100.00 was taken from your wallet. The operator bears the fee of $3.20.',
    )
    expect(details).toContain(
      isShort
        ? '$100.00 is back in your wallet. $3.20 of it paid what you owed.'
        : `${paysFee ? '$96.80' : '$100.00'} is back in your wallet.`,
    )
    await expectSoundLedgerOf(account.id)
  })

  test('a first sale can be refunded as far as the wallet covers it, and the page says how far that is', async () => {
    const account = await accountWith(terms)
    const { invoiceId } = await paidInvoice(account)
    const ask = (amountMinor: bigint | null) =>
      inOrmTransaction((tx) =>
        requestRefund(tx, account.id, { invoiceId, amountMinor }, { leaseMs: 1000 }),
      ).then(
        () => 'made',
        (error) => (isDomainError(error, 'insufficient_balance') ? 'too much' : error),
      )
    const isShort = paysFee && !returnsFee
    const page = await readInvoice(account.vendorId, invoiceId)
    expect(page?.refundTerms?.fundsMinor).toBe(income.toString())
    expect(await ask(isShort ? 9_681n : null)).toBe(isShort ? 'too much' : 'made')
    if (isShort) expect(await ask(9_680n)).toBe('made')
    await expectSoundLedgerOf(account.id)
  })

  test('an invoice counts as refunded once the customer has the base amount back', async () => {
    const account = await accountWith(terms, 'test')
    await fundWallet(account, 1_000n)
    const invoice = await buildInvoice(account, { amountMinor: 10_000n })
    await inOrmTransaction((tx) =>
      recordTestPayment(tx, { accountId: account.id, invoiceId: invoice.id }, paymentProviderFor('test')),
    )
    await refund(account, invoice.id, 9_999n)
    expect((await readInvoice(account.vendorId, invoice.id))?.marks).toContain('partly_refunded')
    await refund(account, invoice.id)
    expect((await readInvoice(account.vendorId, invoice.id))?.marks).toContain('refunded')
  })
})

describe('the history of invoices beside a debt', () => {
  const detailsOf = async (account: Account, { invoiceId }: PaidInvoice) =>
    (await readInvoice(account.vendorId, invoiceId))?.timeline.map(({ detail }) => detail) ?? []

  test('says how much of a payment settled it, and what the next dispute takes', async () => {
    const account = await accountWith({ paysFee: true, returnsFee: false })
    await report(await paidInvoice(account), disputeReport('OPEN', { amountMinor: 10_000n }))
    const next = await paidInvoice(account, 5_000n)
    expect(await netOf(account)).toBe(4_505n)
    expect(await detailsOf(account, next)).toContainEqual(
      expect.stringMatching(
        /^\$48\.25 was added to your wallet, on hold until [^:]+: the payment of \$50\.00 less the fee of \$1\.75\. \$3\.20 of it paid what you owed\.$/,
      ),
    )
    await report(next, disputeReport('OPEN', { amountMinor: 5_000n, reference: 'dp_2' }))
    expect(await detailsOf(account, next)).toContain(
      '$45.05 was taken from your wallet. You owe the other $4.95. The fee isn’t returned.',
    )
    await expectSoundLedgerOf(account.id)
  })

  test('says that a dispute found the wallet empty', async () => {
    const account = await accountWith({ paysFee: true, returnsFee: false })
    const paid = await paidInvoice(account)
    await inOrmTransaction((tx) =>
      requestRefund(tx, account.id, { invoiceId: paid.invoiceId, amountMinor: 9_680n }, { leaseMs: 1000 }),
    )
    await report(paid, disputeReport('OPEN', { amountMinor: 320n }))
    expect(await detailsOf(account, paid)).toContain(
      'You owe $3.20 for it: your wallet was empty. The fee isn’t returned.',
    )
    await expectSoundLedgerOf(account.id)
  })
})

test('a vendor that pays a fee of more than its invoice receives nothing and owes nothing', async () => {
  const account = await accountWith({ paysFee: true, returnsFee: false })
  await paidInvoice(account, 20n)
  expect([await netOf(account), await feesOf(account)]).toEqual([0n, 20n])
  await expectSoundLedgerOf(account.id)
})

test('the provider gives the customer the fee back with the refund, in one request', async () => {
  const account = await accountWith({ paysFee: false, returnsFee: true }, 'test')
  const { id: invoiceId, payToken } = await buildInvoice(account, { amountMinor: 10_000n })
  const token = paymentLink(account.id, payToken).split('/pay/')[1] ?? ''
  await payByCard({ accountId: account.id, invoiceId, token })
  await refund(account, invoiceId)
  const { rows } = await connectionPool().query<{ amount: string }>(
    `SELECT r.amount_minor::text AS amount FROM sandbox_refunds r
       JOIN sandbox_charges c ON c.reference = r.payment_reference
       JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
      WHERE s.idempotency_key = $1`,
    [invoiceId],
  )
  expect(rows).toEqual([{ amount: '10320' }])
})

test('two refunds of the same rest at once: one of them is refused, and the fee goes back once', async () => {
  for (const { paysFee, returnsFee } of CASES) {
    const account = await accountWith({ paysFee, returnsFee })
    await fundWallet(account, 50_000n)
    const { invoiceId } = await paidInvoice(account)
    const ask = () =>
      inOrmTransaction((tx) =>
        requestRefund(tx, account.id, { invoiceId, amountMinor: 6_000n }, { leaseMs: 1000 }),
      ).then(
        () => 'made',
        (error) => (isDomainError(error, 'refund_too_large') ? 'too large' : error),
      )
    expect((await Promise.all([ask(), ask()])).sort()).toEqual(['made', 'too large'])
    expect(await feesOf(account)).toBe(returnsFee ? 128n : 320n)
    await expectSoundLedgerOf(account.id)
  }
})

/* Any sequence. */

type Step =
  | { kind: 'pay'; amountMinor: bigint; terms: Terms }
  | { kind: 'refund' | 'refund elsewhere' | 'dispute'; of: number; amountMinor: bigint }
  | { kind: 'give back'; of: number }

const minor = fc.bigInt(1n, 6_000n)
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    amountMinor: minor,
    terms: fc.record({ paysFee: fc.boolean(), returnsFee: fc.boolean() }),
  }),
  fc.record({
    kind: fc.constantFrom(
      'refund' as const,
      'refund' as const,
      'refund elsewhere' as const,
      'dispute' as const,
    ),
    of: fc.nat(20),
    amountMinor: minor,
  }),
  fc.record({ kind: fc.constant('give back' as const), of: fc.nat(20) }),
)

type Reversal = ReportedRefund | ReportedDispute
type Paid = PaidInvoice & { totalMinor: bigint; feeMinor: bigint; terms: Terms; reversals: Reversal[] }

/** The customers' side of it, computed from what they paid and got back: vendor and platform have the rest between them. */
class World {
  readonly paid: Paid[] = []
  constructor(readonly account: Account) {}

  async take(step: Step): Promise<void> {
    if (step.kind === 'pay') return this.pay(step.amountMinor, step.terms)
    const paid = this.paid[step.of % this.paid.length]
    if (!paid) return
    if (step.kind === 'give back') return this.giveBack(paid)
    if (step.kind === 'refund') return this.refund(paid, step.amountMinor)
    const whole = { amountMinor: step.amountMinor, reference: newId() }
    const reversal = step.kind === 'dispute' ? disputeReport('OPEN', whole) : refundReport('SUCCEEDED', whole)
    if (standing(paid) + step.amountMinor > paid.totalMinor) return
    await report(paid, reversal)
    paid.reversals.push(reversal)
  }

  async pay(amountMinor: bigint, terms: Terms): Promise<void> {
    const account = { ...this.account, fees: { ...this.account.fees, ...terms } }
    const paid = await paidInvoice(account, amountMinor)
    const invoice = await database().invoice.findFirstOrThrow({ where: { id: paid.invoiceId } })
    const feeMinor = invoice.feeAmountMinor + invoice.vendorFeeMinor
    this.paid.push({ ...paid, totalMinor: totalMinor(invoice), feeMinor, terms, reversals: [] })
  }

  async refund(paid: Paid, amountMinor: bigint): Promise<void> {
    const made = await inOrmTransaction((tx) =>
      requestRefund(tx, this.account.id, { invoiceId: paid.invoiceId, amountMinor }, { leaseMs: 1000 }),
    ).catch((error) => {
      if (isDomainError(error, 'refund_too_large')) return null
      throw error
    })
    if (!made) return
    const { id: key, amountMinor: backMinor } = made
    const reversal = refundReport('SUCCEEDED', { key, amountMinor: backMinor, reference: key })
    await report(paid, reversal)
    paid.reversals.push(reversal)
  }

  async giveBack(paid: Paid): Promise<void> {
    const reversal = paid.reversals.pop()
    if (!reversal) return
    await report(
      paid,
      reversal.kind === 'refund' ? { ...reversal, status: 'FAILED' } : { ...reversal, status: 'WON' },
    )
  }
}

/** What refunds and disputes of a payment have given back and not lost again. */
function standing({ reversals }: Paid): bigint {
  return reversals.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n)
}

test('payments, refunds and disputes under any terms in any order: what customers paid is the vendor’s and the platform’s to the cent', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 16 }), async (sequence) => {
      const { live } = await buildVendor()
      const world = new World(live)
      await fundWallet(live, 100_000n)
      for (const step of sequence) {
        await world.take(step)
        const [net, fees] = [await netOf(live), await feesOf(live)]
        const customersMinor = world.paid.reduce((sum, paid) => sum + paid.totalMinor - standing(paid), 0n)
        expect(net + fees).toBe(100_000n + customersMinor)
        expect(fees).toBeLessThanOrEqual(world.paid.reduce((sum, { feeMinor }) => sum + feeMinor, 0n))
        expect(fees).toBeGreaterThanOrEqual(0n)
      }
      const keeps = world.paid.filter(({ terms }) => terms.paysFee && !terms.returnsFee)
      expect(await feesOf(live)).toBeGreaterThanOrEqual(
        keeps.reduce((sum, { feeMinor }) => sum + feeMinor, 0n),
      )
      await expectSoundLedgerOf(live.id)
    }),
    { seed: 20_261_128, numRuns: 40 },
  )
})
