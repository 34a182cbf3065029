-- The list of invoices: one index for each order, within a status and a currency. A list of several of
-- these (or of all) takes the first rows of each group and merges them, so that three indexes answer every
-- choice of status, currency and order. By id is by time of creation.
CREATE INDEX "invoices_account_id_status_currency_id_idx" ON "invoices"("account_id", "status", "currency", "id");
CREATE INDEX "invoices_account_id_status_currency_due_date_id_idx" ON "invoices"("account_id", "status", "currency", "due_date", "id");
CREATE INDEX "invoices_by_total" ON "invoices"
  (account_id, status, currency, (base_amount_minor + fee_amount_minor), id);
