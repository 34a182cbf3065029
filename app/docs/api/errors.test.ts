import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '@/components/docs/reference'
import { anOperator } from '@/lib/audit/operator.fixture'
import type { CustomerRecord } from '@/lib/customers/customer'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { messagePattern } from '@/lib/http/message-pattern.fixture'
import { takeInvoiceSend } from '@/lib/http/rate-limit'
import { describeRefusal } from '@/lib/http/refusals'
import { newId } from '@/lib/ids'
import { markInvoiceVoid } from '@/lib/invoices/void-invoice'
import { postTransaction } from '@/lib/ledger/post-transaction'
import { issueCredit } from '@/lib/payments/credit-invoice'
import { recordOutsidePayment } from '@/lib/payments/outside-payment'
import { requestRefund } from '@/lib/payments/refund-invoice'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { createBatch } from '@/lib/payouts/create-batch'
import { MAX_DRAFTS } from '@/lib/payouts/payout-batches'
import { paymentProviderFor } from '@/lib/providers/registry'
import { buildRecurring } from '@/lib/recurring/recurring.fixture'
import { endRecurring, pauseRecurring } from '@/lib/recurring/recurring-invoice'
import { disputeAsBuyer } from '@/lib/test-mode/dispute-test-invoice'
import { payAsBuyer } from '@/lib/test-mode/pay-test-invoice'
import { now } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import { type Account, findAccount } from '@/lib/vendors/account'
import { markVendorBanned, setVendorTerms } from '@/lib/vendors/manage-vendor'
import { addEndpoint, ENDPOINT_LIMIT, rotateEndpointSecret } from '@/lib/webhooks/endpoints'
import {
  buildApiKey,
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildLiveApproval,
  buildPayout,
  buildVendor,
  fundWallet,
} from '@/prisma/seed/builders'
import { FAULTS, type Fault } from './faults.fixture'
import { send } from './operations.fixture'
import { ENDPOINTS } from './reference'

const REFUSING_ACCOUNT = '000111111116'

const ids: Record<string, string> = {}
let goodKey = ''
let bannedKey = ''
let liveKey = ''
let fullKey = ''
let advancingKey = ''
let clockHolder: PoolClient

