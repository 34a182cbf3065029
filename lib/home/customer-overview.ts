import { actionWords } from '@/lib/audit/audit-words'
import type { AuditAction } from '@/lib/audit/record-audit-event'
import {
  type BankAccountRow,
  findBankAccounts,
  presentBankAccountRow,
} from '@/lib/bank-accounts/bank-account'
import { findBranding } from '@/lib/branding/branding'
import { copiesText } from '@/lib/customers/copy-emails'
import { findVendorCustomer } from '@/lib/customers/customer'
import { database, type Orm, sql } from '@/lib/db/client'
import type { InvoiceStatus, Mode, TaxTreatment } from '@/lib/db/generated/enums'
import { portalUrl } from '@/lib/http/links'
import { type MetadataPairs, metadataPairs } from '@/lib/http/metadata'
import { isLocale, type Locale } from '@/lib/i18n/locale'
import { formatAmountIn } from '@/lib/i18n/locale-format'
import { addressLines } from '@/lib/i18n/postal-address'
import { latestInvoices } from '@/lib/invoices/invoice'
import { type InvoiceRow, presentInvoiceRow } from '@/lib/invoices/invoice-row'
import { INVOICE_STATUSES } from '@/lib/invoices/status'
import { type AmountView, presentAmount } from '@/lib/money/money'
import { payoutList } from '@/lib/payouts/payout-list'
import { type PayoutRow, presentPayoutRow } from '@/lib/payouts/queries'
import { UTC, type Zone } from '@/lib/time/zone'
import { type DueEdge, dueEdge, isOverdueOnPages } from '@/lib/vendors/due-edge'
import { dollarsFirst } from '@/lib/wallet/present-entry'

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
  tx: Orm,
  accountId: string,
  customerId: string,
  edge: DueEdge,
): Promise<CustomerTotals[]> {
  return tx.$queryRaw<CustomerTotals[]>`
    SELECT currency,
           coalesce(sum(amount_minor) FILTER (WHERE what = 'PAID'), 0)::bigint AS "paidMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what IN ('CREATED', 'FAILED')), 0)::bigint AS "openMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what = 'UNPAID'), 0)::bigint AS "overdueMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what = 'GIVEN BACK'), 0)::bigint AS "givenBackMinor",
           coalesce(sum(amount_minor) FILTER (WHERE what = 'PAID OUT'), 0)::bigint AS "paidOutMinor"
      FROM (SELECT currency, CASE WHEN status = 'UNPAID' AND uncollectible_at IS NOT NULL THEN 'UNCOLLECTIBLE'
                                  WHEN ${isOverdueOnPages(edge, sql`invoices`)} THEN 'UNPAID'
                                  WHEN status = 'UNPAID' THEN 'CREATED'
                                  ELSE status::text END AS what,
                   base_amount_minor + fee_amount_minor - credited_minor
                     - CASE status WHEN 'PAID' THEN 0 ELSE outside_minor END
                     AS amount_minor
              FROM invoices
             WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid
            UNION ALL
            SELECT refund.currency, 'GIVEN BACK', refund.amount_minor
              FROM refunds AS refund
              JOIN invoices ON invoices.account_id = refund.account_id AND invoices.id = refund.invoice_id
             WHERE refund.account_id = ${accountId}::uuid AND invoices.customer_id = ${customerId}::uuid
               AND refund.status <> 'FAILED'
            UNION ALL
            SELECT dispute.currency, 'GIVEN BACK', dispute.amount_minor
              FROM disputes AS dispute
              JOIN invoices ON invoices.account_id = dispute.account_id AND invoices.id = dispute.invoice_id
             WHERE dispute.account_id = ${accountId}::uuid AND invoices.customer_id = ${customerId}::uuid
               AND dispute.status <> 'WON'
            UNION ALL
            SELECT currency, CASE status WHEN 'PAID' THEN 'PAID OUT' ELSE 'NOT PAID OUT' END, amount_minor
              FROM payouts
             WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid) amounts
     GROUP BY currency
     ORDER BY currency`
}

/** `gross` is what the customer has paid, `net` what refunds and disputes have left of it. */
export type TotalsView = Record<'gross' | 'net' | 'due' | 'overdue' | 'paidOut', AmountView> & {
  currency: string
}

