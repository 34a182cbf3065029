import type { PayoutStatus } from '@/lib/db/generated/enums'
import { type Sql, sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { customerBeginsWith } from '../customers/begins-with'
import { keysetPage, type Page, type PageRequest } from '../lists/keyset-page'

/** A payout as a line of a list. */
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
  /** The beginning of the customer's name or e-mail, or the id of a payout. */
  search?: string | null
  customerId?: string | undefined
  status?: PayoutStatus | undefined
  from?: Date | undefined
  /** The first moment that is not included. */
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
    // By the customers, who are found in their own index, and not by reading payouts until some match.
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
