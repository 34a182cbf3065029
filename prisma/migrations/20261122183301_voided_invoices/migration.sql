-- A voided invoice can't be paid any more. The API goes on showing the status that it had.
ALTER TABLE "invoices"
  ADD COLUMN "voided_at" TIMESTAMPTZ(3),
  ADD COLUMN "voided_from" "invoice_status",
  ADD CONSTRAINT "invoices_voided" CHECK (
    (status = 'VOIDED') = (voided_at IS NOT NULL)
    AND (status = 'VOIDED') = (voided_from IS NOT NULL)
    AND voided_from IS DISTINCT FROM 'PAID' AND voided_from IS DISTINCT FROM 'VOIDED');

CREATE OR REPLACE FUNCTION guard_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND (OLD.status::text, NEW.status::text) NOT IN (
      ('CREATED', 'PAID'), ('CREATED', 'FAILED'), ('CREATED', 'UNPAID'), ('CREATED', 'VOIDED'),
      ('FAILED', 'PAID'), ('FAILED', 'UNPAID'), ('FAILED', 'VOIDED'),
      ('UNPAID', 'PAID'), ('UNPAID', 'VOIDED')) THEN
    RAISE EXCEPTION 'an invoice cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  IF (NEW.base_amount_minor, NEW.fee_amount_minor, NEW.currency, NEW.customer_id)
     IS DISTINCT FROM (OLD.base_amount_minor, OLD.fee_amount_minor, OLD.currency, OLD.customer_id) THEN
    RAISE EXCEPTION 'the amounts of an invoice are frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
