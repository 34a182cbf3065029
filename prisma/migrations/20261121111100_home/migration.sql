-- The home page's sums, read from the indexes alone: paid volume by day, and what is still to be paid.
CREATE INDEX "invoices_paid_by_time" ON "invoices" (account_id, paid_at)
  INCLUDE (currency, base_amount_minor, fee_amount_minor) WHERE status = 'PAID';
CREATE INDEX "invoices_outstanding" ON "invoices" (account_id, currency, status)
  INCLUDE (base_amount_minor, fee_amount_minor) WHERE status <> 'PAID';
