import type { Sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import {
  type Found,
  type KeysetTerms,
  keysetTerms,
  type Page,
  type PageRequest,
  pageOf,
} from '../lists/keyset-page'
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
import type { InvoiceSummary } from './list-invoices'

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
