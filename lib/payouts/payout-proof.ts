import { requireProof, requireProofAbove } from '@/lib/auth/session-access'
import type { SessionVendor } from '@/lib/auth/session-vendor'
import { findSelf } from '@/lib/customers/self'
import { connectionPool } from '@/lib/db/client'
import { isId } from '@/lib/ids'
import { findRequest } from './payout-request'

/** The payee by its id or, for a scheduled payout that is changed, by that of its request. */
type ProvenOrder = { amountMinor: bigint } & ({ customerId: string } | { requestId: string })

/**
 * Requires a late proof of the session for a payout above the vendor's own threshold, and for every withdrawal. Throws
 * `password_needed` or `code_needed`.
 */
export async function requirePayoutProof(
  vendor: SessionVendor,
  accountId: string,
  order: ProvenOrder,
): Promise<void> {
  requireProofAbove(vendor, order.amountMinor)
  const self = await findSelf(connectionPool(), accountId)
  if (self && self === (await payeeOf(accountId, order))) requireProof(vendor)
}

async function payeeOf(accountId: string, order: ProvenOrder): Promise<string | undefined> {
  if ('customerId' in order) return order.customerId
  const key = { accountId, id: order.requestId, kind: 'scheduled' } as const
  const [request] = isId(order.requestId) ? await findRequest(connectionPool(), key) : []
  return request?.customerId
}
