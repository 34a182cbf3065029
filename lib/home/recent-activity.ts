import type { PayoutStatus } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { hasDeliveredWebhook } from '@/lib/webhooks/event'

/** Which steps to the first payout the account has completed, derived from its rows rather than flags. */
export async function firstSteps(tx: Transaction, accountId: string) {
  const of = { where: { accountId }, select: { id: true } } as const
  const [key, customer, invoice, paid, isWebhookDelivered, payout] = await Promise.all([
    tx.apiKey.findFirst(of),
    tx.customer.findFirst(of),
    tx.invoice.findFirst(of),
    tx.invoice.findFirst({ where: { accountId, status: 'PAID' }, select: { id: true } }),
    hasDeliveredWebhook(tx, accountId),
    tx.payout.findFirst(of),
  ])
  return {
    hasApiKey: key !== null,
    hasCustomer: customer !== null,
    hasInvoice: invoice !== null,
    hasPaidInvoice: paid !== null,
    hasDeliveredWebhook: isWebhookDelivered,
    hasPayout: payout !== null,
  }
}

type About = { id: string; customerName: string; amountMinor: bigint; currency: string; at: Date }

/** Something that happened in the account. Amounts in minor units. */
export type Activity =
  | (About & { kind: 'invoice_created' | 'invoice_paid' })
  | (About & { kind: 'payout'; status: PayoutStatus })

/** The latest invoices created and paid and the latest payouts, newest first. */
export async function recentActivity(tx: Transaction, accountId: string, limit: number): Promise<Activity[]> {
  const [created, paid, payouts] = await Promise.all([
    tx.invoice.findMany({
      where: { accountId },
      select: {
        id: true,
        currency: true,
        baseAmountMinor: true,
        feeAmountMinor: true,
        createdAt: true,
        customer: { select: { name: true } },
      },
      orderBy: { id: 'desc' },
      take: limit,
    }),
    lastPaidInvoices(tx, accountId, limit),
    tx.payout.findMany({
      where: { accountId },
      select: {
        id: true,
        status: true,
        amountMinor: true,
        currency: true,
        createdAt: true,
        settledAt: true,
        bankAccount: { select: { customer: { select: { name: true } } } },
      },
      orderBy: { id: 'desc' },
      take: limit,
    }),
  ])
  // At equal times the outcome comes above its cause.
  const all: Activity[] = [
    ...payouts.map(({ id, status, amountMinor, currency, createdAt, settledAt, bankAccount }) => ({
      kind: 'payout' as const,
      id,
      status,
      amountMinor,
      currency,
      customerName: bankAccount.customer.name,
      at: settledAt ?? createdAt,
    })),
    ...paid.map((invoice) => ({ ...invoice, kind: 'invoice_paid' as const })),
    ...created.map(({ id, currency, baseAmountMinor, feeAmountMinor, createdAt, customer }) => ({
      kind: 'invoice_created' as const,
      id,
      amountMinor: baseAmountMinor + feeAmountMinor,
      currency,
      customerName: customer.name,
      at: createdAt,
    })),
  ]
  return all.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit)
}

/** Uses the index invoices_paid_by_time; a parameter for the status would prevent that. */
async function lastPaidInvoices(tx: Transaction, accountId: string, limit: number): Promise<About[]> {
  return tx.$queryRaw<About[]>`
    SELECT invoices.id, customers.name AS "customerName", currency, paid_at AS at,
           base_amount_minor + fee_amount_minor AS "amountMinor"
      FROM invoices JOIN customers ON customers.account_id = invoices.account_id AND customers.id = customer_id
     WHERE invoices.account_id = ${accountId}::uuid AND status = 'PAID' AND paid_at IS NOT NULL
     ORDER BY paid_at DESC
     LIMIT ${limit}`
}
