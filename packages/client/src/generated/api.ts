// Generated from the description of the API by `npm run client`. Changes here are lost.

import { followList, Pages } from '../pages.ts'

import { type FollowOptions, type RequestOptions, type Send, segment } from '../send.ts'

/** Returned when you create or get a customer. */
export interface Customer {
  /** The `customer_id` in paths. */
  id: string
  /** As sent. */
  name: string
  /** As sent, trimmed. */
  email: string
  /** Your own label. */
  group: string | null
  /** ISO 4217, in upper case. */
  preferred_currency: string
  address_line1: string | null
  address_line2: string | null
  city: string | null
  state: string | null
  zip: string | null
  country: string | null
  /** Absent if you gave none. */
  tax_id?: string | undefined
  /** Absent if you gave none. */
  buyer_reference?: string | undefined
  /** `YYYY-MM-DD HH:MM:SS`. */
  created_on: string
  /** As sent, trimmed. Absent if you gave none. */
  phone?: string | undefined
  /** Others who get a copy of each email about an invoice. Absent if you gave none. */
  copy_emails?: Array<string> | undefined
  /** Your own id. Absent if you gave none. */
  external_id?: string | undefined
  /** Present once the customer is archived. */
  archived_at?: string | undefined
  /** The metadata that you sent. Absent if you sent none. */
  metadata?: Record<string, string> | undefined
}

/** Returned when you create an invoice. */
export interface NewInvoice {
  /** The `invoice_id` in paths. */
  id: string
  /** The amount that the buyer pays: the base amount and any fee on top. */
  amount: number
  /** The amount before any fee on top. Your wallet receives it when a card pays, less the fee if you pay it. */
  base_amount: number
  /** ISO 4217, in upper case. */
  currency: string
  /** The page where the buyer pays. */
  payment_link: string
  /** Our number for the checkout session. */
  provider_checkout_session_id: number
  /** Always `Invoice Created`. */
  status: 'Invoice Created' | 'Paid' | 'Unpaid' | 'Failed'
  /** The customer's email. */
  email: string
  customer_id: string
  /** At least one. */
  items: Array<{
    /** The name of the item. */
    title: string
    /** The quantity. */
    qty: number
    /** The price of one unit, before the fee. */
    price: number
  }>
  /** `YYYY-MM-DD`. */
  due_date: string
  /** `DD Mon, YYYY`, such as `02 Mar, 2026`. */
  created_on: string
  /** Your own number, if you sent one. */
  reference?: string | undefined
  /** The metadata that you sent. Absent if you sent none. */
  metadata?: Record<string, string> | undefined
}

/** Returned when you check an invoice or get a customer, and sent in webhooks. */
export interface Invoice {
  id: string
  /** The amount that the buyer pays or has paid, including any fee on top. */
  amount: number
  /** ISO 4217, in upper case. */
  currency: string
  /** The customer's email. */
  email: string
  /** The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid. */
  provider: string | null
  /** See Statuses. */
  status: 'Invoice Created' | 'Paid' | 'Unpaid' | 'Failed'
  /** `DD Mon, YYYY`. */
  created_on: string
  /** `DD Mon, YYYY`. `null` until the invoice is paid. */
  paid_on: string | null
  payment_link: string
  /** At least one. */
  items: Array<{
    /** The `title` you sent. */
    name: string
    qty: number
    /** The price of one unit, before the fee. */
    price: number
  }>
  /** `YYYY-MM-DD`. */
  due_date: string
  customer_id: string
  /** `DD Mon, YYYY`. Absent unless you have voided it, or credited all of it. */
  voided_on?: string | undefined
  /** Your own number, if you sent one. */
  reference?: string | undefined
  /** The metadata that you sent. Absent if you sent none. */
  metadata?: Record<string, string> | undefined
  /** The total of the credit notes issued before the invoice was paid. Absent unless some or all of it was credited. */
  amount_credited?: number | undefined
}

/** An invoice with its payment, refunds, URLs and times: returned when you list, update, send, credit or void invoices. */
export interface InvoiceDetail {
  id: string
  /** The amount that the buyer pays or has paid, including any fee on top. */
  amount: number
  /** ISO 4217, in upper case. */
  currency: string
  /** The customer's email. */
  email: string
  /** The payment method: `card`, or `bank_transfer`, `cash`, `check` or `other` where you recorded the payment. `null` until the invoice is paid. */
  provider: string | null
  /** See Statuses. */
  status: 'Invoice Created' | 'Paid' | 'Unpaid' | 'Failed'
  /** `DD Mon, YYYY`. */
  created_on: string
  /** `DD Mon, YYYY`. `null` until the invoice is paid. */
  paid_on: string | null
  payment_link: string
  /** At least one. */
  items: Array<{
    /** The `title` you sent. */
    name: string
    qty: number
    /** The price of one unit, before the fee. */
    price: number
  }>
  /** `YYYY-MM-DD`. */
  due_date: string
  customer_id: string
  /** `DD Mon, YYYY`. Absent unless you have voided it, or credited all of it. */
  voided_on?: string | undefined
  /** Your own number, if you sent one. */
  reference?: string | undefined
  /** The metadata that you sent. Absent if you sent none. */
  metadata?: Record<string, string> | undefined
  /** The total of the credit notes issued before the invoice was paid. */
  amount_credited: number
  /** The amount before any fee on top. Your wallet receives it when a card pays, less the fee if you pay it. */
  base_amount: number
  /** As printed on the invoice. */
  number: string
  /** The payment, as on the buyer’s redirect. `null` until the invoice is paid. */
  transaction_id: string | null
  /** The sum of the refunds, but for those that have failed. */
  amount_refunded: number
  /** The part of `amount` that the buyer has still to pay: less after you have recorded a payment or issued a credit note, and 0 once the invoice is paid or voided. */
  amount_due: number
  /** The page that the buyer goes to after paying. `null` for a thank-you page. */
  redirect_url: string | null
  /** Receives every change of status. `null` if none. */
  webhook_url: string | null
  /** The recurring invoice that it comes from. `null` if none. */
  recurring_invoice_id: string | null
  /** ISO 8601. */
  created_at: string
  /** ISO 8601. `null` until the invoice is paid. */
  paid_at: string | null
  /** ISO 8601. `null` unless you have voided it, or credited all of it. */
  voided_at: string | null
}

/** A credit note that reduced the amount due on an invoice before it was paid: returned when you credit an invoice, and when you get or list credits. */
export interface Credit {
  /** The `credit_id` in paths. */
  id: string
  invoice_id: string
  /** As printed on the credit note: the invoice number and a counter, such as `INV-0042-CN1`. */
  number: string
  /** How much the credit reduced the amount due, including its share of any fee on top. */
  amount: number
  /** ISO 4217, in upper case. */
  currency: string
  /** As printed on the credit note. `null` if you gave none. */
  reason: string | null
  /** ISO 8601, in UTC. */
  created_at: string
}

/** Creates an invoice every week, month, quarter or year. */
export interface RecurringInvoice {
  id: string
  /** `paused`: nothing is sent until it is `active` again. `ended`: for good. */
  status: 'active' | 'paused' | 'ended'
  /** Why we have paused it. `null` if you did, or if it isn’t paused. */
  stop_reason: 'vendor_banned' | 'live_mode_not_approved' | 'customer_archived' | 'payment_provider_failed' | 'terms_not_valid' | 'too_many_drafts' | null
  customer_id: string
  /** The base amount of each invoice: the sum of the items. The fee is that of the day on which an invoice is created. */
  amount: number
  /** ISO 4217, in upper case. */
  currency: string
  /** At least one. */
  items: Array<{
    /** The `title` you sent. */
    name: string
    qty: number
    /** The price of one unit, before the fee. */
    price: number
  }>
  /** The page that the buyer goes to after paying. `null` for a thank-you page. */
  redirect_url: string | null
  /** Receives every change of status of each invoice. `null` if none. */
  webhook_url: string | null
  /** From one invoice to the next. Three months are a `quarter`. */
  interval: 'week' | 'month' | 'quarter' | 'year'
  /** The number of intervals in between: 2 for every second week. */
  interval_count: number
  /** `YYYY-MM-DD`: the day from which the intervals are counted. */
  start_on: string
  /** No invoice is later. `null` if it goes on until it is ended. */
  end_on: string | null
  /** The number of invoices after which it ends, if somebody has set one in the dashboard. */
  end_after: number | null
  /** `send`: each invoice is sent on its day. `draft`: it is left as a draft in the dashboard. */
  delivery: 'send' | 'draft'
  /** The days from the day of an invoice until it is due. */
  due_after_days: number
  /** The day of the next invoice: in UTC, or in the vendor’s time zone if somebody has set it up in the dashboard. `null` unless it is `active`. */
  next_on: string | null
  /** The number of invoices so far, with those that were left as drafts. */
  invoice_count: number
  /** The latest invoice. `null` if there is none, or only drafts that nobody has sent. */
  last_invoice_id: string | null
  /** ISO 8601. */
  created_at: string
  /** Your own number, which each invoice has too. Absent if you sent none. */
  reference?: string | undefined
  /** The metadata that you sent. Absent if you sent none. */
  metadata?: Record<string, string> | undefined
}

