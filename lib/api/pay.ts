import type { Table } from '@/lib/http/operation'
import {
  chooseLanguage,
  paymentCreditNotePdf,
  paymentInvoicePdf,
  paymentLogo,
  paymentReceiptPdf,
  returnFromCheckout,
  startCheckout,
} from '@/lib/payments/api'

/** The API of the buyers' pages. Anyone with a payment link may call it. */
export const payApi = {
  startCheckout,
  returnFromCheckout,
  paymentInvoicePdf,
  paymentReceiptPdf,
  paymentCreditNotePdf,
  paymentLogo,
  chooseLanguage,
} satisfies Table
