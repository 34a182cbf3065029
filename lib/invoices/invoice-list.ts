import { z } from 'zod'
import { findCustomerIdsByEmail } from '@/lib/customers/customer'
import { database, joinSql, type Orm, type Sql, sql } from '@/lib/db/client'
import { InvoiceStatus } from '@/lib/db/generated/enums'
import { isId } from '@/lib/ids'
import { defineApiList } from '@/lib/lists/api-list'
import type { CsvColumn } from '@/lib/lists/csv'
import { defineList } from '@/lib/lists/define-list'
import {
  createdById,
  currencyFilter,
  dayFilter,
  daysOf,
  emailFilter,
  idFilter,
  idIn,
  idsFilter,
  keyFilter,
} from '@/lib/lists/list-filters'
import type { List } from '@/lib/lists/read-list'
import { readTabs, type TabsView } from '@/lib/lists/status-counts'
import { wordSearch } from '@/lib/lists/word-search'
import { formatMajor, presentAmount } from '@/lib/money/money'
import { formatIsoDate } from '@/lib/time/dates'
import { UTC, type Zone } from '@/lib/time/zone'
import { type DueEdge, dueEdge, isOverdueOnPages } from '@/lib/vendors/due-edge'
import { cardFeeMinor } from './amounts'
import { cardPartMinor, type InvoiceSummary, summaryColumns, totalMinor } from './invoice'
import { hasMark, isCredited, isRefunded } from './invoice-marks'
import { type InvoiceRow, presentInvoiceRow } from './invoice-row'
import { movedToOverdue } from './overdue'
import { listedInvoiceJson } from './snapshot-json'
import { API_STATUSES, displayStatus, INVOICE_STATUS_FILTER, INVOICE_STATUSES } from './status'
import { overdueInvoices } from './totals'

const SORTS = {
  created: { column: sql`invoice.id`, type: 'uuid' },
  due_date: { column: sql`invoice.due_date`, type: 'date' },
  amount: { column: sql`invoice.total_minor`, type: 'bigint' },
  /** Only of paid invoices: the list is narrowed to them. */
  paid: { column: sql`invoice.paid_at`, type: 'timestamptz' },
} as const satisfies List<string>['sorts']

const filters = z.object({
  status: z.enum(Object.keys(INVOICE_STATUS_FILTER) as (keyof typeof INVOICE_STATUS_FILTER)[]).optional(),
  currency: currencyFilter,
  created_from: dayFilter,
  created_to: dayFilter,
  due_from: dayFilter,
  due_to: dayFilter,
  paid_from: dayFilter,
  paid_to: dayFilter,
  ids: idsFilter,
})

type Filters = z.output<typeof filters>

/** The account's invoices; searches numbers, the customer's name and email, amounts, ids and transaction ids. */
export const invoiceList = defineList({
  name: 'invoices',
  sorts: ['created', 'due_date', 'amount', 'paid'],
  filters,
  opensBy: ({ due_from, due_to, created_from, created_to, paid_from, paid_to }) => {
    if (created_from || created_to) return undefined
    if (paid_from || paid_to) return 'paid'
    return due_from || due_to ? 'due_date' : undefined
  },
  select: async (accountId, { sort, filters, search: text, zone }, tx) => {
    const ofAccount = sql`invoice.account_id = ${accountId}::uuid`
    const created = createdById(filters, sql`invoice`, zone)
    const due = dueIn(filters)
    const isByPayment = sort === 'paid'
    // A payment date has no index within status and currency, so it narrows its own order and filters the others.
    const paid = paidIn(filters, isByPayment, zone)
    // The indexes of the other orders contain id and creation time too, the primary key does not contain the
    // due date.
    const inOrder = [...created, ...(sort === 'due_date' ? due : []), ...(isByPayment ? paid : [])]
    const outOfOrder = [...(sort === 'due_date' ? [] : due), ...(isByPayment ? [] : paid)]
    const searchText = (await invoiceOfPayment(tx, accountId, text)) ?? text
    const search = wordSearch(searchText, sql`invoice.search`, {
      tenantKey: sql`invoice.account_id`,
      tenantId: accountId,
    })
    const edge = filters.status === 'open' || filters.status === 'overdue' ? dueEdge(zone) : null
    // Each order has one index of its own, and one within status and currency, which answers these two
    // exactly wherever in the order the rows are. The second helps with creation dates only in its own order.
    const isGrouped =
      (filters.status !== undefined || filters.currency !== undefined) &&
      markIs(accountId, filters).length === 0 &&
      search === null &&
      !isByPayment &&
      edge === null &&
      outOfOrder.length === 0 &&
      filters.ids === undefined &&
      (sort === 'created' || created.length === 0)
    return {
      table: sql`invoices AS invoice`,
      alias: sql`invoice`,
      id: sql`invoice.id`,
      columns: summaryColumns(accountId),
      joins: sql`JOIN customers AS customer
        ON customer.account_id = invoice.account_id AND customer.id = invoice.customer_id`,
      sorts: SORTS,
      where: [ofAccount, ...idIn(filters.ids, sql`invoice`), ...markIs(accountId, filters), ...inOrder],
      groups: isGrouped ? groups(accountId, filters) : undefined,
      filters: isGrouped ? [] : [...statusIn(filters, edge), ...currencyIs(filters), ...outOfOrder],
      search,
    }
  },
  present: (invoice: InvoiceSummary, { zone }): InvoiceRow => presentInvoiceRow(invoice, dueEdge(zone)),
  file: (_, mode) => ({ filename: `invoices-${mode}.csv`, columns: CSV_COLUMNS }),
})

