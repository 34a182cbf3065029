import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { formatIsoDate, parseIsoDate } from '@/lib/dates'
import { database } from '@/lib/db/client'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import { listInvoiceCurrencies, listInvoicePage } from '@/lib/domain/invoices/invoice-list'
import type { InvoiceFilters, InvoiceSort } from '@/lib/domain/invoices/invoice-list-sql'
import { STATUS_LABELS, totalMinor } from '@/lib/domain/invoices/invoice-snapshot'
import type { InvoiceSummary } from '@/lib/domain/invoices/list-invoices'
import type { PageRequest } from '@/lib/domain/lists/keyset-page'
import { findAccount } from '@/lib/domain/vendors/find-account'
import { formatMajor } from '@/lib/money'
import type { FileAnswer } from '../operation'
import { type CsvColumn, timeZoneOf } from './csv'
import { exportList } from './export-list'
import { currencyFilter, dayFilter, daysOf } from './list-filters'
import { type ListView, parseListQuery, presentPage } from './list-query'
import { type InvoiceRow, presentInvoiceRow } from './present-invoice-row'

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

/** A page of the account's invoices; `q` is the beginning of a customer's name or e-mail, or of an invoice's id. */
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
  { title: 'Invoice id', value: ({ id }) => id },
  { title: 'Customer', value: ({ customer }) => customer.name },
  { title: 'E-mail', value: ({ email }) => email },
  { title: 'Status', value: ({ status }) => STATUS_LABELS[status] },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Amount', value: ({ baseAmountMinor, currency }) => formatMajor(baseAmountMinor, currency) },
  { title: 'Fee', value: ({ feeAmountMinor, currency }) => formatMajor(feeAmountMinor, currency) },
  { title: 'Total', value: (invoice) => formatMajor(totalMinor(invoice), invoice.currency) },
  { title: 'Due', value: ({ dueDate }) => formatIsoDate(dueDate) },
  { title: 'Created', value: ({ createdAt }) => createdAt },
  { title: 'Customer id', value: ({ customerId }) => customerId },
]

/** Every invoice of the list that the query asks for, in its order, as a file. */
export async function exportInvoices(
  account: { id: string; mode: Mode },
  params: URLSearchParams,
): Promise<FileAnswer> {
  const { filters, page } = invoiceQuery(params)
  const file = { filename: `invoices-${account.mode}.csv`, timeZone: timeZoneOf(params) }
  const read = (at: typeof page) => listInvoicePage(database(), account.id, filters, at)
  return exportList(page, read, CSV_COLUMNS, file)
}
