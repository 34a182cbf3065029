-- What the schema can't say: values that a row may have, changes that it may make, and tables that only grow.

ALTER TABLE "vendors"
  ADD CONSTRAINT "vendors_brand_color" CHECK (brand_color ~ '^#[0-9a-f]{6}$'),
  ADD CONSTRAINT "vendors_daily_limit" CHECK (daily_limit_minor >= 0),
  ADD CONSTRAINT "vendors_email_lower_case" CHECK (email = lower(email)),
  ADD CONSTRAINT "vendors_hold_days" CHECK (hold_days BETWEEN 0 AND 365),
  -- Payouts of this amount or more wait for a second person of the vendor.
  ADD CONSTRAINT "vendors_payout_approval" CHECK (payout_approval_from_minor > 0),
  ADD CONSTRAINT "vendors_payout_proof" CHECK (payout_proof_above_minor >= 0),
  ADD CONSTRAINT "vendors_terms" CHECK (
    payout_limit_minor >= 0 AND fee_ppm BETWEEN 0 AND 1000000 AND fee_fixed_minor >= 0);

ALTER TABLE "members"
  ADD CONSTRAINT "members_pending_email" CHECK ((pending_email IS NULL) = (pending_email_at IS NULL)),
  -- The owner re-admits the others, so nobody could re-admit the owner.
  ADD CONSTRAINT "members_suspended" CHECK (suspended_at IS NULL OR role <> 'owner'),
  ADD CONSTRAINT "members_totp" CHECK (totp_confirmed_at IS NULL OR totp_secret_encrypted IS NOT NULL);

ALTER TABLE "member_tokens"
  ADD CONSTRAINT "member_tokens_time" CHECK (expires_at > created_at);

ALTER TABLE "member_invitations"
  -- A vendor has one owner, who hands the account over by hand.
  ADD CONSTRAINT "member_invitations_role" CHECK (role <> 'owner');

ALTER TABLE "vendor_logos"
  ADD CONSTRAINT "vendor_logos_size" CHECK (length(bytes) BETWEEN 1 AND 262144);

ALTER TABLE "member_sessions"
  ADD CONSTRAINT "member_sessions_time" CHECK (expires_at > created_at);

ALTER TABLE "member_passkeys"
  ADD CONSTRAINT "member_passkeys_sign_count" CHECK (sign_count >= 0);

ALTER TABLE "passkey_challenges"
  ADD CONSTRAINT "passkey_challenges_length" CHECK (length(challenge) = 32);

ALTER TABLE "audit_events"
  ADD CONSTRAINT "audit_events_member" CHECK ((member_id IS NULL) = (member_name IS NULL)),
  ADD CONSTRAINT "audit_events_operator" CHECK ((actor = 'operator') = (operator_name IS NOT NULL));

ALTER TABLE "accounts"
  -- The digits at the end of a number are its count, because no prefix ends in one.
  -- So a vendor has one account of a mode, which is found without a search: lib/vendors/account.ts.
  ADD CONSTRAINT "accounts_id_follows_vendor" CHECK (
    left(id::text, 35) = left(vendor_id::text, 35)
    AND ('x' || right(id::text, 1))::bit(4) # ('x' || right(vendor_id::text, 1))::bit(4)
        = CASE mode WHEN 'test' THEN B'0001' ELSE B'0010' END),
  ADD CONSTRAINT "accounts_invoice_prefix" CHECK (invoice_prefix ~ '^([A-Za-z0-9._/-]*[A-Za-z._/-])?$'),
  ADD CONSTRAINT "accounts_next_invoice_number" CHECK (next_invoice_number BETWEEN 1 AND 1000000000);

ALTER TABLE "api_keys"
  -- A key without a scope could do nothing, and one without a list of addresses must not look like one.
  ADD CONSTRAINT "api_keys_limits" CHECK (scopes IS NOT NULL AND cardinality(scopes) > 0 AND allowed_addresses IS NOT NULL),
  -- A key that was rotated has an end.
  ADD CONSTRAINT "api_keys_rotated" CHECK (replaced_by_id IS NULL OR expires_at IS NOT NULL);

ALTER TABLE "customers"
  ADD CONSTRAINT "customers_external_id_length" CHECK (external_id <> ''),
  -- The unique index on the key then allows one such customer an account, and no email finds it.
  ADD CONSTRAINT "customers_self" CHECK (is_self = (email_key = '') AND NOT (is_self AND archived_at IS NOT NULL)),
  ADD CONSTRAINT "customers_reverse_charge" CHECK (tax_treatment <> 'reverse_charge' OR tax_id <> ''),
  ADD CONSTRAINT "customers_exemption" CHECK ((tax_treatment = 'exempt') = (tax_exemption_reason IS NOT NULL)),
  ADD CONSTRAINT "customers_copy_emails" CHECK (cardinality(copy_emails) <= 5),
  ADD CONSTRAINT "customers_metadata_object" CHECK (jsonb_typeof("metadata") = 'object');