/** The invoice's id if a transaction id was typed: the id of a payment, which the buyer's redirect carries. */
async function invoiceOfPayment(tx: Orm, accountId: string, search: string | null): Promise<string | null> {
  if (!search || !isId(search)) return null
  const payment = await tx.payment.findUnique({
    where: { accountId_id: { accountId, id: search } },
    select: { invoiceId: true },
  })
  return payment?.invoiceId ?? null
}

function statusIn({ status }: Filters, edge: DueEdge): Sql[] {
  if (status && edge) return [sql`invoice.uncollectible_at IS NULL`, ...isOnPages(status, edge)]
  return status
    ? [
        sql`invoice.status = ANY(${[...INVOICE_STATUS_FILTER[status].statuses]}::invoice_status[])`,
        ...isCollectible(status),
      ]
    : []
}

/** Condition: open or overdue on our own pages, between the vendor's midnight and the one in UTC. */
function isOnPages(status: NonNullable<Filters['status']>, edge: DueEdge): Sql[] {
  const isOverdue = isOverdueOnPages(edge, sql`invoice`)
  if (status === 'overdue') return [isOverdue]
  return [sql`invoice.status IN ('CREATED', 'FAILED', 'UNPAID')`, sql`NOT ${isOverdue}`]
}

/** Invoices that were written off no longer count as overdue. */
function isCollectible(status: Filters['status']): Sql[] {
  if (status === 'uncollectible') return [sql`invoice.uncollectible_at IS NOT NULL`]
  return status === 'overdue' ? [sql`invoice.uncollectible_at IS NULL`] : []
}

/** The mark that the filter asks for. Few invoices have one, so it goes before the order. */
function markIs(accountId: string, { status }: Filters): Sql[] {
  switch (status) {
    case 'refunded':
      return [isRefunded(accountId)]
    // One that was credited in full has another status.
    case 'credited':
    case 'partly_credited':
      return [isCredited(accountId)]
    case 'partly_refunded':
    case 'fraud_warning':
    case 'disputed':
    case 'dispute_lost':
      return [hasMark(accountId, status)]
    default:
      return []
  }
}

function currencyIs({ currency }: Filters): Sql[] {
  return currency ? [sql`invoice.currency = ${currency}`] : []
}

function dueIn({ due_from, due_to }: Filters): Sql[] {
  return [
    ...(due_from ? [sql`invoice.due_date >= ${due_from}::text::date`] : []),
    ...(due_to ? [sql`invoice.due_date <= ${due_to}::text::date`] : []),
  ]
}

function paidIn({ paid_from, paid_to }: Filters, isByPayment: boolean, zone: Zone): Sql[] {
  if (!paid_from && !paid_to && !isByPayment) return []
  const { from, to } = daysOf({ created_from: paid_from, created_to: paid_to }, zone)
  return [
    sql`invoice.status = 'PAID'`,
    ...(from ? [sql`invoice.paid_at >= ${from}::timestamptz`] : []),
    ...(to ? [sql`invoice.paid_at < ${to}::timestamptz`] : []),
  ]
}

