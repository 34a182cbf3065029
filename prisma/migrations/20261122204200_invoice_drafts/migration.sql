-- Invoices that are still being written live apart from invoices: they have no number, no payment link and no status.
CREATE TABLE "invoice_drafts" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "fields" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "invoice_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_drafts_pkey" PRIMARY KEY ("account_id","id")
);

-- Those that are still drafts, in the order of their list.
CREATE INDEX "invoice_drafts_open" ON "invoice_drafts" ("account_id", "updated_at", "id") WHERE invoice_id IS NULL;

CREATE FUNCTION guard_invoice_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a draft becomes one invoice and is not changed then' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER sent_once BEFORE UPDATE ON "invoice_drafts" FOR EACH ROW
  WHEN (OLD.invoice_id IS NOT NULL) EXECUTE FUNCTION guard_invoice_draft();
