import { actionWords } from '@/lib/audit/audit-words'
import type { AuditAction } from '@/lib/audit/record-audit-event'
import type { Mode } from '@/lib/auth/mode'
import {
  type BankAccountRow,
  listBankAccounts,
  presentBankAccountRow,
} from '@/lib/bank-accounts/bank-account'
import { database } from '@/lib/db/client'
import type { Transaction } from '@/lib/db/transaction'
import { type MetadataPairs, metadataPairs } from '@/lib/http/metadata'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import { listInvoices, STATUS_WORDS } from '@/lib/invoices/invoice'
import { type InvoiceRow, presentInvoiceRow } from '@/lib/invoices/invoice-row'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { payoutList } from '@/lib/payouts/payout-list'
import { type PayoutRow, presentPayoutRow } from '@/lib/payouts/queries'
import { dollarsFirst } from '@/lib/wallet/present-entry'
import { addressLines, findVendorCustomer } from './customer'

/** Totals between the account and one customer in one currency, in minor units, fees included. */
type CustomerTotals = {
  currency: string
  paidMinor: bigint
  /** Unpaid and not overdue. */
  openMinor: bigint
  /** Without uncollectible invoices, as everywhere. */
  overdueMinor: bigint
  /** The part of the paid amount that was refunded or disputed. */
  givenBackMinor: bigint
  /** Delivered to the customer's bank. */
  paidOutMinor: bigint
}

/** The customer's totals by currency; empty without invoices and payouts. */
async function customerTotals(
  tx: Transaction,
  accountId: string,
  customerId: string,
): Promise<CustomerTotals[]> {
  return tx.$queryRaw<CustomerTotals[]>`
    SELECT currency,
           coalesce(sum(amount_minor) FILTER (WHERE what = 'PAID'), 0)::bigint AS "paidMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what IN ('CREATED', 'FAILED')), 0)::bigint AS "openMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what = 'UNPAID'), 0)::bigint AS "overdueMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what = 'GIVEN BACK'), 0)::bigint AS "givenBackMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what = 'PAID OUT'), 0)::bigint AS "paidOutMinor"
      FROM (SELECT currency, CASE WHEN status = 'UNPAID' AND uncollectible_at IS NOT NULL THEN 'UNCOLLECTIBLE'
                                  ELSE status::text END AS what,
                   base_amount_minor + fee_amount_minor AS amount_minor
              FROM invoices
             WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid
            UNION ALL
            SELECT reversal.currency, 'GIVEN BACK', reversal.amount_minor
              FROM payment_reversals AS reversal
              JOIN invoices ON invoices.account_id = reversal.account_id AND invoices.id = reversal.invoice_id
             WHERE reversal.account_id = ${accountId}::uuid AND invoices.customer_id = ${customerId}::uuid
               AND reversal.status NOT IN ('FAILED', 'WON')
            UNION ALL
            SELECT currency, CASE status WHEN 'PAID' THEN 'PAID OUT' ELSE 'NOT PAID OUT' END, amount_minor
              FROM payouts
             WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid) amounts
     GROUP BY currency
     ORDER BY currency`
}

export type TotalsView = Record<'lifetime' | 'due' | 'overdue' | 'paidOut', AmountView> & { currency: string }

type Happening = {
  kind: 'created' | 'paid' | 'status' | 'reversal' | 'payout'
  /** The invoice's number. */
  number: string | null
  /** The status of the invoice, the reversal or the payout. */
  status: string | null
  /** The page of the invoice or payout. */
  href: string
  amountMinor: bigint
  currency: string
  at: Date
}