/** A customer with its time in ISO 8601: returned when you list or update customers. */
export interface CustomerDetail {
  /** The `customer_id` in paths. */
  id: string
  /** As sent. */
  name: string
  /** As sent, trimmed. */
  email: string
  /** Your own label. */
  group: string | null
  /** ISO 4217, in upper case. */
  preferred_currency: string
  address_line1: string | null
  address_line2: string | null
  city: string | null
  state: string | null
  zip: string | null
  country: string | null
  /** Absent if you gave none. */
  tax_id?: string | undefined
  /** Absent if you gave none. */
  buyer_reference?: string | undefined
  /** `YYYY-MM-DD HH:MM:SS`. */
  created_on: string
  /** As sent, trimmed. Absent if you gave none. */
  phone?: string | undefined
  /** Others who get a copy of each email about an invoice. Absent if you gave none. */
  copy_emails?: Array<string> | undefined
  /** Your own id. Absent if you gave none. */
  external_id?: string | undefined
  /** Present once the customer is archived. */
  archived_at?: string | undefined
  /** The metadata that you sent. Absent if you sent none. */
  metadata?: Record<string, string> | undefined
  /** The same time in ISO 8601. */
  created_at: string
}

/** Returned when you add or list bank accounts. */
export interface BankAccount {
  /** The `bank_account_id` of a payout. */
  id: string
  /** The customer who owns the account. */
  customer_id: string
  entity_type: 'PERSONAL' | 'COMPANY'
  /** The account holder's email. */
  email: string
  address: {
    /** ISO 3166-1, in upper case. */
    country_code: string
    state: string
    city: string
    postcode: string
    street_address: string
  }
  bank_details: {
    account_name: string
    /** In full. */
    account_number: string
    routing_number: string
    bank_name: string
    account_category: 'Checking' | 'Savings'
  }
  first_name: string | null
  last_name: string | null
  /** `YYYY-MM-DD`, or an empty string. */
  date_of_birth: string | ''
  company_name: string | null
  /** `YYYY-MM-DD HH:MM:SS`. */
  created_at: string
  /** The link on whose page the payee entered it. Absent if you added it. */
  bank_account_link_id?: string | undefined
  /** Present once the bank account is archived. */
  archived_at?: string | undefined
  /** The metadata that you sent. Absent if you sent none. */
  metadata?: Record<string, string> | undefined
}

/** Returned when you create a link for bank details. */
export interface BankAccountLink {
  /** The `bank_account_link_id` of the bank account that is entered there. */
  id: string
  /** The customer who enters it. */
  customer_id: string
  /** The page. Returned here and never again. */
  url: string
  /** It takes no bank account from then on. */
  expires_at: string
}

/** Returned when you request a payout. */
export interface Payout {
  /** The id of the payout, as shown in your dashboard. */
  id: string
  /** The customer who receives the payout. */
  customer_id: string
  /** The bank account it goes to. */
  bank_account_id: string
  /** In dollars. There is no fee on payouts. */
  amount: number
  /** `USD`. */
  currency: string
  /** See Statuses. */
  status: 'PROCESSING' | 'PAID' | 'FAILED' | 'RETURNED'
  /** The provider's own id, for reconciliation. `null` until the provider has confirmed. */
  provider_transfer_id: string | null
  /** The provider's own status: `DELIVERED` for a payout that arrived. `null` until the provider has confirmed. */
  provider_transfer_status: string | null
  /** The metadata that you sent. Absent if you sent none. */
  metadata?: Record<string, string> | undefined
}

/** A payout with its failure and its times in ISO 8601: returned when you get or list payouts. */
export interface PayoutDetail {
  /** The id of the payout, as shown in your dashboard. */
  id: string
  /** The customer who receives the payout. */
  customer_id: string
  /** The bank account it goes to. */
  bank_account_id: string
  /** In dollars. There is no fee on payouts. */
  amount: number
  /** `USD`. */
  currency: string
  /** See Statuses. */
  status: 'PROCESSING' | 'PAID' | 'FAILED' | 'RETURNED'
  /** The provider's own id, for reconciliation. `null` until the provider has confirmed. */
  provider_transfer_id: string | null
  /** The provider's own status: `DELIVERED` for a payout that arrived. `null` until the provider has confirmed. */
  provider_transfer_status: string | null
  /** The metadata that you sent. Absent if you sent none. */
  metadata?: Record<string, string> | undefined
  /** Why it is `FAILED` or `RETURNED`; else `null`. */
  failure: {
    /** The provider's code, such as `no_account`. */
    code: string | null
    /** An explanation for people. */
    message: string
  } | null
  /** The bank network that carries it, which the operator’s settings and the bank decide. `null` where the provider chooses it and doesn’t say, as in test mode. A provider that sends over RTP chooses by itself, so there is no value for it. */
  rail: 'FEDNOW' | 'ACH' | 'FEDWIRE' | null
  /** The day by which the bank has the money at the latest, as YYYY-MM-DD. `null` where `rail` is, and for a payout that failed or came back. */
  expected_on: string | null
  /** Live mode, while the payment provider doesn’t hold enough for it: it is sent by itself as soon as it does. Absent otherwise. */
  waiting_for?: 'provider_balance' | undefined
  /** ISO 8601. */
  created_at: string
  /** The time at which its outcome was booked, in ISO 8601. `null` while it is `PROCESSING`. */
  settled_at: string | null
}

/** Many payouts in one request. */
export interface PayoutBatch {
  id: string
  name: string
  /** `NEEDS_APPROVAL`: it waits for people in your dashboard. `COMPLETED`: each payout has its outcome. */
  status: 'NEEDS_APPROVAL' | 'SCHEDULED' | 'PROCESSING' | 'COMPLETED' | 'CANCELED'
  /** The day on which it is sent; `null`: at once. */
  send_on: string | null
  /** `USD`. */
  currency: string
  /** The number of payouts. */
  count: number
  /** Their sum, in dollars. */
  amount: number
  /** The number of payouts by status. */
  counts: {
    NEEDS_APPROVAL: number
    PENDING: number
    PROCESSING: number
    PAID: number
    FAILED: number
    RETURNED: number
    CANCELED: number
  }
  /** The sum of payouts by status, in dollars. */
  amounts: {
    NEEDS_APPROVAL: number
    PENDING: number
    PROCESSING: number
    PAID: number
    FAILED: number
    RETURNED: number
    CANCELED: number
  }
  /** Why payouts are `FAILED` or `RETURNED`. */
  failures: Array<{
    /** Its place in `payouts`, counted from 1. */
    row: number
    /** `null` if no payout was made, because of the balance or a limit for example. */
    payout_id: string | null
    code: string | null
    message: string
  }>
  /** ISO 8601. */
  created_at: string
}

/** Your balance in one currency: returned when you get the wallet. */
export interface Balance {
  /** The amount that you can pay out. */
  available: number
  /** Of paid invoices, until their hold is over. Always 0 in test mode. */
  pending: number
  /** Taken from `available` for payouts that are not settled. */
  held: number
  /** After refunds and disputes: your next income settles it first. */
  owed: number
}

/** A movement of the money that is available: returned when you list wallet entries. */
export interface WalletEntry {
  /** The ledger transaction. */
  id: string
  /** The reason of the entry, such as `invoice.paid` or `payout.requested`. */
  reason: string
  /** Above 0 for money in, below 0 for money out. */
  amount: number
  currency: string
  /** The available balance afterwards. */
  balance_after: number
  /** The invoice behind it. */
  invoice_id: string | null
  /** The payout behind it. */
  payout_id: string | null
  /** Written by the operator. */
  note: string | null
  /** ISO 8601. */
  created_at: string
}

/** Returned when you refund an invoice, and when you get or list refunds. */
export interface Refund {
  /** The `refund_id` in paths. */
  id: string
  invoice_id: string
  /** The amount that the buyer gets back, including any part of the fee that goes back to them. */
  amount: number
  /** ISO 4217, in upper case. */
  currency: string
  /** `PENDING` until the provider has confirmed. `FAILED`: the money it took is back in your wallet. */
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED'
  /** The same as `failure.code`. `null` unless it failed. */
  failure_reason: string | null
  /** Why it is `FAILED`; else `null`. */
  failure: {
    /** The provider's word for it. `null` if it gave none. */
    code: string | null
    /** An explanation for people. */
    message: string
  } | null
  /** ISO 8601, in UTC. */
  created_at: string
}

/** A dispute of the payment of an invoice: returned when you get or list disputes. */
export interface Dispute {
  /** The `dispute_id` in paths. */
  id: string
  invoice_id: string
  /** The amount that the buyer disputes, including any fee on top. */
  amount: number
  /** ISO 4217, in upper case. */
  currency: string
  /** `OPEN` until the buyer’s bank has decided. `WON`: the money it took is back in your wallet. `LOST`: the buyer keeps the amount. */
  status: 'OPEN' | 'WON' | 'LOST'
  /** The reason that the provider gives. */
  reason: string | null
  /** The time until which you can send evidence, in ISO 8601. `null` if the provider states none. */
  evidence_due_at: string | null
  /** The provider's page where the dispute is answered. `null` if it is not known. */
  provider_url: string | null
  /** ISO 8601, in UTC. */
  created_at: string
}

/** The card’s bank believes that a payment is fraud. The buyer will probably dispute it, unless you refund it in full first. */
export interface FraudWarning {
  /** The `transaction_id` of the payment, which has one warning at most. */
  id: string
  invoice_id: string
  /** The amount that the buyer paid, including any fee on top. */
  amount: number
  /** ISO 4217, in upper case. */
  currency: string
  /** The kind of fraud, as the provider calls it. */
  reason: string
  /** ISO 8601, in UTC. */
  created_at: string
}

