import type { Mode } from '@/lib/auth/mode'
import { type Branding, findBranding } from '@/lib/branding/branding'
import { findSellerOf, type Seller } from '@/lib/branding/seller'
import { linesOf } from '@/lib/branding/seller-fields'
import { inTransaction } from '@/lib/db/transaction'
import { isDomainError } from '@/lib/errors'
import { afterPaymentUrl, paymentPageUrl } from '@/lib/http/links'
import { DEFAULT_LOCALE, type Locale } from '@/lib/i18n/locale'
import { findBilledTo, totalMinor } from '@/lib/invoices/invoice'
import { type InvoiceSums, presentSums } from '@/lib/invoices/invoice-sums'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { formatQuantity } from '@/lib/money/quantity'
import { paymentProviderFor } from '@/lib/providers/registry'
import { SANDBOX_CARDS } from '@/lib/providers/sandbox/charges'
import type { DeclineCode } from '@/lib/providers/shared/declines'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate } from '@/lib/time/dates'
import { type CreditNote, findCreditNotes } from './credit-notes'
import { findLastDecline, findPayableInvoice, isPaymentAwaited, type PayableInvoice } from './start-payment'

/** `other` covers every provider code that is not listed. */
export type DeclineReason = DeclineCode | 'other'

export type SandboxDecline = NonNullable<(typeof SANDBOX_CARDS)[number]['decline']>

export type PaymentItemView = { title: string; quantity: string; unitPrice: AmountView; amount: AmountView }

export type PaymentPageView = {
  token: string
  /** URL of this page, for another device. */
  address: string
  mode: Mode
  vendor: {
    name: string
    /** The address that answers mail about the invoice. */
    email: string
    /** `#rrggbb` */
    color: string | null
    logoPath: string | null
  }
  /** `card`: payable on this page. `hosted`: payable on the provider's page. */
  state: 'card' | 'hosted' | 'processing' | 'paid' | 'voided' | 'banned' | 'unavailable'
  /** Decline code of the latest attempt, while the invoice can still be paid. */
  lastDecline: string | null
  /** Test cards to offer in the sandbox; null elsewhere. */
  sandboxCards: readonly { number: string; decline: SandboxDecline | null }[] | null
  /** The invoice's. */
  number: string
  /** The seller by law. */
  seller: Seller
  billedTo: { name: string; address: string[] }
  email: string
  items: PaymentItemView[]
  sums: InvoiceSums
  /** The invoice's own, then those on all of the seller's invoices, a paragraph each. */
  notes: string[]
  base: AmountView
  fee: AmountView
  hasFee: boolean
  total: AmountView
  /** `YYYY-MM-DD` */
  dueDate: string
  isOverdue: boolean
  /** Set once the invoice is paid. */
  receipt: { paidAt: string; transactionId: string | null; returnUrl: string | null } | null
  /** Set once some of it was given back. */
  refund: RefundView | null
}

type RefundView = {
  amount: AmountView
  /** True if nothing is left to refund. */
  isFull: boolean
  creditNotes: { id: string; number: string }[]
}

/**
 * The page behind a payment link, its country names in the language; null if the link is unknown. `isToldUnderWay`: the
 * provider reported a slow payment on its own page, which our records have once the money arrives.
 */
export async function readPaymentPage(
  token: string,
  { isToldUnderWay = false, locale = DEFAULT_LOCALE }: { isToldUnderWay?: boolean; locale?: Locale } = {},
): Promise<PaymentPageView | null> {
  try {
    return await inTransaction(async (tx) => {
      const payable = await findPayableInvoice(tx, token)
      const branding = await findBranding(tx, payable.vendor.id)
      const read = {
        branding,
        seller: await findSellerOf(tx, payable.invoice, payable.vendor.id),
        billedTo: await findBilledTo(tx, payable.invoice, locale),
        lastDecline: await findLastDecline(tx, payable.invoice),
        creditNotes: payable.invoice.status === 'PAID' ? await findCreditNotes(tx, payable.invoice) : [],
      }
      const page = presentPaymentPage(token, payable, read)
      const isUnderWay =
        isToldUnderWay && page.state === 'hosted' && (await isPaymentAwaited(tx, payable.invoice))
      return isUnderWay ? { ...page, state: 'processing', lastDecline: null } : page
    })
  } catch (error) {
    if (isDomainError(error, 'payment_link_not_found')) return null
    throw error
  }
}

