import assert from 'node:assert/strict'
import type { Orm } from '@/lib/db/client'
import type { PayoutStatus } from '@/lib/db/generated/enums'

type FirstSteps = Record<
  'hasApiKey' | 'hasInvoice' | 'hasPaidInvoice' | 'hasDeliveredWebhook' | 'hasPayout',
  boolean
>

/**
 * Which steps to the first payout the account has completed, derived from its rows rather than flags. A
 * webhook counts once any of the account, a test event included, was answered with 2xx.
 */
export async function firstSteps(tx: Orm, accountId: string): Promise<FirstSteps> {
  const [steps] = await tx.$queryRaw<FirstSteps[]>`
    SELECT EXISTS (SELECT FROM api_keys WHERE account_id = ${accountId}::uuid) AS "hasApiKey",
           EXISTS (SELECT FROM invoices WHERE account_id = ${accountId}::uuid) AS "hasInvoice",
           EXISTS (SELECT FROM invoices WHERE account_id = ${accountId}::uuid AND status = 'PAID') AS "hasPaidInvoice",
           EXISTS (SELECT FROM webhook_deliveries WHERE account_id = ${accountId}::uuid AND status = 'DELIVERED')
             AS "hasDeliveredWebhook",
           EXISTS (SELECT FROM payouts WHERE account_id = ${accountId}::uuid) AS "hasPayout"`
  assert(steps, 'a row without a table')
  return steps
}

type About = { id: string; customerName: string; amountMinor: bigint; currency: string; at: Date }

/** Something that happened in the account. Amounts in minor units. */
export type Activity =
  | (About & { kind: 'invoice_created' | 'invoice_paid' })
  | (About & { kind: 'payout'; status: PayoutStatus })

/** The latest invoices created and paid and the latest payouts, newest first. */
export async function recentActivity(tx: Orm, accountId: string, limit: number): Promise<Activity[]> {
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
async function lastPaidInvoices(tx: Orm, accountId: string, limit: number): Promise<About[]> {
  return tx.$queryRaw<About[]>`
    SELECT invoices.id, customers.name AS "customerName", currency, paid_at AS at,
           base_amount_minor + fee_amount_minor - credited_minor AS "amountMinor"
      FROM invoices JOIN customers ON customers.account_id = invoices.account_id AND customers.id = customer_id
     WHERE invoices.account_id = ${accountId}::uuid AND status = 'PAID' AND paid_at IS NOT NULL
     ORDER BY paid_at DESC
     LIMIT ${limit}`
}
