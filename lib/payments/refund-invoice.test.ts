import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import type { Refund } from '@/lib/db/generated/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { isDomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { due, workOn } from '@/lib/jobs/queue.fixture'
import { moneyOf, paidInvoice } from '@/lib/ledger/live-money.fixture'
import { expectSoundLedgerOf } from '@/lib/ledger/sound-ledger.fixture'
import type { PaymentProvider } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import { buildBankAccount, buildCustomer, buildPayout, buildVendor } from '@/prisma/seed/builders'
import {
  GOOD_CARD,
  LONG_TIMEOUT_MS,
  type PayableInvoice,
  payableInvoice,
  payByCard,
} from './payable-invoice.fixture'
import { disputeReport, refundReport } from './provider-report.fixture'
import { readInvoice } from './queries'
import {
  findRefund,
  makeRefund,
  reconcileClaimedRefund,
  reconcileRefund,
  refundQueue,
  requestRefund,
  sendRefund,
} from './refund-invoice'
import { recordReversals } from './reversals'
import { recordTestPayment } from './settle-payment'

const sandbox = paymentProviderFor('test')
const COMMIT = { claim: null, requestId: newId() }
const MINUTE_MS = 60_000

let time: Date
let invoice: PayableInvoice

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  invoice = await payableInvoice(sandbox)
})
afterEach(() => setClock(null))

const options = (provider: PaymentProvider = sandbox, timeoutMs = LONG_TIMEOUT_MS) => ({
  providers: [provider],
  timeoutMs,
})

/** Pays the invoice of 100.00 and a fee of 3.20; the card decides what becomes of its refunds. */
const pay = (number = GOOD_CARD) => payByCard(invoice, number)

const ask = (amountMinor: bigint | null = null, to = invoice.invoiceId) => ({ invoiceId: to, amountMinor })

const refund = (amountMinor: bigint | null = null): Promise<Refund> =>
  makeRefund(invoice.accountId, ask(amountMinor), COMMIT)

const intend = (amountMinor: bigint | null = null): Promise<Refund> =>
  inOrmTransaction((tx) => requestRefund(tx, invoice.accountId, ask(amountMinor), { leaseMs: 1000 }))

/** The worker's work on the invoice's refunds, some time later. */
async function work(provider: PaymentProvider = sandbox, laterMs = MINUTE_MS): Promise<void> {
  time = new Date(time.getTime() + laterMs)
  const rows = (await due(refundQueue)).filter(({ tenantId }) => tenantId === invoice.accountId)
  for (const row of rows) {
    await workOn(
      {
        queue: refundQueue,
        leaseMs: () => 1000,
        work: async (claim) => {
          await reconcileClaimedRefund(claim, options(provider))
        },
      },
      row,
    )
  }
}

const read = ({ id }: { id: string }) => findRefund(database(), invoice.accountId, id)
const refunds = () => database().refund.findMany({ where: { accountId: invoice.accountId } })
const available = async () => (await moneyOf(invoice.account)).available
const reasons = async ({ id }: { id: string }) => {
  const where = { accountId: invoice.accountId, referenceId: id }
  const posted = await database().ledgerTransaction.findMany({ where, orderBy: { position: 'asc' } })
  return posted.map(({ reason }) => reason)
}

/** The amount that the provider has given back, in minor units. */
async function givenBack(): Promise<bigint> {
  const { rows } = await connectionPool().query<{ sum: bigint | string }>(
    `SELECT coalesce(sum(r.amount_minor), 0)::text AS sum
       FROM sandbox_refunds r JOIN sandbox_charges c ON c.reference = r.payment_reference
       JOIN sandbox_checkout_sessions s ON s.reference = c.session_reference
      WHERE s.idempotency_key = $1 AND r.status IN ('REFUNDED', 'PENDING')`,
    [invoice.invoiceId],
  )
  return BigInt(rows[0]?.sum ?? 0)
}

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  )

