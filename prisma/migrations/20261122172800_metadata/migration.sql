-- What vendors keep with their objects: names and texts of their own, and their own number of an invoice.
ALTER TABLE "customers" ADD COLUMN "metadata" JSONB;
ALTER TABLE "invoices" ADD COLUMN "metadata" JSONB, ADD COLUMN "reference" VARCHAR(255);
ALTER TABLE "bank_accounts" ADD COLUMN "metadata" JSONB;
ALTER TABLE "payouts" ADD COLUMN "metadata" JSONB;

ALTER TABLE "customers" ADD CONSTRAINT "customers_metadata_object" CHECK (jsonb_typeof("metadata") = 'object');
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_metadata_object" CHECK (jsonb_typeof("metadata") = 'object');
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_metadata_object" CHECK (jsonb_typeof("metadata") = 'object');
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_metadata_object" CHECK (jsonb_typeof("metadata") = 'object');

-- Nobody pays for it whose invoices have no reference.
CREATE INDEX "invoices_reference" ON "invoices"("account_id", "reference", "id") WHERE "reference" IS NOT NULL;