/** Returned when you add a webhook endpoint or rotate its secret. */
export interface WebhookEndpointWithSecret {
  /** The `webhook_endpoint_id` in paths. */
  id: string
  /** Gets the events. */
  url: string
  /** The event types that it gets; `null`: all, and those that are added later. */
  event_types: Array<'customer.created' | 'bank_account.created' | 'invoice.created' | 'invoice.updated' | 'invoice.paid' | 'invoice.failed' | 'invoice.unpaid' | 'invoice.voided' | 'refund.succeeded' | 'refund.failed' | 'fraud_warning.created' | 'dispute.opened' | 'dispute.closed' | 'payout.created' | 'payout.paid' | 'payout.failed' | 'payout.returned'> | null
  description: string | null
  /** A `disabled` endpoint gets nothing. */
  status: 'enabled' | 'disabled'
  /** After a rotation, the time at which the old secret stops signing; `null` if none signs beside the new one. */
  previous_secret_expires_at: string | null
  created_at: string
  /** Signs what is sent to this endpoint, and nothing else. Returned here and never again. */
  secret: string
}

/** A URL that gets events of your account. */
export interface WebhookEndpoint {
  /** The `webhook_endpoint_id` in paths. */
  id: string
  /** Gets the events. */
  url: string
  /** The event types that it gets; `null`: all, and those that are added later. */
  event_types: Array<'customer.created' | 'bank_account.created' | 'invoice.created' | 'invoice.updated' | 'invoice.paid' | 'invoice.failed' | 'invoice.unpaid' | 'invoice.voided' | 'refund.succeeded' | 'refund.failed' | 'fraud_warning.created' | 'dispute.opened' | 'dispute.closed' | 'payout.created' | 'payout.paid' | 'payout.failed' | 'payout.returned'> | null
  description: string | null
  /** A `disabled` endpoint gets nothing. */
  status: 'enabled' | 'disabled'
  /** After a rotation, the time at which the old secret stops signing; `null` if none signs beside the new one. */
  previous_secret_expires_at: string | null
  created_at: string
}

/** An event in your account: returned when you list events, and sent to webhook endpoints. */
export interface EventFields {
  /** The `event_id` in paths, and the `counterfoil-event-id` of its webhooks. */
  id: string
  /** Its number in your account: 1, 2, 3 and so on, without gaps. */
  sequence: number
  /** The type of event. */
  type: 'customer.created' | 'bank_account.created' | 'invoice.created' | 'invoice.updated' | 'invoice.paid' | 'invoice.failed' | 'invoice.unpaid' | 'invoice.voided' | 'refund.succeeded' | 'refund.failed' | 'fraud_warning.created' | 'dispute.opened' | 'dispute.closed' | 'payout.created' | 'payout.paid' | 'payout.failed' | 'payout.returned'
  /** The time of the event, in UTC. */
  created_at: string
  /** The object that it is about, as the API returned it at that time. */
  data: Record<string, unknown>
}

/** Returned when you get or redeliver an event. */
export interface EventWithDeliveriesFields {
  /** The `event_id` in paths, and the `counterfoil-event-id` of its webhooks. */
  id: string
  /** Its number in your account: 1, 2, 3 and so on, without gaps. */
  sequence: number
  /** The type of event. */
  type: 'customer.created' | 'bank_account.created' | 'invoice.created' | 'invoice.updated' | 'invoice.paid' | 'invoice.failed' | 'invoice.unpaid' | 'invoice.voided' | 'refund.succeeded' | 'refund.failed' | 'fraud_warning.created' | 'dispute.opened' | 'dispute.closed' | 'payout.created' | 'payout.paid' | 'payout.failed' | 'payout.returned'
  /** The time of the event, in UTC. */
  created_at: string
  /** The object that it is about, as the API returned it at that time. */
  data: Record<string, unknown>
  /** One for each URL it was sent to. */
  deliveries: Array<{
    /** The `webhook-id` that the receiver gets. */
    id: string
    url: string
    status: 'PENDING' | 'DELIVERED' | 'FAILED'
    created_at: string
    /** `null` if there will be none. */
    next_attempt_at: string | null
    /** The latest 50, latest first. */
    attempts: Array<{
      /** 1 for the first. */
      number: number
      created_at: string
      duration_ms: number
      /** The receiver's HTTP status; `null` if it gave no answer. */
      response_status: number | null
      /** The beginning of the receiver's answer. */
      response_body: string | null
      /** Why there was no answer. */
      error: string | null
    }>
  }>
}

/** The `data` of `bank_account.created`. */
export interface BankAccountEvent {
  /** The `bank_account_id` of a payout. */
  id: string
  /** The customer who owns the account. */
  customer_id: string
  entity_type: 'PERSONAL' | 'COMPANY'
  /** The account holder's email. */
  email: string
  address: {
    /** ISO 3166-1, in upper case. */
    country_code: string
    state: string
    city: string
    postcode: string
    street_address: string
  }
  bank_details: {
    account_name: string
    routing_number: string
    bank_name: string
    account_category: 'Checking' | 'Savings'
    /** The last four digits of the account number. */
    account_number_last4: string
  }
  first_name: string | null
  last_name: string | null
  /** `YYYY-MM-DD`, or an empty string. */
  date_of_birth: string | ''
  company_name: string | null
  /** `YYYY-MM-DD HH:MM:SS`. */
  created_at: string
  /** The link on whose page the payee entered it. Absent if you added it. */
  bank_account_link_id?: string | undefined
  /** Present once the bank account is archived. */
  archived_at?: string | undefined
  /** The metadata that you sent. Absent if you sent none. */
  metadata?: Record<string, string> | undefined
}

/** The `data` of each event type. */
export interface EventData {
  'customer.created': Customer
  'bank_account.created': BankAccountEvent
  'invoice.created': Invoice
  'invoice.updated': Invoice
  'invoice.paid': Invoice
  'invoice.failed': Invoice
  'invoice.unpaid': Invoice
  'invoice.voided': Invoice
  'refund.succeeded': Refund
  'refund.failed': Refund
  'fraud_warning.created': FraudWarning
  'dispute.opened': Dispute
  'dispute.closed': Dispute
  'payout.created': Payout
  'payout.paid': Payout
  'payout.failed': Payout
  'payout.returned': Payout
}

export type EventType = keyof EventData

/** An event in your account: returned when you list events, and sent to webhook endpoints. A look at `type` tells what `data` is; a later version of the service may send other types. */
export type Event = {
  [Type in EventType]: Omit<EventFields, 'type' | 'data'> & { type: Type; data: EventData[Type] }
}[EventType]

/** Returned when you get or redeliver an event. A look at `type` tells what `data` is; a later version of the service may send other types. */
export type EventWithDeliveries = {
  [Type in EventType]: Omit<EventWithDeliveriesFields, 'type' | 'data'> & { type: Type; data: EventData[Type] }
}[EventType]

export interface CreateCustomerBody {
  /** Full name, without control characters. */
  name: string
  /** Unique within your account, regardless of case. */
  email: string
  /** Your own label to group customers. */
  group?: string | null | undefined
  /** An ISO 4217 code, in either case. For your information only: every invoice has its own currency. */
  preferred_currency?: string | undefined
  address_line1?: string | null | undefined
  address_line2?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  zip?: string | null | undefined
  country?: string | null | undefined
  /** Such as a VAT number. Shown on invoices that are issued from then on. */
  tax_id?: string | null | undefined
  /** The customer’s own reference for e-invoices, such as a German Leitweg-ID. On invoices that are issued from then on. */
  buyer_reference?: string | null | undefined
  /** As you write it, with three digits or more. In e-invoices that are issued from then on. */
  phone?: string | null | undefined
  /** Others who get a copy of each email about an invoice that is issued from then on, such as a bookkeeper: an array of addresses. Empty for none. */
  copy_emails?: Array<string> | null | undefined
  /** Your own id of the customer, unique within your account. Case matters. */
  external_id?: string | null | undefined
  /** Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500. */
  metadata?: Record<string, string> | null | undefined
}

export interface CreateCustomerAnswer {
  status: 'success'
  message: 'Customer created successfully'
  customer: Customer
}

export interface CreateInvoiceBody {
  /** An existing customer. This or `email` is required. With both, `email` is ignored. */
  customer_id?: string | undefined
  /** The customer with this address; one is created, with the address as name, if there is none. This or `customer_id` is required. */
  email?: string | undefined
  /** The whole amount before the fee, above 0. It becomes one item, titled `Payment`. This or `items` is required. Ignored when there are items. */
  amount?: number | string | undefined
  /** The total is their sum. An empty array counts as not given. */
  items?: Array<{
    /** The name of the item. */
    title: string
    /** Above 0, with at most six decimals. */
    qty: number | string
    /** The price of one unit: 0 or more, with at most the currency's decimals. */
    price: number | string
  }> | undefined
  /** An ISO 4217 code, in either case. */
  currency?: string | undefined
  /** `YYYY-MM-DD`. Defaults to 30 days from today. The invoice becomes `Unpaid` when this day is over in UTC. A day in the past is accepted. */
  due_date?: string | undefined
  /** The page that the buyer goes to after paying, with `transaction_id` added at the end of its query. http or https, without a user name. Defaults to a thank-you page. */
  redirect_url?: string | undefined
  /** Receives every change of status of the invoice. The same rules as for `redirect_url`. */
  webhook_url?: string | undefined
  /** Your own number, such as that of the order. */
  reference?: string | null | undefined
  /** Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500. */
  metadata?: Record<string, string> | null | undefined
}