/** The latest activity between the account and a customer, each part from a few rows of an index. */
async function latestHappenings(
  tx: Transaction,
  accountId: string,
  customerId: string,
): Promise<Happening[]> {
  return tx.$queryRaw<Happening[]>`
    WITH latest AS (
      SELECT id, number, total_minor, currency, created_at FROM invoices
       WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid
       ORDER BY id DESC LIMIT ${STEPS_SHOWN}),
    paid AS (
      SELECT id, number, total_minor, currency, paid_at FROM invoices
       WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid AND status = 'PAID'
       ORDER BY paid_at DESC, id DESC LIMIT ${STEPS_SHOWN}),
    payout AS (
      SELECT id, status, amount_minor, currency, created_at FROM payouts
       WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid
       ORDER BY id DESC LIMIT ${STEPS_SHOWN})
    SELECT 'created' AS kind, number, NULL AS status, '/invoices/' || id AS href, total_minor AS "amountMinor",
           currency, created_at AS at FROM latest
     UNION ALL
    SELECT 'paid', number, NULL, '/invoices/' || id, total_minor, currency, paid_at FROM paid
     UNION ALL
    SELECT 'status', number, change.to_status::text, '/invoices/' || latest.id, total_minor, currency, change.created_at
      FROM latest JOIN invoice_status_changes AS change
        ON change.account_id = ${accountId}::uuid AND change.invoice_id = latest.id AND change.to_status <> 'PAID'
     UNION ALL
    SELECT 'reversal', number, reversal.kind || ' ' || reversal.status, '/invoices/' || paid.id, reversal.amount_minor,
           reversal.currency, reversal.created_at
      FROM paid JOIN payment_reversals AS reversal
        ON reversal.account_id = ${accountId}::uuid AND reversal.invoice_id = paid.id
     UNION ALL
    SELECT 'payout', NULL, status::text, '/payouts/' || id, amount_minor, currency, created_at FROM payout
     ORDER BY at DESC LIMIT ${STEPS_SHOWN}`
}

/** A step of the history on a customer's page. */
type CustomerStep = {
  title: string
  detail: string | null
  at: string
  state: 'done' | 'waiting' | 'failed'
  href?: string
}

/** The latest steps, newest first. */
async function readHistory(
  tx: Transaction,
  { vendorId, accountId, customerId }: { vendorId: string; accountId: string; customerId: string },
): Promise<CustomerStep[]> {
  const [happenings, changes] = await Promise.all([
    latestHappenings(tx, accountId, customerId),
    tx.auditEvent.findMany({
      where: { vendorId, subjectId: customerId },
      select: { action: true, detail: true, createdAt: true },
      orderBy: { id: 'desc' },
      take: STEPS_SHOWN,
    }),
  ])
  const steps: CustomerStep[] = [
    ...happenings.map(presentHappening),
    ...changes.map(({ action, detail, createdAt }) => ({
      title: actionWords(action as AuditAction),
      detail,
      at: createdAt.toISOString(),
      state: 'done' as const,
    })),
  ]
  return steps.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, STEPS_SHOWN)
}

const PAYOUT_STEPS: Record<string, [string, CustomerStep['state']]> = {
  PROCESSING: ['Payout sent', 'waiting'],
  PAID: ['Payout paid', 'done'],
  FAILED: ['Payout failed', 'failed'],
  RETURNED: ['Payout returned', 'failed'],
}

const REVERSAL_STEPS: Record<string, [string, CustomerStep['state']]> = {
  'refund PENDING': ['Refund requested', 'waiting'],
  'refund SUCCEEDED': ['Refunded', 'done'],
  'refund FAILED': ['Refund failed', 'failed'],
  'dispute OPEN': ['Disputed', 'waiting'],
  'dispute WON': ['Dispute won', 'done'],
  'dispute LOST': ['Dispute lost', 'failed'],
}

function presentHappening(happening: Happening): CustomerStep {
  const { number, href, amountMinor, currency, at } = happening
  const [title, state] = wordsOf(happening)
  const { amount } = presentAmount(amountMinor, currency)
  return {
    title,
    state,
    href,
    detail: [number, formatAmountIn('en', amount, currency)].filter(Boolean).join(' · '),
    at: at.toISOString(),
  }
}