type PageRecords = {
  branding: Branding
  seller: Seller
  billedTo: PaymentPageView['billedTo']
  lastDecline: string | null
  creditNotes: CreditNote[]
}

function presentPaymentPage(
  token: string,
  { invoice, mode, vendor, livePayment }: PayableInvoice,
  { branding, seller, billedTo, lastDecline, creditNotes }: PageRecords,
): PaymentPageView {
  const { currency } = invoice
  const isPaid = invoice.status === 'PAID'
  const isVoided = invoice.status === 'VOIDED'
  const state = isPaid
    ? 'paid'
    : isVoided
      ? 'voided'
      : livePayment
        ? 'processing'
        : vendor.isClosed
          ? 'banned'
          : wayToPay(mode)
  return {
    token,
    address: paymentPageUrl(token),
    mode,
    vendor: {
      name: branding.name,
      email: branding.supportEmail ?? branding.email,
      color: branding.color,
      logoPath: branding.logoDigest && `/api/pay/${token}/logo?v=${branding.logoDigest}`,
    },
    state,
    lastDecline: state === 'card' || state === 'hosted' ? lastDecline : null,
    sandboxCards: state === 'card' && mode === 'test' ? SANDBOX_CARDS : null,
    number: invoice.number,
    seller,
    billedTo,
    email: invoice.email,
    items: invoice.items.map((item) => ({
      title: item.title,
      quantity: formatQuantity(item.quantityMicros),
      unitPrice: presentAmount(item.unitPriceMinor, currency),
      amount: presentAmount(item.lineAmountMinor, currency),
    })),
    sums: presentSums(invoice),
    notes: [...linesOf(invoice.notes ?? ''), ...seller.notes],
    base: presentAmount(invoice.baseAmountMinor, currency),
    fee: presentAmount(invoice.feeAmountMinor, currency),
    hasFee: invoice.feeAmountMinor > 0n,
    total: presentAmount(totalMinor(invoice), currency),
    dueDate: formatIsoDate(invoice.dueDate),
    // A due date has passed when the next day starts, in UTC.
    isOverdue: !isPaid && !isVoided && now() >= dayAfter(invoice.dueDate, 1),
    receipt: isPaid ? receiptOf(token, { invoice, livePayment }) : null,
    refund: refundOf(invoice, creditNotes),
  }
}

function wayToPay(mode: Mode): 'card' | 'hosted' | 'unavailable' {
  try {
    return paymentProviderFor(mode).cards ? 'card' : 'hosted'
  } catch (error) {
    // The operator removed the provider after the invoice was created.
    if (isDomainError(error, 'live_mode_unavailable')) return 'unavailable'
    throw error
  }
}

function receiptOf(token: string, { invoice, livePayment }: Pick<PayableInvoice, 'invoice' | 'livePayment'>) {
  const { paidAt, createdAt, redirectUrl } = invoice
  const transactionId = livePayment?.transactionId ?? null
  const returnUrl = redirectUrl && transactionId ? afterPaymentUrl(redirectUrl, token, transactionId) : null
  return { paidAt: (paidAt ?? createdAt).toISOString(), transactionId, returnUrl }
}

function refundOf(
  { currency, baseAmountMinor }: Pick<PayableInvoice['invoice'], 'currency' | 'baseAmountMinor'>,
  creditNotes: CreditNote[],
): RefundView | null {
  const made = creditNotes.filter(({ isVoid }) => !isVoid)
  if (made.length === 0) return null
  const amountMinor = made.reduce((sum, note) => sum + note.amountMinor, 0n)
  return {
    amount: presentAmount(amountMinor, currency),
    // The fee is kept.
    isFull: amountMinor >= baseAmountMinor,
    creditNotes: made.map(({ id, number }) => ({ id, number })),
  }
}
