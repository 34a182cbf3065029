import { type Branding, findBranding } from '@/lib/branding/branding'
import { findAccountToPay } from '@/lib/branding/own-account'
import type { AccountToPay } from '@/lib/branding/own-account-fields'
import { findSellerOf, type Seller } from '@/lib/branding/seller'
import { linesOf } from '@/lib/branding/seller-fields'
import type { Mode } from '@/lib/db/generated/enums'
import { inOrmTransaction } from '@/lib/db/transaction'
import type { TransferFacts } from '@/lib/documents/document-facts'
import { isRealMoney } from '@/lib/env'
import { isDomainError } from '@/lib/errors'
import { afterPaymentUrl, paymentPageUrl, portalUrl } from '@/lib/http/links'
import { DEFAULT_LOCALE, type Locale } from '@/lib/i18n/locale'
import { findBilledTo, leftToPayMinor, totalMinor } from '@/lib/invoices/invoice'
import { type InvoiceSums, presentSums } from '@/lib/invoices/invoice-sums'
import { transferFor } from '@/lib/invoices/transfer'
import { receiptRecipient } from '@/lib/mail/mail-list'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { formatQuantity } from '@/lib/money/quantity'
import type { PaidWith } from '@/lib/providers/payment-provider'
import { providersOf } from '@/lib/providers/registry'
import { now } from '@/lib/time/clock'
import { formatIsoDate } from '@/lib/time/dates'
import { dayIn } from '@/lib/time/zone'
import { zoneOf } from '@/lib/time/zone-names'
import { type CreditNote, findCreditNotes } from './credit-notes'
import { findPayableInvoice, isPaymentAwaited, type PayableInvoice } from './payable-invoice'

export type PaymentItemView = { title: string; quantity: string; unitPrice: AmountView; amount: AmountView }

export type PaymentPageView = {
  token: string
  /** URL of this page, for another device. */
  address: string
  /** False in test mode and in a rehearsal, which the page says. */
  isRealMoney: boolean
  vendor: {
    name: string
    /** The address that answers mail about the invoice. */
    email: string
    /** `#rrggbb` */
    color: string | null
    logoPath: string | null
  }
  /** `payable`: on the provider's page. */
  status: 'payable' | 'processing' | 'paid' | 'voided' | 'credited' | 'banned' | 'unavailable'
  /** The invoice's. */
  number: string
  /** The seller by law. */
  seller: Seller
  billedTo: Awaited<ReturnType<typeof findBilledTo>>
  email: string
  items: PaymentItemView[]
  sums: InvoiceSums
  /** The invoice's own, then those on all of the seller's invoices, a paragraph each. */
  notes: string[]
  base: AmountView
  fee: AmountView
  hasFee: boolean
  total: AmountView
  /** Set while a part of the total is paid: what the vendor has recorded so far. */
  paidSoFar: AmountView | null
  /** The sum of the credit notes issued before the payment, and these. */
  credited: AmountView | null
  creditNotes: { id: string; number: string }[]
  /** The amount that is left to pay. */
  amountDue: AmountView
  /** How to pay by bank transfer, where the vendor shows its account and something can be paid. */
  transfer: TransferFacts | null
  /** `YYYY-MM-DD` */
  dueDate: string
  isOverdue: boolean
  /** Set once the invoice is paid. */
  receipt: {
    /** Null if the invoice has no recorded payment. */
    number: string | null
    /** That of the payment, which may have paid the rest alone. */
    amount: AmountView
    paidWith: PaidWith | null
    paidOn: string
    transactionId: string | null
    returnUrl: string | null
    /** The address that gets it by email; null if none does. */
    emailedTo: string | null
  } | null
  /** Set once some of it was given back. */
  refund: RefundView | null
  /** Where the customer sees all their invoices; null while the portal is off. */
  portalUrl: string | null
  /** True if it is to be noted that the customer has opened it. */
  notesViews: boolean
}

type RefundView = {
  amount: AmountView
  /** True if nothing is left to refund. */
  isFull: boolean
  creditNotes: { id: string; number: string }[]
}

/**
 * The page behind a payment link, its country names in the language; null if the link is unknown.
 * `providerReportsPending`: the buyer has paid by a slow method, and our records have the payment once the money arrives.
 */
export async function readPaymentPage(
  token: string,
  {
    providerReportsPending = false,
    locale = DEFAULT_LOCALE,
  }: { providerReportsPending?: boolean; locale?: Locale } = {},
): Promise<PaymentPageView | null> {
  try {
    return await inOrmTransaction(async (tx) => {
      const payable = await findPayableInvoice(tx, token)
      const branding = await findBranding(tx, payable.vendor.id)
      const read = {
        branding,
        account: await findAccountToPay(tx, payable.vendor.id),
        seller: await findSellerOf(tx, payable.invoice, payable.vendor.id, locale),
        billedTo: await findBilledTo(tx, payable.invoice, locale),
        creditNotes: await findCreditNotes(tx, payable.invoice),
        emailedTo: payable.invoice.status === 'PAID' ? await receiptRecipient(tx, payable.invoice) : null,
      }
      const page = presentPaymentPage(token, payable, read)
      const isPending =
        providerReportsPending && page.status === 'payable' && (await isPaymentAwaited(tx, payable.invoice))
      return isPending ? { ...page, status: 'processing' } : page
    })
  } catch (error) {
    if (isDomainError(error, 'payment_link_not_found')) return null
    throw error
  }
}

