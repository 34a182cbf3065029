import type { Table } from '@/lib/http/operation'
import {
  chooseLanguage,
  payInvoice,
  paymentCreditNotePdf,
  paymentInvoicePdf,
  paymentLogo,
  paymentReceiptPdf,
  returnFromCheckout,
  startCheckout,
} from '@/lib/payments/api'
import { payByForm } from '@/lib/payments/pay-by-form'

/** The API of the buyers' pages. Anyone with a payment link may call it. */
export const payApi = {
  payInvoice,
  payByForm,
  startCheckout,
  returnFromCheckout,
  paymentInvoicePdf,
  paymentReceiptPdf,
  paymentCreditNotePdf,
  paymentLogo,
  chooseLanguage,
} satisfies Table