ALTER TABLE "bank_accounts"
  ADD CONSTRAINT "bank_accounts_metadata_object" CHECK (jsonb_typeof("metadata") = 'object');

ALTER TABLE "bank_account_links"
  ADD CONSTRAINT "bank_account_links_time" CHECK (expires_at > created_at);

ALTER TABLE "portal_links"
  ADD CONSTRAINT "portal_links_time" CHECK (expires_at > created_at);

ALTER TABLE "invoices"
  ADD CONSTRAINT "invoices_amounts" CHECK (base_amount_minor > 0 AND fee_amount_minor >= 0),
  -- A fee is paid by the customer or by the vendor, who gives at most what it gets.
  ADD CONSTRAINT "invoices_vendor_fee" CHECK (
    vendor_fee_minor BETWEEN 0 AND base_amount_minor AND (vendor_fee_minor = 0 OR fee_amount_minor = 0)),
  -- Of two payments or credits recorded at once, the second can't exceed what is left. A voided invoice keeps no money.
  ADD CONSTRAINT "invoices_outside" CHECK (
    outside_minor >= 0 AND credited_minor >= 0
    AND outside_minor + credited_minor <= base_amount_minor + fee_amount_minor
    AND (status <> 'VOIDED' OR outside_minor = 0)),
  -- What is credited in part is credited to the end: a void would take back what a credit note has taken back.
  ADD CONSTRAINT "invoices_credited" CHECK (
    status <> 'VOIDED' OR credited_minor IN (0, base_amount_minor + fee_amount_minor)),
  ADD CONSTRAINT "invoices_discount" CHECK (discount_minor >= 0 AND discount_ppm BETWEEN 1 AND 1000000),
  ADD CONSTRAINT "invoices_metadata_object" CHECK (jsonb_typeof("metadata") = 'object'),
  ADD CONSTRAINT "invoices_paid" CHECK (
    (status = 'PAID') = (paid_at IS NOT NULL) AND (status = 'PAID') = (payment_method IS NOT NULL)),
  -- A voided invoice can't be paid any more. The API goes on showing the status that it had.
  ADD CONSTRAINT "invoices_voided" CHECK (
    (status = 'VOIDED') = (voided_at IS NOT NULL)
    AND (status = 'VOIDED') = (voided_from IS NOT NULL)
    AND voided_from IS DISTINCT FROM 'PAID' AND voided_from IS DISTINCT FROM 'VOIDED');

ALTER TABLE "overdue_sums"
  ADD CONSTRAINT "overdue_sums_invoice_count_check" CHECK (invoice_count >= 0),
  ADD CONSTRAINT "overdue_sums_total_minor_check" CHECK (total_minor >= 0);

ALTER TABLE "tax_rates"
  ADD CONSTRAINT "tax_rates_rate" CHECK (rate_ppm BETWEEN 0 AND 1000000),
  ADD CONSTRAINT "tax_rates_archived" CHECK (archived_at IS NULL OR NOT is_default);

ALTER TABLE "saved_items"
  ADD CONSTRAINT "saved_items_price" CHECK (unit_price_minor >= 0);

ALTER TABLE "invoice_items"
  ADD CONSTRAINT "invoice_items_amounts" CHECK (
    quantity_micros > 0 AND unit_price_minor >= 0 AND line_amount_minor >= 0),
  ADD CONSTRAINT "invoice_items_discount" CHECK (discount_minor BETWEEN 0 AND line_amount_minor),
  -- A line has a whole tax, or none.
  ADD CONSTRAINT "invoice_items_tax" CHECK (
    (tax_name IS NULL) = (tax_rate_ppm IS NULL) AND (tax_name IS NULL) = (tax_inclusive IS NULL)
    AND tax_rate_ppm BETWEEN 0 AND 1000000 AND tax_minor >= 0 AND (tax_name IS NOT NULL OR tax_minor = 0));

ALTER TABLE "recurring_invoices"
  ADD CONSTRAINT "recurring_invoices_amount" CHECK (base_amount_minor > 0),
  ADD CONSTRAINT "recurring_invoices_end" CHECK (
    (ends_on IS NULL OR ends_after IS NULL) AND coalesce(ends_after, 1) >= 1
    AND period_count <= coalesce(ends_after, period_count)),
  -- Only an active series has a next period, and work.
  ADD CONSTRAINT "recurring_invoices_next" CHECK (
    (status = 'ACTIVE') = (next_on IS NOT NULL) AND (status = 'ACTIVE') = (next_attempt_at IS NOT NULL)
    AND (status = 'STOPPED') = (stop_reason IS NOT NULL)),
  ADD CONSTRAINT "recurring_invoices_schedule" CHECK (
    every BETWEEN 1 AND 52 AND due_after_days BETWEEN 0 AND 365 AND unit <> 'day'
    AND (unit = 'week') = (day_of_month IS NULL) AND coalesce(day_of_month, 1) BETWEEN 1 AND 31);

