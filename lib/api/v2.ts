import { z } from 'zod'
import {
  addBankAccount,
  archiveBankAccount,
  createBankAccountLink,
  listBankAccounts,
} from '@/lib/bank-accounts/api'
import {
  archiveCustomer,
  createCustomer,
  listCustomers,
  saveCustomerByExternalId,
  updateCustomer,
} from '@/lib/customers/api'
import { env } from '@/lib/env'
import { eventOf } from '@/lib/events/answer'
import { EVENT_MEANINGS, EVENT_TYPES } from '@/lib/events/event-types'
import { operation, type Table } from '@/lib/http/operation'
import { anyone } from '@/lib/http/public-access'
import { asJsonText } from '@/lib/http/schemas'
import { invoice } from '@/lib/invoices/answer'
import {
  createInvoice,
  getInvoice,
  listInvoices,
  sendInvoice,
  updateInvoice,
  voidInvoice,
} from '@/lib/invoices/api'
import { getCustomer } from '@/lib/invoices/customer-api'
import { JsonText, type JsonValue, toJson } from '@/lib/json'
import { creditInvoice, getCredit, listCredits } from '@/lib/payments/credit-api'
import { getDispute, listDisputes } from '@/lib/payments/dispute-api'
import { getRefund, listRefunds, refundInvoice } from '@/lib/payments/refund-api'
import { createPayout, getPayout, listPayouts } from '@/lib/payouts/api'
import { createPayoutBatch, getPayoutBatch } from '@/lib/payouts/batch-api'
import {
  createRecurringInvoice,
  getRecurringInvoice,
  listRecurringInvoices,
  updateRecurringInvoice,
} from '@/lib/recurring/api'
import { getTrace } from '@/lib/search/api'
import {
  advanceTestClock,
  creditTestWallet,
  disputeTestInvoice,
  payTestInvoice,
  settleTestPayout,
  warnOfTestFraud,
} from '@/lib/test-mode/api'
import { getWallet, listWalletEntries } from '@/lib/wallet/api'
import {
  addWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookEndpointSecret,
  updateWebhookEndpoint,
} from '@/lib/webhooks/api'
import { getEvent, listEvents, redeliverEvent } from '@/lib/webhooks/event-api'
import { describeApi } from './openapi'
import { EVENT_DATA } from './webhook-payloads'

export const getApiDescription = operation({
  method: 'GET',
  path: '/api/v2/openapi.json',
  summary: 'Read the description of the API',
  description: 'This document: OpenAPI 3.1. No key is needed.',
  tag: 'API description',
  access: anyone(),
  answers: { 200: asJsonText(z.record(z.string(), z.unknown()).describe('The description')) },
}).handle(async () => ({ status: 200, body: apiDescription() }))

/** API V2, in the order of the reference: that of a first payout. */
export const apiV2 = {
  createCustomer,
  createInvoice,
  getInvoice,
  listInvoices,
  updateInvoice,
  sendInvoice,
  voidInvoice,
  creditInvoice,
  createRecurringInvoice,
  getRecurringInvoice,
  listRecurringInvoices,
  updateRecurringInvoice,
  getCustomer,
  updateCustomer,
  saveCustomerByExternalId,
  listCustomers,
  addBankAccount,
  listBankAccounts,
  createBankAccountLink,
  createPayout,
  getPayout,
  listPayouts,
  createPayoutBatch,
  getPayoutBatch,
  getWallet,
  listWalletEntries,
  refundInvoice,
  getRefund,
  listRefunds,
  getCredit,
  listCredits,
  getDispute,
  listDisputes,
  payTestInvoice,
  disputeTestInvoice,
  warnOfTestFraud,
  settleTestPayout,
  creditTestWallet,
  advanceTestClock,
  addWebhookEndpoint,
  listWebhookEndpoints,
  updateWebhookEndpoint,
  rotateWebhookEndpointSecret,
  listEvents,
  getEvent,
  redeliverEvent,
  getTrace,
  archiveBankAccount,
  archiveCustomer,
  deleteWebhookEndpoint,
  getApiDescription,
} satisfies Table

/** The chapters of the reference. */
const TAGS = {
  Customers: 'The people and companies that you bill and pay out to.',
  Invoices: 'What customers owe you: created with a payment link, sent, voided, credited and refunded.',
  'Recurring invoices': 'Invoices that are created by themselves, every week, month, quarter or year.',
  'Bank accounts': 'Where a customer’s payouts go.',
  Payouts: 'Instant transfers from your wallet to a customer’s bank account.',
  Refunds: 'What buyers of paid invoices get back.',
  Credits: 'Credit notes that reduced the amount due on an invoice before it was paid.',
  Disputes: 'Payments that buyers dispute with their bank.',
  Wallet: 'Your balances, and each entry of the ledger that moved them.',
  'Test helpers': 'With a test key, these stand in for buyers, banks and time.',
  Events: 'Everything that happens in your account, as a list to follow and as webhooks.',
  Traces: 'The whole story behind an id.',
  'API description': 'This API as OpenAPI 3.1.',
}

/** Each type of event as a webhook endpoint gets it, and the status of an invoice as its own `webhook_url` does. */
const WEBHOOKS = Object.fromEntries([
  [
    'invoice',
    {
      summary: 'The status of an invoice changed',
      description: 'Sent to the `webhook_url` of the invoice, signed with the secret of the account.',
      tag: 'Events',
      body: z.object({ invoice }),
    },
  ],
  ...EVENT_TYPES.map((type) => {
    const body = z.object({ event: eventOf(type, EVENT_DATA[type]) })
    const description = 'Sent to the webhook endpoints that take the type, signed with the secret of each.'
    return [
      type,
      { summary: EVENT_MEANINGS[type].replace(/\..*$/, ''), description, tag: 'Events', body },
    ] as const
  }),
])

let description: JsonText | undefined

/** The description as text. Written once: anybody may ask for it at any rate, and writing it takes a tenth of a second. */
export function apiDescription(): JsonText {
  description ??= new JsonText(toJson(describeV2()))
  return description
}

export function describeV2(): Record<string, JsonValue> {
  return describeApi(apiV2, {
    title: 'Counterfoil API',
    version: '2',
    description:
      'Invoices, payments and instant bank payouts. Amounts are in major units. An unknown path is answered 404, an unknown method of a path 405 with `Allow`.',
    license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    serverUrl: env.PUBLIC_URL,
    tags: TAGS,
    webhooks: WEBHOOKS,
  })
}
