-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "mode" AS ENUM ('test', 'live');

-- CreateEnum
CREATE TYPE "entity_type" AS ENUM ('PERSONAL', 'COMPANY');

-- CreateEnum
CREATE TYPE "account_category" AS ENUM ('Checking', 'Savings');

-- CreateEnum
CREATE TYPE "invoice_status" AS ENUM ('CREATED', 'PAID', 'UNPAID', 'FAILED');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('PROCESSING', 'SUCCEEDED', 'DECLINED', 'ABANDONED');

-- CreateEnum
CREATE TYPE "ledger_account_kind" AS ENUM ('credit_wallet', 'customer_wallet', 'payouts_in_transit', 'provider_clearing', 'platform_fees', 'operator_funding');

-- CreateEnum
CREATE TYPE "payout_status" AS ENUM ('PROCESSING', 'PAID', 'FAILED', 'RETURNED');

-- CreateEnum
CREATE TYPE "webhook_event_status" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- CreateTable
CREATE TABLE "vendors" (
    "id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "password_hash" TEXT NOT NULL,
    "session_version" INTEGER NOT NULL DEFAULT 1,
    "banned_at" TIMESTAMPTZ(3),
    "ban_reason" VARCHAR(1000),
    "payout_limit_minor" BIGINT NOT NULL DEFAULT 1000000,
    "fee_ppm" INTEGER NOT NULL DEFAULT 29000,
    "fee_fixed_minor" BIGINT NOT NULL DEFAULT 30,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendors_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "id" UUID NOT NULL,
    "vendor_id" UUID NOT NULL,
    "mode" "mode" NOT NULL,
    "webhook_secret_encrypted" TEXT NOT NULL,
    "previous_webhook_secret_encrypted" TEXT,
    "previous_webhook_secret_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "key_hash" BYTEA NOT NULL,
    "hint" VARCHAR(32) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_claims" (
    "account_id" UUID NOT NULL,
    "endpoint" VARCHAR(512) NOT NULL,
    "key" VARCHAR(255) NOT NULL,
    "request_hash" BYTEA NOT NULL,
    "holder" UUID NOT NULL,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "resource_id" UUID,
    "response_status" INTEGER,
    "response_encrypted" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "idempotency_claims_pkey" PRIMARY KEY ("account_id","endpoint","key")
);

-- CreateTable
CREATE TABLE "customers" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "email_key" VARCHAR(254) NOT NULL,
    "customer_group" VARCHAR(255),
    "preferred_currency" CHAR(3) NOT NULL DEFAULT 'USD',
    "address_line1" VARCHAR(255),
    "address_line2" VARCHAR(255),
    "city" VARCHAR(255),
    "state" VARCHAR(255),
    "zip" VARCHAR(255),
    "country" VARCHAR(255),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "bank_accounts" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "entity_type" "entity_type" NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "country_code" CHAR(2) NOT NULL,
    "state" VARCHAR(255) NOT NULL,
    "city" VARCHAR(255) NOT NULL,
    "postcode" VARCHAR(255) NOT NULL,
    "street_address" VARCHAR(255) NOT NULL,
    "account_name" VARCHAR(255) NOT NULL,
    "account_number_encrypted" TEXT NOT NULL,
    "account_number_last4" VARCHAR(4) NOT NULL,
    "routing_number" CHAR(9) NOT NULL,
    "bank_name" VARCHAR(255) NOT NULL,
    "account_category" "account_category" NOT NULL,
    "first_name" VARCHAR(255),
    "last_name" VARCHAR(255),
    "date_of_birth" DATE,
    "company_name" VARCHAR(255),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bank_accounts_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "invoices" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "base_amount_minor" BIGINT NOT NULL,
    "fee_amount_minor" BIGINT NOT NULL,
    "status" "invoice_status" NOT NULL DEFAULT 'CREATED',
    "due_date" DATE NOT NULL,
    "redirect_url" VARCHAR(2048),
    "webhook_url" VARCHAR(2048),
    "pay_token" VARCHAR(64) NOT NULL,
    "provider" VARCHAR(64),
    "paid_at" TIMESTAMPTZ(3),
    "status_sequence" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "invoice_items" (
    "account_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "title" VARCHAR(255) NOT NULL,
    "quantity_micros" BIGINT NOT NULL,
    "unit_price_minor" BIGINT NOT NULL,
    "line_amount_minor" BIGINT NOT NULL,

    CONSTRAINT "invoice_items_pkey" PRIMARY KEY ("account_id","invoice_id","position")
);

