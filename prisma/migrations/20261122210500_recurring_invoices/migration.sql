-- CreateEnum
CREATE TYPE "recurring_unit" AS ENUM ('WEEK', 'MONTH', 'YEAR');
CREATE TYPE "recurring_status" AS ENUM ('ACTIVE', 'PAUSED', 'STOPPED', 'ENDED');

-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'recurring_stopped';

-- CreateTable
CREATE TABLE "recurring_invoices" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "fields" JSONB NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "base_amount_minor" BIGINT NOT NULL,
    "due_after_days" INTEGER NOT NULL,
    "is_sent" BOOLEAN NOT NULL,
    "unit" "recurring_unit" NOT NULL,
    "every" INTEGER NOT NULL,
    "day_of_month" INTEGER,
    "starts_on" DATE NOT NULL,
    "ends_on" DATE,
    "ends_after" INTEGER,
    "status" "recurring_status" NOT NULL DEFAULT 'ACTIVE',
    "stop_reason" VARCHAR(64),
    "period_index" INTEGER NOT NULL DEFAULT 0,
    "next_on" DATE,
    "issued_count" INTEGER NOT NULL DEFAULT 0,
    "skipped_count" INTEGER NOT NULL DEFAULT 0,
    "clock_days" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "failed_since" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recurring_invoices_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "recurring_periods" (
    "account_id" UUID NOT NULL,
    "recurring_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "invoice_id" UUID,
    "draft_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recurring_periods_pkey" PRIMARY KEY ("account_id","recurring_id","day")
);

-- CreateIndex
CREATE INDEX "recurring_invoices_account_id_customer_id_id_idx" ON "recurring_invoices"("account_id", "customer_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "recurring_periods_account_id_invoice_id_key" ON "recurring_periods"("account_id", "invoice_id");

-- AddForeignKey
ALTER TABLE "recurring_invoices" ADD CONSTRAINT "recurring_invoices_account_id_customer_id_fkey" FOREIGN KEY ("account_id", "customer_id") REFERENCES "customers"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recurring_periods" ADD CONSTRAINT "recurring_periods_account_id_recurring_id_fkey" FOREIGN KEY ("account_id", "recurring_id") REFERENCES "recurring_invoices"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recurring_periods" ADD CONSTRAINT "recurring_periods_account_id_invoice_id_fkey" FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "recurring_invoices"
  ADD CONSTRAINT "recurring_invoices_amount" CHECK (base_amount_minor > 0),
  ADD CONSTRAINT "recurring_invoices_schedule" CHECK (
    every BETWEEN 1 AND 52 AND due_after_days BETWEEN 0 AND 365
    AND (unit = 'WEEK') = (day_of_month IS NULL) AND coalesce(day_of_month, 1) BETWEEN 1 AND 31),
  ADD CONSTRAINT "recurring_invoices_end" CHECK (
    (ends_on IS NULL OR ends_after IS NULL) AND coalesce(ends_after, 1) >= 1
    AND issued_count <= coalesce(ends_after, issued_count)),
  -- Only an active series has a next period, and work.
  ADD CONSTRAINT "recurring_invoices_next" CHECK (
    (status = 'ACTIVE') = (next_on IS NOT NULL) AND (status = 'ACTIVE') = (next_attempt_at IS NOT NULL)
    AND (status = 'STOPPED') = (stop_reason IS NOT NULL));

ALTER TABLE "recurring_periods"
  ADD CONSTRAINT "recurring_periods_became" CHECK (num_nonnulls(invoice_id, draft_id) = 1);
-- From an invoice to the series of the draft that it was.
CREATE UNIQUE INDEX "recurring_periods_draft" ON "recurring_periods" (account_id, draft_id) WHERE draft_id IS NOT NULL;
CREATE INDEX "invoice_drafts_invoice" ON "invoice_drafts" (account_id, invoice_id) WHERE invoice_id IS NOT NULL;

CREATE INDEX "recurring_invoices_due" ON "recurring_invoices" (account_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "recurring_invoices_next" ON "recurring_invoices" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';

-- What was issued stays what it was.
CREATE FUNCTION refuse_recurring_period_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the periods of a recurring invoice never change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER never_changes BEFORE UPDATE OR DELETE ON "recurring_periods" FOR EACH ROW
  EXECUTE FUNCTION refuse_recurring_period_change();
