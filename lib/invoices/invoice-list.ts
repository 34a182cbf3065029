import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database, type Sql } from '@/lib/db/client'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { type CsvColumn, type CsvFile, exportList, timeZoneOf } from '@/lib/lists/csv'
import {
  type Found,
  type KeysetTerms,
  keysetTerms,
  type Page,
  type PageRequest,
  pageOf,
} from '@/lib/lists/keyset-page'
import { currencyFilter, dayFilter, daysOf } from '@/lib/lists/list-filters'
import { type ListView, parseListQuery, presentPage } from '@/lib/lists/list-query'
import { formatMajor } from '@/lib/money/money'
import { formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import { findAccount } from '@/lib/vendors/account'
import { type InvoiceSummary, STATUS_LABELS, totalMinor } from './invoice'
import {
  countCandidates,
  currenciesOf,
  driversOf,
  INVOICE_ID,
  INVOICE_SORTS,
  type InvoiceFilters,
  type InvoiceSelection,
  type InvoiceSort,
  inOrder,
  MOST_CANDIDATES,
  moreThanNext,
  outOfCandidates,
  outOfNext,
} from './invoice-list-sql'
import { type InvoiceRow, presentInvoiceRow } from './invoice-row'

type ListedInvoice = Omit<InvoiceSummary, 'customer'> & { customerName: string }

/**
 * A page of the account's invoices, at the same cost however many there are and however deep it is.
 *
 * `list_too_broad` where that can't be: for a search, or days that are not those of the order, that more
 * than `MOST_CANDIDATES` invoices match and of which a page is not found among the next `MOST_SCANNED`.
 * `list_place_invalid` for a cursor of another order.
 */
export async function listInvoicePage(
  tx: Transaction,
  accountId: string,
  filters: InvoiceFilters,
  page: PageRequest<InvoiceSort>,
): Promise<Page<InvoiceSummary>> {
  const terms = keysetTerms(INVOICE_ID, INVOICE_SORTS, page)
  const found = await findRows(tx, { accountId, filters, sort: page.sort }, terms)
  const { rows, ...places } = pageOf(found, page)
  return {
    ...places,
    rows: rows.map(({ customerName, ...invoice }) => ({ ...invoice, customer: { name: customerName } })),
  }
}

/** The currencies that the account has invoices in. */
export async function listInvoiceCurrencies(tx: Transaction, accountId: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ currency: string }[]>(currenciesOf(accountId))
  return rows.map(({ currency }) => currency)
}

async function findRows(
  tx: Transaction,
  selection: InvoiceSelection,
  terms: KeysetTerms,
): Promise<Found<ListedInvoice>[]> {
  const rowsOf = (statement: Sql) => tx.$queryRaw<Found<ListedInvoice>[]>(statement)
  const drivers = driversOf(selection)
  if (drivers.length === 0) return rowsOf(inOrder(selection, terms))
  for (const driver of drivers) {
    const [found] = await tx.$queryRaw<{ count: number }[]>(countCandidates(selection, driver))
    if (found && found.count <= MOST_CANDIDATES) return rowsOf(outOfCandidates(selection, driver, terms))
  }
  // What matches is frequent: mostly there is a page of it among the next rows.
  if (selection.sort === 'created') {
    const rows = await rowsOf(outOfNext(selection, terms))
    if (rows.length === terms.limit) return rows
    const more = await tx.$queryRaw<{ isMore: true }[]>(moreThanNext(selection, terms))
    if (more.length === 0) return rows
  }
  throw new DomainError('list_too_broad')
}

/** What a list's `status` asks for: `open` is all that waits for its day, `overdue` what is past it. */
const STATUSES = {
  open: ['CREATED', 'FAILED'],
  created: ['CREATED'],
  failed: ['FAILED'],
  overdue: ['UNPAID'],
  paid: ['PAID'],
} as const satisfies Record<string, readonly InvoiceStatus[]>

const RULES = {
  sorts: ['created', 'due_date', 'amount'] as const,
  filters: z.object({
    status: z.enum(['open', 'created', 'failed', 'overdue', 'paid']).optional(),
    currency: currencyFilter,
    created_from: dayFilter,
    created_to: dayFilter,
    due_from: dayFilter,
    due_to: dayFilter,
  }),
}

type InvoiceQuery = { filters: InvoiceFilters; page: PageRequest<InvoiceSort> }

function invoiceQuery(params: URLSearchParams): InvoiceQuery {
  const { filters, search, ...page } = parseListQuery(RULES, params)
  const { status, currency, due_from: dueFrom, due_to: dueTo, created_from, created_to } = filters
  const created = daysOf(filters)
  const isByDueDays = (dueFrom || dueTo) && !created_from && !created_to
  return {
    filters: {
      statuses: status && [...STATUSES[status]],
      currency,
      createdFrom: created.from,
      createdTo: created.to,
      dueFrom: (dueFrom && parseIsoDate(dueFrom)) || undefined,
      dueTo: (dueTo && parseIsoDate(dueTo)) || undefined,
      search: search ?? undefined,
    },
    // Where nothing is said of the order, due days are shown in their own.
    page: isByDueDays && !params.get('sort') ? { ...page, sort: 'due_date' } : page,
  }
}

/** A page of the account's invoices; `q` is the beginning of a customer's name or email, or of an invoice's id. */
export async function readInvoices(
  vendorId: string,
  mode: Mode,
  params: URLSearchParams,
): Promise<ListView<InvoiceRow>> {
  const { filters, page } = invoiceQuery(params)
  const account = await findAccount(database(), vendorId, mode)
  return presentPage(await listInvoicePage(database(), account.id, filters, page), presentInvoiceRow)
}

/** What the list can be filtered by. */
export async function readInvoiceCurrencies(vendorId: string, mode: Mode): Promise<string[]> {
  const account = await findAccount(database(), vendorId, mode)
  return listInvoiceCurrencies(database(), account.id)
}

const CSV_COLUMNS: CsvColumn<InvoiceSummary>[] = [
  { title: 'Invoice ID', value: ({ id }) => id },
  { title: 'Customer', value: ({ customer }) => customer.name },
  { title: 'Email', value: ({ email }) => email },
  { title: 'Status', value: ({ status }) => STATUS_LABELS[status] },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Amount', value: ({ baseAmountMinor, currency }) => formatMajor(baseAmountMinor, currency) },
  { title: 'Fee', value: ({ feeAmountMinor, currency }) => formatMajor(feeAmountMinor, currency) },
  { title: 'Total', value: (invoice) => formatMajor(totalMinor(invoice), invoice.currency) },
  { title: 'Due', value: ({ dueDate }) => formatIsoDate(dueDate) },
  { title: 'Created', value: ({ createdAt }) => createdAt },
  { title: 'Customer ID', value: ({ customerId }) => customerId },
]

/** Every invoice of the list that the query asks for, in its order, as a file. */
export async function exportInvoices(
  account: { id: string; mode: Mode },
  params: URLSearchParams,
): Promise<CsvFile> {
  const { filters, page } = invoiceQuery(params)
  const file = { filename: `invoices-${account.mode}.csv`, timeZone: timeZoneOf(params) }
  const read = (at: typeof page) => listInvoicePage(database(), account.id, filters, at)
  return exportList(page, read, CSV_COLUMNS, file)
}
