import type { SealedStream } from '@/lib/db/seals'

/**
 * All columns of an audit event but the words for the search, which derive from them. An event without a member has
 * the hash that it had before events named members.
 */
export const AUDIT_STREAM: SealedStream = {
  name: 'audit',
  row: 'audit event',
  sequence: 'audit_events_position_seq',
  hashes: `
    SELECT sealed.position, sealed.id, sha256(convert_to((jsonb_build_array(
             sealed.vendor_id, sealed.id, sealed.account_id, sealed.actor, sealed.operator_id, sealed.operator_name, sealed.action,
             sealed.subject_id, sealed.detail, sealed.address,
             (extract(epoch FROM sealed.created_at) * 1000)::bigint) ||
             CASE WHEN sealed.member_id IS NULL AND sealed.member_name IS NULL THEN '[]'::jsonb
                  ELSE jsonb_build_array(sealed.member_id, sealed.member_name) END)::text, 'UTF8')) AS hash
      FROM audit_events AS sealed`,
}