ALTER TABLE "invoice_drafts"
  -- One that became an invoice, or was refused, is sent no more.
  ADD CONSTRAINT "invoice_drafts_send" CHECK (
    (next_attempt_at IS NULL) = (send_on IS NULL)
    AND (send_on IS NULL OR (invoice_id IS NULL AND send_refusal IS NULL)));

ALTER TABLE "recurring_periods"
  ADD CONSTRAINT "recurring_periods_became" CHECK (num_nonnulls(invoice_id, draft_id) = 1);

ALTER TABLE "payments"
  ADD CONSTRAINT "payments_amount" CHECK (amount_minor > 0),
  ADD CONSTRAINT "payments_part" CHECK (part = 0 OR part > 0 AND session_reference IS NOT NULL),
  -- One that goes back has no receipt.
  ADD CONSTRAINT "payments_receipt" CHECK (receipt_number > 0 AND (receipt_number IS NOT NULL) = (status = 'SUCCEEDED')),
  ADD CONSTRAINT "payments_paid_with" CHECK (
    paid_with <> '' AND paid_with_last4 ~ '^[0-9A-Z]{4}$' AND (paid_with IS NOT NULL OR paid_with_last4 IS NULL)),
  ADD CONSTRAINT "payments_fee" CHECK (fee_minor >= 0 AND (fee_minor IS NULL) = (fee_currency IS NULL));

ALTER TABLE "checkout_sessions"
  ADD CONSTRAINT "checkout_sessions_amount" CHECK (amount_minor > 0),
  ADD CONSTRAINT "checkout_sessions_subject" CHECK (num_nonnulls(invoice_id, joint_checkout_id) = 1);

ALTER TABLE "joint_checkout_parts"
  ADD CONSTRAINT "joint_checkout_parts_amount" CHECK (amount_minor > 0);

ALTER TABLE "outside_payments"
  ADD CONSTRAINT "outside_payments_amount" CHECK (amount_minor > 0),
  ADD CONSTRAINT "outside_payments_receipt" CHECK (receipt_number > 0);

ALTER TABLE "invoice_credits"
  ADD CONSTRAINT "invoice_credits_amount" CHECK (amount_minor > 0),
  ADD CONSTRAINT "invoice_credits_lines" CHECK (
    cardinality(line_gross_minor) = cardinality(line_tax_minor)
    AND 0 <= ALL (line_gross_minor) AND 0 <= ALL (line_tax_minor)),
  ADD CONSTRAINT "invoice_credits_number" CHECK (credit_note_number > 0);

ALTER TABLE "refunds"
  ADD CONSTRAINT "refunds_amounts" CHECK (amount_minor > 0 AND base_minor BETWEEN 0 AND amount_minor),
  ADD CONSTRAINT "refunds_credit_note" CHECK (
    CASE status WHEN 'SUCCEEDED' THEN credit_note_number > 0
                WHEN 'FAILED' THEN coalesce(credit_note_number, 1) > 0
                ELSE credit_note_number IS NULL END),
  ADD CONSTRAINT "refunds_credit_note_at" CHECK ((credit_note_number IS NULL) = (credit_note_at IS NULL)),
  -- What it takes off the lines, and the tax in that, has a place for each line.
  ADD CONSTRAINT "refunds_lines" CHECK (
    cardinality(line_gross_minor) = cardinality(line_tax_minor)
    AND 0 <= ALL (line_gross_minor) AND 0 <= ALL (line_tax_minor)),
  ADD CONSTRAINT "refunds_failure_reason" CHECK (status = 'FAILED' OR failure_reason IS NULL),
  ADD CONSTRAINT "refunds_settled" CHECK ((status = 'PENDING') = (settled_at IS NULL)),
  ADD CONSTRAINT "refunds_settled_is_left_alone" CHECK (settled_at IS NULL OR next_attempt_at IS NULL),
  -- A refund that its provider may not know is asked for until it answers.
  ADD CONSTRAINT "refunds_unknown_is_asked_for" CHECK (
    status <> 'PENDING' OR provider_reference IS NOT NULL OR next_attempt_at IS NOT NULL);

ALTER TABLE "disputes"
  ADD CONSTRAINT "disputes_amounts" CHECK (amount_minor > 0 AND base_minor BETWEEN 0 AND amount_minor),
  -- Taken once, and returned once at most.
  ADD CONSTRAINT "disputes_fee" CHECK (
    (fee_minor IS NULL) = (fee_currency IS NULL)
    AND (fee_minor IS NULL OR fee_minor > 0)
    AND (fee_returned_minor IS NULL OR fee_minor IS NOT NULL AND fee_returned_minor BETWEEN 1 AND fee_minor)),
  ADD CONSTRAINT "disputes_settled" CHECK ((status = 'OPEN') = (settled_at IS NULL));

