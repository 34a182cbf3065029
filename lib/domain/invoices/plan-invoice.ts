import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { BASE62, ENCODED_ID_LENGTH } from '@/lib/base62'
import { now } from '@/lib/clock'
import { dayAfter } from '@/lib/dates'
import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { customerFeeMinor, lineAmountMinor } from '@/lib/invoice-amounts'
import { findCustomer } from '../customers/find-customer'
import type { Account } from '../vendors/find-account'
import type { InvoiceRecord } from './invoice-snapshot'

const DEFAULT_DUE_DAYS = 30

export type InvoiceDraft = {
  /** An existing customer, or the e-mail of one that is found or made when the invoice is saved. */
  customer: { id: string } | { email: string }
  currency: string
  items: { title: string; quantityMicros: bigint; unitPriceMinor: bigint }[]
  /** Null: 30 days from today. */
  dueDate: Date | null
  redirectUrl: string | null
  webhookUrl: string | null
}

/** An invoice that is worked out and not saved yet; its customer may still have to be made. */
export type InvoicePlan = Omit<InvoiceRecord, 'customerId'> & { customerId: string | null }

/**
 * Works an invoice out: customer, lines, base amount and the customer fee as the vendor's terms are now.
 * `customer_not_found` for an unknown customer id.
 */
export async function planInvoice(
  tx: Transaction,
  account: Account,
  draft: InvoiceDraft,
): Promise<InvoicePlan> {
  const customer = 'id' in draft.customer ? await findCustomer(tx, account.id, draft.customer.id) : null
  const items = draft.items.map((item) => ({
    ...item,
    lineAmountMinor: lineAmountMinor(item.quantityMicros, item.unitPriceMinor),
  }))
  const baseAmountMinor = items.reduce((sum, item) => sum + item.lineAmountMinor, 0n)
  assert(baseAmountMinor > 0n, 'an invoice asks for an amount above zero')
  const createdAt = now()
  return {
    accountId: account.id,
    id: newId(),
    customerId: customer?.id ?? null,
    email: 'email' in draft.customer ? draft.customer.email : (customer?.email ?? ''),
    currency: draft.currency,
    baseAmountMinor,
    feeAmountMinor: customerFeeMinor(baseAmountMinor, draft.currency, account.fees),
    status: 'CREATED',
    dueDate: draft.dueDate ?? dayAfter(createdAt, DEFAULT_DUE_DAYS),
    redirectUrl: draft.redirectUrl,
    webhookUrl: draft.webhookUrl,
    payToken: newPayToken(),
    provider: null,
    paidAt: null,
    statusSequence: 0,
    createdAt,
    items,
  }
}

/** The part of a payment link that nobody can guess. */
export function newPayToken(): string {
  return Array.from({ length: ENCODED_ID_LENGTH }, () => BASE62[randomInt(BASE62.length)]).join('')
}
