import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { listPayouts, type PayoutSummary } from '@/lib/domain/payouts/list-payouts'
import { findAccount } from '@/lib/domain/vendors/find-account'
import { formatMajor } from '@/lib/money'
import type { FileAnswer } from '../operation'
import { type CsvColumn, timeZoneOf } from './csv'
import { exportList } from './export-list'
import { dayFilter, daysOf } from './list-filters'
import { type ListView, parseListQuery, presentPage } from './list-query'
import { type PayoutRow, presentPayoutRow } from './present-payout'

const RULES = {
  sorts: ['created', 'amount'] as const,
  filters: z.object({
    status: z.enum(['PROCESSING', 'PAID', 'FAILED', 'RETURNED']).optional(),
    customer: z.uuid('must be the id of a customer').optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
}

/** `q` is the beginning of a customer's name or e-mail, or the id of a payout. */
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
  { title: 'Payout id', value: ({ id }) => id },
  { title: 'Customer', value: ({ customerName }) => customerName },
  { title: 'Bank', value: ({ bankName }) => bankName },
  { title: 'Account ending in', value: ({ accountNumberLast4 }) => accountNumberLast4 },
  { title: 'Status', value: ({ status }) => status },
  { title: 'Currency', value: ({ currency }) => currency },
  { title: 'Amount', value: ({ amountMinor, currency }) => formatMajor(amountMinor, currency) },
  { title: 'Created', value: ({ createdAt }) => createdAt },
  { title: 'Settled', value: ({ settledAt }) => settledAt },
  { title: 'Provider', value: ({ provider }) => provider },
  { title: 'Transfer id', value: ({ providerTransferId }) => providerTransferId },
  { title: 'Failure', value: ({ failureCode }) => failureCode },
  { title: 'Customer id', value: ({ customerId }) => customerId },
]

/** Every payout of the list that the query asks for, as a file. */
export function exportPayouts(
  account: { id: string; mode: Mode },
  params: URLSearchParams,
): Promise<FileAnswer> {
  const { filters, page } = payoutsQuery(params)
  const file = { filename: `payouts-${account.mode}.csv`, timeZone: timeZoneOf(params) }
  return exportList(page, (asked) => listPayouts(database(), account.id, filters, asked), CSV_COLUMNS, file)
}
