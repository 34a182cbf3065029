import type Stripe from 'stripe'

/**
 * How much of an object an answer fills in. `sparse`: optional fields are missing and nullable ones null, as far as Stripe's
 * types allow. `full`: every field is there. An adapter has to read both.
 */
export const FULLNESSES = ['sparse', 'full'] as const

export type Fullness = (typeof FULLNESSES)[number]

/** Every field with a value, but for those that the object of a card payment like ours never has. */
type Full<T, Absent extends keyof T = never> = {
  [K in Exclude<keyof T, Absent>]-?: NonNullable<T[K]>
} & Pick<T, Absent>

const LIVEMODE = false
const CUSTOMER = 'cus_standIn'
const ACCOUNT = 'acct_standIn'
const DAY_SECONDS = 24 * 60 * 60

const address = {
  city: 'New York',
  country: 'US',
  line1: '1 Main Street',
  line2: 'Floor 2',
  postal_code: '10001',
  state: 'NY',
} satisfies Full<Stripe.Address>

const presentment = { presentment_amount: 2300, presentment_currency: 'eur' }

type SessionFacts = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'amount_total'
  | 'currency'
  | 'customer_email'
  | 'metadata'
  | 'payment_intent'
  | 'payment_status'
  | 'status'
  | 'url'
  | 'created'
  | 'success_url'
  | 'cancel_url'
>

/** https://docs.stripe.com/api/checkout/sessions/object */
export function checkoutSession(facts: SessionFacts, fullness: Fullness): Stripe.Checkout.Session {
  const sparse = {
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: null,
    customer_details: null,
    discounts: null,
    expires_at: facts.created + DAY_SECONDS,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: LIVEMODE,
    locale: null,
    managed_payments: null,
    mode: 'payment',
    origin_context: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    submit_type: null,
    subscription: null,
    total_details: null,
    ui_mode: null,
    wallet_options: null,
    ...facts,
  } satisfies Stripe.Checkout.Session
  if (fullness === 'sparse') return sparse
  const amount = facts.amount_total ?? 0
  return {
    ...sparse,
    adaptive_pricing: { enabled: false },
    after_expiration: { recovery: null },
    allow_promotion_codes: false,
    allowed_payment_method_types: ['card'],
    amount_subtotal: amount,
    amount_total: amount,
    billing_address_collection: 'auto',
    branding_settings: {
      background_color: '#ffffff',
      border_style: 'rounded',
      button_color: '#0074d4',
      display_name: 'Corner Bakery',
      font_family: 'default',
      icon: null,
      logo: null,
    },
    cancel_url: facts.cancel_url ?? facts.success_url ?? '',
    client_reference_id: 'reference',
    client_secret: 'cs_secret_standIn',
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    consent: { promotions: null, terms_of_service: 'accepted' },
    consent_collection: {
      payment_method_reuse_agreement: null,
      promotions: 'none',
      terms_of_service: 'none',
    },
    currency: facts.currency ?? '',
    customer: CUSTOMER,
    customer_account: ACCOUNT,
    customer_creation: 'always',
    customer_details: {
      address,
      business_name: null,
      email: facts.customer_email,
      individual_name: 'Ann Smith',
      name: 'Ann Smith',
      phone: '+12125550100',
      tax_exempt: 'none',
      tax_ids: [],
    },
    customer_email: facts.customer_email ?? '',
    discounts: [],
    excluded_payment_method_types: [],
    integration_identifier: 'standIn',
    invoice: 'in_standIn',
    invoice_creation: {
      enabled: false,
      invoice_data: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: null,
        metadata: null,
        rendering_options: null,
      },
    },
    line_items: {
      object: 'list',
      data: [],
      has_more: false,
      url: `/v1/checkout/sessions/${facts.id}/line_items`,
    },
    locale: 'auto',
    managed_payments: { enabled: false },
    metadata: facts.metadata ?? {},
    name_collection: {},
    optional_items: [],
    origin_context: 'web',
    payment_link: 'plink_standIn',
    payment_method_collection: 'always',
    payment_method_configuration_details: { id: 'pmc_standIn', parent: null },
    payment_method_options: {},
    permissions: { update_shipping_details: null },
    phone_number_collection: { enabled: false },
    presentment_details: presentment,
    recovered_from: 'cs_test_earlier',
    redirect_on_completion: 'always',
    return_url: 'https://example.com/return',
    saved_payment_method_options: {
      allow_redisplay_filters: null,
      payment_method_remove: null,
      payment_method_save: null,
    },
    shipping_address_collection: { allowed_countries: ['US'] },
    shipping_cost: { amount_subtotal: 0, amount_tax: 0, amount_total: 0, shipping_rate: null },
    status: facts.status ?? 'open',
    submit_type: 'pay',
    success_url: facts.success_url ?? '',
    tax_id_collection: { enabled: false, required: 'never' },
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    wallet_options: {},
  } satisfies Full<
    Stripe.Checkout.Session,
    // Of its state, of another mode, or of a price in the buyer's own currency.
    'payment_intent' | 'url' | 'setup_intent' | 'subscription' | 'currency_conversion'
  >
}