ALTER TABLE "ledger_accounts"
  ADD CONSTRAINT "ledger_accounts_balance" CHECK (
    CASE kind WHEN 'owed_by_vendor' THEN balance_minor <= 0 ELSE balance_minor >= 0 END),
  ADD CONSTRAINT "ledger_accounts_wallets_have_balances" CHECK (
    (kind IN ('credit_wallet', 'pending_wallet', 'customer_wallet', 'owed_by_vendor')) = (balance_minor IS NOT NULL));

ALTER TABLE "ledger_entries"
  ADD CONSTRAINT "ledger_entries_amount" CHECK (amount_minor > 0),
  ADD CONSTRAINT "ledger_entries_two_accounts" CHECK (source_id <> destination_id);

ALTER TABLE "wallet_movements"
  ADD CONSTRAINT "wallet_movements_change" CHECK (change_minor <> 0);

ALTER TABLE "wallet_holds"
  ADD CONSTRAINT "wallet_holds_left" CHECK (amount_minor > 0 AND left_minor BETWEEN 0 AND amount_minor),
  ADD CONSTRAINT "wallet_holds_released" CHECK (released_at IS NULL OR left_minor = 0);

ALTER TABLE "operator_movements"
  ADD CONSTRAINT "operator_movements_amount" CHECK (amount_minor > 0),
  ADD CONSTRAINT "operator_movements_places" CHECK (source <> destination);

ALTER TABLE "unposted_amounts"
  ADD CONSTRAINT "unposted_amounts_kind" CHECK (kind IN ('payment', 'payout', 'refund', 'dispute'));

ALTER TABLE "reconciled_items"
  ADD CONSTRAINT "reconciled_items_kind" CHECK (kind IN ('payment', 'payout', 'refund', 'dispute')),
  ADD CONSTRAINT "reconciled_items_listed" CHECK (
    (provider_reference IS NULL) = (provider_created_at IS NULL)
    AND (provider_reference IS NULL) = (provider_status IS NULL));

ALTER TABLE "payouts"
  ADD CONSTRAINT "payouts_amount" CHECK (amount_minor > 0),
  ADD CONSTRAINT "payouts_metadata_object" CHECK (jsonb_typeof("metadata") = 'object'),
  ADD CONSTRAINT "payouts_rail_once" CHECK (rail <> ALL (former_rails)),
  ADD CONSTRAINT "payouts_settled" CHECK ((status = 'PROCESSING') = (settled_at IS NULL)),
  ADD CONSTRAINT "payouts_unsettled_is_asked_again" CHECK (status <> 'PROCESSING' OR next_attempt_at IS NOT NULL);

ALTER TABLE "transfer_fees"
  ADD CONSTRAINT "transfer_fees_amount" CHECK (amount_minor >= 0 AND (amount_minor IS NULL) = (currency IS NULL)),
  ADD CONSTRAINT "transfer_fees_read_once" CHECK (amount_minor IS NULL OR next_attempt_at IS NULL);

ALTER TABLE "payout_batches"
  -- A person uploads a file, or a key creates it.
  ADD CONSTRAINT "payout_batches_author" CHECK (
    (member_id IS NULL) = (member_name IS NULL) AND (member_id IS NULL) = (file_hash IS NULL)
    AND (member_id IS NULL) = (api_key_id IS NOT NULL)),
  ADD CONSTRAINT "payout_batches_status" CHECK (started_at IS NULL OR discarded_at IS NULL);

ALTER TABLE "recurring_payouts"
  -- The same each time, or what the wallet has.
  ADD CONSTRAINT "recurring_payouts_amount" CHECK (
    CASE WHEN amount_minor IS NULL THEN coalesce(keep_minor >= 0 AND least_minor > 0, false)
         ELSE amount_minor > 0 AND keep_minor IS NULL AND least_minor IS NULL END),
  ADD CONSTRAINT "recurring_payouts_end" CHECK (
    (ends_on IS NULL OR ends_after IS NULL) AND coalesce(ends_after, 1) >= 1
    AND period_count <= coalesce(ends_after, period_count)),
  -- Only an active series has a next period, and work.
  ADD CONSTRAINT "recurring_payouts_next" CHECK (
    (status = 'ACTIVE') = (next_on IS NOT NULL) AND (status = 'ACTIVE') = (next_attempt_at IS NOT NULL)
    AND (status = 'STOPPED') = (stop_reason IS NOT NULL)),
  ADD CONSTRAINT "recurring_payouts_schedule" CHECK (
    every BETWEEN 1 AND 52 AND (unit IN ('day', 'week')) = (day_of_month IS NULL) AND (unit <> 'day' OR amount_minor IS NULL)
    AND coalesce(day_of_month, 1) BETWEEN 1 AND 31);