beforeAll(async () => {
  const { id: vendorId, test: account } = await buildVendor()
  liveKey = await buildApiKey(await buildLiveApproval(vendorId))
  goodKey = await buildApiKey(account)
  await fundWallet(account, 100_000n)
  await inOrmTransaction((tx) => setVendorTerms(tx, vendorId, { dailyLimitMinor: 999_950n }, anOperator))
  await inOrmTransaction((tx) =>
    tx.vendor.update({ where: { id: vendorId }, data: { payoutApprovalFromMinor: 1_000_000n } }),
  )
  const customer = await buildCustomer(account)
  await buildCustomer(account, { email: 'taken@example.com', externalId: 'taken' })
  const reverseCharge = {
    taxTreatment: 'reverse_charge',
    taxId: 'DE136695976',
    externalId: 'user_119',
  } as const
  ids.REVERSE_CHARGED = (await buildCustomer(account, reverseCharge)).id
  ids.REVERSE_CHARGED_EXTERNAL = reverseCharge.externalId
  ids.EXTERNAL_ID = 'user_118'
  ids.BLANK = '%20'
  ids.CUSTOMER_ID = customer.id
  ids.INVOICE_ID = (await buildInvoice(account)).id
  const bankAccountId = (await buildBankAccount(account, customer.id)).id
  ids.BANK_ACCOUNT_ID = bankAccountId
  ids.PAYOUT_ID = (await buildPayout(account, { customerId: customer.id, bankAccountId, amountMinor: 1n })).id
  ids.SPENT_INVOICE_ID = await buildSpentInvoice(account)
  ids.CARD_INVOICE_ID = await buildPaidInvoice(account)
  ids.DISPUTED_INVOICE_ID = await buildPaidInvoice(account)
  await disputeAsBuyer(account.id, ids.DISPUTED_INVOICE_ID, 'opened')
  ids.REFUNDING_INVOICE_ID = await buildRefundingInvoice(account)
  await fillDrafts(account, { customerId: customer.id, bankAccountId })
  await buildPastSeries(account, customer)
  const refusing = await buildBankAccount(account, customer.id, { accountNumber: REFUSING_ACCOUNT })
  ids.REFUSING_BANK_ACCOUNT_ID = refusing.id
  const event = await inOrmTransaction((tx) =>
    tx.event.findFirstOrThrow({ where: { accountId: account.id } }),
  )
  ids.EVENT_ID = event.id
  ids.ID = event.id
  const url = 'https://shop.example.com/hooks'
  ids.WEBHOOK_ENDPOINT_ID = (await inOrmTransaction((tx) => addEndpoint(tx, account.id, { url }))).id
  ids.ROTATED_ENDPOINT_ID = await inOrmTransaction(async (tx) => {
    const { id } = await addEndpoint(tx, account.id, { url })
    await rotateEndpointSecret(tx, account.id, id, 1)
    return id
  })
  const full = (await buildVendor()).test
  fullKey = await buildApiKey(full)
  await inOrmTransaction(async (tx) => {
    for (let count = 0; count < ENDPOINT_LIMIT; count += 1) await addEndpoint(tx, full.id, { url })
  })
  const advancing = (await buildVendor()).test
  advancingKey = await buildApiKey(advancing)
  clockHolder = await connectionPool().connect()
  await clockHolder.query('BEGIN')
  await clockHolder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`clock ${advancing.id}`])
  for (const state of [
    'VOIDED',
    'PAID',
    'PARTLY_PAID',
    'PARTLY_CREDITED',
    'CREDITED_OFTEN',
    'PAID_OUTSIDE',
    'SENT_OFTEN',
  ])
    ids[state] = (await buildInvoice(account)).id
  const on = (invoiceId = '') => ({ accountId: account.id, invoiceId })
  await inOrmTransaction((tx) => markInvoiceVoid(tx, on(ids.VOIDED)))
  await inOrmTransaction((tx) => recordTestPayment(tx, on(ids.PAID), paymentProviderFor('test')))
  const cash = {
    method: 'cash',
    receivedOn: new Date('2026-01-05'),
    reference: null,
    mailsReceipt: false,
  } as const
  await inOrmTransaction(async (tx) => {
    await recordOutsidePayment(tx, on(ids.PARTLY_PAID), { ...cash, amountMinor: 1n })
    const credit = { amountMinor: 1n, items: null, note: null, mailsCustomer: false }
    await issueCredit(tx, on(ids.PARTLY_CREDITED), credit)
    for (let credits = 0; credits < 100; credits += 1) {
      await issueCredit(tx, on(ids.CREDITED_OFTEN), credit)
    }
    await recordOutsidePayment(tx, on(ids.PAID_OUTSIDE), { ...cash, amountMinor: null })
  })
  for (let sends = 0; sends < 5; sends += 1) await takeInvoiceSend(ids.SENT_OFTEN ?? '')
  const banned = await buildVendor()
  bannedKey = await buildApiKey(banned.test)
  await inOrmTransaction((tx) => markVendorBanned(tx, banned.id, null, anOperator))
})

afterAll(async () => {
  await clockHolder.query('ROLLBACK')
  clockHolder.release()
})

/** As many batches as may wait to be confirmed. */
async function fillDrafts(
  { vendorId, mode }: Account,
  recipient: { customerId: string; bankAccountId: string },
): Promise<void> {
  const account = await findAccount(database(), vendorId, mode)
  const { id: apiKeyId } = await database().apiKey.findFirstOrThrow({ where: { accountId: account.id } })
  const row = { ...recipient, amountMinor: 1_000_000n, reference: null, metadata: null }
  const order = { name: 'x', payouts: { rows: [row], errors: [] }, sendOn: null }
  for (let count = 0; count < MAX_DRAFTS; count += 1) {
    await inOrmTransaction((tx) => createBatch(tx, account, order, { apiKeyId, requestId: newId() }))
  }
}

/** A recurring invoice, one that has ended, and one that is paused beyond its last day. */
async function buildPastSeries(account: Account, { id, email, name }: CustomerRecord): Promise<void> {
  const fields = { customer: { id, email, name } }
  const startsOn = dayAfter(now(), 1)
  const series = (end = {}) =>
    buildRecurring(account, { fields, end, schedule: { startsOn, dayOfMonth: startsOn.getUTCDate() } })
  ids.RECURRING_INVOICE_ID = await series()
  const ended = await series()
  ids.ENDED_SERIES = ended
  const past = await series({ endsOn: startsOn })
  ids.SERIES_PAST_ITS_END = past
  await inOrmTransaction(async (tx) => {
    await endRecurring(tx, account, ended)
    await pauseRecurring(tx, account, past)
    await tx.recurringInvoice.update({
      where: { accountId_id: { accountId: account.id, id: past } },
      data: { clockDays: 2 },
    })
  })
}

