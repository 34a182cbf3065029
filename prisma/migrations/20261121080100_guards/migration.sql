-- What Prisma's schema cannot say: checks, triggers and partial indexes.

-- Amounts ---------------------------------------------------------------------------------------

ALTER TABLE "vendors"
  ADD CONSTRAINT "vendors_email_lower_case" CHECK (email = lower(email)),
  ADD CONSTRAINT "vendors_terms" CHECK (
    payout_limit_minor >= 0 AND fee_ppm BETWEEN 0 AND 1000000 AND fee_fixed_minor >= 0);

ALTER TABLE "invoices"
  ADD CONSTRAINT "invoices_amounts" CHECK (base_amount_minor > 0 AND fee_amount_minor >= 0),
  ADD CONSTRAINT "invoices_paid" CHECK (
    (status = 'PAID') = (paid_at IS NOT NULL) AND (status = 'PAID') = (provider IS NOT NULL));

ALTER TABLE "invoice_items"
  ADD CONSTRAINT "invoice_items_amounts" CHECK (
    quantity_micros > 0 AND unit_price_minor >= 0 AND line_amount_minor >= 0);

ALTER TABLE "payments"
  ADD CONSTRAINT "payments_amount" CHECK (amount_minor > 0),
  ADD CONSTRAINT "payments_settled" CHECK ((status = 'PROCESSING') = (settled_at IS NULL));

ALTER TABLE "payouts"
  ADD CONSTRAINT "payouts_amount" CHECK (amount_minor > 0),
  ADD CONSTRAINT "payouts_settled" CHECK ((status = 'PROCESSING') = (settled_at IS NULL)),
  ADD CONSTRAINT "payouts_unsettled_is_asked_again" CHECK (status <> 'PROCESSING' OR next_check_at IS NOT NULL);

ALTER TABLE "ledger_accounts"
  ADD CONSTRAINT "ledger_accounts_balance" CHECK (balance_minor >= 0),
  ADD CONSTRAINT "ledger_accounts_wallets_have_balances" CHECK (
    (kind IN ('credit_wallet', 'customer_wallet')) = (balance_minor IS NOT NULL));

ALTER TABLE "ledger_entries"
  ADD CONSTRAINT "ledger_entries_amount" CHECK (amount_minor > 0),
  ADD CONSTRAINT "ledger_entries_two_accounts" CHECK (source_id <> destination_id);

-- An unsettled event has a time at which it is tried; a settled one has none.
ALTER TABLE "webhook_events"
  ADD CONSTRAINT "webhook_events_schedule" CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL));

-- Append-only -----------------------------------------------------------------------------------

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "ledger_transactions"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "invoice_status_changes"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "ledger_transactions" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "ledger_entries" EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "invoice_status_changes" EXECUTE FUNCTION refuse_change();

-- Status columns move along their lifecycle only, and what was agreed does not move at all -----------

CREATE FUNCTION guard_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status::text, NEW.status::text) NOT IN (
      ('CREATED', 'PAID'), ('CREATED', 'FAILED'), ('CREATED', 'UNPAID'),
      ('FAILED', 'PAID'), ('FAILED', 'UNPAID'), ('UNPAID', 'PAID')) THEN
    RAISE EXCEPTION 'an invoice cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.base_amount_minor, NEW.fee_amount_minor, NEW.currency, NEW.customer_id)
     IS DISTINCT FROM (OLD.base_amount_minor, OLD.fee_amount_minor, OLD.currency, OLD.customer_id) THEN
    RAISE EXCEPTION 'the amounts of an invoice are frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON "invoices" FOR EACH ROW EXECUTE FUNCTION guard_invoice();

CREATE FUNCTION guard_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND OLD.status <> 'PROCESSING' THEN
    RAISE EXCEPTION 'a payment cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.amount_minor, NEW.currency, NEW.invoice_id)
     IS DISTINCT FROM (OLD.amount_minor, OLD.currency, OLD.invoice_id) THEN
    RAISE EXCEPTION 'the amount of a payment is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON "payments" FOR EACH ROW EXECUTE FUNCTION guard_payment();

CREATE FUNCTION guard_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status::text, NEW.status::text) NOT IN (
      ('PROCESSING', 'PAID'), ('PROCESSING', 'FAILED'), ('PAID', 'RETURNED')) THEN
    RAISE EXCEPTION 'a payout cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.amount_minor, NEW.currency, NEW.customer_id, NEW.bank_account_id)
     IS DISTINCT FROM (OLD.amount_minor, OLD.currency, OLD.customer_id, OLD.bank_account_id) THEN
    RAISE EXCEPTION 'the amount of a payout is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON "payouts" FOR EACH ROW EXECUTE FUNCTION guard_payout();

CREATE FUNCTION guard_webhook_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payload, NEW.url, NEW.sequence, NEW.invoice_id)
     IS DISTINCT FROM (OLD.payload, OLD.url, OLD.sequence, OLD.invoice_id) THEN
    RAISE EXCEPTION 'a published event is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON "webhook_events" FOR EACH ROW EXECUTE FUNCTION guard_webhook_event();

-- Partial indexes ---------------------------------------------------------------------------------

-- Two tabs, one payment: a second attempt cannot begin while one is under way or has succeeded.
CREATE UNIQUE INDEX "payments_one_live_per_invoice" ON "payments" (account_id, invoice_id)
  WHERE status IN ('PROCESSING', 'SUCCEEDED');

-- The worker's sweeps look across all tenants for what is due.
CREATE INDEX "payments_due" ON "payments" (next_check_at, account_id, id) WHERE status = 'PROCESSING';
CREATE INDEX "payouts_due" ON "payouts" (next_check_at, account_id, id) WHERE next_check_at IS NOT NULL;
CREATE INDEX "webhook_events_due" ON "webhook_events" (next_attempt_at, account_id, id) WHERE status = 'PENDING';
CREATE INDEX "invoices_open_by_due_date" ON "invoices" (due_date, account_id, id)
  WHERE status IN ('CREATED', 'FAILED');
CREATE INDEX "idempotency_claims_expiry" ON "idempotency_claims" (expires_at) WHERE expires_at IS NOT NULL;

CREATE INDEX "payouts_held" ON "payouts" (account_id, currency) INCLUDE (amount_minor)
  WHERE status = 'PROCESSING';

-- Counters of the rate limiter: written at each request, worth nothing after a crash.
ALTER TABLE "rate_limits" SET UNLOGGED;