type PaymentFacts = Pick<
  Stripe.PaymentIntent,
  'id' | 'amount' | 'currency' | 'status' | 'metadata' | 'created' | 'latest_charge'
>

/** https://docs.stripe.com/api/payment_intents/object */
export function paymentIntent(facts: PaymentFacts, fullness: Fullness): Stripe.PaymentIntent {
  const sparse = {
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: facts.status === 'succeeded' ? facts.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: null,
    confirmation_method: 'automatic',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    livemode: LIVEMODE,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_group: null,
    ...facts,
  } satisfies Stripe.PaymentIntent
  if (fullness === 'sparse') return sparse
  return {
    ...sparse,
    allowed_payment_method_types: ['card'],
    amount_details: { tip: {} },
    application: 'ca_standIn',
    application_fee_amount: 0,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    client_secret: `${facts.id}_secret_standIn`,
    customer: CUSTOMER,
    customer_account: ACCOUNT,
    description: 'Invoice for Ann Smith',
    excluded_payment_method_types: [],
    hooks: {},
    managed_payments: { enabled: false },
    on_behalf_of: ACCOUNT,
    payment_details: { customer_reference: null, order_reference: null },
    payment_method: 'pm_standIn',
    payment_method_configuration_details: { id: 'pmc_standIn', parent: null },
    payment_method_options: {},
    payment_record: 'pr_standIn',
    presentment_details: presentment,
    receipt_email: 'ann@example.com',
    review: 'prv_standIn',
    setup_future_usage: 'on_session',
    shipping: { address, name: 'Ann Smith' },
    source: 'src_standIn',
    statement_descriptor: 'COUNTERFOIL',
    statement_descriptor_suffix: 'CORNER BAK',
    transfer_data: { destination: ACCOUNT },
    transfer_group: 'group',
  } satisfies Full<
    Stripe.PaymentIntent,
    // Of its state: canceled, declined, waiting for its buyer or its bank.
    | 'canceled_at'
    | 'cancellation_reason'
    | 'last_payment_error'
    | 'latest_charge'
    | 'next_action'
    | 'processing'
  >
}

type ChargeFacts = Pick<
  Stripe.Charge,
  | 'id'
  | 'amount'
  | 'amount_refunded'
  | 'currency'
  | 'metadata'
  | 'created'
  | 'payment_intent'
  | 'balance_transaction'
  | 'payment_method_details'
>

/** A card payment: https://docs.stripe.com/api/charges/object#charge_object-payment_method_details-card */
export function paidByCard(
  facts: Pick<Stripe.Charge.PaymentMethodDetails.Card, 'brand' | 'last4'>,
  fullness: Fullness,
): Stripe.Charge.PaymentMethodDetails {
  const sparse = {
    amount_authorized: null,
    authorization_code: null,
    checks: null,
    country: null,
    electronic_commerce_indicator: null,
    exp_month: 12,
    exp_year: 2034,
    extended_authorization: { status: 'disabled' },
    funding: null,
    installments: null,
    mandate: null,
    network: null,
    network_transaction_id: null,
    regulated_status: null,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
    ...facts,
  } satisfies Stripe.Charge.PaymentMethodDetails.Card
  if (fullness === 'sparse') return { type: 'card', card: sparse }
  const full = {
    ...sparse,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    fingerprint: 'standIn',
    funding: 'credit',
    issuer: 'A Bank',
    network: facts.brand,
    network_transaction_id: '123456789012345',
    regulated_status: 'unregulated',
  } satisfies Stripe.Charge.PaymentMethodDetails.Card
  return { type: 'card', card: full }
}

