import { searchText } from '@/lib/db/search-words'
import { type Queryable, statement } from '@/lib/db/statement'
import { NIL_ID, newId } from '@/lib/ids'
import { now } from '@/lib/time/clock'

/** The recorded actions, as subject and verb. */
export type AuditAction =
  | 'session.signed_in'
  | 'session.revoked'
  | 'profile.changed'
  | 'branding.changed'
  | 'seller.changed'
  | 'own_account.changed'
  | 'reminders.changed'
  | 'invoice_views.switched'
  | 'attachments.switched'
  | 'fee_payer.changed'
  | 'customer_mail.switched'
  | 'portal.switched'
  | 'password.changed'
  | 'password.reset'
  | 'email.confirmed'
  | 'email.change_requested'
  | 'email.change_canceled'
  | 'payout_proof.changed'
  | 'totp.enabled'
  | 'totp.disabled'
  | 'passkey.added'
  | 'passkey.renamed'
  | 'passkey.removed'
  | 'recovery_code.used'
  | 'recovery_codes.renewed'
  | 'api_key.generated'
  | 'api_key.rotated'
  | 'api_key.revoked'
  | 'webhook_secret.revealed'
  | 'webhook_secret.rotated'
  | 'webhook.redelivered'
  | 'webhook.test_sent'
  | 'webhook_endpoint.added'
  | 'webhook_endpoint.changed'
  | 'webhook_endpoint.secret_rotated'
  | 'webhook_endpoint.deleted'
  | 'customer.created'
  | 'customer.changed'
  | 'customer.imported'
  | 'customer.archived'
  | 'customer.unarchived'
  | 'customer.portal_link_sent'
  | 'customer.details_entered'
  | 'withdrawal_account.added'
  | 'withdrawal_account.archived'
  | 'bank_account.added'
  | 'bank_account.revealed'
  | 'bank_account.requested'
  | 'bank_account.entered'
  | 'bank_account.confirmed'
  | 'bank_account.archived'
  | 'bank_account.unarchived'
  | 'invoice.created'
  | 'invoice.changed'
  | 'invoice.marked_paid'
  | 'invoice.payment_recorded'
  | 'invoice.credited'
  | 'invoice.payment_removed'
  | 'invoice.voided'
  | 'invoice.sent'
  | 'invoice.reminders_switched'
  | 'invoice.written_off'
  | 'invoice.write_off_undone'
  | 'invoice_numbers.changed'
  | 'tax_rate.created'
  | 'tax_rate.default_changed'
  | 'tax_rate.archived'
  | 'tax_rate.unarchived'
  | 'tax_prices.changed'
  | 'item.created'
  | 'item.changed'
  | 'item.archived'
  | 'item.unarchived'
  | 'invoice_draft.created'
  | 'invoice_draft.deleted'
  | 'invoice_draft.scheduled'
  | 'invoice_draft.unscheduled'
  | 'recurring_invoice.created'
  | 'recurring_invoice.changed'
  | 'recurring_invoice.paused'
  | 'recurring_invoice.resumed'
  | 'recurring_invoice.stopped'
  | 'recurring_invoice.ended'
  | 'recurring_invoice.deleted'
  | 'payout.requested'
  | 'payout.approval_requested'
  | 'payout.approved'
  | 'payout.rejected'
  | 'payout.approval_canceled'
  | 'payout.approval_expired'
  | 'payout_approval.changed'
  | 'payout.scheduled'
  | 'payout.rescheduled'
  | 'payout.unscheduled'
  | 'recurring_payout.created'
  | 'recurring_payout.changed'
  | 'recurring_payout.paused'
  | 'recurring_payout.resumed'
  | 'recurring_payout.stopped'
  | 'recurring_payout.ended'
  | 'sweep.set_up'
  | 'sweep.changed'
  | 'sweep.paused'
  | 'sweep.resumed'
  | 'sweep.stopped'
  | 'sweep.passed'
  | 'sweep.ended'
  | 'payout_batch.uploaded'
  | 'payout_batch.created'
  | 'payout_batch.confirmed'
  | 'payout_batch.approved'
  | 'payout_batch.returned'
  | 'payout_batch.corrected'
  | 'payout_batch.stopped'
  | 'refund.requested'
  | 'wallet.test_funds_added'
  | 'invoice.swept'
  | 'payout.reconciled'
  | 'payout.settled_by_hand'
  | 'wallet.credited'
  | 'funding.recorded'
  | 'funding.reversed'
  | 'mail.reminded'
  | 'mail.read'
  | 'member.invited'
  | 'member.invitation_revoked'
  | 'member.joined'
  | 'member.role_changed'
  | 'member.removed'
  | 'member.suspended'
  | 'member.readmitted'
  | 'member.made_owner'
  | 'vendor.created'
  | 'vendor.invited'
  | 'secret_key.rotated'
  | 'seals.anchored'
  | 'reporting.granted'
  | 'reporting.revoked'
  | 'vendor.banned'
  | 'vendor.unbanned'
  | 'vendor.live_approved'
  | 'vendor.live_suspended'
  | 'vendor.terms_changed'
  | 'vendor.operator_changed'

