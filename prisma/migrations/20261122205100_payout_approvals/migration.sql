-- Payouts of this amount or more wait for a second person of the vendor.
ALTER TABLE "vendors" ADD COLUMN "payout_approval_from_minor" BIGINT,
  ADD CONSTRAINT "vendors_payout_approval" CHECK (payout_approval_from_minor > 0);

ALTER TYPE "mail_kind" ADD VALUE 'payout_approval';

CREATE TYPE "payout_approval_status" AS ENUM ('WAITING', 'APPROVED', 'REJECTED', 'CANCELLED', 'EXPIRED');

CREATE TABLE "payout_approvals" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "bank_account_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "metadata" JSONB,
    "status" "payout_approval_status" NOT NULL DEFAULT 'WAITING',
    "requested_by_id" UUID NOT NULL,
    "requested_by_name" VARCHAR(254) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_by_id" UUID,
    "decided_by_name" VARCHAR(254),
    "decided_at" TIMESTAMPTZ(3),
    "reason" VARCHAR(500),
    "payout_id" UUID,

    CONSTRAINT "payout_approvals_pkey" PRIMARY KEY ("account_id","id"),
    CONSTRAINT "payout_approvals_amount" CHECK (amount_minor > 0),
    CONSTRAINT "payout_approvals_decided" CHECK (
      (status = 'WAITING') = (decided_at IS NULL)
      AND (status IN ('WAITING', 'EXPIRED')) = (decided_by_id IS NULL)
      AND (decided_by_id IS NULL) = (decided_by_name IS NULL)),
    CONSTRAINT "payout_approvals_payout" CHECK ((status = 'APPROVED') = (payout_id IS NOT NULL)),
    -- Whatever a program gets wrong: nobody approves or rejects what they asked for, and nobody else cancels it.
    CONSTRAINT "payout_approvals_two_people" CHECK (
      CASE status WHEN 'CANCELLED' THEN decided_by_id = requested_by_id
                  WHEN 'APPROVED' THEN decided_by_id <> requested_by_id
                  WHEN 'REJECTED' THEN decided_by_id <> requested_by_id
                  ELSE true END)
);

CREATE UNIQUE INDEX "payout_approvals_account_id_payout_id_key" ON "payout_approvals"("account_id", "payout_id");
CREATE INDEX "payout_approvals_account_id_status_created_at_id_idx"
  ON "payout_approvals"("account_id", "status", "created_at", "id");
CREATE INDEX "payout_approvals_account_id_created_at_id_idx" ON "payout_approvals"("account_id", "created_at", "id");
-- What expires next, across all tenants.
CREATE INDEX "payout_approvals_expiry" ON "payout_approvals" (expires_at) WHERE status = 'WAITING';

ALTER TABLE "payout_approvals" ADD CONSTRAINT "payout_approvals_account_id_bank_account_id_fkey"
  FOREIGN KEY ("account_id", "bank_account_id") REFERENCES "bank_accounts"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "payout_approvals" ADD CONSTRAINT "payout_approvals_account_id_payout_id_fkey"
  FOREIGN KEY ("account_id", "payout_id") REFERENCES "payouts"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE FUNCTION guard_payout_approval() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'WAITING' AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'a payout approval cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.amount_minor, NEW.currency, NEW.customer_id, NEW.bank_account_id, NEW.metadata, NEW.requested_by_id)
     IS DISTINCT FROM
     (OLD.amount_minor, OLD.currency, OLD.customer_id, OLD.bank_account_id, OLD.metadata, OLD.requested_by_id)
     OR OLD.status <> 'WAITING' AND (NEW.payout_id, NEW.decided_by_id) IS DISTINCT FROM (OLD.payout_id, OLD.decided_by_id)
  THEN
    RAISE EXCEPTION 'a payout approval is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON "payout_approvals" FOR EACH ROW EXECUTE FUNCTION guard_payout_approval();
