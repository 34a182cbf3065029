-- Every invoice has a number of its account, such as INV-0042: the next one, taken in the statement that saves the
-- invoice, so that none is left out and none is given twice.

-- The digits at the end of a number are its count, because no prefix ends in one.
ALTER TABLE "accounts"
  ADD COLUMN "invoice_prefix" VARCHAR(16) NOT NULL DEFAULT 'INV-',
  ADD COLUMN "next_invoice_number" INTEGER NOT NULL DEFAULT 1,
  ADD CONSTRAINT "accounts_invoice_prefix" CHECK (invoice_prefix ~ '^([A-Za-z0-9._/-]*[A-Za-z._/-])?$'),
  ADD CONSTRAINT "accounts_next_invoice_number" CHECK (next_invoice_number BETWEEN 1 AND 1000000000);

CREATE FUNCTION invoice_number(prefix text, number int) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
RETURN prefix || lpad(number::text, greatest(4, length(number::text)), '0');

-- Mail that is written before its invoice has a number gets it in place of a mark.
ALTER TABLE "mail_messages" ADD COLUMN "invoice_number" VARCHAR(32);

ALTER TABLE "invoices" ADD COLUMN "number" VARCHAR(32);

CREATE OR REPLACE FUNCTION invoice_search(invoice invoices, customer customers) RETURNS text
  LANGUAGE sql IMMUTABLE AS $$
  SELECT search_text(
    concat_ws(' ', invoice.number, customer.name, invoice.email,
              amount_text(invoice.base_amount_minor, invoice.currency),
              amount_text(invoice.base_amount_minor + invoice.fee_amount_minor, invoice.currency)),
    concat_ws(' ', invoice.email, nullif(customer.email, invoice.email), id_words(invoice.id))) $$;

-- In order of creation. The search index is built anew at the end: several times as fast as row by row.
DROP INDEX "invoices_search";
UPDATE invoices SET number = invoice_number('INV-', counted.number::int), search = ''
  FROM (SELECT account_id, id, row_number() OVER (PARTITION BY account_id ORDER BY created_at, id) AS number
          FROM invoices) AS counted
 WHERE counted.account_id = invoices.account_id AND counted.id = invoices.id;
UPDATE accounts SET next_invoice_number = counted.invoices + 1
  FROM (SELECT account_id, count(*)::int AS invoices FROM invoices GROUP BY account_id) AS counted
 WHERE counted.account_id = accounts.id;
CREATE INDEX "invoices_search" ON "invoices" USING gin (search_terms(account_id, search))
  WITH (gin_pending_list_limit = 512);

ALTER TABLE "invoices" ALTER COLUMN "number" SET NOT NULL;
CREATE UNIQUE INDEX "invoices_account_id_number_key" ON "invoices"("account_id", "number");

CREATE FUNCTION refuse_invoice_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the number of an invoice is final' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER number_is_final BEFORE UPDATE OF number ON "invoices" FOR EACH ROW
  WHEN (OLD.number IS DISTINCT FROM NEW.number) EXECUTE FUNCTION refuse_invoice_number();
