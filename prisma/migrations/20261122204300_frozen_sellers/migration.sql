-- The seller as it was when the invoice was issued. Invoices from before have none: they go on showing the details of
-- today.
ALTER TABLE "invoices" ADD COLUMN "seller" JSONB;
