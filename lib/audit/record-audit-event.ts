import { type Runner, statement } from '@/lib/db/statement'
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
  | 'vendor.live_approved'
  | 'vendor.live_suspended'
  | 'vendor.terms_changed'
  | 'vendor.operator_changed'

const addEvent = statement<
  [
    vendorId: string,
    id: string,
    accountId: string | null,
    actor: 'vendor' | 'operator',
    action: AuditAction,
    subjectId: string | null,
    detail: string | null,
    address: string | null,
    createdAt: Date,
  ],
  object
>(
  'add_audit_event',
  `INSERT INTO audit_events (vendor_id, id, account_id, actor, action, subject_id, detail, address, created_at)
   VALUES ($1::uuid, $2::uuid, $3::uuid, $4::audit_actor, $5, $6::uuid, $7, $8, $9::timestamptz)`,
)

/**
 * Records a manual action in the transaction of the change itself, so that there is no change without its
 * record. `detail` is for people: names and amounts, never a secret or a full account number.
 */
export async function recordAuditEvent(
  on: Runner,
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
  const { vendorId, accountId = null, actor = 'vendor', action, subjectId = null } = event
  const detail = event.detail?.slice(0, 1000) ?? null
  await addEvent(
    on,
    vendorId,
    newId(),
    accountId,
    actor,
    action,
    subjectId,
    detail,
    event.address ?? null,
    now(),
  )
}
