import type { OrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { toJson } from '@/lib/json'
import { ONE_MICROS } from '@/lib/money/quantity'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import { queueDelivery } from '@/lib/webhooks/delivery'
import { invoiceFee } from './amounts'
import { invoiceSnapshot } from './answer'
import type { InvoiceRecord } from './invoice'
import { newPayToken } from './issue-invoice'

const BASE_MINOR = 4200n

/**
 * Sends an event for a sample paid invoice to the URL, signed and delivered like any other, but tried once.
 * No id in it exists, so a receiver that mistakes it for real finds nothing to ship.
 */
export async function queueTestEvent(
  tx: OrmTransaction,
  account: Account,
  url: string,
): Promise<{ id: string }> {
  const payload = toJson({ invoice: invoiceSnapshot(sampleInvoice(account)) })
  return queueDelivery(tx, {
    accountId: account.id,
    eventId: null,
    invoiceId: null,
    sequence: 0,
    url,
    payload,
  })
}

function sampleInvoice(account: Account): InvoiceRecord {
  const at = now()
  const item = { title: 'Test item', quantityMicros: ONE_MICROS, unitPriceMinor: BASE_MINOR }
  return {
    accountId: account.id,
    id: newId(),
    number: 'INV-0001',
    customerId: newId(),
    email: 'customer@example.com',
    copyEmails: [],
    currency: 'USD',
    baseAmountMinor: BASE_MINOR,
    ...invoiceFee(BASE_MINOR, 'USD', account.fees),
    returnsFee: account.fees.returnsFee,
    outsideMinor: 0n,
    creditedMinor: 0n,
    status: 'PAID',
    dueDate: dayAfter(at, 30),
    redirectUrl: null,
    webhookUrl: null,
    payToken: newPayToken(),
    paymentMethod: 'card',
    paidAt: at,
    voidedAt: null,
    voidedFrom: null,
    seller: null,
    billedTo: null,
    statusSequence: 0,
    revision: 0,
    createdAt: at,
    reference: null,
    metadata: null,
    discountMinor: 0n,
    discountPpm: null,
    billingAddress: null,
    notes: null,
    items: [{ ...item, lineAmountMinor: BASE_MINOR, discountMinor: 0n, taxMinor: 0n, tax: null }],
  }
}
