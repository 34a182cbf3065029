-- Rows of batches that wait for a second person, for the payouts and home pages.
CREATE INDEX "planned_payouts_held" ON "planned_payouts" (account_id, batch_id) WHERE status = 'HELD';
