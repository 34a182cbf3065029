import type { Pool } from 'pg'
import { isOver } from './checkout-sessions'

/** A checkout session as its page shows it. */
export type CheckoutPage = {
  reference: string
  /** The idempotency key that it was created with. */
  key: string
  status: 'open' | 'paid' | 'expired'
  vendorName: string
  /** Of what is paid for. */
  description: string
  /** Minor units. */
  amountMinor: bigint
  currency: string
  /** Where the buyer continues after paying and, unless null, on leaving without paying. */
  successUrl: string
  cancelUrl: string | null
  /** The code of the latest attempt, if it was declined. */
  decline: string | null
}

type PageRow = {
  idempotency_key: string
  status: string
  vendor_name: string
  description: string
  amount_minor: string
  currency: string
  success_url: string
  cancel_url: string | null
  created_at: Date
  decline_code: string | null
}

/** Reads a session for its page and changes nothing, so that opening a link has no effect; null for an unknown one. */
export async function readCheckoutPage(
  pool: Pool,
  reference: string,
  at: Date,
): Promise<CheckoutPage | null> {
  const result = await pool.query<PageRow>(
    `SELECT idempotency_key, status, vendor_name, description, amount_minor, currency, success_url, cancel_url, created_at,
            (SELECT decline_code FROM sandbox_charges c WHERE c.session_reference = s.reference
              ORDER BY c.reference DESC LIMIT 1) AS decline_code
       FROM sandbox_checkout_sessions s WHERE reference = $1`,
    [reference],
  )
  const [row] = result.rows
  if (!row) return null
  const isOpen = row.status === 'OPEN' && !isOver(row, at)
  return {
    reference,
    key: row.idempotency_key,
    status: isOpen ? 'open' : row.status === 'PAID' ? 'paid' : 'expired',
    vendorName: row.vendor_name,
    description: row.description,
    amountMinor: BigInt(row.amount_minor),
    currency: row.currency,
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    decline: row.decline_code,
  }
}