ALTER TABLE "payout_requests"
  -- The key of customer and bank account is checked only where both are there.
  ADD CONSTRAINT "payout_requests_complete" CHECK (
    (customer_id IS NULL) = (bank_account_id IS NULL)
    AND (kind = 'batch' AND status IN ('DRAFT', 'CANCELED')
         OR (customer_id IS NOT NULL AND amount_minor IS NOT NULL AND amount_minor > 0))),
  ADD CONSTRAINT "payout_requests_decided" CHECK (
    (decided_by_id IS NULL) = (decided_by_name IS NULL)
    AND (decided_at IS NULL OR status NOT IN ('DRAFT', 'WAITING'))
    AND (decided_by_id IS NULL) = (decided_at IS NULL OR status = 'EXPIRED')
    AND (kind <> 'immediate' OR status = 'WAITING' OR decided_at IS NOT NULL)),
  ADD CONSTRAINT "payout_requests_due" CHECK ((status = 'APPROVED') = (next_attempt_at IS NOT NULL)),
  ADD CONSTRAINT "payout_requests_kind" CHECK (
    (kind = 'batch') = (batch_id IS NOT NULL) AND (kind = 'batch') = (line IS NOT NULL AND line > 0)
    AND (kind = 'scheduled' OR kind = 'batch' AND day IS NOT NULL) = (day IS NOT NULL)
    AND (kind = 'immediate') = (expires_at IS NOT NULL)
    AND CASE kind WHEN 'immediate' THEN status IN ('WAITING', 'SENT', 'REJECTED', 'CANCELED', 'EXPIRED')
                  WHEN 'scheduled' THEN status NOT IN ('DRAFT', 'REJECTED', 'EXPIRED')
                  ELSE status NOT IN ('REJECTED', 'EXPIRED') END),
  ADD CONSTRAINT "payout_requests_metadata_object" CHECK (jsonb_typeof("metadata") = 'object'),
  -- A period of a recurring payout is scheduled for its day.
  ADD CONSTRAINT "payout_requests_period" CHECK (
    (series_id IS NULL) = (period_on IS NULL) AND (series_id IS NULL OR kind = 'scheduled')),
  ADD CONSTRAINT "payout_requests_refused" CHECK ((status = 'REFUSED') = (refusal_code IS NOT NULL)),
  -- What a key has requested waits for nobody: two people confirm and approve it.
  ADD CONSTRAINT "payout_requests_requester" CHECK (
    (requested_by_id IS NULL) = (requested_by_name IS NULL)
    AND (requested_by_id IS NOT NULL OR kind = 'batch' AND status <> 'WAITING' AND decided_by_id IS NULL)),
  -- Who requested it takes back an own request, and decides on none.
  ADD CONSTRAINT "payout_requests_two_people" CHECK (
    CASE WHEN kind = 'immediate' AND status = 'CANCELED' THEN decided_by_id = requested_by_id OR reason IS NOT NULL
         ELSE decided_by_id <> requested_by_id AND decided_by_name <> requested_by_name END);

ALTER TABLE "payout_days"
  ADD CONSTRAINT "payout_days_limit" CHECK (total_minor <= limit_minor),
  ADD CONSTRAINT "payout_days_total" CHECK (total_minor >= 0);

ALTER TABLE "webhook_deliveries"
  -- An unsettled delivery has a time at which it is tried; a settled one has none.
  ADD CONSTRAINT "webhook_deliveries_schedule" CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL));

ALTER TABLE "webhook_endpoints"
  ADD CONSTRAINT "webhook_endpoints_event_types" CHECK (event_types IS NOT NULL),
  ADD CONSTRAINT "webhook_endpoints_previous_secret" CHECK (
    (previous_secret_encrypted IS NULL) = (previous_secret_expires_at IS NULL));

ALTER TABLE "mail_messages"
  ADD CONSTRAINT "mail_messages_one_address" CHECK (
    recipient !~ '[[:cntrl:][:space:]<>,;"]' AND reply_to !~ '[[:cntrl:][:space:]<>,;"]'),
  -- The last line of defence against a second header, or a second recipient, in what becomes one header.
  ADD CONSTRAINT "mail_messages_one_line" CHECK (
    subject !~ '[[:cntrl:]]' AND sender_name !~ '[[:cntrl:]]'),
  -- A mail that is to go out has a time at which it is tried; any other has none.
  ADD CONSTRAINT "mail_messages_schedule" CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL)),
  ADD CONSTRAINT "mail_messages_sent" CHECK ((status = 'SENT') = (sent_at IS NOT NULL));

