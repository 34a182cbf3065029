import type { PayoutStatus } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'

type About = { id: string; customerName: string; amountMinor: bigint; currency: string; at: Date }

/** Something that happened in the account. Amounts in minor units. */
export type Activity =
  | (About & { kind: 'invoice_created' | 'invoice_paid' })
  | (About & { kind: 'payout'; status: PayoutStatus })

const INVOICE = {
  id: true,
  currency: true,
  baseAmountMinor: true,
  feeAmountMinor: true,
  createdAt: true,
  paidAt: true,
  customer: { select: { name: true } },
} as const

/** The latest invoices made and paid and the latest payouts, the newest first. */
export async function recentActivity(tx: Transaction, accountId: string, limit: number): Promise<Activity[]> {
  const [created, paid, payouts] = await Promise.all([
    tx.invoice.findMany({ where: { accountId }, select: INVOICE, orderBy: { id: 'desc' }, take: limit }),
    tx.invoice.findMany({
      where: { accountId, status: 'PAID', paidAt: { not: null } },
      select: INVOICE,
      orderBy: { paidAt: 'desc' },
      take: limit,
    }),
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
  const ofInvoice = (invoice: (typeof created)[number]) => ({
    id: invoice.id,
    customerName: invoice.customer.name,
    amountMinor: invoice.baseAmountMinor + invoice.feeAmountMinor,
    currency: invoice.currency,
  })
  // What came of something stands above it where both happened at the same moment.
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
    ...paid.map((invoice) => ({
      ...ofInvoice(invoice),
      kind: 'invoice_paid' as const,
      at: invoice.paidAt ?? invoice.createdAt,
    })),
    ...created.map((invoice) => ({
      ...ofInvoice(invoice),
      kind: 'invoice_created' as const,
      at: invoice.createdAt,
    })),
  ]
  return all.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit)
}
