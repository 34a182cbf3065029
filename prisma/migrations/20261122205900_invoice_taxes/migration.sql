-- Taxes by line, a discount of the whole invoice, and what else a vendor writes on one. The base amount stays what the
-- invoice asks for before the fee: taxes included, the discount taken off.
ALTER TABLE "invoice_items"
  ADD COLUMN "tax_name" VARCHAR(64),
  ADD COLUMN "tax_rate_ppm" INTEGER,
  ADD COLUMN "tax_inclusive" BOOLEAN,
  ADD COLUMN "tax_minor" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "discount_minor" BIGINT NOT NULL DEFAULT 0,
  ADD CONSTRAINT "invoice_items_tax" CHECK (
    (tax_name IS NULL) = (tax_rate_ppm IS NULL) AND (tax_name IS NULL) = (tax_inclusive IS NULL)
    AND tax_rate_ppm BETWEEN 0 AND 1000000 AND tax_minor >= 0 AND (tax_name IS NOT NULL OR tax_minor = 0)),
  ADD CONSTRAINT "invoice_items_discount" CHECK (discount_minor BETWEEN 0 AND line_amount_minor);

ALTER TABLE "invoices"
  ADD COLUMN "discount_minor" BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN "discount_ppm" INTEGER,
  ADD COLUMN "billing_address" VARCHAR(1000),
  ADD COLUMN "notes" VARCHAR(2000),
  ADD CONSTRAINT "invoices_discount" CHECK (discount_minor >= 0 AND discount_ppm BETWEEN 1 AND 1000000);

CREATE FUNCTION refuse_invoice_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'discount, address and notes of an invoice are frozen' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER written_once BEFORE UPDATE OF discount_minor, discount_ppm, billing_address, notes ON "invoices"
  FOR EACH ROW
  WHEN ((OLD.discount_minor, OLD.discount_ppm, OLD.billing_address, OLD.notes)
        IS DISTINCT FROM (NEW.discount_minor, NEW.discount_ppm, NEW.billing_address, NEW.notes))
  EXECUTE FUNCTION refuse_invoice_text();
