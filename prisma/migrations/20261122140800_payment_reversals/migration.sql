-- CreateEnum
CREATE TYPE "reversal_kind" AS ENUM ('refund', 'dispute');

-- CreateEnum
CREATE TYPE "reversal_status" AS ENUM ('PENDING', 'SUCCEEDED', 'FAILED', 'OPEN', 'WON', 'LOST');

-- CreateTable
CREATE TABLE "payment_reversals" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "reversal_kind" NOT NULL,
    "invoice_id" UUID NOT NULL,
    "payment_id" UUID NOT NULL,
    "provider" VARCHAR(64) NOT NULL,
    "provider_reference" VARCHAR(255) NOT NULL,
    "status" "reversal_status" NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "base_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "reason" VARCHAR(255),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_reversals_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "awaited_payments" (
    "provider" VARCHAR(64) NOT NULL,
    "payment_reference" VARCHAR(255) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "awaited_payments_pkey" PRIMARY KEY ("provider","payment_reference")
);

-- CreateIndex
CREATE UNIQUE INDEX "payment_reversals_account_id_provider_kind_provider_referen_key" ON "payment_reversals"("account_id", "provider", "kind", "provider_reference");

-- CreateIndex
CREATE INDEX "payment_reversals_account_id_invoice_id_id_idx" ON "payment_reversals"("account_id", "invoice_id", "id");

-- AddForeignKey
ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_account_id_payment_id_fkey" FOREIGN KEY ("account_id", "payment_id") REFERENCES "payments"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "payment_reversals"
  ADD CONSTRAINT "payment_reversals_amounts" CHECK (amount_minor > 0 AND base_minor BETWEEN 0 AND amount_minor),
  ADD CONSTRAINT "payment_reversals_status" CHECK (
    CASE kind WHEN 'refund' THEN status IN ('PENDING', 'SUCCEEDED', 'FAILED') ELSE status IN ('OPEN', 'WON', 'LOST') END),
  ADD CONSTRAINT "payment_reversals_settled" CHECK ((status IN ('PENDING', 'OPEN')) = (settled_at IS NULL));

-- A provider's notification names the payment, and no account.
CREATE INDEX "payments_provider_reference" ON "payments" (provider_reference) WHERE provider_reference IS NOT NULL;

-- What a reversal took stays as it was, and what was given back is not taken again.
CREATE FUNCTION guard_payment_reversal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status::text, NEW.status::text) NOT IN (
      ('PENDING', 'SUCCEEDED'), ('PENDING', 'FAILED'), ('SUCCEEDED', 'FAILED'),
      ('OPEN', 'LOST'), ('OPEN', 'WON'), ('LOST', 'WON')) THEN
    RAISE EXCEPTION 'a reversal cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.kind, NEW.invoice_id, NEW.payment_id, NEW.provider, NEW.provider_reference, NEW.amount_minor,
      NEW.base_minor, NEW.currency)
     IS DISTINCT FROM (OLD.kind, OLD.invoice_id, OLD.payment_id, OLD.provider, OLD.provider_reference,
      OLD.amount_minor, OLD.base_minor, OLD.currency) THEN
    RAISE EXCEPTION 'the amount of a reversal is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON "payment_reversals" FOR EACH ROW EXECUTE FUNCTION guard_payment_reversal();

ALTER TABLE "unposted_amounts"
  DROP CONSTRAINT "unposted_amounts_kind",
  ADD CONSTRAINT "unposted_amounts_kind" CHECK (kind IN ('payment', 'payout', 'refund', 'dispute'));

-- A line about a refund or a dispute is found by its invoice's words too.
CREATE OR REPLACE FUNCTION movement_search(of_account uuid, of_transaction uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT coalesce(invoice.search, payout.search, search_text(posted.note, ''))
    FROM ledger_transactions AS posted
    LEFT JOIN payment_reversals AS reversal
      ON reversal.account_id = posted.account_id AND reversal.id = posted.reference_id
    LEFT JOIN invoices AS invoice
      ON invoice.account_id = posted.account_id AND invoice.id = coalesce(reversal.invoice_id, posted.reference_id)
    LEFT JOIN payouts AS payout ON payout.account_id = posted.account_id AND payout.id = posted.reference_id
   WHERE posted.account_id = of_account AND posted.id = of_transaction $$;

-- A line ends at the wallet's balance, whose own rule knows what may be below zero.
ALTER TABLE "wallet_movements" DROP CONSTRAINT "wallet_movements_balance";
