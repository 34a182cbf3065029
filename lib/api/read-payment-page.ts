import type { Mode } from '@/lib/auth/mode'
import { now } from '@/lib/clock'
import { dayAfter, formatIsoDate } from '@/lib/dates'
import { totalMinor } from '@/lib/domain/invoices/invoice-snapshot'
import { type PayableInvoice, readPayableInvoice } from '@/lib/domain/payments/find-payable-invoice'
import { DomainError } from '@/lib/errors'
import { afterPaymentUrl } from '@/lib/links'
import { formatDecimal } from '@/lib/money'
import { paymentProviderFor } from '@/lib/providers/registry'
import { type AmountView, presentAmount } from './dashboard/present-invoice-row'

const MICROS_DECIMALS = 6

export type PaymentItemView = { title: string; quantity: string; unitPrice: AmountView; amount: AmountView }

export type PaymentPageView = {
  token: string
  mode: Mode
  vendorName: string
  /** `card`: payable on the page itself. `hosted`: payable on the provider's page. */
  state: 'card' | 'hosted' | 'processing' | 'paid' | 'closed'
  email: string
  items: PaymentItemView[]
  base: AmountView
  fee: AmountView
  hasFee: boolean
  total: AmountView
  /** `YYYY-MM-DD` */
  dueDate: string
  isOverdue: boolean
  /** Once it is paid. */
  receipt: { paidAt: string; transactionId: string | null; returnUrl: string | null } | null
}

/** What the buyer sees behind a payment link; null where it leads nowhere. */
export async function readPaymentPage(token: string): Promise<PaymentPageView | null> {
  const payable = await readPayableInvoice(token)
  return payable && presentPaymentPage(token, payable)
}

function presentPaymentPage(
  token: string,
  { invoice, mode, vendor, livePayment }: PayableInvoice,
): PaymentPageView {
  const { currency } = invoice
  const isPaid = invoice.status === 'PAID'
  const state = isPaid ? 'paid' : livePayment ? 'processing' : vendor.isBanned ? 'closed' : wayToPay(mode)
  return {
    token,
    mode,
    vendorName: vendor.name,
    state,
    email: invoice.email,
    items: invoice.items.map((item) => ({
      title: item.title,
      quantity: formatDecimal(item.quantityMicros, MICROS_DECIMALS).replace(/\.?0+$/, ''),
      unitPrice: presentAmount(item.unitPriceMinor, currency),
      amount: presentAmount(item.lineAmountMinor, currency),
    })),
    base: presentAmount(invoice.baseAmountMinor, currency),
    fee: presentAmount(invoice.feeAmountMinor, currency),
    hasFee: invoice.feeAmountMinor > 0n,
    total: presentAmount(totalMinor(invoice), currency),
    dueDate: formatIsoDate(invoice.dueDate),
    // A due day is over when the next one begins, in UTC.
    isOverdue: !isPaid && now() >= dayAfter(invoice.dueDate, 1),
    receipt: isPaid ? receiptOf(token, { invoice, livePayment }) : null,
  }
}

function wayToPay(mode: Mode): 'card' | 'hosted' | 'closed' {
  try {
    return paymentProviderFor(mode).cards ? 'card' : 'hosted'
  } catch (error) {
    // The operator has taken the provider away since the invoice was made.
    if (error instanceof DomainError && error.code === 'live_mode_unavailable') return 'closed'
    throw error
  }
}

function receiptOf(token: string, { invoice, livePayment }: Pick<PayableInvoice, 'invoice' | 'livePayment'>) {
  const { paidAt, createdAt, redirectUrl } = invoice
  const transactionId = livePayment?.transactionId ?? null
  const returnUrl = redirectUrl && transactionId ? afterPaymentUrl(redirectUrl, token, transactionId) : null
  return { paidAt: (paidAt ?? createdAt).toISOString(), transactionId, returnUrl }
}
