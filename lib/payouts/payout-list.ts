import { z } from 'zod'
import { database, rawSql, sql } from '@/lib/db/client'
import { PayoutStatus } from '@/lib/db/generated/enums'
import { defineApiList } from '@/lib/lists/api-list'
import type { CsvColumn } from '@/lib/lists/csv'
import { defineList } from '@/lib/lists/define-list'
import { dayFilter, daysOf, idFilter, keyFilter } from '@/lib/lists/list-filters'
import { readTabs, type TabsView } from '@/lib/lists/status-counts'
import { wordSearch } from '@/lib/lists/word-search'
import { formatMajor } from '@/lib/money/money'
import { presentPayoutRow } from './queries'
import { PAYOUT_COLUMNS, type StoredPayout } from './statements'

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

/** The account's payouts; searches the customer's name and email, the bank, amounts and ids. */
export const payoutList = defineList({
  name: 'payouts',
  sorts: ['created', 'amount'],
  filters: z.object({
    status: z.enum(PayoutStatus).optional(),
    customer: z.uuid('must be the id of a customer').optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: (accountId, { sort, filters: { status, customer, ...days }, search, zone }) => {
    const { from, to } = daysOf(days, zone)
    const narrowed = [
      ...(status ? [sql`payout.status = ${status}::payout_status`] : []),
      ...(from ? [sql`payout.created_at >= ${from}::timestamptz`] : []),
      ...(to ? [sql`payout.created_at < ${to}::timestamptz`] : []),
    ]
    const isInOrder = sort === 'created'
    return {
      table: sql`payouts AS payout`,
      alias: sql`payout`,
      id: sql`payout.id`,
      columns: sql`payout.id, payout.customer_id AS "customerId", customer.name AS "customerName",
        bank_account.bank_name AS "bankName", bank_account.account_number_last4 AS "accountNumberLast4",
        payout.amount_minor AS "amountMinor", payout.currency, payout.status::text AS status, payout.provider,
        payout.provider_transfer_id AS "providerTransferId", payout.failure_code AS "failureCode",
        payout.created_at AS "createdAt", payout.settled_at AS "settledAt"`,
      joins: sql`
        JOIN customers AS customer
          ON customer.account_id = payout.account_id AND customer.id = payout.customer_id
        JOIN bank_accounts AS bank_account
          ON bank_account.account_id = payout.account_id AND bank_account.id = payout.bank_account_id`,
      sorts: {
        created: { column: sql`payout.created_at`, type: 'timestamptz' },
        amount: { column: sql`payout.amount_minor`, type: 'bigint' },
      },
      where: [sql`payout.account_id = ${accountId}::uuid`, ...(isInOrder ? narrowed : [])],
      filters: [
        ...(isInOrder ? [] : narrowed),
        ...(customer ? [sql`payout.customer_id = ${customer}::uuid`] : []),
      ],
      search: wordSearch(search, sql`payout.search`, {
        tenantKey: sql`payout.account_id`,
        tenantId: accountId,
      }),
    }
  },
  present: presentPayoutRow,
  file: (_, mode) => ({ filename: `payouts-${mode}.csv`, columns: CSV_COLUMNS }),
})

/** Counts and sums of the payouts by status. */
export function readPayoutTabs(accountId: string): Promise<TabsView> {
  const payouts = {
    table: sql`payouts`,
    statusType: sql`payout_status`,
    amount: sql`amount_minor`,
    order: sql`created_at, id`,
  }
  const all = Object.values(PayoutStatus)
  const each = Object.fromEntries(all.map((status) => [status, [status]]))
  return readTabs(database(), accountId, payouts, { '': all, ...each })
}

const apiFilters = z.object({
  customer_id: idFilter.optional().describe('The payouts to one customer.'),
  status: z.enum(PayoutStatus).optional(),
  payout_batch_id: idFilter.optional().describe('The payouts of one batch.'),
  idempotency_key: keyFilter.describe('Those that a request with this `Idempotency-Key` has created.'),
})

/** The account's payouts for programs. */
export const payoutsForPrograms = defineApiList<typeof apiFilters, StoredPayout>({
  name: 'payouts',
  filters: apiFilters,
  select: (
    accountId,
    { customer_id: customerId, status, payout_batch_id: batchId, idempotency_key: key },
  ) => {
    const isStatus = status ? [sql`payouts.status = ${status}::payout_status`] : []
    const list = {
      table: sql`payouts`,
      alias: sql`payouts`,
      id: sql`payouts.id`,
      columns: rawSql(PAYOUT_COLUMNS),
      sorts: {
        created: { column: sql`payouts.created_at`, type: 'timestamptz' },
        id: { column: sql`payouts.id`, type: 'uuid' },
      } as const,
    }
    const ofAccount = sql`payouts.account_id = ${accountId}::uuid`
    const ofCustomer = customerId ? [sql`payouts.customer_id = ${customerId}::uuid`] : []
    if (batchId) {
      const rows = sql`SELECT id FROM payout_requests WHERE account_id = ${accountId}::uuid AND batch_id = ${batchId}::uuid`
      const ofBatch = [ofAccount, sql`payouts.payout_request_id IN (${rows})`, ...ofCustomer, ...isStatus]
      const isOfKey = key ? [sql`payouts.idempotency_key = ${key}`] : []
      return { sort: 'id', list: { ...list, where: ofBatch, filters: isOfKey } }
    }
    if (key) {
      const ofKey = [ofAccount, sql`payouts.idempotency_key = ${key}`, ...ofCustomer, ...isStatus]
      return { sort: 'id', list: { ...list, where: ofKey } }
    }
    if (!customerId) return { sort: 'created', list: { ...list, where: [ofAccount, ...isStatus] } }
    return { sort: 'id', list: { ...list, where: [ofAccount, ...ofCustomer], filters: isStatus } }
  },
})

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