-- CreateTable
CREATE TABLE "invoice_status_changes" (
    "account_id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "from_status" "invoice_status" NOT NULL,
    "to_status" "invoice_status" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_status_changes_pkey" PRIMARY KEY ("account_id","invoice_id","sequence")
);

-- CreateTable
CREATE TABLE "checkout_sessions" (
    "account_id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "invoice_id" UUID NOT NULL,
    "provider" VARCHAR(64) NOT NULL,
    "provider_reference" VARCHAR(255) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checkout_sessions_pkey" PRIMARY KEY ("account_id","number")
);

-- CreateTable
CREATE TABLE "payments" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "provider" VARCHAR(64) NOT NULL,
    "session_reference" VARCHAR(255),
    "status" "payment_status" NOT NULL DEFAULT 'PROCESSING',
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "provider_reference" VARCHAR(255),
    "decline_code" VARCHAR(64),
    "lease_until" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),
    "check_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payments_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "ledger_accounts" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "kind" "ledger_account_kind" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "owner_id" UUID NOT NULL,
    "balance_minor" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "ledger_transactions" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "reason" VARCHAR(64) NOT NULL,
    "reference_id" UUID NOT NULL,
    "reverses_id" UUID,
    "note" VARCHAR(1000),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "account_id" UUID NOT NULL,
    "transaction_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "source_id" UUID NOT NULL,
    "destination_id" UUID NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("account_id","transaction_id","position")
);

-- CreateTable
CREATE TABLE "payouts" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "bank_account_id" UUID NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "status" "payout_status" NOT NULL DEFAULT 'PROCESSING',
    "provider" VARCHAR(64) NOT NULL,
    "provider_transfer_id" VARCHAR(255),
    "provider_transfer_status" VARCHAR(64),
    "failure_code" VARCHAR(64),
    "failure_detail" VARCHAR(1000),
    "lease_until" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),
    "check_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payouts_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "invoice_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "url" VARCHAR(2048) NOT NULL,
    "payload" TEXT NOT NULL,
    "status" "webhook_event_status" NOT NULL DEFAULT 'PENDING',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "account_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "response_status" INTEGER,
    "response_body" VARCHAR(4096),
    "error" VARCHAR(1000),
    "duration_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("account_id","event_id","number")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "worker_id" UUID NOT NULL,
    "beat_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("worker_id")
);

