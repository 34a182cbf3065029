import { inOrmTransaction } from '@/lib/db/transaction'
import type { PaidInvoice } from '@/lib/ledger/live-money.fixture'
import type { ReportedDispute, ReportedRefund } from '@/lib/providers/payment-provider'
import { recordReversals } from './reversals'

/** All of an invoice of 100.00 and a fee of 3.20. */
const WHOLE = { amountMinor: 10_320n, currency: 'USD', createdAt: new Date() }

export function refundReport(
  status: ReportedRefund['status'],
  changes: Partial<ReportedRefund> = {},
): ReportedRefund {
  return { kind: 'refund', reference: 're_1', key: null, status, failureReason: null, ...WHOLE, ...changes }
}

export function disputeReport(
  status: ReportedDispute['status'],
  changes: Partial<ReportedDispute> = {},
): ReportedDispute {
  return {
    kind: 'dispute',
    reference: 'dp_1',
    status,
    reason: null,
    evidenceDueAt: null,
    url: null,
    ...WHOLE,
    ...changes,
  }
}

/** Records what the provider reports of a payment at one look. */
export async function report(
  { accountId, paymentId }: Pick<PaidInvoice, 'accountId' | 'paymentId'>,
  ...reports: (ReportedRefund | ReportedDispute)[]
): Promise<void> {
  await inOrmTransaction(async (tx) => {
    const where = { accountId_id: { accountId, id: paymentId } }
    const own = reports.map((each) => ({ ...each, reference: `${each.reference}_${paymentId}` }))
    await recordReversals(tx, await tx.payment.findUniqueOrThrow({ where }), own)
  })
}
