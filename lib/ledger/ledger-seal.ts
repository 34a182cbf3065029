import type { SealedStream } from '@/lib/db/seals'

/**
 * A transaction with its entries, what their accounts are, and the statement lines that it wrote. Each is found by its whole
 * key, also where statistics that are older than a rush say that the account has next to no rows: hence the laterals with
 * OFFSET 0, and the order by a text, which no index has.
 */
export const LEDGER_STREAM: SealedStream = {
  name: 'ledger',
  row: 'ledger transaction',
  sequence: 'ledger_transactions_position_seq',
  hashes: `
    SELECT sealed.position, sealed.id, sha256(convert_to(jsonb_build_array(
             sealed.account_id, sealed.id, sealed.reason, sealed.reference_id, sealed.reverses_id, sealed.note,
             (extract(epoch FROM sealed.created_at) * 1000)::bigint, entries.list, lines.list)::text, 'UTF8')) AS hash
      FROM ledger_transactions AS sealed
      LEFT JOIN LATERAL (
        SELECT jsonb_agg(jsonb_build_array(
                 e.position, e.source_id, source.kind, source.currency, source.owner_id, e.destination_id,
                 destination.kind, destination.currency, destination.owner_id, e.amount_minor, e.currency)
               ORDER BY e.position) AS list
          FROM ledger_entries e,
               LATERAL (SELECT kind, currency, owner_id FROM ledger_accounts
                         WHERE account_id = e.account_id AND id = e.source_id OFFSET 0) AS source,
               LATERAL (SELECT kind, currency, owner_id FROM ledger_accounts
                         WHERE account_id = e.account_id AND id = e.destination_id OFFSET 0) AS destination
         WHERE e.account_id = sealed.account_id AND e.transaction_id = sealed.id) AS entries ON true
      LEFT JOIN LATERAL (
        SELECT jsonb_agg(jsonb_build_array(m.wallet_id, m.sequence, m.reason, m.change_minor, m.balance_after_minor,
                                           encode(m.hash, 'hex')) ORDER BY m.wallet_id::text) AS list
          FROM wallet_movements m
         WHERE m.account_id = sealed.account_id AND m.transaction_id = sealed.id) AS lines ON true`,
}