type Happening = {
  kind: 'created' | 'paid' | 'status' | 'credit' | 'refund' | 'dispute' | 'payout'
  /** The invoice's number. */
  number: string | null
  /** The status of the invoice, the refund, the dispute or the payout. */
  status: string | null
  /** The page of the invoice or payout. */
  href: string
  amountMinor: bigint
  currency: string
  at: Date
}

/** The latest activity between the account and a customer, each part from a few rows of an index. */
async function latestHappenings(tx: Orm, accountId: string, customerId: string): Promise<Happening[]> {
  return tx.$queryRaw<Happening[]>`
    WITH latest AS (
      SELECT id, number, total_minor, credited_minor, currency, created_at FROM invoices
       WHERE account_id = ${accountId}::uuid AND customer_id = ${customerId}::uuid
       ORDER BY id DESC LIMIT ${STEPS_SHOWN}),
    paid AS (
      SELECT id, number, total_minor - credited_minor AS total_minor, currency, paid_at FROM invoices
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
       AND (change.to_status <> 'VOIDED' OR latest.credited_minor = 0)
     UNION ALL
    SELECT 'credit', number, NULL, '/invoices/' || latest.id, credit.amount_minor, credit.currency, credit.created_at
      FROM latest JOIN invoice_credits AS credit
        ON credit.account_id = ${accountId}::uuid AND credit.invoice_id = latest.id
     UNION ALL
    SELECT 'refund', number, refund.status::text, '/invoices/' || paid.id, refund.amount_minor, refund.currency,
           refund.created_at
      FROM paid JOIN refunds AS refund ON refund.account_id = ${accountId}::uuid AND refund.invoice_id = paid.id
     UNION ALL
    SELECT 'dispute', number, dispute.status::text, '/invoices/' || paid.id, dispute.amount_minor, dispute.currency,
           dispute.created_at
      FROM paid JOIN disputes AS dispute ON dispute.account_id = ${accountId}::uuid AND dispute.invoice_id = paid.id
     UNION ALL
    SELECT 'payout', NULL, status::text, '/payouts/' || id, amount_minor, currency, created_at FROM payout
     ORDER BY at DESC LIMIT ${STEPS_SHOWN}`
}

/** A step of the history on a customer's page. */
type CustomerStep = {
  title: string
  detail: string | null
  at: string
  status: 'done' | 'waiting' | 'failed'
  href?: string
}

/** The latest steps, newest first. */
async function readHistory(
  tx: Orm,
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
      status: 'done' as const,
    })),
  ]
  return steps.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, STEPS_SHOWN)
}

const PAYOUT_STEPS: Record<string, [string, CustomerStep['status']]> = {
  PROCESSING: ['Payout sent', 'waiting'],
  PAID: ['Payout paid', 'done'],
  FAILED: ['Payout failed', 'failed'],
  RETURNED: ['Payout returned', 'failed'],
}

const REFUND_STEPS: Record<string, [string, CustomerStep['status']]> = {
  PENDING: ['Refund requested', 'waiting'],
  SUCCEEDED: ['Refunded', 'done'],
  FAILED: ['Refund failed', 'failed'],
}

const DISPUTE_STEPS: Record<string, [string, CustomerStep['status']]> = {
  OPEN: ['Disputed', 'waiting'],
  WON: ['Dispute won', 'done'],
  LOST: ['Dispute lost', 'failed'],
}

function presentHappening(happening: Happening): CustomerStep {
  const { number, href, amountMinor, currency, at } = happening
  const [title, status] = wordsOf(happening)
  const { amount } = presentAmount(amountMinor, currency)
  return {
    title,
    status,
    href,
    detail: [number, formatAmountIn('en', amount, currency)].filter(Boolean).join(' · '),
    at: at.toISOString(),
  }
}

function wordsOf({ kind, status }: Happening): [string, CustomerStep['status']] {
  switch (kind) {
    case 'created':
      return ['Invoice created', 'done']
    case 'paid':
      return ['Invoice paid', 'done']
    case 'credit':
      return ['Invoice credited', 'done']
    case 'status':
      if (status === 'FAILED') return ['Payment declined', 'failed']
      return [`Invoice ${INVOICE_STATUSES[status as InvoiceStatus].displayStatus.toLowerCase()}`, 'failed']
    case 'refund':
      return REFUND_STEPS[status ?? ''] ?? ['Refund', 'done']
    case 'dispute':
      return DISPUTE_STEPS[status ?? ''] ?? ['Dispute', 'done']
    case 'payout':
      return PAYOUT_STEPS[status ?? ''] ?? ['Payout', 'done']
  }
}

