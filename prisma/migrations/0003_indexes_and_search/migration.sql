-- Indexes, the words by which records are found, and the views that analysts read.

-- The index entries of a row: each word under its tenant, so that no search reads another tenant's entries.
CREATE FUNCTION search_terms(tenant uuid, search text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN array_to_tsvector(string_to_array(
  tenant || ':' || replace(btrim(search), ' ', ' ' || tenant || ':'), ' '));

CREATE FUNCTION movement_hash(before bytea, of_account uuid, of_wallet uuid, sequence bigint, of_transaction uuid,
                              reason text, change_minor bigint, balance_after_minor bigint, created_at timestamptz)
RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN sha256(coalesce(before, ''::bytea) || convert_to(
    of_account::text || '|' || of_wallet::text || '|' || sequence::text || '|' || of_transaction::text || '|' ||
    reason || '|' || change_minor::text || '|' || balance_after_minor::text || '|' ||
    (extract(epoch FROM created_at - '1970-01-01 00:00:00+00'::timestamptz) * 1000)::bigint::text, 'UTF8'));

CREATE FUNCTION invoice_number(prefix text, number int) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN prefix || lpad(number::text, greatest(4, length(number::text)), '0');

ALTER TABLE "vendors"
  ADD COLUMN "search" TEXT GENERATED ALWAYS AS (name_words || email_words || ' ' || id) STORED;

ALTER TABLE "customers"
  ADD COLUMN "search" TEXT GENERATED ALWAYS AS (name_words || email_words || group_words || phone_words || ' ' || id) STORED;

ALTER TABLE "invoices"
  ADD COLUMN "total_minor" BIGINT GENERATED ALWAYS AS (base_amount_minor + fee_amount_minor) STORED;

-- The host that a delivery goes to, without user, port and path. A look for due rows passes by those of a receiver that gets no
-- more, however many they are.
ALTER TABLE "webhook_deliveries"
  ADD COLUMN "receiver" TEXT
  GENERATED ALWAYS AS (substring(lower(url) from '^[a-z]+://(?:[^/?#]*@)?(\[[^]]*\]|[^/:?#]+)')) STORED;

CREATE INDEX "vendors_search" ON "vendors"
  USING gin (search_terms('00000000-0000-0000-0000-000000000000'::uuid, search)) WITH (gin_pending_list_limit = 512);

-- At most one owner: who owns the vendor's email is never a question.
CREATE UNIQUE INDEX "members_owner_key" ON "members"("vendor_id") WHERE role = 'owner';

CREATE INDEX "member_invitations_vendor_id_invited_by_id_idx" ON "member_invitations"("vendor_id", "invited_by_id");

CREATE INDEX "member_sessions_expires_at_idx" ON "member_sessions" (expires_at);

CREATE INDEX "passkey_challenges_expires_at_idx" ON "passkey_challenges" (expires_at);

CREATE INDEX "accounts_vendor_id_idx" ON "accounts" ("vendor_id");

CREATE INDEX "audit_events_position_idx" ON "audit_events" USING BRIN ("position");
-- A customer's page shows the changes of that customer.
CREATE INDEX "audit_events_vendor_id_subject_id_id_idx" ON "audit_events"("vendor_id", "subject_id", "id");

CREATE INDEX "api_requests_account_id_response_status_id_idx" ON "api_requests"("account_id", "response_status", "id");
-- A path may be longer than an index takes; a filter has at most 200 characters.
CREATE INDEX "api_requests_by_path" ON "api_requests" (account_id, method, (left(path, 200) COLLATE "C"), id);
CREATE INDEX "api_requests_created_at_idx" ON "api_requests"("created_at");
-- The requests that carried it; most carry none.
CREATE INDEX "api_requests_idempotency_key" ON "api_requests" (account_id, idempotency_key, id)
  WHERE idempotency_key IS NOT NULL;

-- What was done under an Idempotency-Key, whatever the endpoint.
CREATE INDEX "idempotency_claims_account_id_key_idx" ON "idempotency_claims"("account_id", "key");
CREATE INDEX "idempotency_claims_expiry" ON "idempotency_claims" (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX "customers_account_id_created_at_id_idx" ON "customers"("account_id", "created_at", "id");
CREATE INDEX "customers_group" ON "customers" (account_id, customer_group, created_at, id) WHERE customer_group IS NOT NULL;
-- A search by the beginning of a name or an address, and the order by name: in bytes, whatever the
-- database's own collation is, since only then an index answers both.
CREATE INDEX "customers_by_name" ON "customers" (account_id, (lower(name) COLLATE "C"), id);
CREATE INDEX "customers_search" ON "customers" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);

-- Few of very many. The email finds the invoices of archived customers too.
CREATE INDEX "customers_archived" ON "customers" (account_id, created_at, id) WHERE archived_at IS NOT NULL;
CREATE INDEX "customers_archived_email" ON "customers" (account_id, email_key) WHERE archived_at IS NOT NULL;

CREATE INDEX "bank_account_links_account_id_customer_id_id_idx"
  ON "bank_account_links"("account_id", "customer_id", "id");

CREATE INDEX "portal_links_account_id_customer_id_id_idx" ON "portal_links"("account_id", "customer_id", "id");
-- To forget what is over, of all accounts.
CREATE INDEX "portal_links_expires_at_idx" ON "portal_links" (expires_at);

-- The queue's two indexes (lib/jobs/queue.ts).
CREATE INDEX "customer_renames_due" ON "customer_renames" (account_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "customer_renames_next" ON "customer_renames" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';

-- The list of one customer's invoices, newest first, without sorting all of them.
CREATE INDEX "invoices_account_id_customer_id_id_idx" ON "invoices"("account_id", "customer_id", "id");
CREATE INDEX "invoices_account_id_customer_id_status_paid_at_id_idx"
  ON "invoices"("account_id", "customer_id", "status", "paid_at", "id");
-- With the time of creation, days of creation are checked in the index.
CREATE INDEX "invoices_account_id_due_date_id_created_at_idx"
  ON "invoices"("account_id", "due_date", "id", "created_at");
CREATE INDEX "invoices_account_id_status_currency_due_date_id_idx"
  ON "invoices"("account_id", "status", "currency", "due_date", "id");
-- The list of invoices: one index for each order, within a status and a currency. A list of several of
-- these (or of all) takes the first rows of each group and merges them, so that three indexes answer every
-- choice of status, currency and order. By id is by time of creation.
CREATE INDEX "invoices_account_id_status_currency_id_idx" ON "invoices"("account_id", "status", "currency", "id");
CREATE INDEX "invoices_by_total"
  ON "invoices"("account_id", "status", "currency", "total_minor", "id", "outside_minor", "credited_minor");
CREATE INDEX "invoices_account_id_total_minor_id_created_at_idx"
  ON "invoices"("account_id", "total_minor", "id", "created_at");
CREATE INDEX "invoices_open" ON "invoices" (account_id, currency) INCLUDE (base_amount_minor, fee_amount_minor, outside_minor, credited_minor)
  WHERE status IN ('CREATED', 'FAILED');
CREATE INDEX "invoices_open_by_due_date" ON "invoices" (due_date, account_id, id)
  WHERE status IN ('CREATED', 'FAILED');
CREATE INDEX "invoices_paid_by_time" ON "invoices" (account_id, paid_at, id)
  INCLUDE (currency, base_amount_minor, fee_amount_minor, vendor_fee_minor, outside_minor, credited_minor, customer_id) WHERE status = 'PAID';
-- Invoices without a key or a reference cost nothing here.
CREATE INDEX "invoices_idempotency_key" ON "invoices" (account_id, idempotency_key, id)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX "invoices_reference" ON "invoices"("account_id", "reference", "id") WHERE "reference" IS NOT NULL;
CREATE INDEX "invoices_search" ON "invoices" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);
-- The reminders: beside invoices_open_by_due_date, which has those that are not overdue.
CREATE INDEX "invoices_unpaid_by_due_date" ON "invoices" (due_date, account_id, id) WHERE status = 'UNPAID';
-- What was voided in a month, and what was still open then.
CREATE INDEX "invoices_voided_by_time" ON "invoices" (account_id, voided_at, id) WHERE status = 'VOIDED';

CREATE INDEX "saved_items_account_id_created_at_id_idx" ON "saved_items"("account_id", "created_at", "id");

CREATE INDEX "invoice_drafts_invoice" ON "invoice_drafts" (account_id, invoice_id) WHERE invoice_id IS NOT NULL;
-- Those that are still drafts, in the order of their list.
CREATE INDEX "invoice_drafts_open" ON "invoice_drafts" ("account_id", "updated_at", "id") WHERE invoice_id IS NULL;
CREATE INDEX "invoice_drafts_due" ON "invoice_drafts" (account_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "invoice_drafts_next" ON "invoice_drafts" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';

CREATE INDEX "recurring_invoices_account_id_customer_id_id_idx"
  ON "recurring_invoices"("account_id", "customer_id", "id");
CREATE INDEX "recurring_invoices_due" ON "recurring_invoices" (account_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "recurring_invoices_next" ON "recurring_invoices" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';

-- From an invoice to the series of the draft that it was.
CREATE UNIQUE INDEX "recurring_periods_draft" ON "recurring_periods" (account_id, draft_id) WHERE draft_id IS NOT NULL;

CREATE INDEX "checkout_sessions_account_id_invoice_id_number_idx"
  ON "checkout_sessions"("account_id", "invoice_id", "number");
CREATE INDEX "checkout_sessions_joint" ON "checkout_sessions" (account_id, joint_checkout_id, number)
  WHERE joint_checkout_id IS NOT NULL;
CREATE INDEX "joint_checkouts_account_id_customer_id_id_idx" ON "joint_checkouts"("account_id", "customer_id", "id");
CREATE INDEX "joint_checkout_parts_account_id_invoice_id_idx" ON "joint_checkout_parts"("account_id", "invoice_id");
CREATE INDEX "checkout_sessions_due" ON "checkout_sessions" (account_id, next_attempt_at, number)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "checkout_sessions_next" ON "checkout_sessions" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';
-- A provider's notification names its session or our payout, and no account.
CREATE INDEX "checkout_sessions_watched" ON "checkout_sessions" (provider_reference) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "checkout_sessions_watched_invoices" ON "checkout_sessions" (invoice_id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "checkout_sessions_watched_joint" ON "checkout_sessions" (joint_checkout_id)
  WHERE joint_checkout_id IS NOT NULL AND next_attempt_at IS NOT NULL;

CREATE INDEX "outside_payments_account_id_invoice_id_id_idx"
  ON "outside_payments"("account_id", "invoice_id", "id");
-- By the day on which the vendor received them, for its books.
CREATE INDEX "outside_payments_account_id_received_on_id_idx"
  ON "outside_payments"("account_id", "received_on", "id");
CREATE INDEX "invoice_credits_account_id_created_at_id_idx" ON "invoice_credits"("account_id", "created_at", "id");
CREATE INDEX "outside_payments_removed" ON "outside_payments" (account_id, removed_at, id) WHERE removed_at IS NOT NULL;

CREATE INDEX "payments_due" ON "payments" (account_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "payments_next" ON "payments" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';
CREATE UNIQUE INDEX "payments_one_per_invoice" ON "payments" (account_id, invoice_id) WHERE status = 'SUCCEEDED';
-- A provider's notification names the payment, and no account.
CREATE INDEX "payments_provider_reference" ON "payments" (provider_reference) WHERE provider_reference IS NOT NULL;

CREATE INDEX "refunds_account_id_invoice_id_id_idx" ON "refunds"("account_id", "invoice_id", "id");
CREATE INDEX "refunds_account_id_status_id_idx" ON "refunds"("account_id", "status", "id");
CREATE INDEX "refunds_due" ON "refunds" (account_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "refunds_next" ON "refunds" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';

-- Credit notes by the time of issue, and those whose refund failed after all by the time of that.
CREATE INDEX "refunds_by_credit_note" ON "refunds" (account_id, credit_note_at, id) WHERE credit_note_at IS NOT NULL;
CREATE INDEX "refunds_by_void_credit_note" ON "refunds" (account_id, settled_at, id)
  WHERE credit_note_at IS NOT NULL AND status = 'FAILED';

CREATE INDEX "payments_with_fraud_warning" ON "payments" (account_id, invoice_id) WHERE fraud_warned_at IS NOT NULL;
CREATE INDEX "disputes_account_id_invoice_id_id_idx" ON "disputes"("account_id", "invoice_id", "id");
-- Also what needs the vendor's attention, however many disputes are over.
CREATE INDEX "disputes_account_id_status_id_idx" ON "disputes"("account_id", "status", "id");
CREATE INDEX "disputes_account_id_amount_minor_id_idx" ON "disputes"("account_id", "amount_minor", "id");
CREATE INDEX "disputes_by_deadline" ON "disputes" (account_id, coalesce(evidence_due_at, 'infinity'), id);

CREATE INDEX "ledger_transactions_position_idx" ON "ledger_transactions" USING BRIN ("position");

CREATE INDEX "ledger_entries_account_id_destination_id_transaction_id_idx"
  ON "ledger_entries"("account_id", "destination_id", "transaction_id");
CREATE INDEX "ledger_entries_account_id_source_id_transaction_id_idx"
  ON "ledger_entries"("account_id", "source_id", "transaction_id");

CREATE INDEX "wallet_movements_account_id_wallet_id_created_at_sequence_idx"
  ON "wallet_movements"("account_id", "wallet_id", "created_at", "sequence");
CREATE INDEX "wallet_movements_account_id_wallet_id_reason_sequence_idx"
  ON "wallet_movements"("account_id", "wallet_id", "reason", "sequence");
CREATE INDEX "wallet_movements_search" ON "wallet_movements" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);

-- What an account has on hold, and what is due for release.
CREATE INDEX "wallet_holds_kept" ON "wallet_holds" (account_id, currency, release_at) WHERE released_at IS NULL;
CREATE INDEX "wallet_holds_next" ON "wallet_holds" (release_at) WHERE released_at IS NULL;

CREATE INDEX "payouts_account_id_amount_minor_id_idx" ON "payouts"("account_id", "amount_minor", "id");
CREATE INDEX "payouts_account_id_created_at_id_idx" ON "payouts"("account_id", "created_at", "id");
CREATE INDEX "payouts_account_id_customer_id_id_idx" ON "payouts"("account_id", "customer_id", "id");
CREATE INDEX "payouts_account_id_status_created_at_id_idx" ON "payouts"("account_id", "status", "created_at", "id");
CREATE INDEX "payouts_due" ON "payouts" (account_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "payouts_held" ON "payouts" (account_id, currency) INCLUDE (amount_minor)
  WHERE status = 'PROCESSING';
CREATE INDEX "payouts_idempotency_key" ON "payouts" (account_id, idempotency_key, id)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX "payouts_next" ON "payouts" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';
CREATE INDEX "payouts_notified" ON "payouts" (id) WHERE status IN ('PROCESSING', 'PAID');
-- A request has one payout, and those that failed before it.
CREATE UNIQUE INDEX "payouts_of_request" ON "payouts" (account_id, payout_request_id)
  WHERE payout_request_id IS NOT NULL AND status <> 'FAILED';
CREATE INDEX "payouts_requested" ON "payouts" (account_id, payout_request_id, id) WHERE payout_request_id IS NOT NULL;
CREATE INDEX "payouts_search" ON "payouts" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);

CREATE UNIQUE INDEX "transfer_fees_account_id_payout_id_provider_transfer_id_key"
  ON "transfer_fees"("account_id", "payout_id", "provider_transfer_id");
CREATE INDEX "transfer_fees_due" ON "transfer_fees" (account_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "transfer_fees_next" ON "transfer_fees" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';

CREATE INDEX "payout_batches_account_id_created_at_id_idx" ON "payout_batches"("account_id", "created_at", "id");
CREATE INDEX "payout_batches_account_id_file_hash_idx" ON "payout_batches"("account_id", "file_hash");

CREATE INDEX "recurring_payouts_account_id_customer_id_id_idx"
  ON "recurring_payouts"("account_id", "customer_id", "id");
-- An account has one sweep that has not ended.
CREATE UNIQUE INDEX "recurring_payouts_sweep" ON "recurring_payouts" (account_id)
  WHERE amount_minor IS NULL AND status <> 'ENDED';
CREATE INDEX "recurring_payouts_due" ON "recurring_payouts" (account_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "recurring_payouts_next" ON "recurring_payouts" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';

CREATE INDEX "payout_requests_account_id_batch_id_line_idx" ON "payout_requests"("account_id", "batch_id", "line");
-- Each period of a recurring payout becomes one request.
CREATE UNIQUE INDEX "payout_requests_period" ON "payout_requests" (account_id, series_id, period_on)
  WHERE series_id IS NOT NULL;
-- The lists of scheduled payouts and of approvals.
CREATE INDEX "payout_requests_scheduled" ON "payout_requests" (account_id, day, id) WHERE kind = 'scheduled';
CREATE INDEX "payout_requests_approvals" ON "payout_requests" (account_id, created_at, id) WHERE kind = 'immediate';
CREATE INDEX "payout_requests_approvals_by_status" ON "payout_requests" (account_id, status, created_at, id)
  WHERE kind = 'immediate';
-- The queue's two indexes (lib/jobs/queue.ts).
CREATE INDEX "payout_requests_due" ON "payout_requests" (account_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "payout_requests_next" ON "payout_requests" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';
-- What comes before a row of a batch.
CREATE INDEX "payout_requests_approved" ON "payout_requests" (account_id, batch_id, line) WHERE status = 'APPROVED';
-- What expires next, across all tenants.
CREATE INDEX "payout_requests_expiry" ON "payout_requests" (expires_at) WHERE status = 'WAITING';
-- What waits for a second person, for the payouts and home pages.
CREATE INDEX "payout_requests_waiting" ON "payout_requests" (account_id, batch_id) WHERE status = 'WAITING';

CREATE INDEX "events_account_id_subject_id_position_idx" ON "events"("account_id", "subject_id", "position");
-- Partial, so that writing an event enters it into only one of the two.
CREATE UNIQUE INDEX "events_sequence" ON "events" (account_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX "events_unnumbered" ON "events" (account_id, position) WHERE sequence IS NULL;

CREATE INDEX "webhook_deliveries_account_id_status_id_idx" ON "webhook_deliveries"("account_id", "status", "id");
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" (account_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
-- An event goes to an endpoint once, however often somebody asks for it.
CREATE UNIQUE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" (account_id, event_id, endpoint_id)
  WHERE endpoint_id IS NOT NULL;
-- Test events, which deliver none, are left out.
CREATE INDEX "webhook_deliveries_event" ON "webhook_deliveries" (account_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX "webhook_deliveries_next" ON "webhook_deliveries" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';

-- The endpoints that events go to.
CREATE INDEX "webhook_endpoints_active" ON "webhook_endpoints" (account_id, id) WHERE deleted_at IS NULL;

CREATE INDEX "mail_messages_due" ON "mail_messages" (owner_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "mail_messages_id_idx" ON "mail_messages"("id");
CREATE INDEX "mail_messages_next" ON "mail_messages" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';
CREATE INDEX "mail_messages_owner_id_status_id_idx" ON "mail_messages"("owner_id", "status", "id");
CREATE INDEX "mail_messages_search" ON "mail_messages" USING gin (search_terms(owner_id, search))
  WITH (gin_pending_list_limit = 512);

-- Two buyers of one session are served in turn; this holds even if they were not.
CREATE UNIQUE INDEX "sandbox_charges_one_paid" ON "sandbox_charges" (session_reference) WHERE status = 'PAID';
CREATE INDEX "sandbox_charges_session_reference_idx" ON "sandbox_charges"("session_reference");

CREATE INDEX "sandbox_refunds_payment_reference_idx" ON "sandbox_refunds"("payment_reference");

CREATE INDEX "sandbox_disputes_payment_reference_idx" ON "sandbox_disputes"("payment_reference");

CREATE INDEX "webhook_inbox_deliveries_received_at_idx" ON "webhook_inbox_deliveries"("received_at");

-- What analysts read: views in a schema of their own, for roles that may read nothing else (lib/db/reporting-role.ts).
-- They run with the rights of their owner. The comments are the documentation: /docs/reporting prints them.

CREATE SCHEMA reporting;

-- Decimals by ISO 4217. A test compares every currency with lib/money/currencies.ts.
CREATE FUNCTION reporting.major(amount_minor bigint, currency text) RETURNS numeric
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE
    WHEN currency IN ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
                      'XAF', 'XOF', 'XPF') THEN amount_minor::numeric
    WHEN currency IN ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') THEN round(amount_minor::numeric / 1000, 3)
    WHEN currency IN ('CLF', 'UYW') THEN round(amount_minor::numeric / 10000, 4)
    ELSE round(amount_minor::numeric / 100, 2)
  END
$$;

CREATE VIEW reporting.invoices AS
SELECT account.vendor_id,
       account.mode::text AS mode,
       invoice.id AS invoice_id,
       invoice.number,
       invoice.reference,
       invoice.customer_id,
       customer.external_id AS customer_external_id,
       CASE invoice.status
         WHEN 'CREATED' THEN 'Invoice Created'
         WHEN 'PAID' THEN 'Paid'
         WHEN 'UNPAID' THEN 'Unpaid'
         WHEN 'FAILED' THEN 'Failed'
         WHEN 'VOIDED' THEN 'Voided'
       END AS status,
       invoice.currency::text AS currency,
       reporting.major(invoice.total_minor, invoice.currency::text) AS amount,
       invoice.total_minor AS amount_minor,
       reporting.major(invoice.base_amount_minor, invoice.currency::text) AS base_amount,
       invoice.base_amount_minor,
       reporting.major(invoice.fee_amount_minor, invoice.currency::text) AS fee,
       invoice.fee_amount_minor AS fee_minor,
       reporting.major(invoice.vendor_fee_minor, invoice.currency::text) AS vendor_fee,
       invoice.vendor_fee_minor,
       reporting.major(invoice.fee_taken_minor, invoice.currency::text) AS fee_taken,
       invoice.fee_taken_minor,
       reporting.major(invoice.fee_return_minor, invoice.currency::text) AS fee_returned,
       invoice.fee_return_minor AS fee_returned_minor,
       reporting.major(tax.amount_minor, invoice.currency::text) AS tax,
       tax.amount_minor AS tax_minor,
       reporting.major(refunded.amount_minor, invoice.currency::text) AS refunded,
       refunded.amount_minor AS refunded_minor,
       reporting.major(invoice.outside_minor, invoice.currency::text) AS paid_outside,
       invoice.outside_minor AS paid_outside_minor,
       reporting.major(invoice.credited_minor, invoice.currency::text) AS credited,
       invoice.credited_minor AS credited_minor,
       invoice.created_at,
       invoice.due_date AS due_on,
       invoice.paid_at,
       invoice.voided_at,
       invoice.uncollectible_at
  FROM (
    -- A column that is not asked for costs nothing. Each is named, because roles for reports read these alone on a cluster.
    SELECT every.account_id, every.id, every.number, every.reference, every.customer_id, every.status, every.currency,
           every.total_minor, every.base_amount_minor, every.fee_amount_minor, every.vendor_fee_minor,
           every.outside_minor, every.credited_minor, every.created_at, every.due_date, every.paid_at,
           every.voided_at, every.uncollectible_at,
           -- Of what the card paid, the vendor gets its part of the total, rounded half up.
           CASE WHEN every.status = 'PAID' THEN
             every.total_minor - every.outside_minor - every.credited_minor
               - div(2 * (every.total_minor - every.outside_minor - every.credited_minor)::numeric
                       * (every.base_amount_minor - every.vendor_fee_minor) + every.total_minor,
                     2 * every.total_minor)::bigint
           ELSE 0 END AS fee_taken_minor,
           coalesce((SELECT sum(refund.amount_minor - refund.base_minor) FROM refunds AS refund
                      WHERE refund.account_id = every.account_id AND refund.invoice_id = every.id
                        AND refund.status <> 'FAILED'), 0)::bigint
           + coalesce((SELECT sum(dispute.amount_minor - dispute.base_minor) FROM disputes AS dispute
                        WHERE dispute.account_id = every.account_id AND dispute.invoice_id = every.id
                          AND dispute.status <> 'WON'), 0)::bigint AS fee_return_minor
      FROM invoices AS every) AS invoice
  JOIN accounts AS account ON account.id = invoice.account_id
  JOIN customers AS customer
    ON customer.account_id = invoice.account_id AND customer.id = invoice.customer_id
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(item.tax_minor), 0)::bigint AS amount_minor FROM invoice_items AS item
    WHERE item.account_id = invoice.account_id AND item.invoice_id = invoice.id) AS tax
 CROSS JOIN LATERAL (
   SELECT coalesce(sum(refund.amount_minor), 0)::bigint AS amount_minor FROM refunds AS refund
    WHERE refund.account_id = invoice.account_id AND refund.invoice_id = invoice.id
      AND refund.status = 'SUCCEEDED') AS refunded;

COMMENT ON VIEW reporting.invoices IS 'A row for each invoice.';
COMMENT ON COLUMN reporting.invoices.vendor_id IS 'The vendor; `vendor list` has the names.';
COMMENT ON COLUMN reporting.invoices.mode IS '`test` or `live`.';
COMMENT ON COLUMN reporting.invoices.invoice_id IS 'The invoice’s id in the API.';
COMMENT ON COLUMN reporting.invoices.number IS 'As it is printed, such as `INV-0042`; unique for a vendor and mode.';
COMMENT ON COLUMN reporting.invoices.reference IS 'The vendor’s own number of it, if any.';
COMMENT ON COLUMN reporting.invoices.customer_id IS 'The customer’s id in the API.';
COMMENT ON COLUMN reporting.invoices.customer_external_id IS 'The vendor’s own id of the customer, if any.';
COMMENT ON COLUMN reporting.invoices.status IS '`Invoice Created`, `Paid`, `Unpaid` or `Failed`, as in the API, or `Voided`.';
COMMENT ON COLUMN reporting.invoices.currency IS 'Three capital letters (ISO 4217).';
COMMENT ON COLUMN reporting.invoices.amount IS 'What the buyer pays, in major units: `base_amount` and `fee`.';
COMMENT ON COLUMN reporting.invoices.amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.base_amount IS 'The vendor’s part, in major units, with taxes and after discounts.';
COMMENT ON COLUMN reporting.invoices.base_amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.fee IS 'The fee that the customer pays on top of `base_amount`, in major units; 0 where the vendor pays it.';
COMMENT ON COLUMN reporting.invoices.fee_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.vendor_fee IS 'The fee that the vendor pays out of `base_amount` if a card pays all of it, in major units; 0 where the customer pays it.';
COMMENT ON COLUMN reporting.invoices.vendor_fee_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.fee_taken IS 'The fee that the card payment took, from customer or vendor, in major units; 0 until the invoice is paid, and for what came in outside the wallet.';
COMMENT ON COLUMN reporting.invoices.fee_taken_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.fee_returned IS 'The part of it that refunds and disputes gave back, in major units, with those that are not settled yet.';
COMMENT ON COLUMN reporting.invoices.fee_returned_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.tax IS 'The taxes contained in `base_amount`, in major units.';
COMMENT ON COLUMN reporting.invoices.tax_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.refunded IS 'What the buyer got back by successful refunds, in major units.';
COMMENT ON COLUMN reporting.invoices.refunded_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.paid_outside IS 'What the vendor recorded as paid outside the wallet, in major units.';
COMMENT ON COLUMN reporting.invoices.paid_outside_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.credited IS 'What credit notes took off it before it was paid, in major units.';
COMMENT ON COLUMN reporting.invoices.credited_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.invoices.created_at IS 'When it was created.';
COMMENT ON COLUMN reporting.invoices.due_on IS 'The day on which it is due.';
COMMENT ON COLUMN reporting.invoices.paid_at IS 'When it was paid; null if it isn’t.';
COMMENT ON COLUMN reporting.invoices.voided_at IS 'When it was voided; null if it isn’t.';
COMMENT ON COLUMN reporting.invoices.uncollectible_at IS 'When it was written off as uncollectible; null if it isn’t.';

CREATE VIEW reporting.payments AS
SELECT account.vendor_id,
       account.mode::text AS mode,
       payment.id AS payment_id,
       payment.invoice_id,
       payment.status::text AS status,
       payment.currency::text AS currency,
       reporting.major(payment.amount_minor, payment.currency::text) AS amount,
       payment.amount_minor,
       payment.provider,
       payment.provider_reference,
       payment.paid_with,
       payment.paid_with_last4,
       payment.receipt_number,
       payment.created_at,
       payment.settled_at
  FROM payments AS payment
  JOIN accounts AS account ON account.id = payment.account_id;

COMMENT ON VIEW reporting.payments IS 'A row for each payment that a provider took, or that was marked by hand in test mode.';
COMMENT ON COLUMN reporting.payments.vendor_id IS 'The vendor.';
COMMENT ON COLUMN reporting.payments.mode IS '`test` or `live`.';
COMMENT ON COLUMN reporting.payments.payment_id IS 'The `transaction_id` of the API.';
COMMENT ON COLUMN reporting.payments.invoice_id IS 'The invoice that it pays.';
COMMENT ON COLUMN reporting.payments.status IS '`SUCCEEDED`; or `REFUNDING`, then `REFUNDED`, for a second payment of an invoice, which goes back.';
COMMENT ON COLUMN reporting.payments.currency IS 'Three capital letters (ISO 4217).';
COMMENT ON COLUMN reporting.payments.amount IS 'What the buyer paid, in major units.';
COMMENT ON COLUMN reporting.payments.amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.payments.provider IS 'Who took it.';
COMMENT ON COLUMN reporting.payments.provider_reference IS 'The provider’s id of it, if it has one.';
COMMENT ON COLUMN reporting.payments.paid_with IS 'What it was made with, such as `Visa`, or `card` where it has no name; null if the provider does not say.';
COMMENT ON COLUMN reporting.payments.paid_with_last4 IS 'The last four characters of the number of the card or account; null where there is none.';
COMMENT ON COLUMN reporting.payments.receipt_number IS 'Its place among the payments of the invoice: `2` in `INV-0042-R2`. Null for one that goes back.';
COMMENT ON COLUMN reporting.payments.created_at IS 'When it was recorded.';
COMMENT ON COLUMN reporting.payments.settled_at IS 'When its outcome was recorded.';

CREATE VIEW reporting.refunds AS
SELECT account.vendor_id,
       account.mode::text AS mode,
       refund.id AS refund_id,
       refund.invoice_id,
       refund.payment_id,
       refund.status::text AS status,
       refund.currency::text AS currency,
       reporting.major(refund.amount_minor, refund.currency::text) AS amount,
       refund.amount_minor,
       reporting.major(refund.base_minor, refund.currency::text) AS base_amount,
       refund.base_minor AS base_amount_minor,
       refund.failure_reason,
       refund.provider,
       refund.provider_reference,
       refund.created_at,
       refund.settled_at
  FROM refunds AS refund
  JOIN accounts AS account ON account.id = refund.account_id;

COMMENT ON VIEW reporting.refunds IS 'A row for each refund of a paid invoice.';
COMMENT ON COLUMN reporting.refunds.vendor_id IS 'The vendor.';
COMMENT ON COLUMN reporting.refunds.mode IS '`test` or `live`.';
COMMENT ON COLUMN reporting.refunds.refund_id IS 'The refund’s id in the API.';
COMMENT ON COLUMN reporting.refunds.invoice_id IS 'The invoice that was paid.';
COMMENT ON COLUMN reporting.refunds.payment_id IS 'The payment that goes back.';
COMMENT ON COLUMN reporting.refunds.status IS '`PENDING`, `SUCCEEDED` or `FAILED`.';
COMMENT ON COLUMN reporting.refunds.currency IS 'Three capital letters (ISO 4217).';
COMMENT ON COLUMN reporting.refunds.amount IS 'What the buyer gets back, in major units.';
COMMENT ON COLUMN reporting.refunds.amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.refunds.base_amount IS 'The part that the vendor’s wallet pays, in major units; the rest is the platform’s.';
COMMENT ON COLUMN reporting.refunds.base_amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.refunds.failure_reason IS 'The provider’s word for a failure; null if there is none.';
COMMENT ON COLUMN reporting.refunds.provider IS 'Who refunds it.';
COMMENT ON COLUMN reporting.refunds.provider_reference IS 'The provider’s id of it, once it has answered.';
COMMENT ON COLUMN reporting.refunds.created_at IS 'When it was asked for, or first seen at the provider.';
COMMENT ON COLUMN reporting.refunds.settled_at IS 'When it succeeded or failed; null while it is pending.';

CREATE VIEW reporting.payouts AS
SELECT account.vendor_id,
       account.mode::text AS mode,
       payout.id AS payout_id,
       payout.customer_id,
       customer.external_id AS customer_external_id,
       payout.bank_account_id,
       payout.status::text AS status,
       payout.currency::text AS currency,
       reporting.major(payout.amount_minor, payout.currency::text) AS amount,
       payout.amount_minor,
       payout.failure_code,
       payout.provider,
       payout.provider_transfer_id,
       payout.created_at,
       payout.settled_at
  FROM payouts AS payout
  JOIN accounts AS account ON account.id = payout.account_id
  JOIN customers AS customer
    ON customer.account_id = payout.account_id AND customer.id = payout.customer_id;

COMMENT ON VIEW reporting.payouts IS 'A row for each payout that was sent, or tried.';
COMMENT ON COLUMN reporting.payouts.vendor_id IS 'The vendor.';
COMMENT ON COLUMN reporting.payouts.mode IS '`test` or `live`.';
COMMENT ON COLUMN reporting.payouts.payout_id IS 'The payout’s id in the API.';
COMMENT ON COLUMN reporting.payouts.customer_id IS 'The customer who is paid.';
COMMENT ON COLUMN reporting.payouts.customer_external_id IS 'The vendor’s own id of the customer, if any.';
COMMENT ON COLUMN reporting.payouts.bank_account_id IS 'The id of the bank account in the API. Numbers and holders are in no view.';
COMMENT ON COLUMN reporting.payouts.status IS '`PROCESSING`, `PAID`, `FAILED`, or `RETURNED` by the bank after it was paid.';
COMMENT ON COLUMN reporting.payouts.currency IS 'Three capital letters (ISO 4217).';
COMMENT ON COLUMN reporting.payouts.amount IS 'What is sent, in major units.';
COMMENT ON COLUMN reporting.payouts.amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.payouts.failure_code IS 'Why it failed or came back; null if it didn’t.';
COMMENT ON COLUMN reporting.payouts.provider IS 'Who sends it.';
COMMENT ON COLUMN reporting.payouts.provider_transfer_id IS 'The provider’s id of the transfer, once it has one.';
COMMENT ON COLUMN reporting.payouts.created_at IS 'When it was asked for.';
COMMENT ON COLUMN reporting.payouts.settled_at IS 'When its outcome was recorded; null while it is processing.';

CREATE VIEW reporting.ledger_entries AS
SELECT account.vendor_id,
       account.mode::text AS mode,
       entry.transaction_id,
       posted.position AS transaction_position,
       entry.position AS entry_position,
       posted.reason,
       posted.reference_id,
       posted.reverses_id,
       source.kind::text AS source,
       destination.kind::text AS destination,
       entry.currency::text AS currency,
       reporting.major(entry.amount_minor, entry.currency::text) AS amount,
       entry.amount_minor,
       posted.created_at
  FROM ledger_entries AS entry
  JOIN ledger_transactions AS posted
    ON posted.account_id = entry.account_id AND posted.id = entry.transaction_id
  JOIN accounts AS account ON account.id = entry.account_id
  JOIN ledger_accounts AS source
    ON source.account_id = entry.account_id AND source.id = entry.source_id
  JOIN ledger_accounts AS destination
    ON destination.account_id = entry.account_id AND destination.id = entry.destination_id;

COMMENT ON VIEW reporting.ledger_entries IS 'A row for each entry of the ledger. An entry moves an amount above zero from one account to another.';
COMMENT ON COLUMN reporting.ledger_entries.vendor_id IS 'The vendor.';
COMMENT ON COLUMN reporting.ledger_entries.mode IS '`test` or `live`.';
COMMENT ON COLUMN reporting.ledger_entries.transaction_id IS 'The ledger transaction; its entries were posted together.';
COMMENT ON COLUMN reporting.ledger_entries.transaction_position IS 'Orders the transactions by the time of their writing. It may have gaps.';
COMMENT ON COLUMN reporting.ledger_entries.entry_position IS 'Orders the entries of a transaction.';
COMMENT ON COLUMN reporting.ledger_entries.reason IS 'Why it was posted, such as `invoice.paid` or `payout.requested`.';
COMMENT ON COLUMN reporting.ledger_entries.reference_id IS 'The invoice, payment, payout, transfer’s fee, refund, dispute or operator’s act behind it.';
COMMENT ON COLUMN reporting.ledger_entries.reverses_id IS 'The transaction that this one reverses; null if it reverses none.';
COMMENT ON COLUMN reporting.ledger_entries.source IS 'Where the amount comes from: `credit_wallet`, `pending_wallet`, `owed_by_vendor`, `customer_wallet`, `payouts_in_transit`, `provider_clearing`, `platform_fees`, `provider_fees`, `operator_funding`, `outside_funds` or `outside_income`.';
COMMENT ON COLUMN reporting.ledger_entries.destination IS 'Where it goes, likewise.';
COMMENT ON COLUMN reporting.ledger_entries.currency IS 'Three capital letters (ISO 4217).';
COMMENT ON COLUMN reporting.ledger_entries.amount IS 'In major units.';
COMMENT ON COLUMN reporting.ledger_entries.amount_minor IS 'The same in minor units.';
COMMENT ON COLUMN reporting.ledger_entries.created_at IS 'When it was posted.';
