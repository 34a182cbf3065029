import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { inOrmTransaction } from '@/lib/db/transaction'
import { isDomainError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { disputeReport, refundReport, report } from '@/lib/payments/provider-report.fixture'
import type { ReportedDispute, ReportedRefund } from '@/lib/providers/payment-provider'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { buildVendor, fundWallet } from '@/prisma/seed/builders'
import { releaseDueHolds } from './holds'
import { inDays, moneyOf, type PaidInvoice, paidInvoice } from './live-money.fixture'
import { postTransaction } from './post-transaction'
import { expectSoundLedgerOf } from './sound-ledger.fixture'

type Reversal = ReportedRefund | ReportedDispute

type Step =
  | { kind: 'pay' | 'credit' | 'spend'; amountMinor: bigint }
  | { kind: 'pass'; days: number }
  | { kind: 'reverse' | 'giveBack'; of: number; how: Reversal['kind'] }

const amountMinor = fc.bigInt(1n, 5000n)
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('pay' as const, 'pay' as const, 'credit' as const, 'spend' as const),
    amountMinor,
  }),
  fc.record({ kind: fc.constant('pass' as const), days: fc.integer({ min: 1, max: 2 }) }),
  fc.record({
    kind: fc.constantFrom('reverse' as const, 'reverse' as const, 'giveBack' as const),
    of: fc.nat(20),
    how: fc.constantFrom('refund' as const, 'dispute' as const),
  }),
)

afterEach(() => setClock(null))

type Paid = PaidInvoice & { baseMinor: bigint; totalMinor: bigint; reversal: Reversal | null }

/** The balances that the vendor must have, computed independently; the ledger knows in which account. */
class World {
  day = 0
  netMinor = 0n
  readonly paid: Paid[] = []
  constructor(readonly account: Account) {}

  async take(step: Step): Promise<void> {
    if ('of' in step) {
      const paid = this.paid[step.of % this.paid.length]
      if (paid) await (step.kind === 'reverse' ? this.reverse(paid, step.how) : this.giveBack(paid))
    } else if ('days' in step) {
      this.day += step.days
      inDays(this.day)
      await releaseDueHolds()
    } else if (step.kind === 'credit') {
      await fundWallet(this.account, step.amountMinor)
      this.netMinor += step.amountMinor
    } else if (step.kind === 'spend') {
      if (await this.spend(step.amountMinor)) this.netMinor -= step.amountMinor
    } else {
      const invoice = await paidInvoice(this.account, step.amountMinor)
      const feeMinor = (step.amountMinor * 29n * 2n + 1000n) / 2000n + 30n
      const totalMinor = step.amountMinor + feeMinor
      this.paid.push({ ...invoice, baseMinor: step.amountMinor, totalMinor, reversal: null })
      this.netMinor += step.amountMinor
    }
  }

  /** Returns whether the available balance covered it. */
  async spend(minor: bigint): Promise<boolean> {
    const header = { accountId: this.account.id, referenceId: newId(), currency: 'USD' }
    const entry = { destination: { kind: 'operator_funding' }, amountMinor: minor } as const
    try {
      await inOrmTransaction((tx) =>
        postTransaction(tx, { ...header, reason: 'wallet.credited' }, [
          { source: { kind: 'credit_wallet' }, ...entry },
        ]),
      )
      return true
    } catch (error) {
      if (isDomainError(error, 'insufficient_balance')) return false
      throw error
    }
  }

  async reverse(paid: Paid, kind: Reversal['kind']): Promise<void> {
    if (paid.reversal) return
    const whole = { amountMinor: paid.totalMinor, reference: newId() }
    paid.reversal = kind === 'refund' ? refundReport('SUCCEEDED', whole) : disputeReport('OPEN', whole)
    await report(paid, paid.reversal)
    this.netMinor -= paid.baseMinor
  }

  async giveBack(paid: Paid): Promise<void> {
    const { reversal } = paid
    if (!reversal || ['FAILED', 'WON'].includes(reversal.status)) return
    paid.reversal =
      reversal.kind === 'refund' ? { ...reversal, status: 'FAILED' } : { ...reversal, status: 'WON' }
    await report(paid, paid.reversal)
    this.netMinor += paid.baseMinor
  }
}

test('payments, releases, refunds, disputes, credits and debits in any order add up, and no debt stands beside money', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 16 }), async (sequence) => {
      setClock(null)
      const world = new World((await buildVendor()).live)
      for (const step of sequence) {
        await world.take(step)
        const { available, pending, owed } = await moneyOf(world.account)
        expect(available + pending - owed).toBe(world.netMinor)
        expect(owed === 0n || available + pending === 0n).toBe(true)
      }
      await expectSoundLedgerOf(world.account.id)
    }),
    { seed: 20_261_122, numRuns: 40 },
  )
})
