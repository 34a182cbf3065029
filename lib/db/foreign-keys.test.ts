import { expect, test } from 'vitest'
import { database } from './client'

/** Columns that name a row elsewhere and have no foreign key, each with the reason. */
const WITHOUT_KEY: Record<string, string> = {
  'audit_events.account_id': 'the log is kept by vendor, and no account is deleted',
  'audit_events.member_id': 'members can be removed, what they did stays',
  'audit_events.vendor_id': 'nil for acts on the whole instance',
  'audit_events.subject_id': 'of any table, by the action',
  'customers.external_id': 'the vendor’s own',
  'customers.tax_id': 'the tax office’s',
  'events.request_id': 'the request log forgets after a month',
  'events.subject_id': 'of any table, by the type',
  'idempotency_claims.resource_id': 'of any table, by the endpoint',
  'ledger_accounts.owner_id': 'nil for accounts that are nobody’s',
  'ledger_transactions.reference_id': 'of any table, by the reason',
  'mail_messages.owner_id': 'an account, or a vendor for mail about the sign-in',
  'mail_messages.request_id': 'the request log forgets after a month',
  'member_passkeys.credential_id': 'the authenticator’s',
  'passkey_challenges.session_id': 'a challenge outlives its session by minutes at most',
  'payments.request_id': 'the request log forgets after a month',
  'refunds.request_id': 'the request log forgets after a month',
  'payouts.request_id': 'the request log forgets after a month',
  'payouts.provider_transfer_id': 'the provider’s',
  'payout_requests.request_id': 'the request log forgets after a month',
  'provider_beneficiaries.beneficiary_id': 'the provider’s',
  'reconciled_items.item_id': 'a payment, a refund, a dispute or a payout, by the kind',
  'recurring_periods.draft_id': 'the draft may be deleted since',
  'transfer_fees.provider_transfer_id': 'the provider’s',
  'unposted_amounts.reference_id': 'an invoice or a payout, by the kind',
  'vendors.tax_id': 'the tax office’s',
  'payout_batches.member_id': 'members can be removed, what they did stays',
  'payout_requests.decided_by_id': 'members can be removed, what they did stays',
  'payout_requests.requested_by_id': 'members can be removed, what they did stays',
  'recurring_payouts.request_id': 'the request log forgets after a month',
  'recurring_payouts.requested_by_id': 'members can be removed, what they did stays',
  'webhook_attempts.account_id': 'written with its delivery',
  'webhook_attempts.delivery_id':
    'written by the statement that updates its delivery, whose key it takes from that row',
  'worker_heartbeats.worker_id': 'a process',
}

test('every column that names another row has a foreign key, or a reason not to', async () => {
  const columns = await database().$queryRaw<{ name: string }[]>`
    SELECT c.relname || '.' || a.attname AS name
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> '_prisma_migrations'
       AND a.attname ~ '_id$'
       AND NOT EXISTS (SELECT 1 FROM pg_constraint k
                        WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey))
     ORDER BY 1`
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(WITHOUT_KEY).sort())
})

/** Tables whose keys of the account all have a column that may be null, each with the constraint that fills one of them. */
const FILLED_BY: Record<string, string> = {
  checkout_sessions: 'checkout_sessions_subject',
  payout_requests: 'payout_requests_complete and payout_requests_kind',
}

test('every account_id is in a foreign key that PostgreSQL checks in every row: none of its columns may be null', async () => {
  const tables = await database().$queryRaw<{ name: string }[]>`
    SELECT c.relname AS name
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'account_id'
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
       AND NOT EXISTS (
             SELECT FROM pg_constraint k
              WHERE k.conrelid = c.oid AND k.contype = 'f' AND a.attnum = ANY (k.conkey)
                AND NOT EXISTS (SELECT FROM pg_attribute part
                                 WHERE part.attrelid = c.oid AND part.attnum = ANY (k.conkey) AND NOT part.attnotnull))
     ORDER BY 1`
  const withoutKey = Object.keys(WITHOUT_KEY).filter((name) => name.endsWith('.account_id'))
  const expected = [...Object.keys(FILLED_BY), ...withoutKey.map((name) => name.replace('.account_id', ''))]
  expect(tables.map(({ name }) => name)).toEqual(expected.sort())
})

test('no foreign key changes or deletes the rows that refer to a tenant’s', async () => {
  const keys = await database().$queryRaw<{ name: string }[]>`
    SELECT conname AS name FROM pg_constraint WHERE contype = 'f' AND (confupdtype <> 'a' OR confdeltype <> 'a')`
  expect(keys).toEqual([])
})

test('no foreign key leads from one tenant to another', async () => {
  const keys = await database().$queryRaw<{ name: string }[]>`
    SELECT k.conname AS name
      FROM pg_constraint k
      JOIN pg_attribute mine ON mine.attrelid = k.conrelid AND mine.attname = 'account_id'
      JOIN pg_attribute theirs ON theirs.attrelid = k.confrelid AND theirs.attname = 'account_id'
     WHERE k.contype = 'f'
       AND (k.conkey[1] <> mine.attnum OR k.confkey[1] <> theirs.attnum)`
  expect(keys).toEqual([])
})
