/*
 * For each documented error, in the documented order, the change that makes a valid request fail with it. The
 * test adds the faults of all later rows, so it proves the order as well as the message.
 */

export type Fault = {
  /** `full`: of an account with all the webhook endpoints it may have. `advancing`: of one whose clock is moving. */
  key?: 'missing' | 'unknown' | 'banned' | 'live' | 'full' | 'advancing'
  /** Merged into the body of a valid request; null removes a field. */
  body?: object
  isPathUnknown?: true
  /** Added to the query; one with more faults has them all. */
  query?: string
  /** The variable whose id stands in the path. */
  pathId?: string
  /** Stands for the last id in the path. */
  pathEnd?: string
}

const UNKNOWN_ID = '0199d1c2-ffff-7fff-bfff-ffffffffffff'
const LONG = 'x'.repeat(256)

const MISSING_KEY: Fault = { key: 'missing' }
const UNKNOWN_KEY: Fault = { key: 'unknown' }
const BANNED: Fault = { key: 'banned' }
/** No live providers are configured in the tests. */
const LIVE: Fault = { key: 'live' }
const UNKNOWN_PATH: Fault = { isPathUnknown: true }

/** The refusals of every list. */
const LIST: Fault[] = [
  MISSING_KEY,
  UNKNOWN_KEY,
  { query: 'colour=red' },
  { query: 'limit=1&limit=2' },
  { query: 'limit=0' },
]
/** Those of the fields that a new webhook endpoint and a changed one share. */
const ENDPOINT_FIELDS: Fault[] = [{ body: { event_types: [] } }, { body: { event_types: ['invoice.lost'] } }]
const INVALID_METADATA: Fault = { body: { metadata: { depth: { too: 'deep' } } } }
/** Those of the fields of a customer that the contract doesn't have. */
const CONTACTS: Fault[] = [{ body: { phone: 'none' } }, { body: { copy_emails: 'accounts@example.com' } }]
const INVALID_CURSOR: Fault = { query: 'after=x' }

const item = (given: object) => ({ items: [{ title: 'A', qty: 1, price: 1, ...given }] })

/** Those of the fields that invoices and recurring invoices share, early and late. */
const BILL: Fault[] = [
  { body: { customer_id: null, email: null } },
  { body: { amount: null, items: [] } },
  { body: { amount: 0, items: null } },
  { body: { redirect_url: 'ftp://example.com' } },
  { body: { webhook_url: 'example.com' } },
]
const BILL_VALUES: Fault[] = [
  { body: { customer_id: 5 } },
  { body: { customer_id: LONG } },
  { body: { customer_id: null, email: 'mary at example.com' } },
  { body: { items: 'one' } },
  { body: { items: Array.from({ length: 101 }, () => ({})) } },
  { body: { items: [{ title: 'A' }] } },
  { body: item({ price: 'a lot' }) },
  { body: item({ qty: 0 }) },
  { body: { currency: 'XYZ' } },
  { body: item({ price: 1_000_000_000 }) },
]

const batchRow = (amount: number) => ({
  customer_id: '$CUSTOMER_ID',
  bank_account_id: '$BANK_ACCOUNT_ID',
  amount,
})

const refundItem = (item: number, amount: number) => ({ item, amount })

/** Those of the fields that say what a refund or a credit is about. */
const AMOUNT_OR_ITEMS: Fault[] = [
  { body: { amount: ' ' } },
  { body: { amount: 0 } },
  { body: { items: 'one' } },
  { body: { items: Array.from({ length: 101 }, () => ({})) } },
  { body: { items: [{ item: 1 }] } },
  { body: { items: [] } },
  { body: { items: [refundItem(1, 1), refundItem(1, 2)] } },
]
const BOTH: Fault = { body: { amount: 1, items: [refundItem(1, 1)] } }