export interface CreateInvoiceAnswer {
  status: 'success'
  message: 'Invoice created successfully'
  invoice: NewInvoice
}

export interface GetInvoiceAnswer {
  status: 'success'
  invoice: Invoice
}

export interface UpdateInvoiceBody {
  /** The page that the buyer goes to after paying. `null` for a thank-you page. */
  redirect_url?: string | null | undefined
  /** Receives later changes of status. `null` for none. */
  webhook_url?: string | null | undefined
  /** `YYYY-MM-DD`. Reminders follow it. A day in the past is accepted. */
  due_date?: string | undefined
  /** Your own number, such as that of the order. */
  reference?: string | null | undefined
  /** Merged by key into what there is: a string sets a key, `null` removes it, and the others stay. `null` instead of an object removes all. The limits hold for the result. */
  metadata?: Record<string, string | null> | null | undefined
}

export interface UpdateInvoiceAnswer {
  status: 'success'
  invoice: InvoiceDetail
}

export interface ListInvoicesQuery {
  /** Exactly as in answers. */
  status?: 'Invoice Created' | 'Paid' | 'Unpaid' | 'Failed' | undefined
  /** The invoices of one customer. */
  customer_id?: string | undefined
  /** The email of a customer, in either case, in place of its id. */
  email?: string | undefined
  /** Your own number, exactly. */
  reference?: string | undefined
  /** The invoice of the payment whose id the buyer brought to your `redirect_url`. */
  transaction_id?: string | undefined
  /** The invoices that come from a recurring invoice. */
  recurring_invoice_id?: string | undefined
  /** Those that a request with this `Idempotency-Key` has created. */
  idempotency_key?: string | undefined
  /** The first day (UTC). */
  created_from?: string | undefined
  /** The last day (UTC). */
  created_to?: string | undefined
  /** The number of objects on a page. */
  limit?: number | undefined
  /** The `next_cursor` of the page before, with the same filters. */
  after?: string | undefined
}

export interface ListInvoicesAnswer {
  status: 'success'
  invoices: Array<InvoiceDetail>
  /** Give it in `after` to get the next page. `null` at the end. */
  next_cursor: string | null
}

export interface SendInvoiceBody {
}

export interface SendInvoiceAnswer {
  status: 'success'
  invoice: InvoiceDetail
  mail: {
    recipient: string
    /** `kept`: it is in your mailbox, and will not be sent. */
    status: 'queued' | 'kept'
    /** Why it is kept; else `null`. */
    reason: string | null
  }
}

export interface VoidInvoiceBody {
}

export interface VoidInvoiceAnswer {
  status: 'success'
  invoice: InvoiceDetail
}

export interface CreditInvoiceBody {
  /** In major units of the invoice’s currency, above 0, before a fee that your customer pays. This or `items` is required. */
  amount?: number | string | undefined
  /** Instead of `amount`: the items that the credit is about, each with its amount. Their sum is credited, and the credit note has these items alone. */
  items?: Array<{
    /** Its place among the `items` of the invoice: 1 is the first one. */
    item: number
    /** In major units, above 0, with the tax of the item and without a fee on top. */
    amount: number | string
  }> | undefined
  /** On the credit note and in the email to your customer. */
  reason?: string | undefined
}

export interface CreditInvoiceAnswer {
  status: 'success'
  credit: Credit
  invoice: InvoiceDetail
}

export interface CreateRecurringInvoiceBody {
  /** An existing customer. This or `email` is required. With both, `email` is ignored. */
  customer_id?: string | undefined
  /** The customer with this address; one is created, with the address as name, if there is none. This or `customer_id` is required. */
  email?: string | undefined
  /** The whole amount before the fee, above 0. It becomes one item, titled `Payment`. This or `items` is required. Ignored when there are items. */
  amount?: number | string | undefined
  /** The total is their sum. An empty array counts as not given. */
  items?: Array<{
    /** The name of the item. */
    title: string
    /** Above 0, with at most six decimals. */
    qty: number | string
    /** The price of one unit: 0 or more, with at most the currency's decimals. */
    price: number | string
  }> | undefined
  /** An ISO 4217 code, in either case. */
  currency?: string | undefined
  /** The page that the buyer goes to after paying, with `transaction_id` added at the end of its query. http or https, without a user name. Defaults to a thank-you page. */
  redirect_url?: string | undefined
  /** Receives every change of status of the invoice. The same rules as for `redirect_url`. */
  webhook_url?: string | undefined
  /** Your own number, such as that of the order. */
  reference?: string | null | undefined
  /** Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500. */
  metadata?: Record<string, string> | null | undefined
  /** The time from one invoice to the next. A quarter is three months. */
  interval: 'week' | 'month' | 'quarter' | 'year'
  /** 2 for every second week, and so on: up to 52 weeks, 36 months, 12 quarters or 10 years. */
  interval_count?: number | undefined
  /** `YYYY-MM-DD`, in UTC: the day of the first invoice. Today: at once. The others come on the same day of the week or month; where a month is too short, on its last day. */
  start_on: string
  /** `YYYY-MM-DD`: no invoice is later. Without it they go on until you end it. */
  end_on?: string | undefined
  /** `send`: each invoice is sent on its day. `draft`: it is left as a draft in the dashboard. */
  delivery: 'send' | 'draft'
  /** The days from the day of an invoice until it is due, up to 365. */
  due_after_days?: number | undefined
}

export interface CreateRecurringInvoiceAnswer {
  status: 'success'
  recurring_invoice: RecurringInvoice
}

export interface ListRecurringInvoicesQuery {
  /** Those of one customer. */
  customer_id?: string | undefined
  status?: 'active' | 'paused' | 'ended' | undefined
  /** The number of objects on a page. */
  limit?: number | undefined
  /** The `next_cursor` of the page before, with the same filters. */
  after?: string | undefined
}

export interface ListRecurringInvoicesAnswer {
  status: 'success'
  recurring_invoices: Array<RecurringInvoice>
  /** Give it in `after` to get the next page. `null` at the end. */
  next_cursor: string | null
}

export interface GetRecurringInvoiceAnswer {
  status: 'success'
  recurring_invoice: RecurringInvoice
}

export interface UpdateRecurringInvoiceBody {
  /** `paused` sends nothing until it is `active` again. `ended` is for good. */
  status: 'active' | 'paused' | 'ended'
}

export interface UpdateRecurringInvoiceAnswer {
  status: 'success'
  recurring_invoice: RecurringInvoice
}

export interface GetCustomerAnswer {
  status: 'success'
  customer: Customer
  /** The customer's page in the dashboard. */
  customer_url: string
  /** Sorted by payment date, newest first. */
  paid_invoices: Array<Invoice>
  /** The number of paid invoices. */
  total_paid_count: number
  /** The total paid, by currency code. */
  total_paid_amount: Record<string, number>
}

export interface UpdateCustomerBody {
  /** Full name, without control characters. */
  name?: string | undefined
  /** Unique within your account, regardless of case. */
  email?: string | undefined
  /** Your own label to group customers. */
  group?: string | null | undefined
  /** An ISO 4217 code, in either case. */
  preferred_currency?: string | null | undefined
  address_line1?: string | null | undefined
  address_line2?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  zip?: string | null | undefined
  country?: string | null | undefined
  /** Such as a VAT number. Shown on invoices that are issued from then on. */
  tax_id?: string | null | undefined
  /** The customer’s own reference for e-invoices, such as a German Leitweg-ID. On invoices that are issued from then on. */
  buyer_reference?: string | null | undefined
  /** As you write it, with three digits or more. In e-invoices that are issued from then on. */
  phone?: string | null | undefined
  /** Others who get a copy of each email about an invoice that is issued from then on, such as a bookkeeper: an array of addresses. Empty for none. */
  copy_emails?: Array<string> | null | undefined
  /** Your own id of the customer, unique within your account. Case matters. */
  external_id?: string | null | undefined
  /** Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500. */
  metadata?: Record<string, string> | null | undefined
}

export interface UpdateCustomerAnswer {
  status: 'success'
  customer: CustomerDetail
}

export interface ArchiveCustomerAnswer {
  status: 'success'
  customer: CustomerDetail
}

export interface SaveCustomerByExternalIdBody {
  /** Full name, without control characters. */
  name: string
  /** Unique within your account, regardless of case. */
  email: string
  /** Your own label to group customers. */
  group?: string | null | undefined
  /** An ISO 4217 code, in either case. */
  preferred_currency?: string | null | undefined
  address_line1?: string | null | undefined
  address_line2?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  zip?: string | null | undefined
  country?: string | null | undefined
  /** Such as a VAT number. Shown on invoices that are issued from then on. */
  tax_id?: string | null | undefined
  /** The customer’s own reference for e-invoices, such as a German Leitweg-ID. On invoices that are issued from then on. */
  buyer_reference?: string | null | undefined
  /** As you write it, with three digits or more. In e-invoices that are issued from then on. */
  phone?: string | null | undefined
  /** Others who get a copy of each email about an invoice that is issued from then on, such as a bookkeeper: an array of addresses. Empty for none. */
  copy_emails?: Array<string> | null | undefined
  /** Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500. */
  metadata?: Record<string, string> | null | undefined
}

