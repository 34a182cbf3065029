-- Batches of payouts from a file, and payouts that are scheduled for a day: rows of one queue, whose payouts the worker
-- makes (docs/decisions/0062-planned-payouts.md).
-- CreateEnum
CREATE TYPE "planned_payout_status" AS ENUM ('DRAFT', 'HELD', 'WAITING', 'SENT', 'REFUSED', 'CANCELED');

-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'payout_not_sent';

-- CreateTable
CREATE TABLE "payout_batches" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "file_hash" BYTEA NOT NULL,
    "member_id" UUID NOT NULL,
    "member_name" VARCHAR(254) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "discarded_at" TIMESTAMPTZ(3),

    CONSTRAINT "payout_batches_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "planned_payouts" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "batch_id" UUID,
    "line" INTEGER,
    "recipient_text" VARCHAR(255),
    "bank_account_text" VARCHAR(255),
    "amount_text" VARCHAR(255),
    "reference" VARCHAR(500),
    "customer_id" UUID,
    "bank_account_id" UUID,
    "amount_minor" BIGINT,
    "day" DATE,
    "status" "planned_payout_status" NOT NULL,
    "payout_id" UUID,
    "failed_payout_ids" UUID[] NOT NULL DEFAULT ARRAY[]::UUID[],
    "refusal_code" VARCHAR(64),
    "refusal_detail" VARCHAR(1000),
    "member_id" UUID NOT NULL,
    "member_name" VARCHAR(254) NOT NULL,
    "approved_by_id" UUID,
    "approved_by_name" VARCHAR(254),
    "request_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "attempt_count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "planned_payouts_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "payout_batches_account_id_created_at_id_idx" ON "payout_batches"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payout_batches_account_id_file_hash_idx" ON "payout_batches"("account_id", "file_hash");

-- CreateIndex
CREATE INDEX "planned_payouts_account_id_batch_id_line_idx" ON "planned_payouts"("account_id", "batch_id", "line");

-- CreateIndex
CREATE INDEX "planned_payouts_account_id_day_id_idx" ON "planned_payouts"("account_id", "day", "id");

-- CreateIndex
CREATE UNIQUE INDEX "planned_payouts_account_id_payout_id_key" ON "planned_payouts"("account_id", "payout_id");

-- AddForeignKey
ALTER TABLE "planned_payouts" ADD CONSTRAINT "planned_payouts_account_id_batch_id_fkey" FOREIGN KEY ("account_id", "batch_id") REFERENCES "payout_batches"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "planned_payouts" ADD CONSTRAINT "planned_payouts_account_id_bank_account_id_fkey" FOREIGN KEY ("account_id", "bank_account_id") REFERENCES "bank_accounts"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "planned_payouts" ADD CONSTRAINT "planned_payouts_account_id_payout_id_fkey" FOREIGN KEY ("account_id", "payout_id") REFERENCES "payouts"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The queue's two indexes (lib/jobs/queue.ts).
CREATE INDEX "planned_payouts_due" ON "planned_payouts" (account_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "planned_payouts_next" ON "planned_payouts" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';

ALTER TABLE "payout_batches"
  ADD CONSTRAINT "payout_batches_state" CHECK (started_at IS NULL OR discarded_at IS NULL);

ALTER TABLE "planned_payouts"
  ADD CONSTRAINT "planned_payouts_origin" CHECK (
    CASE WHEN batch_id IS NULL THEN day IS NOT NULL AND line IS NULL ELSE line > 0 END),
  ADD CONSTRAINT "planned_payouts_complete" CHECK (
    status IN ('DRAFT', 'CANCELED')
    OR (customer_id IS NOT NULL AND bank_account_id IS NOT NULL AND amount_minor > 0)),
  ADD CONSTRAINT "planned_payouts_due" CHECK ((status = 'WAITING') = (next_attempt_at IS NOT NULL)),
  ADD CONSTRAINT "planned_payouts_sent" CHECK ((status = 'SENT') = (payout_id IS NOT NULL)),
  ADD CONSTRAINT "planned_payouts_two_people" CHECK (
    approved_by_id <> member_id AND (approved_by_id IS NULL) = (approved_by_name IS NULL)),
  ADD CONSTRAINT "planned_payouts_refused" CHECK ((status = 'REFUSED') = (refusal_code IS NOT NULL));

-- A row pays once: it lets go of its payout only if that one has failed for certain.
CREATE FUNCTION guard_planned_payout() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.payout_id IS NOT NULL AND NEW.payout_id IS DISTINCT FROM OLD.payout_id AND NOT EXISTS (
      SELECT FROM payouts
       WHERE account_id = OLD.account_id AND id = OLD.payout_id AND status = 'FAILED') THEN
    RAISE EXCEPTION 'a planned payout keeps a payout that has not failed' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER planned_payouts_guard BEFORE UPDATE ON planned_payouts
  FOR EACH ROW EXECUTE FUNCTION guard_planned_payout();
