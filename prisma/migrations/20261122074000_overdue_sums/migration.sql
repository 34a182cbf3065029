-- The home page shows what is open and what is overdue. Invoices that are never paid pile up as overdue, so those
-- sums are kept instead of added up for every page. What is open is only as much as the days until it is due.
CREATE TABLE "overdue_sums" (
    "account_id" UUID NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "invoice_count" INTEGER NOT NULL CHECK (invoice_count >= 0),
    "total_minor" BIGINT NOT NULL CHECK (total_minor >= 0),

    CONSTRAINT "overdue_sums_pkey" PRIMARY KEY ("account_id","currency")
);

INSERT INTO overdue_sums (account_id, currency, invoice_count, total_minor)
SELECT account_id, currency, count(*), sum(base_amount_minor + fee_amount_minor)
  FROM invoices WHERE status = 'UNPAID' GROUP BY account_id, currency;

CREATE FUNCTION keep_overdue_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'UNPAID' THEN
    INSERT INTO overdue_sums AS kept (account_id, currency, invoice_count, total_minor)
    VALUES (NEW.account_id, NEW.currency, 1, NEW.base_amount_minor + NEW.fee_amount_minor)
    ON CONFLICT (account_id, currency) DO UPDATE
      SET invoice_count = kept.invoice_count + 1, total_minor = kept.total_minor + excluded.total_minor;
  ELSE
    UPDATE overdue_sums
       SET invoice_count = invoice_count - 1,
           total_minor = total_minor - OLD.base_amount_minor - OLD.fee_amount_minor
     WHERE account_id = OLD.account_id AND currency = OLD.currency;
  END IF;
  RETURN NULL;
END $$;

-- Creating an invoice, or paying it in time, changes no sum and locks no row.
CREATE TRIGGER overdue_sum AFTER UPDATE OF status ON invoices FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND 'UNPAID' IN (OLD.status, NEW.status))
  EXECUTE FUNCTION keep_overdue_sum();
CREATE TRIGGER overdue_sum_at_creation AFTER INSERT ON invoices FOR EACH ROW
  WHEN (NEW.status = 'UNPAID')
  EXECUTE FUNCTION keep_overdue_sum();

DROP INDEX "invoices_outstanding";
CREATE INDEX "invoices_open" ON "invoices" (account_id, currency) INCLUDE (base_amount_minor, fee_amount_minor)
  WHERE status IN ('CREATED', 'FAILED');
