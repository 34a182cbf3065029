import { bankDetailsLogo, chooseBankDetailsLanguage, enterBankDetails } from '@/lib/bank-accounts/link-api'
import type { Table } from '@/lib/http/operation'
import {
  chooseLanguage,
  notePaymentPageView,
  paymentCreditNotePdf,
  paymentInvoicePdf,
  paymentLogo,
  paymentReceiptPdf,
  returnFromCheckout,
  startCheckout,
} from '@/lib/payments/api'
import {
  choosePortalLanguage,
  enterBillingDetails,
  leavePortal,
  portalLogo,
  portalStatementPdf,
  requestPortalLink,
  returnFromJointCheckout,
  startJointCheckout,
  usePortalLink,
} from '@/lib/portal/api'

/** The API of the pages of buyers and payees. Anyone with a link may call it. */
export const payApi = {
  startCheckout,
  returnFromCheckout,
  paymentInvoicePdf,
  paymentReceiptPdf,
  paymentCreditNotePdf,
  paymentLogo,
  notePaymentPageView,
  chooseLanguage,
  enterBankDetails,
  chooseBankDetailsLanguage,
  bankDetailsLogo,
  requestPortalLink,
  usePortalLink,
  leavePortal,
  enterBillingDetails,
  startJointCheckout,
  returnFromJointCheckout,
  choosePortalLanguage,
  portalLogo,
  portalStatementPdf,
} satisfies Table
