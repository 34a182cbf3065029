-- CreateEnum
CREATE TYPE "checkout_session_state" AS ENUM ('OPEN', 'PAID', 'EXPIRED');

-- AlterTable
ALTER TABLE "checkout_sessions" ADD COLUMN     "check_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "next_check_at" TIMESTAMPTZ(3),
ADD COLUMN     "state" "checkout_session_state" NOT NULL DEFAULT 'OPEN';

-- CreateTable
CREATE TABLE "provider_beneficiaries" (
    "provider" VARCHAR(64) NOT NULL,
    "key" VARCHAR(255) NOT NULL,
    "beneficiary_id" VARCHAR(255) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "provider_beneficiaries_pkey" PRIMARY KEY ("provider","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "checkout_sessions_account_id_provider_provider_reference_key" ON "checkout_sessions"("account_id", "provider", "provider_reference");

-- A payment that turned out to be the second one goes back, and then it has gone back.
CREATE OR REPLACE FUNCTION guard_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND OLD.status <> 'PROCESSING'
     AND NOT (OLD.status = 'REFUNDING' AND NEW.status = 'REFUNDED') THEN
    RAISE EXCEPTION 'a payment cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.amount_minor, NEW.currency, NEW.invoice_id)
     IS DISTINCT FROM (OLD.amount_minor, OLD.currency, OLD.invoice_id) THEN
    RAISE EXCEPTION 'the amount of a payment is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

-- The provider took the money of a session once, so it is booked, or given back, once.
CREATE UNIQUE INDEX "payments_one_per_paid_session" ON "payments" (account_id, provider, session_reference)
  WHERE status IN ('SUCCEEDED', 'REFUNDING', 'REFUNDED');

DROP INDEX "payments_due";
CREATE INDEX "payments_due" ON "payments" (next_check_at, account_id, id) WHERE next_check_at IS NOT NULL;
CREATE INDEX "checkout_sessions_due" ON "checkout_sessions" (next_check_at, account_id, number)
  WHERE next_check_at IS NOT NULL;

-- A provider's notification names its session or our payout, and no account.
CREATE INDEX "checkout_sessions_watched" ON "checkout_sessions" (provider_reference)
  WHERE next_check_at IS NOT NULL;
CREATE INDEX "checkout_sessions_watched_invoices" ON "checkout_sessions" (invoice_id)
  WHERE next_check_at IS NOT NULL;
CREATE INDEX "payouts_watched" ON "payouts" (id) WHERE next_check_at IS NOT NULL;
