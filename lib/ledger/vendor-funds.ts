import { type Runner, statement } from '@/lib/db/statement'

const lockFunds = statement<[accountId: string, currency: string], object>(
  'lock_vendor_funds',
  `SELECT id FROM ledger_accounts
    WHERE account_id = $1::uuid AND currency = $2::char(3)
      AND kind IN ('credit_wallet', 'pending_wallet', 'owed_by_vendor')
    ORDER BY id
      FOR NO KEY UPDATE`,
)

/**
 * Locks the vendor's own accounts of a currency, in id order like a posting: what moves money between them
 * takes turns with payouts and with all else that does.
 */
export async function lockVendorFunds(tx: Runner, accountId: string, currency: string): Promise<void> {
  await lockFunds(tx, accountId, currency)
}
