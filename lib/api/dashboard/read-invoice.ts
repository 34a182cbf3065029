import type { Mode } from '@/lib/auth/mode'
import { now } from '@/lib/clock'
import { database } from '@/lib/db/client'
import { formatDecimal } from '@/lib/decimals'
import { findInvoiceDetails, type InvoiceDetails } from '@/lib/domain/invoices/find-invoice-details'
import { QUANTITY_DECIMALS } from '@/lib/invoice-fields'
import { paymentLink } from '@/lib/links'
import { type InvoiceStep, invoiceTimeline } from './invoice-timeline'
import { type EntryRow, presentEntry } from './present-entry'
import { type AmountView, type InvoiceRow, presentAmount, presentInvoiceRow } from './present-invoice-row'

export type InvoiceEventRow = {
  id: string
  sequence: number
  url: string
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attemptCount: number
  createdAt: string
}

export type InvoiceView = InvoiceRow & {
  mode: Mode
  base: AmountView
  fee: AmountView
  items: { title: string; quantity: string; price: AmountView; amount: AmountView }[]
  paymentLink: string
  redirectUrl: string | null
  webhookUrl: string | null
  paidAt: string | null
  /** A payment or a delivery is under way: it ends without anybody's doing. */
  isMoving: boolean
  timeline: InvoiceStep[]
  /** The latest first. */
  events: InvoiceEventRow[]
  entries: EntryRow[]
}

/** A delivery that is further away is not waited for. */
const NEAR_MS = 60_000

/** An invoice of the vendor, in whichever mode it is; null for anyone else's. */
export async function readInvoice(vendorId: string, id: string): Promise<InvoiceView | null> {
  const details = await findInvoiceDetails(database(), vendorId, id)
  return details && presentInvoice(details)
}

function presentInvoice(details: InvoiceDetails): InvoiceView {
  const { account, invoice, events, entries } = details
  const { currency } = invoice
  return {
    ...presentInvoiceRow(invoice),
    mode: account.mode,
    base: presentAmount(invoice.baseAmountMinor, currency),
    fee: presentAmount(invoice.feeAmountMinor, currency),
    items: invoice.items.map(({ title, quantityMicros, unitPriceMinor, lineAmountMinor }) => ({
      title,
      quantity: formatDecimal(quantityMicros, QUANTITY_DECIMALS).replace(/\.?0+$/, ''),
      price: presentAmount(unitPriceMinor, currency),
      amount: presentAmount(lineAmountMinor, currency),
    })),
    paymentLink: paymentLink(account.id, invoice.payToken),
    redirectUrl: invoice.redirectUrl,
    webhookUrl: invoice.webhookUrl,
    paidAt: invoice.paidAt?.toISOString() ?? null,
    isMoving: isMoving(details),
    timeline: invoiceTimeline(details),
    events: events.map((event) => ({
      id: event.id,
      sequence: event.sequence,
      url: event.url,
      status: event.status,
      attemptCount: event.attemptCount,
      createdAt: event.createdAt.toISOString(),
    })),
    entries: entries.map(presentEntry),
  }
}

function isMoving({ payments, events }: InvoiceDetails): boolean {
  const soon = now().getTime() + NEAR_MS
  return (
    payments.some(({ status }) => status === 'PROCESSING' || status === 'REFUNDING') ||
    events.some(({ nextAttemptAt }) => nextAttemptAt !== null && nextAttemptAt.getTime() < soon)
  )
}
