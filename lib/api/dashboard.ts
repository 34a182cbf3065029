import * as apiKeys from '@/lib/api-keys/api-key-dashboard'
import * as bankAccounts from '@/lib/bank-accounts/bank-account-dashboard'
import * as withdrawalAccounts from '@/lib/bank-accounts/withdrawal-account-dashboard'
import * as branding from '@/lib/branding/branding-dashboard'
import * as catalog from '@/lib/catalog/catalog-dashboard'
import * as customers from '@/lib/customers/customer-dashboard'
import * as home from '@/lib/home/home-dashboard'
import { joinTables } from '@/lib/http/operation'
import * as invoiceDrafts from '@/lib/invoices/draft-dashboard'
import * as invoiceEdits from '@/lib/invoices/edit-dashboard'
import * as invoices from '@/lib/invoices/invoice-dashboard'
import * as testEvents from '@/lib/invoices/test-event-dashboard'
import * as mail from '@/lib/mail/mail-dashboard'
import * as money from '@/lib/operator/money-dashboard'
import * as operator from '@/lib/operator/operator-dashboard'
import * as vendors from '@/lib/operator/vendor-dashboard'
import * as credits from '@/lib/payments/credit-dashboard'
import * as disputes from '@/lib/payments/dispute-dashboard'
import * as invoiceViews from '@/lib/payments/invoice-dashboard'
import * as outsidePayments from '@/lib/payments/outside-payment-dashboard'
import * as ownAccount from '@/lib/payments/own-account-dashboard'
import * as payments from '@/lib/payments/payment-dashboard'
import * as payoutApprovals from '@/lib/payouts/approval-dashboard'
import * as payoutBatches from '@/lib/payouts/batch-dashboard'
import * as payouts from '@/lib/payouts/payout-dashboard'
import * as recurringPayouts from '@/lib/payouts/recurring-payout-dashboard'
import * as scheduledPayouts from '@/lib/payouts/schedule-dashboard'
import * as sweep from '@/lib/payouts/sweep-dashboard'
import * as portal from '@/lib/portal/portal-dashboard'
import * as proofs from '@/lib/proofs/proof-dashboard'
import * as reconciliation from '@/lib/reconciliation/reconciliation-dashboard'
import * as recurring from '@/lib/recurring/recurring-dashboard'
import * as reports from '@/lib/reports/report-dashboard'
import * as requestLog from '@/lib/request-log/request-log-dashboard'
import * as savedViews from '@/lib/search/saved-views-dashboard'
import * as search from '@/lib/search/search-dashboard'
import * as audit from '@/lib/sign-in/audit-dashboard'
import * as passkeys from '@/lib/sign-in/passkey-dashboard'
import * as passwordReset from '@/lib/sign-in/password-reset-dashboard'
import * as profile from '@/lib/sign-in/profile-dashboard'
import * as security from '@/lib/sign-in/security-dashboard'
import * as signIn from '@/lib/sign-in/sign-in-dashboard'
import * as team from '@/lib/sign-in/team-dashboard'
import * as wallet from '@/lib/wallet/wallet-dashboard'
import * as webhookInbox from '@/lib/webhooks/inbox-dashboard'
import * as webhooks from '@/lib/webhooks/webhook-dashboard'

/** The dashboard's own API: the operations of every area. */
export const dashboardApi = joinTables(
  apiKeys,
  audit,
  bankAccounts,
  branding,
  catalog,
  customers,
  disputes,
  home,
  invoices,
  invoiceViews,
  invoiceDrafts,
  invoiceEdits,
  mail,
  money,
  operator,
  credits,
  outsidePayments,
  ownAccount,
  payoutApprovals,
  payoutBatches,
  passkeys,
  passwordReset,
  portal,
  payouts,
  profile,
  proofs,
  reconciliation,
  recurring,
  recurringPayouts,
  sweep,
  payments,
  reports,
  requestLog,
  savedViews,
  scheduledPayouts,
  search,
  security,
  signIn,
  team,
  vendors,
  wallet,
  webhooks,
  webhookInbox,
  withdrawalAccounts,
  testEvents,
)