export interface SaveCustomerByExternalIdAnswer {
  status: 'success'
  customer: CustomerDetail
}

export interface ListCustomersQuery {
  /** The email of one customer, in either case. */
  email?: string | undefined
  /** The exact label. */
  group?: string | undefined
  /** Your own id of one customer, in the same case. */
  external_id?: string | undefined
  /** `true` for the customers that are archived, and no others. */
  archived?: 'true' | 'false' | undefined
  /** The number of objects on a page. */
  limit?: number | undefined
  /** The `next_cursor` of the page before, with the same filters. */
  after?: string | undefined
}

export interface ListCustomersAnswer {
  status: 'success'
  customers: Array<CustomerDetail>
  /** Give it in `after` to get the next page. `null` at the end. */
  next_cursor: string | null
}

export interface AddBankAccountBody {
  /** Exactly as written. */
  entity_type?: 'PERSONAL' | 'COMPANY' | undefined
  /** The account holder's email. */
  email: string
  address: {
    /** An ISO 3166-1 code of two letters, in either case. */
    country_code?: string | undefined
    state: string
    city: string
    postcode: string
    street_address: string
  }
  bank_details: {
    /** The name of the account holder at the bank. */
    account_name: string
    /** 4 to 17 digits. */
    account_number: string
    /** An ABA routing number of 9 digits. In live mode its check digit must be right as well. */
    routing_number: string
    bank_name: string
    /** Exactly as written. */
    account_category?: 'Checking' | 'Savings' | undefined
  }
  /** Required for `PERSONAL`. */
  first_name?: string | undefined
  /** Required for `PERSONAL`. */
  last_name?: string | undefined
  /** `YYYY-MM-DD`, a day that exists. */
  date_of_birth?: string | undefined
  /** Required for `COMPANY`. */
  company_name?: string | undefined
  /** Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500. */
  metadata?: Record<string, string> | null | undefined
}

export interface AddBankAccountAnswer {
  status: 'success'
  message: 'Bank account added successfully'
  bank_account: BankAccount
}

export interface ListBankAccountsQuery {
  /** `true` for the bank accounts that are archived, and no others. */
  archived?: 'true' | 'false' | undefined
}

export interface ListBankAccountsAnswer {
  status: 'success'
  customer_id: string
  /** The number of bank accounts. */
  total: number
  bank_accounts: Array<BankAccount>
}

export interface CreateBankAccountLinkBody {
  /** The seconds that the link is valid, from 5 minutes to 30 days. */
  expires_in?: number | undefined
  /** Where the page leads once the bank account is entered. http or https, without a user name. */
  redirect_url?: string | undefined
}

export interface CreateBankAccountLinkAnswer {
  status: 'success'
  bank_account_link: BankAccountLink
}

export interface CreatePayoutBody {
  /** One of this customer's bank accounts. */
  bank_account_id: string
  /** In dollars, above 0, with at most two decimals. Your limits per request and per day and your wallet's balance cap it. */
  amount: number | string
  /** Only `USD`, in either case. */
  currency?: string | undefined
  /** Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500. */
  metadata?: Record<string, string> | null | undefined
}

export interface CreatePayoutAnswer {
  status: 'success'
  message: 'Payout completed successfully' | 'Payout is being processed' | 'Payout was refused by the provider' | 'Payout was returned by the bank'
  payout: Payout
}

export interface GetPayoutAnswer {
  status: 'success'
  payout: PayoutDetail
}

export interface ListPayoutsQuery {
  /** The payouts to one customer. */
  customer_id?: string | undefined
  status?: 'PROCESSING' | 'PAID' | 'FAILED' | 'RETURNED' | undefined
  /** The payouts of one batch. */
  payout_batch_id?: string | undefined
  /** Those that a request with this `Idempotency-Key` has created. */
  idempotency_key?: string | undefined
  /** The number of objects on a page. */
  limit?: number | undefined
  /** The `next_cursor` of the page before, with the same filters. */
  after?: string | undefined
}

export interface ListPayoutsAnswer {
  status: 'success'
  payouts: Array<PayoutDetail>
  /** Give it in `after` to get the next page. `null` at the end. */
  next_cursor: string | null
}

export interface CreatePayoutBatchBody {
  /** What the dashboard calls the batch, such as `Payroll, May`. */
  name: string
  /** Up to 1,000. They are sent in this order: what the balance covers goes to the first rows. */
  payouts: Array<{
    /** The customer who receives the payout. */
    customer_id: string
    /** One of this customer's bank accounts. */
    bank_account_id: string
    /** In dollars, above 0, with at most two decimals. Your limits per request and per day and your wallet's balance cap it. */
    amount: number | string
    /** Only `USD`, in either case. */
    currency?: string | undefined
    /** Your own reference for it. The payout has it in `metadata`, as `reference`. */
    reference?: string | undefined
    /** Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500. */
    metadata?: Record<string, string> | null | undefined
  }>
  /** The day on which they are sent, as soon as it begins in UTC. Without it: at once. */
  send_on?: string | undefined
}

export interface CreatePayoutBatchAnswer {
  status: 'success'
  payout_batch: PayoutBatch
}

export interface GetPayoutBatchAnswer {
  status: 'success'
  payout_batch: PayoutBatch
}

export interface GetWalletAnswer {
  status: 'success'
  /** A balance by currency code. */
  balances: Record<string, Balance>
}

export interface ListWalletEntriesQuery {
  /** An ISO 4217 code, in either case. `USD` if it is not given. */
  currency?: string | undefined
  /** The number of objects on a page. */
  limit?: number | undefined
  /** The `next_cursor` of the page before, with the same filters. */
  after?: string | undefined
}

export interface ListWalletEntriesAnswer {
  status: 'success'
  entries: Array<WalletEntry>
  /** Give it in `after` to get the next page. `null` at the end. */
  next_cursor: string | null
}

export interface RefundInvoiceBody {
  /** In major units of the invoice’s currency, above 0, before a fee that your customer paid. Left out, without `items`: all that is left of the base amount. */
  amount?: number | string | undefined
  /** Instead of `amount`: the items that the refund is about, each with its amount. Their sum is refunded, and the credit note has these items alone. */
  items?: Array<{
    /** Its place among the `items` of the invoice: 1 is the first one. */
    item: number
    /** In major units, above 0, with the tax of the item and without a fee on top. */
    amount: number | string
  }> | undefined
}

export interface RefundInvoiceAnswer {
  status: 'success'
  refund: Refund
}

export interface GetRefundAnswer {
  status: 'success'
  refund: Refund
}

export interface ListRefundsQuery {
  /** The refunds of one invoice. */
  invoice_id?: string | undefined
  status?: 'PENDING' | 'SUCCEEDED' | 'FAILED' | undefined
  /** The number of objects on a page. */
  limit?: number | undefined
  /** The `next_cursor` of the page before, with the same filters. */
  after?: string | undefined
}

export interface ListRefundsAnswer {
  status: 'success'
  refunds: Array<Refund>
  /** Give it in `after` to get the next page. `null` at the end. */
  next_cursor: string | null
}

export interface GetCreditAnswer {
  status: 'success'
  credit: Credit
}

export interface ListCreditsQuery {
  /** The credits of one invoice. */
  invoice_id?: string | undefined
  /** The number of objects on a page. */
  limit?: number | undefined
  /** The `next_cursor` of the page before, with the same filters. */
  after?: string | undefined
}

export interface ListCreditsAnswer {
  status: 'success'
  credits: Array<Credit>
  /** Give it in `after` to get the next page. `null` at the end. */
  next_cursor: string | null
}

export interface GetDisputeAnswer {
  status: 'success'
  dispute: Dispute
}

export interface ListDisputesQuery {
  /** The disputes of one invoice. */
  invoice_id?: string | undefined
  status?: 'OPEN' | 'WON' | 'LOST' | undefined
  /** The number of objects on a page. */
  limit?: number | undefined
  /** The `next_cursor` of the page before, with the same filters. */
  after?: string | undefined
}

export interface ListDisputesAnswer {
  status: 'success'
  disputes: Array<Dispute>
  /** Give it in `after` to get the next page. `null` at the end. */
  next_cursor: string | null
}

export interface PayTestInvoiceBody {
  /** By default `paid`. */
  outcome?: 'paid' | 'declined' | 'insufficient_funds' | 'expired_card' | 'incorrect_cvc' | 'processing_error' | 'refund_pending' | 'refund_fails' | 'refund_refused' | 'refund_lost_answer' | undefined
}

export interface PayTestInvoiceAnswer {
  status: 'success'
  invoice: Invoice
}

export interface DisputeTestInvoiceBody {
  /** By default `opened`. `won` and `lost` are from your point of view. */
  outcome?: 'opened' | 'won' | 'lost' | undefined
}

export interface DisputeTestInvoiceAnswer {
  status: 'success'
  dispute: Dispute
}

export interface WarnOfTestFraudBody {
}

export interface WarnOfTestFraudAnswer {
  status: 'success'
  fraud_warning: FraudWarning
}

export interface SettleTestPayoutBody {
  /** The outcome of the payout. */
  outcome: 'paid' | 'failed' | 'returned'
}

export interface SettleTestPayoutAnswer {
  status: 'success'
  payout: PayoutDetail
}

export interface CreditTestWalletBody {
  /** In major units, above 0. */
  amount: number | string
  /** ISO 4217, in either case. */
  currency?: string | undefined
}

