import { sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { isId } from '@/lib/ids'
import { customersFound } from '../invoices/invoice-search-sql'

/*
 * What a search of the statement leads to: through the customers, by their indexes, to their invoices and
 * payouts, and from these to the lines. Each step has a bound, so that its cost does not grow with the wallet.
 */

const MOST_CUSTOMERS = 1000
/** Invoices and payouts. */
const MOST_CAUSES = 5000
/** Of one invoice or payout: it is posted, and taken back. Without a bound they would not be looked up singly. */
const MOST_LINES_OF_ONE = 10

type Wallet = { accountId: string; walletId: string }

/**
 * The numbers of the wallet's lines that an invoice or payout with this id caused, or one of a customer whose
 * name or e-mail begins with the text. `statement_too_broad` where there are too many to be looked up.
 */
export async function linesFound(tx: Transaction, wallet: Wallet, search: string): Promise<bigint[]> {
  const causes = isId(search) ? [search] : await causesFound(tx, wallet.accountId, search)
  const lines = await tx.$queryRaw<{ sequence: bigint }[]>(sql`
    SELECT line.sequence FROM unnest(${causes}::uuid[]) AS cause (id) CROSS JOIN LATERAL (
      SELECT movement.sequence FROM ledger_transactions AS posted
        JOIN wallet_movements AS movement
          ON movement.account_id = posted.account_id AND movement.transaction_id = posted.id
       WHERE posted.account_id = ${wallet.accountId}::uuid AND posted.reference_id = cause.id
         AND movement.wallet_id = ${wallet.walletId}::uuid LIMIT ${MOST_LINES_OF_ONE}) AS line`)
  return lines.map(({ sequence }) => sequence)
}

/** The invoices and payouts of the customers that are meant. */
async function causesFound(tx: Transaction, accountId: string, search: string): Promise<string[]> {
  const customers = await tx.$queryRaw<{ id: string }[]>(
    customersFound(accountId, search, MOST_CUSTOMERS + 1),
  )
  if (customers.length > MOST_CUSTOMERS) throw new DomainError('statement_too_broad')
  const some = sql`LIMIT ${MOST_CAUSES + 1}`
  const causes = await tx.$queryRaw<{ id: string }[]>(sql`
    SELECT cause.id FROM unnest(${customers.map(({ id }) => id)}::uuid[]) AS customer (id) CROSS JOIN LATERAL (
      (SELECT invoice.id FROM invoices AS invoice
        WHERE invoice.account_id = ${accountId}::uuid AND invoice.customer_id = customer.id
          AND invoice.status = 'PAID' ${some})
      UNION ALL
      (SELECT payout.id FROM payouts AS payout
        WHERE payout.account_id = ${accountId}::uuid AND payout.customer_id = customer.id ${some})
      ) AS cause ${some}`)
  if (causes.length > MOST_CAUSES) throw new DomainError('statement_too_broad')
  return causes.map(({ id }) => id)
}
