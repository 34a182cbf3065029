import type { Transaction } from '@/lib/db/transaction'
import { hasDeliveredWebhook } from '../webhooks/has-delivered-webhook'

export type FirstSteps = {
  hasApiKey: boolean
  hasCustomer: boolean
  hasInvoice: boolean
  hasPaidInvoice: boolean
  /** A webhook that the vendor's server answered with 2xx. */
  hasDeliveredWebhook: boolean
  hasPayout: boolean
}

/** How far the account has come from nothing to its first payout: from what is there, never from a flag. */
export async function firstSteps(tx: Transaction, accountId: string): Promise<FirstSteps> {
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