describe('a refund', () => {
  test('without an amount gives all of the base amount back, and the fee is kept', async () => {
    await pay()
    const row = await refund()
    expect(row).toMatchObject({ status: 'SUCCEEDED', amountMinor: 10_000n, baseMinor: 10_000n })
    expect([await available(), await givenBack()]).toEqual([0n, 10_000n])
    expect(await reasons(row)).toEqual(['refund.made'])
    expect(row.nextAttemptAt).toBeNull()
  })

  test('in parts never exceeds the amount that is left', async () => {
    await pay()
    await refund(6000n)
    expect(await codeOf(refund(4001n))).toBe('refund_too_large')
    await refund()
    expect(await codeOf(refund())).toBe('refund_too_large')
    expect(await codeOf(refund(1n))).toBe('refund_too_large')
    expect((await refunds()).map(({ amountMinor }) => amountMinor).sort()).toEqual([4000n, 6000n])
    expect([await available(), await givenBack()]).toEqual([0n, 10_000n])
  })

  test('is for the account’s own paid invoices only', async () => {
    expect(await codeOf(refund())).toBe('invoice_not_paid')
    await pay()
    const { test: other } = await buildVendor()
    expect(await codeOf(makeRefund(other.id, ask(), COMMIT))).toBe('invoice_not_found')
    expect(await codeOf(makeRefund(invoice.accountId, ask(null, 'x'), COMMIT))).toBe('invoice_not_found')
  })

  test('beyond the wallet is refused, makes no debt and asks nobody', async () => {
    await pay()
    await payOut(5000n)
    expect(await codeOf(refund(5001n))).toBe('insufficient_balance')
    expect([await refunds(), await givenBack()]).toEqual([[], 0n])
    expect(await moneyOf(invoice.account)).toEqual({ available: 5000n, pending: 0n, owed: 0n })
    await refund(5000n)
    expect(await available()).toBe(0n)
  })

  test('takes what is pending first', async () => {
    const { live } = await buildVendor()
    const { accountId, invoiceId } = await paidInvoice(live)
    await inOrmTransaction((tx) => requestRefund(tx, accountId, ask(4000n, invoiceId), { leaseMs: 1000 }))
    expect(await moneyOf(live)).toEqual({ available: 0n, pending: 6000n, owed: 0n })
  })

  test('of an invoice that was marked as paid asks no provider', async () => {
    await inOrmTransaction((tx) => recordTestPayment(tx, invoice, sandbox))
    expect(await refund(2500n)).toMatchObject({ status: 'SUCCEEDED', providerReference: null })
    expect([await available(), await givenBack()]).toEqual([7500n, 0n])
  })
})

describe('the sandbox’s cards', () => {
  test('pending: confirmed at the next check', async () => {
    await pay('4000000000007726')
    const pending = await refund(4000n)
    expect(pending).toMatchObject({ status: 'PENDING', providerReference: expect.stringMatching(/^sbx_re_/) })
    expect(await available()).toBe(6000n)
    await work()
    expect(await read(pending)).toMatchObject({ status: 'SUCCEEDED', nextAttemptAt: null })
    expect(await reasons(pending)).toEqual(['refund.made'])
  })

  test('fails later: the money comes back, and the same amount can be refunded again', async () => {
    await pay('4000000000005126')
    const pending = await refund()
    expect([pending.status, await available()]).toEqual(['PENDING', 0n])
    await work()
    expect(await read(pending)).toMatchObject({ status: 'FAILED', failureReason: 'refund_failed' })
    expect(await available()).toBe(10_000n)
    expect(await reasons(pending)).toEqual(['refund.made', 'refund.failed'])
    const { vendorId } = await database().account.findUniqueOrThrow({ where: { id: invoice.accountId } })
    expect((await readInvoice(vendorId, invoice.invoiceId))?.timeline).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          title: 'Payment received',
          detail: expect.stringMatching(/^Visa •••• 5126 through Sandbox · Receipt INV-\d+-R1$/),
        }),
        expect.objectContaining({
          title: 'Refund failed',
          detail: '$100.00 is back in your wallet.',
          status: 'failed',
        }),
      ]),
    )
    expect((await refund()).status).toBe('PENDING')
  })

  test('refused at once: the money is back in the answer', async () => {
    await pay('4000000000003337')
    expect(await refund()).toMatchObject({
      status: 'FAILED',
      failureReason: 'refund_refused',
      nextAttemptAt: null,
    })
    expect([await available(), await givenBack()]).toEqual([10_000n, 0n])
  })

  test('lost answer: pending with the money reserved, made once, and known at the next check', async () => {
    await pay('4000000000004442')
    const intended = await intend(4000n)
    const pending = await sendRefund(intended, options(sandbox, 300))
    expect(pending).toMatchObject({ status: 'PENDING', providerReference: null })
    expect([await available(), await givenBack()]).toEqual([6000n, 4000n])
    await work()
    expect(await read(pending)).toMatchObject({ status: 'SUCCEEDED' })
    expect([await available(), await givenBack()]).toEqual([6000n, 4000n])
  })
})