-- CreateTable
CREATE TABLE "instance" (
    "id" INTEGER NOT NULL,
    "key_fingerprint" BYTEA NOT NULL,
    "demo_created_at" TIMESTAMPTZ(3),

    CONSTRAINT "instance_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sandbox_transfers" (
    "idempotency_key" VARCHAR(255) NOT NULL,
    "reference" VARCHAR(64) NOT NULL,
    "amount_minor" BIGINT,
    "currency" CHAR(3),
    "scenario" VARCHAR(64) NOT NULL,
    "status" VARCHAR(64) NOT NULL,
    "later_statuses" VARCHAR(64)[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_transfers_pkey" PRIMARY KEY ("idempotency_key")
);

-- CreateTable
CREATE TABLE "sandbox_checkout_sessions" (
    "reference" VARCHAR(64) NOT NULL,
    "idempotency_key" VARCHAR(255) NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_checkout_sessions_pkey" PRIMARY KEY ("reference")
);

-- CreateTable
CREATE TABLE "sandbox_charges" (
    "idempotency_key" VARCHAR(255) NOT NULL,
    "reference" VARCHAR(64) NOT NULL,
    "session_reference" VARCHAR(64),
    "status" VARCHAR(64) NOT NULL,
    "decline_code" VARCHAR(64),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_charges_pkey" PRIMARY KEY ("idempotency_key")
);

-- CreateTable
CREATE TABLE "sandbox_refunds" (
    "idempotency_key" VARCHAR(255) NOT NULL,
    "reference" VARCHAR(64) NOT NULL,
    "payment_reference" VARCHAR(255) NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "status" VARCHAR(64) NOT NULL,
    "refusal_code" VARCHAR(64),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_refunds_pkey" PRIMARY KEY ("idempotency_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "vendors_email_key" ON "vendors"("email");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_vendor_id_mode_key" ON "accounts"("vendor_id", "mode");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_account_id_key_hash_key" ON "api_keys"("account_id", "key_hash");

-- CreateIndex
CREATE UNIQUE INDEX "customers_account_id_email_key_key" ON "customers"("account_id", "email_key");

-- CreateIndex
CREATE INDEX "bank_accounts_account_id_customer_id_id_idx" ON "bank_accounts"("account_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "invoices_account_id_customer_id_status_paid_at_id_idx" ON "invoices"("account_id", "customer_id", "status", "paid_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_account_id_pay_token_key" ON "invoices"("account_id", "pay_token");

-- CreateIndex
CREATE INDEX "checkout_sessions_account_id_invoice_id_number_idx" ON "checkout_sessions"("account_id", "invoice_id", "number");

-- CreateIndex
CREATE INDEX "payments_account_id_invoice_id_id_idx" ON "payments"("account_id", "invoice_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_accounts_account_id_kind_currency_owner_id_key" ON "ledger_accounts"("account_id", "kind", "currency", "owner_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transactions_account_id_reference_id_reason_key" ON "ledger_transactions"("account_id", "reference_id", "reason");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_transactions_account_id_reverses_id_key" ON "ledger_transactions"("account_id", "reverses_id");

-- CreateIndex
CREATE INDEX "ledger_entries_account_id_source_id_transaction_id_idx" ON "ledger_entries"("account_id", "source_id", "transaction_id");

-- CreateIndex
CREATE INDEX "ledger_entries_account_id_destination_id_transaction_id_idx" ON "ledger_entries"("account_id", "destination_id", "transaction_id");

-- CreateIndex
CREATE INDEX "payouts_account_id_customer_id_id_idx" ON "payouts"("account_id", "customer_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_events_account_id_invoice_id_sequence_key" ON "webhook_events"("account_id", "invoice_id", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_transfers_reference_key" ON "sandbox_transfers"("reference");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_checkout_sessions_idempotency_key_key" ON "sandbox_checkout_sessions"("idempotency_key");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_charges_reference_key" ON "sandbox_charges"("reference");

-- CreateIndex
CREATE INDEX "sandbox_charges_session_reference_idx" ON "sandbox_charges"("session_reference");

-- CreateIndex
CREATE UNIQUE INDEX "sandbox_refunds_reference_key" ON "sandbox_refunds"("reference");

-- CreateIndex
CREATE INDEX "sandbox_refunds_payment_reference_idx" ON "sandbox_refunds"("payment_reference");

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_vendor_id_fkey" FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bank_accounts" ADD CONSTRAINT "bank_accounts_account_id_customer_id_fkey" FOREIGN KEY ("account_id", "customer_id") REFERENCES "customers"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_account_id_customer_id_fkey" FOREIGN KEY ("account_id", "customer_id") REFERENCES "customers"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_items" ADD CONSTRAINT "invoice_items_account_id_invoice_id_fkey" FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_status_changes" ADD CONSTRAINT "invoice_status_changes_account_id_invoice_id_fkey" FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_account_id_invoice_id_fkey" FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_invoice_id_fkey" FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_transaction_id_fkey" FOREIGN KEY ("account_id", "transaction_id") REFERENCES "ledger_transactions"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_source_id_fkey" FOREIGN KEY ("account_id", "source_id") REFERENCES "ledger_accounts"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_destination_id_fkey" FOREIGN KEY ("account_id", "destination_id") REFERENCES "ledger_accounts"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_account_id_bank_account_id_fkey" FOREIGN KEY ("account_id", "bank_account_id") REFERENCES "bank_accounts"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_account_id_invoice_id_fkey" FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_account_id_event_id_fkey" FOREIGN KEY ("account_id", "event_id") REFERENCES "webhook_events"("account_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sandbox_charges" ADD CONSTRAINT "sandbox_charges_session_reference_fkey" FOREIGN KEY ("session_reference") REFERENCES "sandbox_checkout_sessions"("reference") ON DELETE SET NULL ON UPDATE CASCADE;
