import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'

/** Subject and verb of what is recorded. */
export type AuditAction =
  | 'session.signed_in'
  | 'session.revoked'
  | 'profile.changed'
  | 'branding.changed'
  | 'customer_mail.switched'
  | 'password.changed'
  | 'password.reset'
  | 'email.confirmed'
  | 'totp.enabled'
  | 'totp.disabled'
  | 'recovery_code.used'
  | 'recovery_codes.renewed'
  | 'api_key.generated'
  | 'api_key.rolled'
  | 'api_key.revoked'
  | 'webhook_secret.revealed'
  | 'webhook_secret.rolled'
  | 'webhook.redelivered'
  | 'webhook.test_sent'
  | 'customer.created'
  | 'customer.changed'
  | 'bank_account.added'
  | 'bank_account.revealed'
  | 'invoice.created'
  | 'invoice.marked_paid'
  | 'payout.requested'
  | 'wallet.test_funds_added'
  | 'vendor.banned'
  | 'vendor.unbanned'
  | 'vendor.terms_changed'
  | 'vendor.operator_changed'

/**
 * Records a manual action in the transaction of the change itself, so that there is no change without its
 * record. `detail` is for people: names and amounts, never a secret or a full account number.
 */
export async function recordAuditEvent(
  tx: Transaction,
  event: {
    vendorId: string
    action: AuditAction
    accountId?: string
    /** The vendor by default. */
    actor?: 'vendor' | 'operator'
    subjectId?: string
    detail?: string
    /** The client address of the request. */
    address?: string | null
  },
): Promise<void> {
  const { detail, ...rest } = event
  const short = detail === undefined ? {} : { detail: detail.slice(0, 1000) }
  await tx.auditEvent.create({
    data: { ...rest, ...short, actor: event.actor ?? 'vendor', id: newId(), createdAt: now() },
  })
}