function wordsOf({ kind, status }: Happening): [string, CustomerStep['state']] {
  switch (kind) {
    case 'created':
      return ['Invoice created', 'done']
    case 'paid':
      return ['Invoice paid', 'done']
    case 'status':
      return [`Invoice ${STATUS_WORDS[status as keyof typeof STATUS_WORDS].toLowerCase()}`, 'failed']
    case 'reversal':
      return REVERSAL_STEPS[status ?? ''] ?? ['Refund or dispute', 'done']
    case 'payout':
      return PAYOUT_STEPS[status ?? ''] ?? ['Payout', 'done']
  }
}

/** Initial values of the customer form. */
export type CustomerFields = {
  name: string
  email: string
  group: string
  preferred_currency: string
  address_line1: string
  address_line2: string
  city: string
  state: string
  zip: string
  country: string
}

export type CustomerView = {
  id: string
  mode: Mode
  name: string
  email: string
  group: string | null
  preferredCurrency: string
  metadata: MetadataPairs
  /** Lines as on an envelope; empty if no address is known. */
  address: string[]
  createdAt: string
  fields: CustomerFields
  totals: TotalsView[]
  /** The latest, up to `ROWS_SHOWN`. */
  invoices: InvoiceRow[]
  hasMoreInvoices: boolean
  bankAccounts: BankAccountRow[]
  /** The latest, up to `ROWS_SHOWN`. */
  payouts: PayoutRow[]
  hasMorePayouts: boolean
  /** The latest, newest first. */
  history: CustomerStep[]
}

const ROWS_SHOWN = 10
const STEPS_SHOWN = 20

/** A customer of the vendor in either mode, or null. */
export async function readCustomer(vendorId: string, customerId: string): Promise<CustomerView | null> {
  const tx = database()
  const found = await findVendorCustomer(tx, vendorId, customerId)
  if (!found) return null
  const { account, customer } = found
  const latest = { sort: 'created', descending: true, after: null, before: null, limit: ROWS_SHOWN } as const
  const [totals, invoices, bankAccounts, payouts, history] = await Promise.all([
    customerTotals(tx, account.id, customer.id),
    listInvoices(tx, account.id, { customerId: customer.id, limit: ROWS_SHOWN + 1 }),
    listBankAccounts(tx, account.id, customer.id),
    payoutList.page(tx, account.id, { ...latest, search: null, filters: { customer: customer.id } }),
    readHistory(tx, { vendorId, accountId: account.id, customerId: customer.id }),
  ])
  return {
    id: customer.id,
    mode: account.mode,
    name: customer.name,
    email: customer.email,
    group: customer.group,
    preferredCurrency: customer.preferredCurrency,
    metadata: metadataPairs(customer.metadata),
    address: addressLines(customer, 'en'),
    createdAt: customer.createdAt.toISOString(),
    fields: {
      name: customer.name,
      email: customer.email,
      group: customer.group ?? '',
      preferred_currency: customer.preferredCurrency,
      address_line1: customer.addressLine1 ?? '',
      address_line2: customer.addressLine2 ?? '',
      city: customer.city ?? '',
      state: customer.state ?? '',
      zip: customer.zip ?? '',
      country: customer.country ?? '',
    },
    totals: totals.toSorted(dollarsFirst).map(presentTotals),
    invoices: invoices.slice(0, ROWS_SHOWN).map(presentInvoiceRow),
    hasMoreInvoices: invoices.length > ROWS_SHOWN,
    bankAccounts: bankAccounts.map(presentBankAccountRow),
    payouts: payouts.rows.map(presentPayoutRow),
    hasMorePayouts: payouts.hasNext,
    history,
  }
}

function presentTotals({ currency, ...totals }: CustomerTotals): TotalsView {
  return {
    currency,
    lifetime: presentAmount(totals.paidMinor - totals.givenBackMinor, currency),
    due: presentAmount(totals.openMinor + totals.overdueMinor, currency),
    overdue: presentAmount(totals.overdueMinor, currency),
    paidOut: presentAmount(totals.paidOutMinor, currency),
  }
}
