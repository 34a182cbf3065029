ALTER TABLE "payment_reversals"
  ALTER COLUMN "provider_reference" DROP NOT NULL,
  ADD COLUMN "note" VARCHAR(255),
  ADD COLUMN "request_id" UUID,
  ADD COLUMN "lease_until" TIMESTAMPTZ(3),
  ADD COLUMN "next_attempt_at" TIMESTAMPTZ(3),
  ADD COLUMN "attempt_count" INTEGER NOT NULL DEFAULT 0;

-- A refund that its provider may not know is asked for until it answers, and one that is over is left alone.
ALTER TABLE "payment_reversals"
  ADD CONSTRAINT "payment_reversals_unknown_is_asked_for" CHECK (
    status <> 'PENDING' OR provider_reference IS NOT NULL OR next_attempt_at IS NOT NULL),
  ADD CONSTRAINT "payment_reversals_settled_is_left_alone" CHECK (settled_at IS NULL OR next_attempt_at IS NULL);

CREATE INDEX "payment_reversals_due" ON "payment_reversals" (account_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "payment_reversals_next" ON "payment_reversals" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';

ALTER TABLE "sandbox_charges" ADD COLUMN "refund_scenario" VARCHAR(64);
ALTER TABLE "sandbox_refunds" ADD COLUMN "later_statuses" VARCHAR(64)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(64)[];

-- The provider's reference of a refund that we asked for comes with its answer, and then stays.
CREATE OR REPLACE FUNCTION guard_payment_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status::text, NEW.status::text) NOT IN (
      ('PENDING', 'SUCCEEDED'), ('PENDING', 'FAILED'), ('SUCCEEDED', 'FAILED'),
      ('OPEN', 'LOST'), ('OPEN', 'WON'), ('LOST', 'WON')) THEN
    RAISE EXCEPTION 'a reversal cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.kind, NEW.invoice_id, NEW.payment_id, NEW.provider, NEW.amount_minor, NEW.base_minor, NEW.currency)
     IS DISTINCT FROM (OLD.kind, OLD.invoice_id, OLD.payment_id, OLD.provider, OLD.amount_minor, OLD.base_minor,
      OLD.currency)
     OR (OLD.provider_reference IS NOT NULL AND NEW.provider_reference IS DISTINCT FROM OLD.provider_reference) THEN
    RAISE EXCEPTION 'the amount of a reversal is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