/** An invoice that was paid by a sandbox card. */
async function buildPaidInvoice(account: Account): Promise<string> {
  const { id } = await buildInvoice(account)
  await payAsBuyer(account.id, id, 'paid')
  return id
}

/** A paid invoice whose refund has no outcome yet. */
async function buildRefundingInvoice(account: Account): Promise<string> {
  const invoiceId = await buildPaidInvoice(account)
  const request = { invoiceId, amountMinor: null }
  await inOrmTransaction((tx) => requestRefund(tx, account.id, request, { leaseMs: 60_000 }))
  return invoiceId
}

/** A paid invoice of 100.00 whose money has left the wallet. */
async function buildSpentInvoice(account: Account): Promise<string> {
  const { accountId, id: invoiceId, currency } = await buildInvoice(account, { currency: 'EUR' })
  await inOrmTransaction(async (tx) => {
    await recordTestPayment(tx, { accountId, invoiceId }, { name: 'sandbox', method: 'card' })
    await postTransaction(tx, { accountId, reason: 'wallet.credited', referenceId: newId(), currency }, [
      {
        source: { kind: 'credit_wallet' },
        destination: { kind: 'operator_funding' },
        amountMinor: 10_000n,
      },
    ])
  })
  return invoiceId
}

/** Only a live provider has a minimum: e2e/api/live-mode.test.ts meets that error. */
const errorsOf = ({ errors }: Endpoint) => errors.filter((code) => code !== 'invoice_amount_below_minimum')

const ROWS = ENDPOINTS.flatMap((endpoint) =>
  errorsOf(endpoint).map((code, index) => {
    const { status, message } = describeRefusal(code)
    return { endpoint, title: endpoint.title, status, message, index }
  }),
)

test.each(ROWS)('$title: $status $message, ahead of every later check', async (row) => {
  const faults = FAULTS[row.endpoint.id] ?? []
  expect(faults).toHaveLength(errorsOf(row.endpoint).length)
  const { status, body } = await sendWith(row.endpoint, faults.slice(row.index))
  expect({ status, error: body.error }).toEqual({
    status: row.status,
    error: expect.stringMatching(messagePattern(row.message)),
  })
})

/** A valid request with the faults; if two set the same field, the earlier one wins. */
function sendWith(endpoint: Endpoint, faults: Fault[]) {
  const keys = {
    missing: null,
    unknown: 'cf_test_unknown',
    banned: bannedKey,
    live: liveKey,
    full: fullKey,
    advancing: advancingKey,
    good: goodKey,
  }
  const { pathEnd } = faults.find((fault) => fault.pathEnd) ?? {}
  const path = endpoint.example.path
    .replace(/\$[A-Z_]+$/, (name) => pathEnd ?? name)
    .replace(/\$([A-Z_]+)/g, (_, name) =>
      faults.some((fault) => fault.isPathUnknown)
        ? 'no-such-id'
        : (ids[faults.find(({ pathId }) => pathId)?.pathId ?? name] ?? ''),
    )
  const body = faults.reduceRight<object>((made, fault) => merged(made, fault.body ?? {}), {
    ...endpoint.example.body,
  })
  const filled = JSON.stringify(body).replace(/\$([A-Z_]+)/g, (_, name) => ids[name] ?? '')
  const query = faults.flatMap((fault) => fault.query ?? []).join('&')
  const key = keys[faults.find((fault) => fault.key)?.key ?? 'good']
  return send(endpoint, { path: query ? `${path}?${query}` : path, key, body: JSON.parse(filled) })
}

function merged(target: object, patch: object): object {
  const isPlain = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  const entries = Object.entries(patch).map(([name, value]) => {
    const [inner, given] = [isPlain((target as Record<string, unknown>)[name]), isPlain(value)]
    return [name, inner && given ? merged(inner, given) : value]
  })
  return { ...target, ...Object.fromEntries(entries) }
}
