-- CreateIndex
CREATE INDEX "customers_account_id_created_at_id_idx" ON "customers"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "customers_account_id_customer_group_created_at_id_idx" ON "customers"("account_id", "customer_group", "created_at", "id");

-- CreateIndex
CREATE INDEX "payouts_account_id_created_at_id_idx" ON "payouts"("account_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "payouts_account_id_amount_minor_id_idx" ON "payouts"("account_id", "amount_minor", "id");

-- CreateIndex
CREATE INDEX "payouts_account_id_status_created_at_id_idx" ON "payouts"("account_id", "status", "created_at", "id");


-- A search by the beginning of a name or an address, and the order by name: in bytes, whatever the
-- database's own collation is, since only then an index answers both.
CREATE INDEX "customers_by_name" ON "customers" (account_id, (lower(name) COLLATE "C"), id);
CREATE INDEX "customers_by_email" ON "customers" (account_id, (lower(email) COLLATE "C"), id);