describe('a provider that', () => {
  const refusing: PaymentProvider = {
    ...sandbox,
    refund: async () => ({ kind: 'rejected', code: 'charge_disputed', detail: 'Disputed', httpStatus: 400 }),
  }
  const silent: PaymentProvider = {
    ...sandbox,
    refund: async () => ({ kind: 'unknown', reason: 'no answer' }),
  }

  test('is called with the intent committed and no transaction open', async () => {
    await pay()
    const intended = await intend()
    const watched: PaymentProvider = {
      ...sandbox,
      refund: async (request, signal) => {
        expect(await read({ id: request.key })).toMatchObject({ status: 'PENDING' })
        const { rowCount } = await connectionPool().query(
          `SELECT FROM pg_stat_activity
            WHERE datname = current_database() AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`,
        )
        expect(rowCount).toBe(0)
        return sandbox.refund(request, signal)
      },
    }
    expect((await sendRefund(intended, options(watched))).status).toBe('SUCCEEDED')
  })

  test('stays silent is asked for as long as it takes, and nothing is given back on a guess', async () => {
    await pay()
    const pending = await sendRefund(await intend(), options(silent))
    for (let days = 0; days < 3; days += 1) await work(silent, 24 * 60 * MINUTE_MS)
    expect(await read(pending)).toMatchObject({ status: 'PENDING', attemptCount: 4 })
    expect(await available()).toBe(0n)
    await work(sandbox, 60 * MINUTE_MS)
    expect((await read(pending)).status).toBe('SUCCEEDED')
  })

  test('refuses a repeat is believed once the first request can’t be in transit any more', async () => {
    await pay()
    const pending = await sendRefund(await intend(), options(silent))
    await work(refusing)
    expect([(await read(pending)).status, await available()]).toEqual(['PENDING', 0n])
    await work(refusing, 25 * 60 * MINUTE_MS)
    expect([(await read(pending)).status, await available()]).toEqual(['FAILED', 10_000n])
  })

  test('refused for certain and has refunded all the same: the operator is shown it, and nothing is taken twice', async () => {
    await pay()
    const failed = await sendRefund(await intend(4000n), options(refusing))
    expect(failed).toMatchObject({ status: 'FAILED', failureReason: 'charge_disputed' })
    await report('SUCCEEDED', failed)
    expect([(await read(failed)).status, await available()]).toEqual(['FAILED', 10_000n])
    const where = { accountId: invoice.accountId }
    expect(await database().unpostedAmount.findMany({ where })).toMatchObject([
      { kind: 'refund', expectedMinor: 0n, reportedMinor: 4000n },
    ])
  })

  test('is not configured any more leaves the refund pending', async () => {
    await pay()
    const pending = await sendRefund(await intend(), { providers: [], timeoutMs: 1000 })
    expect([pending.status, await available()]).toEqual(['PENDING', 0n])
  })
})

/** Books what a look at the payment after a notification would find. */
async function report(
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED',
  { id: key, amountMinor }: Refund,
): Promise<void> {
  await inOrmTransaction(async (tx) => {
    const payment = await tx.payment.findFirstOrThrow({ where: { accountId: invoice.accountId } })
    await recordReversals(tx, payment, [refundReport(status, { reference: `re_${key}`, key, amountMinor })])
  })
}

describe('a notification of the provider', () => {
  test('that comes before the answer settles the refund, and the answer changes nothing', async () => {
    await pay()
    const intended = await intend(4000n)
    const overtaken: PaymentProvider = {
      ...sandbox,
      refund: async ({ key }) => {
        await report('SUCCEEDED', intended)
        return { kind: 'accepted', value: { reference: `re_${key}`, status: 'given_back' } }
      },
    }
    expect((await sendRefund(intended, options(overtaken))).status).toBe('SUCCEEDED')
    expect(await refunds()).toMatchObject([{ id: intended.id, providerReference: `re_${intended.id}` }])
    expect([await available(), await reasons(intended)]).toEqual([6000n, ['refund.made']])
  })

  test('that it failed after all gives the money back once', async () => {
    await pay()
    const intended = await intend(4000n)
    await report('PENDING', intended)
    await report('SUCCEEDED', intended)
    await report('FAILED', intended)
    await report('SUCCEEDED', intended)
    expect([(await read(intended)).status, await available()]).toEqual(['FAILED', 10_000n])
    expect((await read(intended)).nextAttemptAt).toBeNull()
  })
})

