import type { SealedStream } from '@/lib/db/seals'

/** All columns of an audit event but the words for the search, which derive from them. */
export const AUDIT_STREAM: SealedStream = {
  name: 'audit',
  row: 'audit event',
  sequence: 'audit_events_position_seq',
  hashes: `
    SELECT sealed.position, sealed.id, sha256(convert_to(jsonb_build_array(
             sealed.vendor_id, sealed.id, sealed.account_id, sealed.actor, sealed.operator_id, sealed.operator_name, sealed.action,
             sealed.subject_id, sealed.detail, sealed.address,
             (extract(epoch FROM sealed.created_at) * 1000)::bigint)::text, 'UTF8')) AS hash
      FROM audit_events AS sealed`,
}