type PageRecords = {
  branding: Branding
  account: AccountToPay | null
  seller: Seller
  billedTo: PaymentPageView['billedTo']
  creditNotes: CreditNote[]
  emailedTo: string | null
}

function presentPaymentPage(
  token: string,
  { invoice, mode, vendor, transactionId, paidOn, receipt }: PayableInvoice,
  { branding, account, seller, billedTo, creditNotes, emailedTo }: PageRecords,
): PaymentPageView {
  const { currency } = invoice
  const zone = zoneOf(seller.timeZone)
  const isPaid = invoice.status === 'PAID'
  const isVoided = invoice.status === 'VOIDED'
  const status = isPaid
    ? 'paid'
    : isVoided
      ? invoice.creditedMinor > 0n
        ? 'credited'
        : 'voided'
      : vendor.isClosed
        ? 'banned'
        : isPayableByCard(mode, invoice)
          ? 'payable'
          : 'unavailable'
  return {
    token,
    address: paymentPageUrl(token),
    isRealMoney: isRealMoney(mode),
    vendor: {
      name: branding.name,
      email: branding.supportEmail ?? branding.email,
      color: branding.color,
      logoPath: branding.logoDigest && `/api/pay/${token}/logo?v=${branding.logoDigest}`,
    },
    status,
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
    paidSoFar: !isPaid && invoice.outsideMinor > 0n ? presentAmount(invoice.outsideMinor, currency) : null,
    credited: invoice.creditedMinor > 0n ? presentAmount(invoice.creditedMinor, currency) : null,
    creditNotes: creditNotes.filter(({ isRefund }) => !isRefund).map(({ id, number }) => ({ id, number })),
    amountDue: presentAmount(leftToPayMinor(invoice), currency),
    transfer: vendor.isClosed ? null : transferFor(invoice, account),
    dueDate: formatIsoDate(invoice.dueDate),
    isOverdue: !isPaid && !isVoided && dayIn(zone, now()) > invoice.dueDate,
    receipt: isPaid
      ? receiptView(token, {
          invoice,
          transactionId,
          receipt,
          paidOn: paidOn ?? dayIn(zone, invoice.createdAt),
          emailedTo,
        })
      : null,
    refund: refundOf(invoice, creditNotes),
    portalUrl: branding.hasPortal && !vendor.isClosed ? portalUrl(invoice.accountId) : null,
    notesViews: branding.notesViews && !isPaid && !isVoided,
  }
}

/**
 * False if the operator has removed the provider since the invoice was created, or less is left to pay than the provider
 * takes.
 */
function isPayableByCard(mode: Mode, invoice: PayableInvoice['invoice']): boolean {
  return providersOf(mode).payments.some(
    ({ minimumMinor }) => leftToPayMinor(invoice) >= (minimumMinor?.(invoice.currency) ?? 0n),
  )
}

function receiptView(
  token: string,
  {
    invoice,
    transactionId,
    receipt,
    paidOn,
    emailedTo,
  }: Pick<PayableInvoice, 'invoice' | 'transactionId' | 'receipt'> & {
    paidOn: Date
    emailedTo: string | null
  },
): PaymentPageView['receipt'] {
  const { redirectUrl } = invoice
  const returnUrl = redirectUrl && transactionId ? afterPaymentUrl(redirectUrl, token, transactionId) : null
  return {
    number: receipt?.number ?? null,
    amount: presentAmount(
      receipt?.amountMinor ?? totalMinor(invoice) - invoice.creditedMinor,
      invoice.currency,
    ),
    paidWith: receipt?.paidWith ?? null,
    paidOn: formatIsoDate(paidOn),
    transactionId,
    returnUrl,
    emailedTo,
  }
}

function refundOf(
  { currency, baseAmountMinor }: Pick<PayableInvoice['invoice'], 'currency' | 'baseAmountMinor'>,
  creditNotes: CreditNote[],
): RefundView | null {
  const validNotes = creditNotes.filter(({ isVoid }) => !isVoid)
  const refunds = validNotes.filter(({ isRefund }) => isRefund)
  if (refunds.length === 0) return null
  const amountMinor = refunds.reduce((sum, note) => sum + note.amountMinor, 0n)
  const linesMinor = validNotes
    .flatMap(({ lines }) => lines)
    .reduce((sum, { grossMinor }) => sum + grossMinor, 0n)
  return {
    amount: presentAmount(amountMinor, currency),
    // The fee may be kept.
    isFull: linesMinor >= baseAmountMinor,
    creditNotes: refunds.map(({ id, number }) => ({ id, number })),
  }
}