ALTER TABLE "webhook_inbox_deliveries"
  ADD CONSTRAINT "webhook_inbox_deliveries_size" CHECK (octet_length(body) <= 65536);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION guard_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status::text, NEW.status::text) NOT IN (
      ('CREATED', 'PAID'), ('CREATED', 'FAILED'), ('CREATED', 'UNPAID'), ('CREATED', 'VOIDED'),
      ('FAILED', 'PAID'), ('FAILED', 'UNPAID'), ('FAILED', 'VOIDED'),
      ('UNPAID', 'PAID'), ('UNPAID', 'VOIDED')) THEN
    RAISE EXCEPTION 'an invoice cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.base_amount_minor, NEW.fee_amount_minor, NEW.vendor_fee_minor, NEW.returns_fee, NEW.currency, NEW.customer_id)
     IS DISTINCT FROM
     (OLD.base_amount_minor, OLD.fee_amount_minor, OLD.vendor_fee_minor, OLD.returns_fee, OLD.currency, OLD.customer_id) THEN
    RAISE EXCEPTION 'the amounts of an invoice are frozen' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.outside_minor <> OLD.outside_minor AND OLD.status IN ('PAID', 'VOIDED') THEN
    RAISE EXCEPTION 'no payment is recorded or removed once an invoice is paid or voided' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.credited_minor <> OLD.credited_minor
     AND (NEW.credited_minor < OLD.credited_minor OR OLD.status IN ('PAID', 'VOIDED')) THEN
    RAISE EXCEPTION 'what is credited only grows, until an invoice is paid or voided' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION guard_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND NOT (OLD.status = 'REFUNDING' AND NEW.status = 'REFUNDED') THEN
    RAISE EXCEPTION 'a payment cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.amount_minor, NEW.currency, NEW.invoice_id, NEW.part)
     IS DISTINCT FROM (OLD.amount_minor, OLD.currency, OLD.invoice_id, OLD.part) THEN
    RAISE EXCEPTION 'the amount of a payment is frozen' USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.paid_with, NEW.paid_with_last4, NEW.receipt_number)
     IS DISTINCT FROM (OLD.paid_with, OLD.paid_with_last4, OLD.receipt_number) THEN
    RAISE EXCEPTION 'the receipt of a payment is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION guard_outside_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.removed_at IS NOT NULL
     OR (NEW.account_id, NEW.id, NEW.invoice_id, NEW.method, NEW.amount_minor, NEW.currency, NEW.received_on,
         NEW.reference, NEW.receipt_number, NEW.created_at)
        IS DISTINCT FROM
        (OLD.account_id, OLD.id, OLD.invoice_id, OLD.method, OLD.amount_minor, OLD.currency, OLD.received_on,
         OLD.reference, OLD.receipt_number, OLD.created_at) THEN
    RAISE EXCEPTION 'a recorded payment is only removed, once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status::text, NEW.status::text) NOT IN (
      ('PROCESSING', 'PAID'), ('PROCESSING', 'FAILED'), ('PAID', 'RETURNED')) THEN
    RAISE EXCEPTION 'a payout cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.amount_minor, NEW.currency, NEW.customer_id, NEW.bank_account_id, NEW.payout_request_id)
     IS DISTINCT FROM
     (OLD.amount_minor, OLD.currency, OLD.customer_id, OLD.bank_account_id, OLD.payout_request_id) THEN
    RAISE EXCEPTION 'the amount of a payout is frozen' USING ERRCODE = 'check_violation';
  END IF;
  -- The next try is of a payout that is still in progress, and what was tried before stays known: its keys were used.
  IF (NEW.rail, NEW.former_rails) IS DISTINCT FROM (OLD.rail, OLD.former_rails)
     AND (OLD.status <> 'PROCESSING' OR NEW.former_rails IS DISTINCT FROM OLD.former_rails || OLD.rail) THEN
    RAISE EXCEPTION 'the tries of a payout are frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- An endpoint may move, and what is sent to it follows.
CREATE FUNCTION guard_webhook_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payload, NEW.sequence, NEW.invoice_id, NEW.event_id, NEW.endpoint_id)
     IS DISTINCT FROM (OLD.payload, OLD.sequence, OLD.invoice_id, OLD.event_id, OLD.endpoint_id)
     OR (NEW.url <> OLD.url AND NEW.endpoint_id IS NULL) THEN
    RAISE EXCEPTION 'what a delivery sends is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- A mail's content is frozen, but its ciphertext may be replaced by one under another key: those name their key.
CREATE FUNCTION guard_mail_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.kind, NEW.reference, NEW.recipient, NEW.sender_name, NEW.reply_to, NEW.subject)
     IS DISTINCT FROM
     (OLD.kind, OLD.reference, OLD.recipient, OLD.sender_name, OLD.reply_to, OLD.subject)
     OR (NEW.body_encrypted <> OLD.body_encrypted
         AND NOT (NEW.body_encrypted ~ '^v2\.[0-9a-f]{8}\.' AND left(NEW.body_encrypted, 12) <> left(OLD.body_encrypted, 12)))
  THEN
    RAISE EXCEPTION 'what a mail says is frozen' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'PENDING' THEN
    RAISE EXCEPTION 'a mail cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- The provider's reference of a refund that we asked for comes with its answer, and then stays.
