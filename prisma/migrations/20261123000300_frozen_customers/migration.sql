-- The customer's name and address as they were when the invoice was issued. Invoices from before have none: they go on
-- showing the customer of today.
ALTER TABLE "invoices" ADD COLUMN "billed_to" JSONB;
