-- The list of one customer's invoices, newest first, without sorting all of them.
CREATE INDEX "invoices_account_id_customer_id_id_idx" ON "invoices"("account_id", "customer_id", "id");