CREATE FUNCTION guard_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status::text, NEW.status::text) NOT IN (
      ('PENDING', 'SUCCEEDED'), ('PENDING', 'FAILED'), ('SUCCEEDED', 'FAILED')) THEN
    RAISE EXCEPTION 'a refund cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.invoice_id, NEW.payment_id, NEW.provider, NEW.amount_minor, NEW.base_minor, NEW.currency,
      NEW.line_gross_minor, NEW.line_tax_minor)
     IS DISTINCT FROM
     (OLD.invoice_id, OLD.payment_id, OLD.provider, OLD.amount_minor, OLD.base_minor, OLD.currency,
      OLD.line_gross_minor, OLD.line_tax_minor)
     OR (OLD.provider_reference IS NOT NULL AND NEW.provider_reference IS DISTINCT FROM OLD.provider_reference) THEN
    RAISE EXCEPTION 'the amount of a refund is frozen' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.credit_note_number IS NOT NULL
     AND (NEW.credit_note_number, NEW.credit_note_at) IS DISTINCT FROM (OLD.credit_note_number, OLD.credit_note_at) THEN
    RAISE EXCEPTION 'number and time of a credit note are final' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION guard_dispute() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status::text, NEW.status::text) NOT IN (
      ('OPEN', 'LOST'), ('OPEN', 'WON'), ('LOST', 'WON')) THEN
    RAISE EXCEPTION 'a dispute cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.invoice_id, NEW.payment_id, NEW.provider, NEW.provider_reference, NEW.amount_minor, NEW.base_minor,
      NEW.currency)
     IS DISTINCT FROM
     (OLD.invoice_id, OLD.payment_id, OLD.provider, OLD.provider_reference, OLD.amount_minor, OLD.base_minor,
      OLD.currency) THEN
    RAISE EXCEPTION 'the amount of a dispute is frozen' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.fee_minor IS NOT NULL AND (NEW.fee_minor, NEW.fee_currency) IS DISTINCT FROM (OLD.fee_minor, OLD.fee_currency)
     OR OLD.fee_returned_minor IS NOT NULL AND NEW.fee_returned_minor IS DISTINCT FROM OLD.fee_returned_minor THEN
    RAISE EXCEPTION 'the fee of a dispute is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_invoice_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the number of an invoice is final' USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION guard_invoice_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a draft becomes one invoice and is not changed then' USING ERRCODE = 'check_violation';
END $$;

-- An immediate request is decided on once, and as it was. The others can be changed and confirmed again until they are
-- sent, and rows of batches after that: `payouts_of_request` holds that what is tried again has failed.
CREATE FUNCTION guard_payout_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (
       OLD.kind = 'immediate' AND OLD.status <> 'WAITING'
       OR OLD.kind <> 'immediate' AND (OLD.status, NEW.status) = ('WAITING', 'SENT')
       OR OLD.kind = 'scheduled' AND OLD.status = 'SENT'
       OR (OLD.status::text, NEW.status::text) NOT IN (
         ('DRAFT', 'WAITING'), ('DRAFT', 'APPROVED'), ('DRAFT', 'CANCELED'),
         ('WAITING', 'DRAFT'), ('WAITING', 'APPROVED'), ('WAITING', 'SENT'), ('WAITING', 'REFUSED'),
         ('WAITING', 'REJECTED'), ('WAITING', 'CANCELED'), ('WAITING', 'EXPIRED'),
         ('APPROVED', 'WAITING'), ('APPROVED', 'SENT'), ('APPROVED', 'REFUSED'), ('APPROVED', 'CANCELED'),
         ('SENT', 'DRAFT'), ('SENT', 'WAITING'), ('SENT', 'APPROVED'),
         ('REFUSED', 'DRAFT'), ('REFUSED', 'WAITING'), ('REFUSED', 'APPROVED'), ('REFUSED', 'CANCELED'))) THEN
    RAISE EXCEPTION 'a payout request cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.kind, NEW.batch_id, NEW.line, NEW.series_id, NEW.period_on)
     IS DISTINCT FROM (OLD.kind, OLD.batch_id, OLD.line, OLD.series_id, OLD.period_on)
     OR OLD.kind = 'immediate' AND (
       (NEW.amount_minor, NEW.customer_id, NEW.bank_account_id, NEW.metadata, NEW.requested_by_id)
       IS DISTINCT FROM
       (OLD.amount_minor, OLD.customer_id, OLD.bank_account_id, OLD.metadata, OLD.requested_by_id)
       OR OLD.status <> 'WAITING' AND NEW.decided_by_id IS DISTINCT FROM OLD.decided_by_id) THEN
    RAISE EXCEPTION 'a payout request is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE FUNCTION refuse_invoice_discount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the discount of an invoice is frozen' USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION refuse_invoice_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'address and notes are frozen once an invoice is paid or voided' USING ERRCODE = 'check_violation';
