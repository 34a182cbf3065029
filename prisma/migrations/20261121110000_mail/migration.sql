-- CreateEnum
CREATE TYPE "vendor_token_purpose" AS ENUM ('password_reset', 'email_confirmation');

-- CreateEnum
CREATE TYPE "mail_kind" AS ENUM ('invoice', 'reminder_due_soon', 'reminder_overdue', 'reminder_long_overdue', 'receipt', 'payout', 'webhook_failing', 'password_reset', 'email_confirmation');

-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('PENDING', 'SENT', 'KEPT', 'FAILED');

-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "mails_customers" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "vendors" ADD COLUMN     "email_confirmed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "vendor_tokens" (
    "vendor_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "purpose" "vendor_token_purpose" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_tokens_pkey" PRIMARY KEY ("vendor_id","id")
);

-- CreateTable
CREATE TABLE "mail_messages" (
    "owner_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "mail_kind" NOT NULL,
    "reference" VARCHAR(64) NOT NULL,
    "recipient" VARCHAR(254) NOT NULL,
    "sender_name" VARCHAR(255),
    "reply_to" VARCHAR(254),
    "subject" VARCHAR(255) NOT NULL,
    "body_encrypted" TEXT NOT NULL,
    "status" "mail_status" NOT NULL DEFAULT 'PENDING',
    "note" VARCHAR(1000),
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "give_up_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("owner_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "vendor_tokens_vendor_id_token_hash_key" ON "vendor_tokens"("vendor_id", "token_hash");

-- CreateIndex
CREATE INDEX "mail_messages_id_idx" ON "mail_messages"("id");

-- CreateIndex
CREATE UNIQUE INDEX "mail_messages_owner_id_kind_reference_key" ON "mail_messages"("owner_id", "kind", "reference");

-- AddForeignKey
ALTER TABLE "vendor_tokens" ADD CONSTRAINT "vendor_tokens_vendor_id_fkey" FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Vendors of before have worked without: asked now, their mail would stop until somebody signs in.
UPDATE "vendors" SET email_confirmed_at = created_at;

ALTER TABLE "vendor_tokens" ADD CONSTRAINT "vendor_tokens_time" CHECK (expires_at > created_at);

-- A mail that is to go out has a time at which it is tried; any other has none.
ALTER TABLE "mail_messages"
  ADD CONSTRAINT "mail_messages_schedule" CHECK ((status = 'PENDING') = (next_attempt_at IS NOT NULL)),
  ADD CONSTRAINT "mail_messages_sent" CHECK ((status = 'SENT') = (sent_at IS NOT NULL)),
-- The last line of defence against a second header, or a second recipient, in what becomes one header.
  ADD CONSTRAINT "mail_messages_one_line" CHECK (
    subject !~ '[[:cntrl:]]' AND sender_name !~ '[[:cntrl:]]'),
  ADD CONSTRAINT "mail_messages_one_address" CHECK (
    recipient !~ '[[:cntrl:][:space:]<>,;"]' AND reply_to !~ '[[:cntrl:][:space:]<>,;"]');

CREATE FUNCTION guard_mail_message() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.kind, NEW.reference, NEW.recipient, NEW.sender_name, NEW.reply_to, NEW.subject, NEW.body_encrypted)
     IS DISTINCT FROM
     (OLD.kind, OLD.reference, OLD.recipient, OLD.sender_name, OLD.reply_to, OLD.subject, OLD.body_encrypted) THEN
    RAISE EXCEPTION 'what a mail says is frozen' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status <> 'PENDING' THEN
    RAISE EXCEPTION 'a mail cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER guarded BEFORE UPDATE ON "mail_messages" FOR EACH ROW EXECUTE FUNCTION guard_mail_message();

-- The worker looks across all tenants for what is due.
CREATE INDEX "mail_messages_due" ON "mail_messages" (next_attempt_at, owner_id, id) WHERE status = 'PENDING';

-- The reminders: beside invoices_open_by_due_date, which has those that are not overdue.
CREATE INDEX "invoices_unpaid_by_due_date" ON "invoices" (due_date, account_id, id) WHERE status = 'UNPAID';