/** By endpoint. */
export const FAULTS: Record<string, Fault[]> = {
  'create-customer': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { name: ' ' } },
    { body: { email: 'mary at example.com' } },
    { body: { name: 5 } },
    { body: { name: LONG } },
    { body: { name: 'Mary\u001b[2K' } },
    { body: { preferred_currency: 'XYZ' } },
    ...CONTACTS,
    INVALID_METADATA,
    { body: { email: 'TAKEN@example.com' } },
    { body: { external_id: 'taken' } },
  ],
  'create-invoice': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    ...BILL,
    { body: { due_date: '2026-02-30' } },
    ...BILL_VALUES,
    INVALID_METADATA,
    LIVE,
    { body: { customer_id: UNKNOWN_ID } },
    { body: { customer_id: null, email: 'mary+checkout_503@example.com' } },
  ],
  'get-invoice': [MISSING_KEY, UNKNOWN_KEY, UNKNOWN_PATH],
  'send-invoice': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    UNKNOWN_PATH,
    { pathId: 'VOIDED' },
    { pathId: 'PAID' },
    { pathId: 'SENT_OFTEN' },
  ],
  'void-invoice': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    UNKNOWN_PATH,
    { pathId: 'PAID' },
    { pathId: 'PARTLY_PAID' },
    { pathId: 'PARTLY_CREDITED' },
  ],
  'credit-invoice': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { amount: null, items: null } },
    ...AMOUNT_OR_ITEMS,
    { body: { reason: 5 } },
    { body: { reason: LONG } },
    BOTH,
    UNKNOWN_PATH,
    { pathId: 'VOIDED' },
    { pathId: 'PAID' },
    { body: { amount: null, items: [refundItem(9, 1)] } },
    { body: { amount: null, items: [refundItem(1, 100.01)] } },
    { body: { amount: 100.01, items: null } },
    { pathId: 'CREDITED_OFTEN', body: { amount: 1, items: null } },
  ],
  'update-invoice': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { redirect_url: 'ftp://example.com' } },
    { body: { webhook_url: 'example.com' } },
    { body: { due_date: '2026-02-30' } },
    { body: { reference: 5 } },
    { body: { reference: LONG } },
    INVALID_METADATA,
    UNKNOWN_PATH,
    { pathId: 'VOIDED' },
    { pathId: 'PAID' },
  ],
  'list-invoices': [...LIST, { query: 'status=unknown' }, INVALID_CURSOR],
  'update-customer': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { name: ' ' } },
    { body: { email: 'mary at example.com' } },
    { body: { name: 5 } },
    { body: { name: LONG } },
    { body: { name: 'Mary\u001b[2K' } },
    { body: { preferred_currency: 'XYZ' } },
    ...CONTACTS,
    INVALID_METADATA,
    UNKNOWN_PATH,
    { body: { email: 'TAKEN@example.com' } },
    { body: { external_id: 'taken' } },
    { pathId: 'REVERSE_CHARGED', body: { tax_id: null } },
  ],
  'save-customer-by-external-id': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { name: ' ' } },
    { body: { email: 'mary at example.com' } },
    { body: { name: 5 } },
    { body: { name: LONG } },
    { body: { name: 'Mary\u001b[2K' } },
    { body: { preferred_currency: 'XYZ' } },
    ...CONTACTS,
    INVALID_METADATA,
    { pathId: 'BLANK' },
    { body: { email: 'TAKEN@example.com' } },
    { pathId: 'REVERSE_CHARGED_EXTERNAL', body: { tax_id: null } },
  ],
  'archive-customer': [MISSING_KEY, UNKNOWN_KEY, BANNED, UNKNOWN_PATH],
  'list-customers': [...LIST, { query: 'email=unknown' }, INVALID_CURSOR],
  'get-payout': [MISSING_KEY, UNKNOWN_KEY, UNKNOWN_PATH],
  'list-payouts': [...LIST, { query: 'status=unknown' }, INVALID_CURSOR],
  'get-refund': [MISSING_KEY, UNKNOWN_KEY, UNKNOWN_PATH],
  'list-refunds': [...LIST, { query: 'status=unknown' }, INVALID_CURSOR],
  'get-credit': [MISSING_KEY, UNKNOWN_KEY, UNKNOWN_PATH],
  'list-credits': [...LIST, { query: 'invoice_id=7' }, INVALID_CURSOR],
  'get-dispute': [MISSING_KEY, UNKNOWN_KEY, UNKNOWN_PATH],
  'list-disputes': [...LIST, { query: 'status=unknown' }, INVALID_CURSOR],
  'get-wallet': [MISSING_KEY, UNKNOWN_KEY],
  'list-wallet-entries': [...LIST, { query: 'currency=XYZ' }, INVALID_CURSOR],
  'get-trace': [MISSING_KEY, UNKNOWN_KEY, UNKNOWN_PATH],
  'list-events': [...LIST, { query: 'wait=x' }, INVALID_CURSOR, { query: 'type=invoice.lost' }],
  'get-event': [MISSING_KEY, UNKNOWN_KEY, UNKNOWN_PATH],
  'redeliver-event': [MISSING_KEY, UNKNOWN_KEY, BANNED, UNKNOWN_PATH],
  'add-webhook-endpoint': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { url: ' ' } },
    { body: { url: 5 } },
    { body: { url: `https://example.com/${'x'.repeat(2048)}` } },
    { body: { url: 'example.com' } },
    ...ENDPOINT_FIELDS,
    { key: 'full' },
  ],
  'update-webhook-endpoint': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { url: ' ' } },
    { body: { url: 5 } },
    { body: { url: `https://example.com/${'x'.repeat(2048)}` } },
    { body: { url: 'example.com' } },
    ...ENDPOINT_FIELDS,
    { body: { status: 'paused' } },
    UNKNOWN_PATH,
  ],
  'rotate-webhook-endpoint-secret': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { overlap_hours: 73 } },
    UNKNOWN_PATH,
    { pathId: 'ROTATED_ENDPOINT_ID' },
  ],
  'list-webhook-endpoints': [MISSING_KEY, UNKNOWN_KEY],
  'delete-webhook-endpoint': [MISSING_KEY, UNKNOWN_KEY, BANNED, UNKNOWN_PATH],
  'get-customer': [MISSING_KEY, UNKNOWN_KEY, UNKNOWN_PATH],
  'list-bank-accounts': [MISSING_KEY, UNKNOWN_KEY, BANNED, { query: 'archived=maybe' }, UNKNOWN_PATH],
  'archive-bank-account': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    UNKNOWN_PATH,
    // The customer's id is good.
    { pathEnd: 'no-such-id' },
  ],
  'add-bank-account': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { entity_type: 'personal' } },
    { body: { email: '' } },
    { body: { email: 'mary at example.com' } },
    { body: { address: { city: ' ' } } },
    { body: { bank_details: { bank_name: null } } },
    { body: { entity_type: 'PERSONAL', last_name: null } },
    { body: { entity_type: 'COMPANY', company_name: null } },
    { body: { address: { country_code: 5 } } },
    { body: { address: { country_code: LONG } } },
    { body: { address: { country_code: 'XX' } } },
    { body: { bank_details: { account_name: 'Mary\u001b[2K' } } },
    { body: { bank_details: { account_number: '123' } } },
    { body: { bank_details: { routing_number: '12345678' } } },
    { body: { bank_details: { account_category: 'checking' } } },
    { body: { date_of_birth: '1990-02-30' } },
    INVALID_METADATA,
    UNKNOWN_PATH,
  ],
  'create-bank-account-link': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { expires_in: 60 } },
    { body: { redirect_url: 'ftp://example.com' } },
    UNKNOWN_PATH,
  ],
  'create-payout': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { bank_account_id: '' } },
    { body: { amount: null } },
    { body: { amount: 1.005 } },
    { body: { amount: 0 } },
    { body: { bank_account_id: 5 } },
    { body: { bank_account_id: LONG } },
    { body: { currency: 'EUR' } },
    INVALID_METADATA,
    LIVE,
    UNKNOWN_PATH,
    { body: { bank_account_id: UNKNOWN_ID } },
    { body: { amount: 10_000.01 } },
    { body: { amount: 10000 } },
    { body: { amount: 9999.75 } },
    { body: { amount: 9999 } },
    { body: { bank_account_id: '$REFUSING_BANK_ACCOUNT_ID' } },
  ],
  'create-recurring-invoice': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    ...BILL,
    ...BILL_VALUES,
    INVALID_METADATA,
    { body: { interval: 'day' } },
    { body: { interval_count: 0 } },
    { body: { start_on: '2020-01-01' } },
    { body: { end_on: '2026-02-30' } },
    { body: { delivery: 'pigeon' } },
    { body: { due_after_days: 366 } },
    LIVE,
    { body: { customer_id: UNKNOWN_ID } },
  ],
  'get-recurring-invoice': [MISSING_KEY, UNKNOWN_KEY, UNKNOWN_PATH],
  'list-recurring-invoices': [...LIST, { query: 'status=unknown' }, INVALID_CURSOR],
  'update-recurring-invoice': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { status: 'stopped' } },
    UNKNOWN_PATH,
    { pathId: 'ENDED_SERIES' },
    { pathId: 'SERIES_PAST_ITS_END', body: { status: 'active' } },
  ],
  'create-payout-batch': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    { body: { name: ' ' } },
    { body: { name: 5 } },
    { body: { name: LONG } },
    { body: { name: 'May\u001b[2K' } },
    { body: { payouts: [] } },
    { body: { payouts: Array.from({ length: 1001 }, () => batchRow(1)) } },
    { body: { send_on: '2020-01-01' } },
    LIVE,
    { body: { payouts: [batchRow(0)] } },
    { body: { payouts: [batchRow(5000), batchRow(5000.01)] } },
    { body: { payouts: [batchRow(9999.75)] } },
    { body: { payouts: [batchRow(9999)] } },
  ],
  'get-payout-batch': [MISSING_KEY, UNKNOWN_KEY, UNKNOWN_PATH],
  'pay-test-invoice': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    LIVE,
    { body: { outcome: 'rich' } },
    UNKNOWN_PATH,
    { pathId: 'VOIDED' },
    { pathId: 'SPENT_INVOICE_ID' },
  ],
  'warn-of-test-fraud': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    LIVE,
    UNKNOWN_PATH,
    { pathId: 'INVOICE_ID' },
    { pathId: 'SPENT_INVOICE_ID' },
  ],
  'dispute-test-invoice': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    LIVE,
    { body: { outcome: 'rich' } },
    UNKNOWN_PATH,
    { pathId: 'INVOICE_ID' },
    { pathId: 'SPENT_INVOICE_ID' },
    { pathId: 'DISPUTED_INVOICE_ID', body: { outcome: 'opened' } },
    { pathId: 'CARD_INVOICE_ID', body: { outcome: 'won' } },
    { pathId: 'REFUNDING_INVOICE_ID', body: { outcome: 'opened' } },
  ],
  'settle-test-payout': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    LIVE,
    { body: { outcome: null } },
    UNKNOWN_PATH,
    { body: { outcome: 'failed' } },
  ],
  'credit-test-wallet': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    LIVE,
    { body: { amount: ' ' } },
    { body: { amount: 'a lot' } },
    { body: { amount: 0 } },
    { body: { currency: 5 } },
    { body: { currency: LONG } },
    { body: { currency: 'XYZ' } },
  ],
  'advance-test-clock': [MISSING_KEY, UNKNOWN_KEY, BANNED, LIVE, { body: { days: 0 } }, { key: 'advancing' }],
  'refund-invoice': [
    MISSING_KEY,
    UNKNOWN_KEY,
    BANNED,
    ...AMOUNT_OR_ITEMS,
    BOTH,
    UNKNOWN_PATH,
    { pathId: 'INVOICE_ID' },
    { pathId: 'PAID_OUTSIDE' },
    { body: { amount: null, items: [refundItem(9, 1)] } },
    { body: { amount: null, items: [refundItem(1, 100.01)] } },
    { body: { amount: 100.01, items: null } },
    { pathId: 'SPENT_INVOICE_ID' },
  ],
}
