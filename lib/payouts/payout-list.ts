import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { customerBeginsWith } from '@/lib/customers/customer-list'
import { database, type Sql, sql } from '@/lib/db/client'
import type { PayoutStatus } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { type CsvColumn, type CsvFile, exportList, timeZoneOf } from '@/lib/lists/csv'
import { keysetPage, type Page, type PageRequest } from '@/lib/lists/keyset-page'
import { dayFilter, daysOf } from '@/lib/lists/list-filters'
import { type ListView, parseListQuery, presentPage } from '@/lib/lists/list-query'
import { formatMajor } from '@/lib/money/money'
import { findAccount } from '@/lib/vendors/account'
import { type PayoutRow, presentPayoutRow } from './queries'

/** A payout as a list row. */
export type PayoutSummary = {
  id: string
  customerId: string
  customerName: string
  bankName: string
  accountNumberLast4: string
  amountMinor: bigint
  currency: string
  status: PayoutStatus
  provider: string
  providerTransferId: string | null
  failureCode: string | null
  createdAt: Date
  settledAt: Date | null
}

export type PayoutFilters = {
  /** A prefix of the customer's name or email, or a payout id. */
  search?: string | null
  customerId?: string | undefined
  status?: PayoutStatus | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
}

export type PayoutSort = 'created' | 'amount'

/** A page of the account's payouts. */
export function listPayouts(
  tx: Transaction,
  accountId: string,
  filters: PayoutFilters,
  page: PageRequest<PayoutSort>,
): Promise<Page<PayoutSummary>> {
  const list = {
    columns: sql`payout.id, payout.customer_id AS "customerId", customer.name AS "customerName",
      bank_account.bank_name AS "bankName", bank_account.account_number_last4 AS "accountNumberLast4",
      payout.amount_minor AS "amountMinor", payout.currency, payout.status::text AS status, payout.provider,
      payout.provider_transfer_id AS "providerTransferId", payout.failure_code AS "failureCode",
      payout.created_at AS "createdAt", payout.settled_at AS "settledAt"`,
    from: sql`payouts AS payout
      JOIN customers AS customer
        ON customer.account_id = payout.account_id AND customer.id = payout.customer_id
      JOIN bank_accounts AS bank_account
        ON bank_account.account_id = payout.account_id AND bank_account.id = payout.bank_account_id`,
    where: conditions(accountId, filters),
    id: sql`payout.id`,
    sorts: {
      created: { column: sql`payout.created_at`, type: 'timestamptz' as const },
      amount: { column: sql`payout.amount_minor`, type: 'bigint' as const },
    },
  }
  return keysetPage<PayoutSummary, PayoutSort>(tx, list, page)
}

function conditions(accountId: string, filters: PayoutFilters): Sql[] {
  const { search, customerId, status, from, to } = filters
  const all = [sql`payout.account_id = ${accountId}::uuid`]
  if (search && isId(search)) all.push(sql`payout.id = ${search}::uuid`)
  else if (search) {
    // Search the customers by their own index instead of reading payouts until some match.
    all.push(sql`payout.customer_id IN (
      SELECT customer.id FROM customers AS customer
       WHERE customer.account_id = ${accountId}::uuid AND ${customerBeginsWith(search)})`)
  }
  if (customerId) all.push(sql`payout.customer_id = ${customerId}::uuid`)
  if (status) all.push(sql`payout.status = ${status}::payout_status`)
  if (from) all.push(sql`payout.created_at >= ${from}::timestamptz`)
  if (to) all.push(sql`payout.created_at < ${to}::timestamptz`)
  return all
}

const RULES = {
  sorts: ['created', 'amount'] as const,
  filters: z.object({
    status: z.enum(['PROCESSING', 'PAID', 'FAILED', 'RETURNED']).optional(),
    customer: z.uuid('must be the id of a customer').optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
}

/** `q` is a prefix of a customer's name or email, or a payout id. */
function payoutsQuery(params: URLSearchParams) {
  const { filters, search, ...page } = parseListQuery(RULES, params)
  const { status, customer: customerId } = filters
  return { filters: { search, status, customerId, ...daysOf(filters) }, page }
}

/** A page of the account's payouts. */
export async function readPayouts(
  vendorId: string,
  mode: Mode,
  params: URLSearchParams,
): Promise<ListView<PayoutRow>> {
  const { filters, page } = payoutsQuery(params)
  const account = await findAccount(database(), vendorId, mode)
  return presentPage(await listPayouts(database(), account.id, filters, page), presentPayoutRow)
}

const CSV_COLUMNS: CsvColumn<PayoutSummary>[] = [
  { title: 'Payout ID', value: ({ id }) => id },
  { title: 'Customer', value: ({ customerName }) => customerName },
  { title: 'Bank', value: ({ bankName }) => bankName },
  { title: 'Account ending in', value: ({ accountNumberLast4 }) => accountNumberLast4 },
  { title: 'Status', value: ({ status }) => status },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Amount', value: ({ amountMinor, currency }) => formatMajor(amountMinor, currency) },
  { title: 'Created', value: ({ createdAt }) => createdAt },
  { title: 'Settled', value: ({ settledAt }) => settledAt },
  { title: 'Provider', value: ({ provider }) => provider },
  { title: 'Transfer ID', value: ({ providerTransferId }) => providerTransferId },
  { title: 'Failure', value: ({ failureCode }) => failureCode },
  { title: 'Customer ID', value: ({ customerId }) => customerId },
]

/** Every payout of the filtered list, as a file. */
export function exportPayouts(
  account: { id: string; mode: Mode },
  params: URLSearchParams,
): Promise<CsvFile> {
  const { filters, page } = payoutsQuery(params)
  const file = { filename: `payouts-${account.mode}.csv`, timeZone: timeZoneOf(params) }
  return exportList(page, (asked) => listPayouts(database(), account.id, filters, asked), CSV_COLUMNS, file)
}