/** https://docs.stripe.com/api/charges/object */
export function charge(facts: ChargeFacts, fullness: Fullness): Stripe.Charge {
  const sparse = {
    object: 'charge',
    amount_captured: facts.amount,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: LIVEMODE,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_method: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: facts.amount_refunded === facts.amount,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
    ...facts,
  } satisfies Stripe.Charge
  if (fullness === 'sparse') return sparse
  return {
    ...sparse,
    application: 'ca_standIn',
    application_fee: 'fee_standIn',
    application_fee_amount: 0,
    authorization_code: '123456',
    calculated_statement_descriptor: 'COUNTERFOIL* CORNER BAK',
    customer: CUSTOMER,
    description: 'Invoice for Ann Smith',
    fraud_details: {},
    level3: { line_items: [], merchant_reference: 'reference' },
    on_behalf_of: ACCOUNT,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      risk_score: 12,
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    payment_intent: facts.payment_intent ?? '',
    payment_method: 'pm_standIn',
    payment_method_details: facts.payment_method_details ?? { type: 'card' },
    presentment_details: presentment,
    radar_options: {},
    receipt_email: 'ann@example.com',
    receipt_number: '1234-5678',
    receipt_url: 'https://pay.stripe.com/receipts/standIn',
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/charges/${facts.id}/refunds` },
    review: 'prv_standIn',
    shipping: { address, name: 'Ann Smith' },
    source_transfer: 'tr_standIn',
    statement_descriptor: 'COUNTERFOIL',
    statement_descriptor_suffix: 'CORNER BAK',
    transfer: 'tr_standIn',
    transfer_data: { amount: null, destination: ACCOUNT },
    transfer_group: 'group',
  } satisfies Full<
    Stripe.Charge,
    // Of its state, and of the API before payment methods.
    'balance_transaction' | 'failure_balance_transaction' | 'failure_code' | 'failure_message' | 'source'
  >
}

type MovementFacts = Pick<
  Stripe.BalanceTransaction,
  'id' | 'amount' | 'fee' | 'currency' | 'created' | 'type'
>

/** https://docs.stripe.com/api/balance_transactions/object */
export function balanceTransaction(facts: MovementFacts, fullness: Fullness): Stripe.BalanceTransaction {
  const sparse = {
    object: 'balance_transaction',
    available_on: facts.created + 2 * DAY_SECONDS,
    balance_type: 'payments',
    description: null,
    exchange_rate: null,
    fee_details: [],
    net: facts.amount - facts.fee,
    reporting_category: facts.type,
    source: null,
    status: 'pending',
    ...facts,
  } satisfies Stripe.BalanceTransaction
  if (fullness === 'sparse') return sparse
  const { fee, currency } = facts
  const detail = { amount: fee, application: null, currency, description: 'Fees', type: 'stripe_fee' }
  return {
    ...sparse,
    description: 'Movement',
    exchange_rate: 1,
    fee_details: [detail],
    source: 'ch_standIn',
  } satisfies Full<Stripe.BalanceTransaction>
}

type RefundFacts = Pick<
  Stripe.Refund,
  'id' | 'amount' | 'charge' | 'created' | 'currency' | 'metadata' | 'payment_intent' | 'status'
>

/** https://docs.stripe.com/api/refunds/object */
export function refund(facts: RefundFacts, fullness: Fullness): Stripe.Refund {
  const failure = facts.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}
  const sparse = {
    object: 'refund',
    balance_transaction: null,
    customer: null,
    customer_account: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...facts,
    ...failure,
  } satisfies Stripe.Refund
  if (fullness === 'sparse') return sparse
  return {
    ...sparse,
    balance_transaction: 'txn_standIn',
    charge: facts.charge ?? '',
    customer: CUSTOMER,
    customer_account: ACCOUNT,
    description: 'A refund',
    destination_details: { type: 'card' },
    instructions_email: 'ann@example.com',
    metadata: facts.metadata ?? {},
    next_action: { type: 'display_details' },
    payment_intent: facts.payment_intent ?? '',
    payment_method: 'pm_standIn',
    pending_reason: 'processing',
    presentment_details: presentment,
    reason: 'requested_by_customer',
    receipt_number: '1234-5678',
    source_transfer_reversal: 'trr_standIn',
    status: facts.status ?? '',
    transfer_reversal: 'trr_standIn',
  } satisfies Full<Stripe.Refund, 'failure_balance_transaction' | 'failure_reason'>
}

type DisputeFacts = Pick<
  Stripe.Dispute,
  | 'id'
  | 'amount'
  | 'balance_transactions'
  | 'charge'
  | 'created'
  | 'currency'
  | 'payment_intent'
  | 'reason'
  | 'status'
> & { dueBy: number | null }

const noEvidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
} satisfies Stripe.Dispute.Evidence

/** https://docs.stripe.com/api/disputes/object */
export function dispute({ dueBy, ...facts }: DisputeFacts, fullness: Fullness): Stripe.Dispute {
  const sparse = {
    object: 'dispute',
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: dueBy,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: LIVEMODE,
    metadata: {},
    ...facts,
  } satisfies Stripe.Dispute
  if (fullness === 'sparse') return sparse
  return {
    ...sparse,
    enhanced_eligibility_types: ['visa_compliance'],
    intended_submission_method: 'manual',
    network_reason_code: '10.4',
    payment_intent: facts.payment_intent ?? '',
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
  } satisfies Full<Stripe.Dispute>
}

type PayoutFacts = Pick<Stripe.Payout, 'id' | 'amount' | 'currency' | 'status' | 'created'>

/** https://docs.stripe.com/api/payouts/object */
export function payout(facts: PayoutFacts, fullness: Fullness): Stripe.Payout {
  const isFailed = facts.status === 'failed'
  const sparse = {
    object: 'payout',
    application_fee: null,
    application_fee_amount: null,
    arrival_date: facts.created + DAY_SECONDS,
    automatic: true,
    balance_transaction: null,
    description: null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: isFailed ? 'account_closed' : null,
    failure_message: isFailed ? 'The bank account has been closed' : null,
    livemode: LIVEMODE,
    metadata: null,
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'in_progress',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    trace_id: null,
    type: 'bank_account',
    ...facts,
  } satisfies Stripe.Payout
  if (fullness === 'sparse') return sparse
  return {
    ...sparse,
    application_fee: 'fee_standIn',
    application_fee_amount: 0,
    balance_transaction: 'txn_standIn',
    description: 'STRIPE PAYOUT',
    destination: 'ba_standIn',
    metadata: {},
    payout_method: 'pm_standIn',
    statement_descriptor: 'STRIPE',
    trace_id: { status: 'supported', value: '1234567890' },
  } satisfies Full<
    Stripe.Payout,
    // Of its state.
    'failure_balance_transaction' | 'failure_code' | 'failure_message' | 'original_payout' | 'reversed_by'
  >
}

/** https://docs.stripe.com/api/balance/balance_object */
export function balance(facts: { available: Amounts; pending: Amounts }, fullness: Fullness): Stripe.Balance {
  const sparse = { object: 'balance', livemode: LIVEMODE, ...facts } satisfies Stripe.Balance
  if (fullness === 'sparse') return sparse
  const withSources = (amounts: Amounts) =>
    amounts.map(({ amount, currency }) => ({ amount, currency, source_types: { card: amount } }))
  return {
    ...sparse,
    available: withSources(facts.available),
    connect_reserved: [],
    instant_available: [],
    issuing: { available: [] },
    pending: withSources(facts.pending),
    refund_and_dispute_prefunding: { available: [], pending: [] },
  } satisfies Full<Stripe.Balance>
}

type Amounts = { amount: number; currency: string }[]

type WarningFacts = { id: string; charge: string; created: number; payment_intent: string }

/** https://docs.stripe.com/api/radar/early_fraud_warnings/object */
export function earlyFraudWarning(
  { payment_intent, ...facts }: WarningFacts,
  fullness: Fullness,
): Stripe.Radar.EarlyFraudWarning {
  const sparse = {
    object: 'radar.early_fraud_warning',
    actionable: true,
    fraud_type: 'made_with_stolen_card',
    livemode: LIVEMODE,
    ...facts,
  } satisfies Stripe.Radar.EarlyFraudWarning
  if (fullness === 'sparse') return sparse
  return { ...sparse, payment_intent } satisfies Full<Stripe.Radar.EarlyFraudWarning>
}

type EndpointFacts = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'url' | 'status' | 'api_version' | 'enabled_events' | 'created'
>

/** https://docs.stripe.com/api/webhook_endpoints/object */
export function webhookEndpoint(facts: EndpointFacts, fullness: Fullness): Stripe.WebhookEndpoint {
  const sparse = {
    object: 'webhook_endpoint',
    application: null,
    description: null,
    livemode: LIVEMODE,
    metadata: {},
    ...facts,
  } satisfies Stripe.WebhookEndpoint
  if (fullness === 'sparse') return sparse
  return {
    ...sparse,
    application: 'ca_standIn',
    description: 'Counterfoil',
    // The secret is answered to its creation alone, and `deleted` to its end.
  } satisfies Full<Stripe.WebhookEndpoint, 'api_version' | 'secret' | 'deleted'>
}

type EventFacts = { id: string; type: string; created: number; object: object }

/** A snapshot event: https://docs.stripe.com/api/events/object */
export function snapshotEvent({ object, ...facts }: EventFacts, apiVersion: string, kind: string): object {
  return {
    api_version: apiVersion,
    data: { object },
    livemode: LIVEMODE,
    pending_webhooks: 1,
    request: null,
    ...facts,
    object: kind,
  } satisfies Record<Exclude<keyof Stripe.EventBase, 'account' | 'context'>, unknown>
}
