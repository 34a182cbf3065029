-- What a vendor decides about collecting an invoice. One that is uncollectible can still be paid, but it counts as overdue
-- no longer, and its buyer gets no reminders.
ALTER TABLE "invoices"
  ADD COLUMN "reminders_off" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "uncollectible_at" TIMESTAMPTZ(3);

CREATE OR REPLACE FUNCTION keep_overdue_sum() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'UNPAID' AND NEW.uncollectible_at IS NULL THEN
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

DROP TRIGGER overdue_sum ON invoices;
CREATE TRIGGER overdue_sum AFTER UPDATE OF status, uncollectible_at ON invoices FOR EACH ROW
  WHEN ((OLD.status = 'UNPAID' AND OLD.uncollectible_at IS NULL)
        <> (NEW.status = 'UNPAID' AND NEW.uncollectible_at IS NULL))
  EXECUTE FUNCTION keep_overdue_sum();