END $$;

-- What was issued stays what it was.
CREATE FUNCTION refuse_recurring_period_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the periods of a recurring invoice never change' USING ERRCODE = 'check_violation';
END $$;

CREATE FUNCTION keep_former_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.former_emails := array_append(array_remove(OLD.former_emails, OLD.email), OLD.email);
  RETURN NEW;
END $$;

CREATE TRIGGER members_keep_former_email BEFORE UPDATE OF email ON "members"
  FOR EACH ROW WHEN (NEW.email <> OLD.email) EXECUTE FUNCTION keep_former_email();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "audit_events" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER guarded BEFORE UPDATE ON "invoices" FOR EACH ROW EXECUTE FUNCTION guard_invoice();
CREATE TRIGGER number_is_final BEFORE UPDATE OF number ON "invoices" FOR EACH ROW
  WHEN (OLD.number IS DISTINCT FROM NEW.number) EXECUTE FUNCTION refuse_invoice_number();
CREATE TRIGGER written_once BEFORE UPDATE OF discount_minor, discount_ppm ON "invoices"
  FOR EACH ROW
  WHEN ((OLD.discount_minor, OLD.discount_ppm) IS DISTINCT FROM (NEW.discount_minor, NEW.discount_ppm))
  EXECUTE FUNCTION refuse_invoice_discount();
CREATE TRIGGER frozen_at_the_end BEFORE UPDATE OF billing_address, notes ON "invoices"
  FOR EACH ROW
  WHEN (OLD.status IN ('PAID', 'VOIDED')
        AND (OLD.billing_address, OLD.notes) IS DISTINCT FROM (NEW.billing_address, NEW.notes))
  EXECUTE FUNCTION refuse_invoice_text();

CREATE TRIGGER sent_once BEFORE UPDATE ON "invoice_drafts" FOR EACH ROW
  WHEN (OLD.invoice_id IS NOT NULL) EXECUTE FUNCTION guard_invoice_draft();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "invoice_status_changes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "invoice_status_changes" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE ON "recurring_periods" FOR EACH ROW
  EXECUTE FUNCTION refuse_recurring_period_change();

CREATE TRIGGER guarded BEFORE UPDATE ON "payments" FOR EACH ROW EXECUTE FUNCTION guard_payment();

CREATE TRIGGER guarded BEFORE UPDATE ON "outside_payments"
  FOR EACH ROW EXECUTE FUNCTION guard_outside_payment();
CREATE TRIGGER never_deleted BEFORE DELETE ON "outside_payments" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "outside_payments" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "invoice_credits"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "invoice_credits" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER guarded BEFORE UPDATE ON "refunds" FOR EACH ROW EXECUTE FUNCTION guard_refund();

CREATE TRIGGER guarded BEFORE UPDATE ON "disputes" FOR EACH ROW EXECUTE FUNCTION guard_dispute();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "joint_checkouts"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "joint_checkouts" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "joint_checkout_parts"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "joint_checkout_parts" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "ledger_transactions"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "ledger_transactions" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "ledger_entries" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "wallet_movements"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "wallet_movements" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "operator_movements"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "operator_movements" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER guarded BEFORE UPDATE ON "payouts" FOR EACH ROW EXECUTE FUNCTION guard_payout();

CREATE TRIGGER guarded BEFORE UPDATE ON "payout_requests" FOR EACH ROW EXECUTE FUNCTION guard_payout_request();

-- An event gets its number once, and nothing else of it ever changes.
CREATE TRIGGER append_only BEFORE UPDATE ON "events" FOR EACH ROW
  WHEN (old.sequence IS NOT NULL OR new.sequence IS NULL
        OR (old.account_id, old.id, old.type, old.subject_id, old.data, old.request_id, old.traceparent, old.position,
            old.created_at)
           IS DISTINCT FROM
           (new.account_id, new.id, new.type, new.subject_id, new.data, new.request_id, new.traceparent, new.position,
            new.created_at))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE ON "events" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "events" EXECUTE FUNCTION refuse_change();

CREATE TRIGGER guarded BEFORE UPDATE ON "webhook_deliveries" FOR EACH ROW EXECUTE FUNCTION guard_webhook_delivery();

CREATE TRIGGER guarded BEFORE UPDATE ON "mail_messages" FOR EACH ROW EXECUTE FUNCTION guard_mail_message();

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "seals" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "seals" EXECUTE FUNCTION refuse_change();