function groups(accountId: string, { status, currency }: Filters): NonNullable<List<string>['groups']> {
  const searchText = [
    ...(status
      ? [sql`"group".status = ANY(${[...INVOICE_STATUS_FILTER[status].statuses]}::invoice_status[])`]
      : []),
    ...(currency ? [sql`"group".currency = ${currency}`] : []),
  ]
  return {
    values: sql`SELECT * FROM (${statusesAndCurrencies(accountId)}) AS "group" WHERE ${joinSql(searchText, ' AND ')}`,
    match: joinSql(
      [
        sql`invoice.status = "group".status`,
        sql`invoice.currency = "group".currency`,
        ...isCollectible(status),
      ],
      ' AND ',
    ),
  }
}

/**
 * The statuses and currencies of the account's invoices. Skips through the index from pair to pair: DISTINCT
 * would read every row of the account.
 */
function statusesAndCurrencies(accountId: string): Sql {
  return sql`
    WITH RECURSIVE pair AS (
      (SELECT status, currency FROM invoices WHERE account_id = ${accountId}::uuid
        ORDER BY status, currency LIMIT 1)
      UNION ALL
      SELECT next.status, next.currency FROM pair CROSS JOIN LATERAL (
        SELECT status, currency FROM invoices
         WHERE account_id = ${accountId}::uuid AND (status, currency) > (pair.status, pair.currency)
         ORDER BY status, currency LIMIT 1) AS next
    ) SELECT * FROM pair`
}

/** The currencies of the account's invoices, sorted by code: the choices of the list's filter. */
export async function readInvoiceCurrencies(accountId: string): Promise<string[]> {
  const rows = await database().$queryRaw<{ currency: string }[]>(sql`
    SELECT DISTINCT currency FROM (${statusesAndCurrencies(accountId)}) AS pair ORDER BY currency`)
  return rows.map(({ currency }) => currency)
}

/** Counts and sums of the invoices by status. What is not paid counts with the part that is left to pay. */
export async function readInvoiceTabs({
  id: accountId,
  zone,
}: {
  id: string
  zone: Zone
}): Promise<TabsView> {
  const moved = await movedToOverdue(database(), accountId, dueEdge(zone))
  const invoices = {
    table: sql`invoices`,
    statusType: sql`invoice_status`,
    amount: sql`total_minor - credited_minor - CASE status WHEN 'PAID' THEN 0 ELSE outside_minor END`,
    order: sql`currency, total_minor, id`,
  }
  const { open, paid, voided } = INVOICE_STATUS_FILTER
  const [{ tabs }, sums] = await Promise.all([
    readTabs(
      database(),
      accountId,
      invoices,
      {
        '': Object.values(InvoiceStatus),
        open: open.statuses,
        paid: paid.statuses,
        voided: voided.statuses,
      },
      moved.flatMap(({ currency, count, amountMinor }) => [
        { status: 'CREATED', currency, rowCount: -count, amountMinor: -amountMinor },
        { status: 'UNPAID', currency, rowCount: count, amountMinor },
      ]),
    ),
    overdueInvoices(database(), accountId, moved),
  ])
  // Uncollectible invoices are no status of their own; the kept sums leave them out.
  const overdue = {
    value: 'overdue',
    count: sums.reduce((count, { overdueCount }) => count + overdueCount, 0),
    isCapped: false,
    sums: sums.map(({ overdueMinor, currency }) => presentAmount(overdueMinor, currency)),
  }
  // After all and open.
  return { tabs: tabs.toSpliced(2, 0, overdue) }
}

const apiFilters = z.object({
  status: z.enum(API_STATUSES).optional().describe('Exactly as in answers.'),
  customer_id: idFilter.optional().describe('The invoices of one customer.'),
  email: emailFilter.optional().describe('The email of a customer, in either case, in place of its id.'),
  reference: z.string().max(255).optional().describe('Your own number, exactly.'),
  transaction_id: idFilter
    .optional()
    .describe('The invoice of the payment whose id the buyer brought to your `redirect_url`.'),
  recurring_invoice_id: idFilter.optional().describe('The invoices that come from a recurring invoice.'),
  idempotency_key: keyFilter.describe('Those that a request with this `Idempotency-Key` has created.'),
  created_from: dayFilter.describe('The first day (UTC).'),
  created_to: dayFilter.describe('The last day (UTC).'),
})

type ApiFilters = z.output<typeof apiFilters>