/** The person who acts for the operator: signed in as one, or at a command. */
export type ActingOperator = {
  /** For people: the operator's email, or the user of the machine. */
  name: string
  /** The operator's own vendor; null for a command. */
  vendorId: string | null
  /** The client address of the request; null for a command. */
  address: string | null
}

/** The member of the vendor who acted, and its email. */
export type ActingMember = { id: string; name: string }

/** A member who acts for its vendor, and the client address of the request. */
export type ByMember = { vendorId: string; member: ActingMember; address: string | null }

/** Stands for the vendor in events that concern the whole instance, such as an invitation. */
export const INSTANCE_ID = NIL_ID

const addEvent = statement<
  {
    vendorId: string
    id: string
    accountId: string | null
    actor: 'vendor' | 'operator'
    action: AuditAction
    subjectId: string | null
    detail: string | null
    address: string | null
    createdAt: Date
    operatorId: string | null
    operatorName: string | null
    memberId: string | null
    memberName: string | null
    search: string
  },
  object
>(
  'add_audit_event',
  `INSERT INTO audit_events (vendor_id, id, account_id, actor, action, subject_id, detail, address, created_at,
                             operator_id, operator_name, member_id, member_name, search)
   VALUES (:vendorId::uuid, :id::uuid, :accountId::uuid, :actor::audit_actor, :action, :subjectId::uuid, :detail, :address, :createdAt::timestamptz, :operatorId::uuid, :operatorName,
           :memberId::uuid, :memberName, :search)`,
)

/**
 * Records a manual action in the transaction of the change itself, so that there is no change without its
 * record. `detail` is for people: names and amounts, never a secret or a full account number.
 */
export async function recordAuditEvent(
  on: Queryable,
  event: {
    vendorId: string
    action: AuditAction
    accountId?: string
    /** Set if an operator acted, not the vendor. */
    operator?: ActingOperator
    /** Set if one of the vendor's members acted. */
    member?: ActingMember | undefined
    subjectId?: string
    detail?: string
    /** The client address of the request. */
    address?: string | null
  },
): Promise<void> {
  const { vendorId, accountId = null, operator, action, subjectId = null } = event
  const detail = event.detail?.slice(0, 1000) ?? null
  const address = operator?.address ?? event.address ?? null
  await addEvent(on, {
    vendorId,
    id: newId(),
    accountId,
    actor: operator ? 'operator' : 'vendor',
    action,
    subjectId,
    detail,
    address,
    createdAt: now(),
    operatorId: operator?.vendorId ?? null,
    operatorName: operator?.name.slice(0, 254) ?? null,
    memberId: event.member?.id ?? null,
    memberName: event.member?.name ?? null,
    search: searchText([detail, address]),
  })
}
