import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { isId } from '@/lib/ids'
import { enqueue } from '@/lib/jobs/queue'
import { changeInvoiceStatus } from '../invoices/change-invoice-status'

/**
 * A provider says that something happened to a session of its own: it is asked about at once. Nothing
 * for one that nobody was sent to, or that is settled. What the notification says is not taken for true:
 * it may be late, and the provider is asked anyway.
 */
export async function wakeCheckout(
  tx: Transaction,
  provider: string,
  providerReference: string,
): Promise<void> {
  const runAt = now()
  const sessions = await tx.$queryRaw<{ account_id: string; number: bigint }[]>`
    UPDATE checkout_sessions SET next_check_at = ${runAt}::timestamptz
     WHERE provider_reference = ${providerReference} AND provider = ${provider} AND next_check_at IS NOT NULL
    RETURNING account_id, number`
  for (const { account_id: accountId, number } of sessions) {
    const sessionNumber = number.toString()
    await enqueue(tx, 'reconcile_checkout', { accountId, sessionNumber }, { key: sessionNumber, runAt })
  }
}

/**
 * A provider says that an attempt on its own page was declined: `Failed` for an invoice that nobody has
 * paid. `key` is the idempotency key of the session, which begins with the invoice's id. Unlike a
 * payment it moves no money, and one that comes late changes nothing, so it needs no asking.
 */
export async function noteHostedDecline(tx: Transaction, provider: string, key: string): Promise<void> {
  const [invoiceId = ''] = key.split(':')
  if (!isId(invoiceId)) return
  const [session] = await tx.$queryRaw<{ account_id: string }[]>`
    SELECT account_id FROM checkout_sessions
     WHERE invoice_id = ${invoiceId}::uuid AND provider = ${provider} AND next_check_at IS NOT NULL LIMIT 1`
  if (session) await changeInvoiceStatus(tx, { accountId: session.account_id, invoiceId }, { to: 'FAILED' })
}
