-- Each refund that succeeded has a credit note, numbered within its invoice: INV-0042-CN1. The number stays, also if the
-- refund fails later. Reasons that were given before this were promised to be the vendor's own, so no document has them.
ALTER TYPE "mail_kind" ADD VALUE 'refund' AFTER 'receipt';

ALTER TABLE "payment_reversals"
  ADD COLUMN "credit_note_number" INTEGER,
  ADD COLUMN "is_note_shown" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "payment_reversals" ALTER COLUMN "is_note_shown" SET DEFAULT true;

UPDATE payment_reversals SET credit_note_number = counted.number
  FROM (SELECT account_id, id, row_number() OVER (PARTITION BY account_id, invoice_id ORDER BY settled_at, id) AS number
          FROM payment_reversals WHERE kind = 'refund' AND status = 'SUCCEEDED') AS counted
 WHERE counted.account_id = payment_reversals.account_id AND counted.id = payment_reversals.id;

ALTER TABLE "payment_reversals" ADD CONSTRAINT "payment_reversals_credit_note" CHECK (
  CASE WHEN kind = 'refund' AND status = 'SUCCEEDED' THEN credit_note_number > 0
       WHEN kind = 'refund' AND status = 'FAILED' THEN coalesce(credit_note_number, 1) > 0
       ELSE credit_note_number IS NULL END);
CREATE UNIQUE INDEX "payment_reversals_account_id_invoice_id_credit_note_number_key"
  ON "payment_reversals" ("account_id", "invoice_id", "credit_note_number");

CREATE FUNCTION refuse_credit_note_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the number of a credit note is final' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER credit_note_number_is_final BEFORE UPDATE ON "payment_reversals" FOR EACH ROW
  WHEN (OLD.credit_note_number IS NOT NULL AND NEW.credit_note_number IS DISTINCT FROM OLD.credit_note_number)
  EXECUTE FUNCTION refuse_credit_note_number();