describe('two at once', () => {
  test('refunds of the same rest: one is made', async () => {
    await pay()
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(refund(6000n))))
    expect(codes.sort()).toEqual(['none', ...Array.from({ length: 5 }, () => 'refund_too_large')])
    expect([await available(), await givenBack()]).toEqual([4000n, 6000n])
  })

  test('workers and the request: the refund is made and booked once', async () => {
    await pay()
    const intended = await intend()
    const key = { accountId: invoice.accountId, refundId: intended.id }
    await Promise.all([
      sendRefund(intended, options()),
      ...Array.from({ length: 4 }, () => reconcileRefund(key, { ...options(), isEarly: true })),
    ])
    expect(await reasons(intended)).toEqual(['refund.made'])
    expect([await available(), await givenBack()]).toEqual([0n, 10_000n])
  })

  test('a refund and a dispute of the same payment: both never take more than the base', async () => {
    for (let round = 0; round < 5; round += 1) {
      invoice = await payableInvoice(sandbox)
      await pay()
      const dispute = inOrmTransaction(async (tx) => {
        const payment = await tx.payment.findFirstOrThrow({ where: { accountId: invoice.accountId } })
        await recordReversals(tx, payment, [disputeReport('OPEN')])
      })
      const refunded = intend()
      await Promise.allSettled([dispute, refunded])
      expect(await moneyOf(invoice.account)).toEqual({ available: 0n, pending: 0n, owed: 0n })
      const where = { accountId: invoice.accountId }
      expect([...(await refunds()), ...(await database().dispute.findMany({ where }))]).toHaveLength(1)
    }
  })

  test('a refund and a payout of the same money: one of them is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      invoice = await payableInvoice(sandbox)
      await pay()
      const recipient = await aRecipient()
      const outcomes = await Promise.all([codeOf(refund()), codeOf(payOut(10_000n, recipient))])
      expect(outcomes.sort()).toEqual(['insufficient_balance', 'none'])
      expect(await moneyOf(invoice.account)).toEqual({ available: 0n, pending: 0n, owed: 0n })
    }
  })
})

async function aRecipient() {
  const { id: customerId } = await buildCustomer(invoice.account)
  const { id: bankAccountId } = await buildBankAccount(invoice.account, customerId)
  return { customerId, bankAccountId }
}

async function payOut(amountMinor: bigint, to?: Awaited<ReturnType<typeof aRecipient>>): Promise<void> {
  await buildPayout(invoice.account, { ...(to ?? (await aRecipient())), amountMinor })
}

const amountMinor = fc.bigInt({ min: 1n, max: 6000n })
const step = fc.oneof(
  fc.record({ kind: fc.constant('refund' as const), amountMinor }),
  fc.record({ kind: fc.constant('at the provider' as const), amountMinor }),
  fc.record({ kind: fc.constant('work' as const), amountMinor }),
)

test('whatever is refunded in parts, by us or at the provider, the sum is never over what was paid', async () => {
  const cards = fc.constantFrom(GOOD_CARD, '4000000000007726', '4000000000005126')
  await fc.assert(
    fc.asyncProperty(cards, fc.array(step, { minLength: 1, maxLength: 8 }), async (card, steps) => {
      invoice = await payableInvoice(sandbox)
      await pay(card)
      for (const { kind, amountMinor: partMinor } of steps) {
        if (kind === 'work') await work()
        else if (kind === 'refund') await refund(partMinor).catch(expectRefusal)
        else await refundElsewhere(partMinor)
        const taken = (await refunds()).filter(({ status }) => status !== 'FAILED')
        const sums = [
          taken.reduce((sum, row) => sum + row.baseMinor, 0n),
          taken.reduce((sum, row) => sum + row.amountMinor, 0n),
        ] as const
        expect(sums[0]).toBeLessThanOrEqual(10_000n)
        expect(sums[1]).toBeLessThanOrEqual(10_320n)
        expect(await available()).toBe(10_000n - sums[0])
        await expectSoundLedgerOf(invoice.accountId)
      }
    }),
    { numRuns: 15 },
  )
}, 60_000)

function expectRefusal(error: unknown): void {
  expect(isDomainError(error, 'refund_too_large') || isDomainError(error, 'insufficient_balance')).toBe(true)
}

/** A refund that somebody made in the provider's own dashboard, found by the look after its notification. */
async function refundElsewhere(partMinor: bigint): Promise<void> {
  const payment = await database().payment.findFirstOrThrow({ where: { accountId: invoice.accountId } })
  const { providerReference, currency } = payment
  const request = {
    key: newId(),
    paymentReference: providerReference ?? '',
    amountMinor: partMinor,
    currency,
  }
  await sandbox.refund(request, AbortSignal.timeout(LONG_TIMEOUT_MS))
  const reversals = await sandbox.readReversals(
    request.paymentReference,
    AbortSignal.timeout(LONG_TIMEOUT_MS),
  )
  if (reversals.kind !== 'accepted') throw new Error('the sandbox answers')
  await inOrmTransaction((tx) => recordReversals(tx, payment, reversals.value))
}
