-- Who the seller is by law, and what invoices say at their end: on documents, the payment page and in mail.
ALTER TABLE "vendors"
  ADD COLUMN "legal_name" VARCHAR(255),
  ADD COLUMN "business_address" VARCHAR(1000),
  ADD COLUMN "tax_id" VARCHAR(64),
  ADD COLUMN "support_email" VARCHAR(254),
  ADD COLUMN "invoice_notes" VARCHAR(2000);