/** Initial values of the customer form. */
export type CustomerFields = {
  name: string
  email: string
  phone: string
  /** Between commas. */
  copy_emails: string
  group: string
  preferred_currency: string
  address_line1: string
  address_line2: string
  city: string
  state: string
  zip: string
  country: string
  /** `auto` until the vendor or the customer has chosen one. */
  language: Locale | 'auto'
  tax_id: string
  tax_treatment: TaxTreatment
  tax_exemption_reason: string
  buyer_reference: string
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
  /** Null: not archived. */
  archivedAt: string | null
  externalId: string | null
  /** Where the customer sees all invoices; null while the portal is off. */
  portalUrl: string | null
  fields: CustomerFields
  totals: TotalsView[]
  /** The latest, up to `ROWS_SHOWN`. */
  invoices: InvoiceRow[]
  hasMoreInvoices: boolean
  bankAccounts: BankAccountRow[]
  archivedBankAccounts: BankAccountRow[]
  /** The latest, up to `ROWS_SHOWN`. */
  payouts: PayoutRow[]
  hasMorePayouts: boolean
  /** The latest, newest first. */
  history: CustomerStep[]
}

const ROWS_SHOWN = 10
const STEPS_SHOWN = 20

/** A customer of the vendor in either mode, its overdue invoices by days in a time zone, or null. */
export async function readCustomer(
  vendorId: string,
  customerId: string,
  zone: Zone = UTC,
): Promise<CustomerView | null> {
  const tx = database()
  const row = await findVendorCustomer(tx, vendorId, customerId)
  if (!row) return null
  const { account, customer } = row
  const edge = dueEdge(zone)
  const latest = { sort: 'created', descending: true, after: null, before: null, limit: ROWS_SHOWN } as const
  const [totals, invoices, bankAccounts, archivedBankAccounts, payouts, history, branding] =
    await Promise.all([
      customerTotals(tx, account.id, customer.id, edge),
      latestInvoices(tx, account.id, { customerId: customer.id, limit: ROWS_SHOWN + 1 }),
      findBankAccounts(tx, account.id, customer.id),
      findBankAccounts(tx, account.id, customer.id, { archived: true }),
      payoutList.page(tx, account.id, { ...latest, search: null, filters: { customer: customer.id }, zone }),
      readHistory(tx, { vendorId, accountId: account.id, customerId: customer.id }),
      findBranding(tx, vendorId),
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
    archivedAt: customer.archivedAt?.toISOString() ?? null,
    externalId: customer.externalId,
    portalUrl: branding.hasPortal ? portalUrl(account.id) : null,
    fields: {
      name: customer.name,
      email: customer.email,
      phone: customer.phone ?? '',
      copy_emails: copiesText(customer.copyEmails),
      group: customer.group ?? '',
      preferred_currency: customer.preferredCurrency,
      address_line1: customer.addressLine1 ?? '',
      address_line2: customer.addressLine2 ?? '',
      city: customer.city ?? '',
      state: customer.state ?? '',
      zip: customer.zip ?? '',
      country: customer.country ?? '',
      language: isLocale(customer.locale) ? customer.locale : 'auto',
      tax_id: customer.taxId ?? '',
      tax_treatment: customer.taxTreatment,
      tax_exemption_reason: customer.taxExemptionReason ?? '',
      buyer_reference: customer.buyerReference ?? '',
    },
    totals: totals.toSorted(dollarsFirst).map(presentTotals),
    invoices: invoices.slice(0, ROWS_SHOWN).map((invoice) => presentInvoiceRow(invoice, edge)),
    hasMoreInvoices: invoices.length > ROWS_SHOWN,
    bankAccounts: bankAccounts.map(presentBankAccountRow),
    archivedBankAccounts: archivedBankAccounts.map(presentBankAccountRow),
    payouts: payouts.rows.map(presentPayoutRow),
    hasMorePayouts: payouts.hasNext,
    history,
  }
}

function presentTotals({ currency, ...totals }: CustomerTotals): TotalsView {
  return {
    currency,
    gross: presentAmount(totals.paidMinor, currency),
    net: presentAmount(totals.paidMinor - totals.givenBackMinor, currency),
    due: presentAmount(totals.openMinor + totals.overdueMinor, currency),
    overdue: presentAmount(totals.overdueMinor, currency),
    paidOut: presentAmount(totals.paidOutMinor, currency),
  }
}