/** The account's invoices for programs, as JSON. */
export const invoicesForPrograms = defineApiList<typeof apiFilters, { json: string }>({
  name: 'invoices',
  filters: apiFilters,
  select: async (accountId, filters, tx) => {
    const narrowed = await narrowedBy(tx, accountId, filters)
    if (!narrowed) return null
    const status = STATUS_OF_API.get(filters.status ?? '')
    const list = {
      table: sql`invoices`,
      alias: sql`invoices`,
      id: sql`invoices.id`,
      ...listedInvoiceJson(accountId),
      sorts: { id: { column: sql`invoices.id`, type: 'uuid' } } as const,
      where: [
        sql`invoices.account_id = ${accountId}::uuid`,
        ...narrowed,
        ...createdById(filters, sql`invoices`, UTC),
      ],
    }
    const isStatus = sql`invoices.status = ${status}::invoice_status`
    if (!status) return { sort: 'id', list }
    // Statuses have an index of their own, in which each currency is in order.
    if (narrowed.length > 0) return { sort: 'id', list: { ...list, filters: [isStatus] } }
    const values = sql`
      SELECT * FROM (${statusesAndCurrencies(accountId)}) AS pair WHERE status = ${status}::invoice_status`
    const match = sql`invoices.status = "group".status AND invoices.currency = "group".currency`
    return { sort: 'id', list: { ...list, groups: { values, match } } }
  },
})

const STATUS_OF_API = new Map<string, string>(
  Object.entries(API_STATUSES).map(([status, name]) => [name, status]),
)

/** Conditions that few invoices meet, each with an index; null if none can. */
async function narrowedBy(
  tx: Orm,
  accountId: string,
  {
    customer_id: customerId,
    email,
    reference,
    transaction_id: transactionId,
    recurring_invoice_id: recurringId,
    idempotency_key: key,
  }: ApiFilters,
): Promise<Sql[] | null> {
  const conditions = customerId ? [sql`invoices.customer_id = ${customerId}::uuid`] : []
  if (email) {
    const ids = await findCustomerIdsByEmail(tx, accountId, email)
    if (ids.length === 0) return null
    conditions.push(sql`invoices.customer_id = ANY (${ids}::uuid[])`)
  }
  if (reference !== undefined) conditions.push(sql`invoices.reference = ${reference}`)
  if (key !== undefined) conditions.push(sql`invoices.idempotency_key = ${key}`)
  if (recurringId) conditions.push(sql`invoices.id IN (${ofRecurring(accountId, recurringId)})`)
  if (transactionId) {
    const invoiceId = await invoiceOfPayment(tx, accountId, transactionId)
    if (!invoiceId) return null
    conditions.push(sql`invoices.id = ${invoiceId}::uuid`)
  }
  return conditions
}

/** The invoices of a series, with those that were its drafts. */
function ofRecurring(accountId: string, recurringId: string): Sql {
  return sql`
    SELECT coalesce(period.invoice_id, draft.invoice_id) FROM recurring_periods AS period
      LEFT JOIN invoice_drafts AS draft ON draft.account_id = period.account_id AND draft.id = period.draft_id
     WHERE period.account_id = ${accountId}::uuid AND period.recurring_id = ${recurringId}::uuid`
}

const CSV_COLUMNS: CsvColumn<InvoiceSummary>[] = [
  { title: 'Number', value: ({ number }) => number },
  { title: 'Invoice ID', value: ({ id }) => id },
  { title: 'Customer', value: ({ customer }) => customer.name },
  { title: 'Email', value: ({ email }) => email },
  {
    title: 'Status',
    value: (invoice) => INVOICE_STATUSES[invoice.status].apiStatus ?? displayStatus(invoice.status, invoice),
  },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Amount', value: ({ baseAmountMinor, currency }) => formatMajor(baseAmountMinor, currency) },
  { title: 'Fee', value: ({ feeAmountMinor, currency }) => formatMajor(feeAmountMinor, currency) },
  { title: 'Total', value: (invoice) => formatMajor(totalMinor(invoice), invoice.currency) },
  { title: 'Due', value: ({ dueDate }) => formatIsoDate(dueDate) },
  { title: 'Created', value: ({ createdAt }) => createdAt },
  { title: 'Customer ID', value: ({ customerId }) => customerId },
  // By the card payment, from customer or vendor: what came in outside the wallet has none.
  {
    title: 'Fee taken',
    value: (invoice) =>
      formatMajor(
        invoice.status === 'PAID' ? cardFeeMinor(cardPartMinor(invoice), invoice) : 0n,
        invoice.currency,
      ),
  },
  { title: 'Refunded', value: ({ refundedMinor, currency }) => formatMajor(refundedMinor ?? 0n, currency) },
  { title: 'Credited', value: ({ creditedMinor, currency }) => formatMajor(creditedMinor, currency) },
]