export interface CreditTestWalletAnswer {
  status: 'success'
  credit: {
    amount: number
    currency: string
  }
}

export interface AdvanceTestClockBody {
  /** The number of days that pass. */
  days: number
}

export interface AdvanceTestClockAnswer {
  status: 'success'
  clock: {
    advanced_days: number
  }
}

export interface AddWebhookEndpointBody {
  /** Begins with `https://` or `http://`, without user name. */
  url: string
  /** The event types that it gets. Left out or `null`: all, and those that are added later. */
  event_types?: Array<'customer.created' | 'bank_account.created' | 'invoice.created' | 'invoice.updated' | 'invoice.paid' | 'invoice.failed' | 'invoice.unpaid' | 'invoice.voided' | 'refund.succeeded' | 'refund.failed' | 'fraud_warning.created' | 'dispute.opened' | 'dispute.closed' | 'payout.created' | 'payout.paid' | 'payout.failed' | 'payout.returned'> | null | undefined
  /** For yourself, such as what receives the events. */
  description?: string | null | undefined
}

export interface AddWebhookEndpointAnswer {
  status: 'success'
  webhook_endpoint: WebhookEndpointWithSecret
}

export interface ListWebhookEndpointsAnswer {
  status: 'success'
  /** Oldest first. */
  webhook_endpoints: Array<WebhookEndpoint>
}

export interface UpdateWebhookEndpointBody {
  /** Begins with `https://` or `http://`, without user name. */
  url?: string | undefined
  /** The event types that it gets. Left out or `null`: all, and those that are added later. */
  event_types?: Array<'customer.created' | 'bank_account.created' | 'invoice.created' | 'invoice.updated' | 'invoice.paid' | 'invoice.failed' | 'invoice.unpaid' | 'invoice.voided' | 'refund.succeeded' | 'refund.failed' | 'fraud_warning.created' | 'dispute.opened' | 'dispute.closed' | 'payout.created' | 'payout.paid' | 'payout.failed' | 'payout.returned'> | null | undefined
  /** For yourself, such as what receives the events. */
  description?: string | null | undefined
  /** A `disabled` endpoint gets nothing until it is `enabled` again. */
  status?: 'enabled' | 'disabled' | undefined
}

export interface UpdateWebhookEndpointAnswer {
  status: 'success'
  webhook_endpoint: WebhookEndpoint
}

export interface DeleteWebhookEndpointAnswer {
  status: 'success'
  webhook_endpoint: WebhookEndpoint
}

export interface RotateWebhookEndpointSecretBody {
  /** The hours for which the old secret signs too, from 0 to 72. 0 if it has leaked. */
  overlap_hours?: number | undefined
}

export interface RotateWebhookEndpointSecretAnswer {
  status: 'success'
  webhook_endpoint: WebhookEndpointWithSecret
}

export interface ListEventsQuery {
  /** The number of objects on a page. */
  limit?: number | undefined
  /** The `next_cursor` of the page before. Without it, from the beginning. */
  after?: string | undefined
  /** One [event type](/docs/webhooks#event-types), or several separated by commas. Without it, all. */
  type?: string | undefined
  /** Seconds to wait for an event if there is none yet. */
  wait?: number | undefined
}

export interface ListEventsAnswer {
  status: 'success'
  /** Oldest first. */
  events: Array<Event>
  /** The place to go on from: send it in `after`. */
  next_cursor: string
}

export interface GetEventAnswer {
  status: 'success'
  event: EventWithDeliveries
}

export interface RedeliverEventAnswer {
  status: 'success'
  event: EventWithDeliveries
}

export interface GetTraceAnswer {
  status: 'success'
  trace: {
    /** The id that you asked for. */
    id: string
    /** The kind of object. */
    kind: 'request' | 'idempotency_key' | 'invoice' | 'payment' | 'refund' | 'dispute' | 'payout' | 'payout_approval' | 'event' | 'delivery'
    /** Oldest first. */
    steps: Array<{
      kind: 'request' | 'approval' | 'provider_attempt' | 'ledger_entry' | 'event' | 'delivery'
      created_at: string
      /** Of a `request`: one of the API. */
      request?: {
        /** The `X-Request-Id` of its answer. */
        id: string
        method: string
        path: string
        idempotency_key: string | null
        response_status: number
        duration_ms: number
      } | undefined
      /** Of an `approval`: a payout that needs two people. */
      approval?: {
        id: string
        /** Its current status. */
        status: 'WAITING' | 'APPROVED' | 'REJECTED' | 'CANCELED' | 'EXPIRED'
        amount: number
        currency: string
        /** `null` until it is approved. */
        payout_id: string | null
        decided_at: string | null
      } | undefined
      /** Of a `provider_attempt`: what a provider was asked for. */
      provider_attempt?: {
        operation: 'checkout_session' | 'payment' | 'refund' | 'dispute' | 'payout'
        /** The `transaction_id` of a payment, the number of a checkout session, or the object’s id. */
        id: string
        provider: string
        /** The provider's own id. `null` until it has answered. */
        reference: string | null
        /** Its current status. */
        status: string
        /** `null` for a checkout session. */
        amount: number | null
        currency: string | null
        /** The provider's reason where it refused. */
        failure: string | null
        settled_at: string | null
      } | undefined
      /** Of a `ledger_entry`: money that moved. */
      ledger_entry?: {
        transaction_id: string
        /** The reason of the entry, such as `invoice.paid` or `payout.requested`. */
        reason: string
        /** The account that the amount comes from: `credit_wallet` holds the money that you can pay out. */
        source: string
        destination: string
        amount: number
        currency: string
        /** The balance of the source after the transaction. `null` where no balance is kept or it stayed the same. */
        source_balance_after: number | null
        /** Likewise. */
        destination_balance_after: number | null
      } | undefined
      /** Of an `event`. */
      event?: {
        /** The `event_id` in paths. */
        id: string
        type: 'customer.created' | 'bank_account.created' | 'invoice.created' | 'invoice.updated' | 'invoice.paid' | 'invoice.failed' | 'invoice.unpaid' | 'invoice.voided' | 'refund.succeeded' | 'refund.failed' | 'fraud_warning.created' | 'dispute.opened' | 'dispute.closed' | 'payout.created' | 'payout.paid' | 'payout.failed' | 'payout.returned'
        /** Its number in your account. */
        sequence: number | null
      } | undefined
      /** Of a `delivery`: an event on its way to one URL. */
      delivery?: {
        /** The `webhook-id` that the receiver gets. */
        id: string
        /** `null` for a test event. */
        event_id: string | null
        url: string
        status: 'PENDING' | 'DELIVERED' | 'FAILED'
        /** `null` if there will be none. */
        next_attempt_at: string | null
        /** The latest 5, latest first. */
        attempts: Array<{
          /** 1 for the first. */
          number: number
          created_at: string
          duration_ms: number
          /** The receiver's HTTP status; `null` if it gave no answer. */
          response_status: number | null
          /** Why there was no answer. */
          error: string | null
        }>
      } | undefined
    }>
    /** True if there are more steps than are shown. */
    has_more: boolean
  }
}

export interface ArchiveBankAccountAnswer {
  status: 'success'
  bank_account: BankAccount
}

export type GetApiDescriptionAnswer = Record<string, unknown>

class CustomersResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Create a customer. Adds a person or company that you bill or pay out to. */
  create(body: CreateCustomerBody, options: RequestOptions = {}): Promise<CreateCustomerAnswer> {
    return this.#send({ method: 'POST', path: '/api/v2/customer', body, takesIdempotencyKey: true }, options)
  }

  /** Get a customer. Returns a customer with all of their paid invoices, latest payment first. */
  get(customerId: string, options: RequestOptions = {}): Promise<GetCustomerAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/customer/${segment('customer_id', customerId)}` }, options)
  }

  /** Update a customer. Updates the fields that you send, by the same rules as creating a customer. */
  update(customerId: string, body: UpdateCustomerBody = {}, options: RequestOptions = {}): Promise<UpdateCustomerAnswer> {
    return this.#send({ method: 'PATCH', path: `/api/v2/customer/${segment('customer_id', customerId)}`, body }, options)
  }

  /** Archive a customer. From then on the customer takes no invoice, payout or bank account. Existing invoices and payouts are unchanged, and open invoices can still be paid. */
  archive(customerId: string, options: RequestOptions = {}): Promise<ArchiveCustomerAnswer> {
    return this.#send({ method: 'DELETE', path: `/api/v2/customer/${segment('customer_id', customerId)}` }, options)
  }

  /** Create or update a customer by your own id. Creates a customer with this `external_id`, or updates the one that has it. The same request again changes nothing more. */
  saveByExternalId(externalId: string, body: SaveCustomerByExternalIdBody, options: RequestOptions = {}): Promise<SaveCustomerByExternalIdAnswer> {
    return this.#send({ method: 'PUT', path: `/api/v2/customers/external/${segment('external_id', externalId)}`, body }, options)
  }

  /** List customers. Returns your customers, newest first, a page at a time. */
  list(query: ListCustomersQuery = {}, options: RequestOptions = {}): Pages<ListCustomersAnswer, ListCustomersAnswer['customers'][number]> {
    return new Pages((after: string | undefined) => this.#send<ListCustomersAnswer>({ method: 'GET', path: '/api/v2/customers', query: { ...query, after: after ?? query.after } }, options), 'customers')
  }
}

class InvoicesResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Create an invoice. Creates an invoice and returns its payment link. The link works until the invoice is paid, even if it is overdue. */
  create(body: CreateInvoiceBody = {}, options: RequestOptions = {}): Promise<CreateInvoiceAnswer> {
    return this.#send({ method: 'POST', path: '/api/v2/invoice', body, takesIdempotencyKey: true }, options)
  }

  /** Check an invoice. Returns the current state of an invoice, in the same format as webhooks. */
  get(invoiceId: string, options: RequestOptions = {}): Promise<GetInvoiceAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/invoice/${segment('invoice_id', invoiceId)}` }, options)
  }

  /** Update an invoice. Updates the fields that you send, of an invoice that is neither paid nor voided. */
  update(invoiceId: string, body: UpdateInvoiceBody = {}, options: RequestOptions = {}): Promise<UpdateInvoiceAnswer> {
    return this.#send({ method: 'PATCH', path: `/api/v2/invoice/${segment('invoice_id', invoiceId)}`, body }, options)
  }

  /** List invoices. Returns your invoices, newest first, a page at a time. */
  list(query: ListInvoicesQuery = {}, options: RequestOptions = {}): Pages<ListInvoicesAnswer, ListInvoicesAnswer['invoices'][number]> {
    return new Pages((after: string | undefined) => this.#send<ListInvoicesAnswer>({ method: 'GET', path: '/api/v2/invoices', query: { ...query, after: after ?? query.after } }, options), 'invoices')
  }

  /** Send an invoice again. Mails the payment link to the buyer again, as when the invoice was created. */
  send(invoiceId: string, body: SendInvoiceBody = {}, options: RequestOptions = {}): Promise<SendInvoiceAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/invoice/${segment('invoice_id', invoiceId)}/send`, body, takesIdempotencyKey: true }, options)
  }

  /** Void an invoice. Cancels an invoice for good: nobody can pay it any more, and its payment link says so. */
  void(invoiceId: string, body: VoidInvoiceBody = {}, options: RequestOptions = {}): Promise<VoidInvoiceAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/invoice/${segment('invoice_id', invoiceId)}/void`, body, takesIdempotencyKey: true }, options)
  }

  /** Credit an open invoice. Issues a credit note for an invoice that is not paid yet, in whole or in part. No money moves. */
  credit(invoiceId: string, body: CreditInvoiceBody = {}, options: RequestOptions = {}): Promise<CreditInvoiceAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/invoice/${segment('invoice_id', invoiceId)}/credit`, body, takesIdempotencyKey: true }, options)
  }

  /** Refund an invoice. Gives the buyer of a paid invoice the base amount back, in whole or in part. */
  refund(invoiceId: string, body: RefundInvoiceBody = {}, options: RequestOptions = {}): Promise<RefundInvoiceAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/invoice/${segment('invoice_id', invoiceId)}/refund`, body, takesIdempotencyKey: true }, options)
  }
}

class RecurringInvoicesResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Create a recurring invoice. Creates an invoice every week, month, quarter or year, starting on `start_on`. It takes the same fields as a single invoice. */
  create(body: CreateRecurringInvoiceBody, options: RequestOptions = {}): Promise<CreateRecurringInvoiceAnswer> {
    return this.#send({ method: 'POST', path: '/api/v2/recurring-invoices', body, takesIdempotencyKey: true }, options)
  }

  /** List recurring invoices. Returns your recurring invoices, newest first, a page at a time. */
  list(query: ListRecurringInvoicesQuery = {}, options: RequestOptions = {}): Pages<ListRecurringInvoicesAnswer, ListRecurringInvoicesAnswer['recurring_invoices'][number]> {
    return new Pages((after: string | undefined) => this.#send<ListRecurringInvoicesAnswer>({ method: 'GET', path: '/api/v2/recurring-invoices', query: { ...query, after: after ?? query.after } }, options), 'recurring_invoices')
  }

  /** Get a recurring invoice. Returns a recurring invoice as it is now: the day of the next invoice, and the latest one. */
  get(recurringInvoiceId: string, options: RequestOptions = {}): Promise<GetRecurringInvoiceAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/recurring-invoices/${segment('recurring_invoice_id', recurringInvoiceId)}` }, options)
  }

  /** Pause, resume or end a recurring invoice. Changes the `status`. Invoices that were created stay as they are. */
  update(recurringInvoiceId: string, body: UpdateRecurringInvoiceBody, options: RequestOptions = {}): Promise<UpdateRecurringInvoiceAnswer> {
    return this.#send({ method: 'PATCH', path: `/api/v2/recurring-invoices/${segment('recurring_invoice_id', recurringInvoiceId)}`, body }, options)
  }
}

class BankAccountsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Add a bank account. Saves a US bank account for the customer. Use its `id` to pay out to it. */
  add(customerId: string, body: AddBankAccountBody, options: RequestOptions = {}): Promise<AddBankAccountAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/customer/${segment('customer_id', customerId)}/bank-account`, body, takesIdempotencyKey: true }, options)
  }

  /** List a customer's bank accounts. Returns all bank accounts of the customer that are not archived, without paging. */
  list(customerId: string, query: ListBankAccountsQuery = {}, options: RequestOptions = {}): Promise<ListBankAccountsAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/customer/${segment('customer_id', customerId)}/bank-accounts`, query }, options)
  }

  /** Create a link for bank details. Creates a page on which the customer enters their own bank account, once. You never handle the number. */
  createLink(customerId: string, body: CreateBankAccountLinkBody = {}, options: RequestOptions = {}): Promise<CreateBankAccountLinkAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/customer/${segment('customer_id', customerId)}/bank-account-link`, body, takesIdempotencyKey: true }, options)
  }

  /** Archive a bank account. From then on it takes no payout. Payouts that were sent to it stay as they are. */
  archive(customerId: string, bankAccountId: string, options: RequestOptions = {}): Promise<ArchiveBankAccountAnswer> {
    return this.#send({ method: 'DELETE', path: `/api/v2/customer/${segment('customer_id', customerId)}/bank-account/${segment('bank_account_id', bankAccountId)}` }, options)
  }
}

class PayoutsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Pay out. Sends money from your credit wallet to one of the customer's bank accounts, at once, over RTP or FedNow. */
  create(customerId: string, body: CreatePayoutBody, options: RequestOptions = {}): Promise<CreatePayoutAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/customer/${segment('customer_id', customerId)}/payout`, body, takesIdempotencyKey: true }, options)
  }

  /** Get a payout. Returns a payout as it is now: what became of one that was `PROCESSING`, or why it failed. */
  get(payoutId: string, options: RequestOptions = {}): Promise<GetPayoutAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/payout/${segment('payout_id', payoutId)}` }, options)
  }

  /** List payouts. Returns your payouts, newest first, a page at a time. */
  list(query: ListPayoutsQuery = {}, options: RequestOptions = {}): Pages<ListPayoutsAnswer, ListPayoutsAnswer['payouts'][number]> {
    return new Pages((after: string | undefined) => this.#send<ListPayoutsAnswer>({ method: 'GET', path: '/api/v2/payouts', query: { ...query, after: after ?? query.after } }, options), 'payouts')
  }

  /** Create a payout batch. Pays up to 1,000 customers in one request. All rows are checked before anything moves: if any is wrong, nothing is sent, and `errors` names each of them. */
  createBatch(body: CreatePayoutBatchBody, options: RequestOptions = {}): Promise<CreatePayoutBatchAnswer> {
    return this.#send({ method: 'POST', path: '/api/v2/payout-batches', body, takesIdempotencyKey: true }, options)
  }

  /** Get a payout batch. Returns how far a batch is: counts and sums by status, and why payouts failed. */
  getBatch(payoutBatchId: string, options: RequestOptions = {}): Promise<GetPayoutBatchAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/payout-batch/${segment('payout_batch_id', payoutBatchId)}` }, options)
  }
}

class WalletResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Get the wallet. Returns what you have in each currency that you have used. */
  get(options: RequestOptions = {}): Promise<GetWalletAnswer> {
    return this.#send({ method: 'GET', path: '/api/v2/wallet' }, options)
  }

  /** List wallet entries. Returns each movement of the money that is available in one currency, latest first, a page at a time. */
  listEntries(query: ListWalletEntriesQuery = {}, options: RequestOptions = {}): Pages<ListWalletEntriesAnswer, ListWalletEntriesAnswer['entries'][number]> {
    return new Pages((after: string | undefined) => this.#send<ListWalletEntriesAnswer>({ method: 'GET', path: '/api/v2/wallet/entries', query: { ...query, after: after ?? query.after } }, options), 'entries')
  }
}

class RefundsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Get a refund. Returns a refund as it is now: what became of one that was `PENDING`, or why it failed. */
  get(refundId: string, options: RequestOptions = {}): Promise<GetRefundAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/refund/${segment('refund_id', refundId)}` }, options)
  }

  /** List refunds. Returns the refunds of your invoices, newest first, a page at a time. */
  list(query: ListRefundsQuery = {}, options: RequestOptions = {}): Pages<ListRefundsAnswer, ListRefundsAnswer['refunds'][number]> {
    return new Pages((after: string | undefined) => this.#send<ListRefundsAnswer>({ method: 'GET', path: '/api/v2/refunds', query: { ...query, after: after ?? query.after } }, options), 'refunds')
  }
}

class CreditsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Get a credit. Returns a credit of an invoice that was not paid yet. */
  get(creditId: string, options: RequestOptions = {}): Promise<GetCreditAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/credit/${segment('credit_id', creditId)}` }, options)
  }

  /** List credits. Returns the credits of your invoices, newest first, a page at a time. */
  list(query: ListCreditsQuery = {}, options: RequestOptions = {}): Pages<ListCreditsAnswer, ListCreditsAnswer['credits'][number]> {
    return new Pages((after: string | undefined) => this.#send<ListCreditsAnswer>({ method: 'GET', path: '/api/v2/credits', query: { ...query, after: after ?? query.after } }, options), 'credits')
  }
}

class DisputesResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Get a dispute. Returns a dispute as it is now: how long you can answer it, and where. */
  get(disputeId: string, options: RequestOptions = {}): Promise<GetDisputeAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/dispute/${segment('dispute_id', disputeId)}` }, options)
  }

  /** List disputes. Returns the disputes of your invoices, newest first, a page at a time. */
  list(query: ListDisputesQuery = {}, options: RequestOptions = {}): Pages<ListDisputesAnswer, ListDisputesAnswer['disputes'][number]> {
    return new Pages((after: string | undefined) => this.#send<ListDisputesAnswer>({ method: 'GET', path: '/api/v2/disputes', query: { ...query, after: after ?? query.after } }, options), 'disputes')
  }
}

class TestHelpersResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Pay a test invoice. Pays with a sandbox card, as the buyer would on the sandbox’s checkout page, and returns the invoice. */
  payInvoice(invoiceId: string, body: PayTestInvoiceBody = {}, options: RequestOptions = {}): Promise<PayTestInvoiceAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/test/invoice/${segment('invoice_id', invoiceId)}/pay`, body, takesIdempotencyKey: true }, options)
  }

  /** Dispute a test invoice. Has the buyer’s bank dispute what is left of the payment, or decide the dispute, and returns the dispute. */
  disputeInvoice(invoiceId: string, body: DisputeTestInvoiceBody = {}, options: RequestOptions = {}): Promise<DisputeTestInvoiceAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/test/invoice/${segment('invoice_id', invoiceId)}/dispute`, body, takesIdempotencyKey: true }, options)
  }

  /** Warn of fraud about a test invoice. Has the card’s bank warn that the payment is fraud, and returns the warning. */
  warnOfFraud(invoiceId: string, body: WarnOfTestFraudBody = {}, options: RequestOptions = {}): Promise<WarnOfTestFraudAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/test/invoice/${segment('invoice_id', invoiceId)}/fraud-warning`, body, takesIdempotencyKey: true }, options)
  }

  /** Settle a test payout. Decides what the bank says of a payout, and returns the payout as it then is. */
  settlePayout(payoutId: string, body: SettleTestPayoutBody, options: RequestOptions = {}): Promise<SettleTestPayoutAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/test/payout/${segment('payout_id', payoutId)}/settle`, body, takesIdempotencyKey: true }, options)
  }

  /** Credit the test wallet. Adds play money to your wallet, to pay out or refund. */
  creditWallet(body: CreditTestWalletBody, options: RequestOptions = {}): Promise<CreditTestWalletAnswer> {
    return this.#send({ method: 'POST', path: '/api/v2/test/wallet/credit', body, takesIdempotencyKey: true }, options)
  }

  /** Advance the test clock. Lets days pass in your test account: invoices become overdue, reminders are sent, and whatever waits to be tried again is due. */
  advanceClock(body: AdvanceTestClockBody, options: RequestOptions = {}): Promise<AdvanceTestClockAnswer> {
    return this.#send({ method: 'POST', path: '/api/v2/test/clock/advance', body, takesIdempotencyKey: true }, options)
  }
}

class EventsResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Add a webhook endpoint. Registers a URL that gets the events of your account from now on: all, or those of some types. */
  addWebhookEndpoint(body: AddWebhookEndpointBody, options: RequestOptions = {}): Promise<AddWebhookEndpointAnswer> {
    return this.#send({ method: 'POST', path: '/api/v2/webhook-endpoints', body, takesIdempotencyKey: true }, options)
  }

  /** List webhook endpoints. Returns all of them, oldest first. */
  listWebhookEndpoints(options: RequestOptions = {}): Promise<ListWebhookEndpointsAnswer> {
    return this.#send({ method: 'GET', path: '/api/v2/webhook-endpoints' }, options)
  }

  /** Update a webhook endpoint. Updates the fields that you send, at once. The others stay as they are. */
  updateWebhookEndpoint(webhookEndpointId: string, body: UpdateWebhookEndpointBody = {}, options: RequestOptions = {}): Promise<UpdateWebhookEndpointAnswer> {
    return this.#send({ method: 'PATCH', path: `/api/v2/webhook-endpoints/${segment('webhook_endpoint_id', webhookEndpointId)}`, body }, options)
  }

  /** Delete a webhook endpoint. It gets nothing any more, not even what is waiting to be sent again. Returns the endpoint one last time. */
  deleteWebhookEndpoint(webhookEndpointId: string, options: RequestOptions = {}): Promise<DeleteWebhookEndpointAnswer> {
    return this.#send({ method: 'DELETE', path: `/api/v2/webhook-endpoints/${segment('webhook_endpoint_id', webhookEndpointId)}` }, options)
  }

  /** Rotate a webhook endpoint's secret. Returns a new secret. The old one signs beside it for 24 hours, so that a receiver can change over without missing an event. */
  rotateWebhookEndpointSecret(webhookEndpointId: string, body: RotateWebhookEndpointSecretBody = {}, options: RequestOptions = {}): Promise<RotateWebhookEndpointSecretAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/webhook-endpoints/${segment('webhook_endpoint_id', webhookEndpointId)}/rotate-secret`, body, takesIdempotencyKey: true }, options)
  }

  /** List events. Returns what happened in your account, oldest first, and waits for the next event if you ask for it. */
  list(query: ListEventsQuery = {}, options: RequestOptions = {}): Pages<ListEventsAnswer, ListEventsAnswer['events'][number]> {
    return new Pages((after: string | undefined) => this.#send<ListEventsAnswer>({ method: 'GET', path: '/api/v2/events', query: { ...query, after: after ?? query.after } }, options), 'events')
  }

  /** Yields entries as they arrive, without end, each request waiting for the next, and through outages. Goes on after `after`, or from the beginning; `onCursor` gets the place to resume at once the entries before it are done. */
  follow(query: ListEventsQuery = {}, options: FollowOptions = {}): AsyncGenerator<ListEventsAnswer['events'][number], void, void> {
    return followList((after: string | undefined, wait: number, signal: AbortSignal | undefined) => this.#send<ListEventsAnswer>({ method: 'GET', path: '/api/v2/events', query: { ...query, after, wait } }, { maxRetries: Number.POSITIVE_INFINITY, ...options, ...(signal ? { signal } : {}) }, wait * 1000), 'events', query.after, options)
  }

  /** Get an event. Returns an event, and where it was sent with each attempt. */
  get(eventId: string, options: RequestOptions = {}): Promise<GetEventAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/event/${segment('event_id', eventId)}` }, options)
  }

  /** Redeliver an event. Sends an event again, at once: to every URL that it was sent to, whatever became of it there, and to the endpoints of today that take its type. */
  redeliver(eventId: string, options: RequestOptions = {}): Promise<RedeliverEventAnswer> {
    return this.#send({ method: 'POST', path: `/api/v2/event/${segment('event_id', eventId)}/redeliver`, takesIdempotencyKey: true }, options)
  }
}

class TracesResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Trace an id. Returns the whole story of whatever has the id, oldest first: requests, approvals of payouts, what providers were asked for, ledger entries with balances, events and deliveries. */
  get(id: string, options: RequestOptions = {}): Promise<GetTraceAnswer> {
    return this.#send({ method: 'GET', path: `/api/v2/trace/${segment('id', id)}` }, options)
  }
}

class ApiDescriptionResource {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Read the description of the API. This document: OpenAPI 3.1. No key is needed. */
  get(options: RequestOptions = {}): Promise<GetApiDescriptionAnswer> {
    return this.#send({ method: 'GET', path: '/api/v2/openapi.json' }, options)
  }
}

/** The operations of the API by resource. */
export class Resources {
  readonly customers: CustomersResource
  readonly invoices: InvoicesResource
  readonly recurringInvoices: RecurringInvoicesResource
  readonly bankAccounts: BankAccountsResource
  readonly payouts: PayoutsResource
  readonly wallet: WalletResource
  readonly refunds: RefundsResource
  readonly credits: CreditsResource
  readonly disputes: DisputesResource
  readonly testHelpers: TestHelpersResource
  readonly events: EventsResource
  readonly traces: TracesResource
  readonly apiDescription: ApiDescriptionResource

  constructor(send: Send) {
    this.customers = new CustomersResource(send)
    this.invoices = new InvoicesResource(send)
    this.recurringInvoices = new RecurringInvoicesResource(send)
    this.bankAccounts = new BankAccountsResource(send)
    this.payouts = new PayoutsResource(send)
    this.wallet = new WalletResource(send)
    this.refunds = new RefundsResource(send)
    this.credits = new CreditsResource(send)
    this.disputes = new DisputesResource(send)
    this.testHelpers = new TestHelpersResource(send)
    this.events = new EventsResource(send)
    this.traces = new TracesResource(send)
    this.apiDescription = new ApiDescriptionResource(send)
  }
}
