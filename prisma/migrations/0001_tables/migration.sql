-- Every table with its keys. `prisma/schema.prisma` says what each table and column is for.

CREATE TYPE "mode" AS ENUM ('test', 'live');
CREATE TYPE "member_role" AS ENUM ('owner', 'admin', 'finance', 'developer', 'accountant', 'read_only');
CREATE TYPE "member_token_purpose" AS ENUM ('password_reset', 'email_confirmation', 'email_change');
CREATE TYPE "audit_actor" AS ENUM ('vendor', 'operator');
CREATE TYPE "api_key_scope" AS ENUM ('read', 'invoices', 'payouts', 'webhooks');
CREATE TYPE "tax_treatment" AS ENUM ('taxed', 'reverse_charge', 'exempt');
CREATE TYPE "entity_type" AS ENUM ('PERSONAL', 'COMPANY');
CREATE TYPE "account_category" AS ENUM ('Checking', 'Savings');
CREATE TYPE "invoice_status" AS ENUM ('CREATED', 'PAID', 'UNPAID', 'FAILED', 'VOIDED');
CREATE TYPE "recurring_unit" AS ENUM ('day', 'week', 'month', 'year');
CREATE TYPE "recurring_status" AS ENUM ('ACTIVE', 'PAUSED', 'STOPPED', 'ENDED');
CREATE TYPE "checkout_session_status" AS ENUM ('OPEN', 'PAID', 'EXPIRED');
CREATE TYPE "payment_status" AS ENUM ('SUCCEEDED', 'REFUNDING', 'REFUNDED');
CREATE TYPE "outside_method" AS ENUM ('bank_transfer', 'cash', 'check', 'other');
CREATE TYPE "refund_status" AS ENUM ('PENDING', 'SUCCEEDED', 'FAILED');
CREATE TYPE "dispute_status" AS ENUM ('OPEN', 'WON', 'LOST');
CREATE TYPE "ledger_account_kind" AS ENUM (
  'credit_wallet',
  'customer_wallet',
  'payouts_in_transit',
  'provider_clearing',
  'platform_fees',
  'operator_funding',
  'pending_wallet',
  'owed_by_vendor',
  'outside_funds',
  'outside_income',
  'provider_fees'
);
CREATE TYPE "payout_status" AS ENUM ('PROCESSING', 'PAID', 'FAILED', 'RETURNED');
CREATE TYPE "payout_request_kind" AS ENUM ('immediate', 'batch', 'scheduled');
CREATE TYPE "payout_request_status" AS ENUM (
  'DRAFT',
  'WAITING',
  'APPROVED',
  'SENT',
  'REFUSED',
  'REJECTED',
  'CANCELED',
  'EXPIRED'
);
CREATE TYPE "webhook_delivery_status" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');
CREATE TYPE "webhook_endpoint_status" AS ENUM ('ENABLED', 'DISABLED');
CREATE TYPE "mail_kind" AS ENUM (
  'invoice',
  'invoice_changed',
  'reminder_due_soon',
  'reminder_overdue',
  'reminder_long_overdue',
  'receipt',
  'refund',
  'credit_note',
  'payout',
  'webhook_failing',
  'password_reset',
  'email_confirmation',
  'security_notice',
  'invitation',
  'payout_approval',
  'recurring_stopped',
  'invoice_not_sent',
  'recurring_payout_stopped',
  'payout_not_sent',
  'portal_link'
);
CREATE TYPE "invoice_view_kind" AS ENUM ('opened', 'downloaded');
CREATE TYPE "mail_status" AS ENUM ('PENDING', 'SENT', 'KEPT', 'FAILED');

CREATE TABLE "vendors" (
  "id" UUID NOT NULL,
  "email" VARCHAR(254) NOT NULL,
  "name" VARCHAR(255) NOT NULL,
  "banned_at" TIMESTAMPTZ(3),
  "ban_reason" VARCHAR(1000),
  "live_approved_at" TIMESTAMPTZ(3),
  "payout_limit_minor" BIGINT NOT NULL DEFAULT 1000000,
  "payout_proof_above_minor" BIGINT DEFAULT 100000,
  "payout_approval_from_minor" BIGINT,
  "daily_limit_minor" BIGINT,
  "fee_ppm" INTEGER NOT NULL DEFAULT 29000,
  "fee_fixed_minor" BIGINT NOT NULL DEFAULT 30,
  "pays_fee" BOOLEAN NOT NULL DEFAULT false,
  "returns_fee" BOOLEAN NOT NULL DEFAULT false,
  "hold_days" INTEGER NOT NULL DEFAULT 2,
  "is_operator" BOOLEAN NOT NULL DEFAULT false,
  "legal_name" VARCHAR(255),
  "address_line1" VARCHAR(255),
  "address_line2" VARCHAR(255),
  "city" VARCHAR(255),
  "state" VARCHAR(255),
  "zip" VARCHAR(255),
  "country" CHAR(2),
  "tax_id" VARCHAR(64),
  "no_tax_reason" VARCHAR(200),
  "phone" VARCHAR(40),
  "support_email" VARCHAR(254),
  "invoice_notes" VARCHAR(2000),
  "own_account" JSONB,
  "reminders" JSONB,
  "notes_views" BOOLEAN NOT NULL DEFAULT true,
  "attaches_pdf" BOOLEAN NOT NULL DEFAULT false,
  "brand_color" CHAR(7),
  "locale" VARCHAR(8) NOT NULL DEFAULT 'en',
  "has_portal" BOOLEAN NOT NULL DEFAULT true,
  "time_zone" VARCHAR(64) NOT NULL DEFAULT 'UTC',
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "name_words" TEXT NOT NULL DEFAULT '',
  "email_words" TEXT NOT NULL DEFAULT '',

  CONSTRAINT "vendors_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "vendors_email_key" ON "vendors" (email);

CREATE TABLE "members" (
  "id" UUID NOT NULL,
  "vendor_id" UUID NOT NULL,
  "role" "member_role" NOT NULL,
  "email" VARCHAR(254) NOT NULL,
  "name" VARCHAR(255),
  "password_hash" TEXT NOT NULL,
  "email_confirmed_at" TIMESTAMPTZ(3),
  "pending_email" VARCHAR(254),
  "pending_email_at" TIMESTAMPTZ(3),
  "suspended_at" TIMESTAMPTZ(3),
  "totp_secret_encrypted" TEXT,
  "totp_confirmed_at" TIMESTAMPTZ(3),
  "totp_last_step" BIGINT,
  "former_emails" VARCHAR(254)[] NOT NULL DEFAULT '{}',
  "approver_since" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "members_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "members_vendor_id_fkey"
    FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id")
);
CREATE UNIQUE INDEX "members_email_key" ON "members" (email);
CREATE UNIQUE INDEX "members_vendor_id_id_key" ON "members" (vendor_id, id);

CREATE TABLE "member_tokens" (
  "member_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "purpose" "member_token_purpose" NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "member_tokens_pkey" PRIMARY KEY ("member_id", "id"),
  CONSTRAINT "member_tokens_member_id_fkey"
    FOREIGN KEY ("member_id") REFERENCES "members"("id")
);
CREATE UNIQUE INDEX "member_tokens_member_id_token_hash_key" ON "member_tokens" (member_id, token_hash);

CREATE TABLE "vendor_invitations" (
  "id" UUID NOT NULL,
  "email" VARCHAR(254) NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "vendor_invitations_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "vendor_invitations_email_key" ON "vendor_invitations" (email);
CREATE UNIQUE INDEX "vendor_invitations_token_hash_key" ON "vendor_invitations" (token_hash);

CREATE TABLE "member_invitations" (
  "vendor_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "email" VARCHAR(254) NOT NULL,
  "role" "member_role" NOT NULL,
  "invited_by_id" UUID NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "member_invitations_pkey" PRIMARY KEY ("vendor_id", "id"),
  CONSTRAINT "member_invitations_vendor_id_fkey"
    FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id"),
  CONSTRAINT "member_invitations_vendor_id_invited_by_id_fkey"
    FOREIGN KEY ("vendor_id", "invited_by_id") REFERENCES "members"("vendor_id", "id")
);
CREATE UNIQUE INDEX "member_invitations_token_hash_key" ON "member_invitations" (token_hash);
CREATE UNIQUE INDEX "member_invitations_vendor_id_email_key" ON "member_invitations" (vendor_id, email);

CREATE TABLE "vendor_logos" (
  "vendor_id" UUID NOT NULL,
  "media_type" VARCHAR(32) NOT NULL,
  "bytes" BYTEA NOT NULL,
  "digest" VARCHAR(64) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "vendor_logos_pkey" PRIMARY KEY ("vendor_id"),
  CONSTRAINT "vendor_logos_vendor_id_fkey"
    FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id")
);

CREATE TABLE "member_sessions" (
  "member_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "address" VARCHAR(64),
  "user_agent" VARCHAR(512),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "proved_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "member_sessions_pkey" PRIMARY KEY ("member_id", "id"),
  CONSTRAINT "member_sessions_member_id_fkey"
    FOREIGN KEY ("member_id") REFERENCES "members"("id")
);

CREATE TABLE "member_recovery_codes" (
  "member_id" UUID NOT NULL,
  "code_hash" BYTEA NOT NULL,

  CONSTRAINT "member_recovery_codes_pkey" PRIMARY KEY ("member_id", "code_hash"),
  CONSTRAINT "member_recovery_codes_member_id_fkey"
    FOREIGN KEY ("member_id") REFERENCES "members"("id")
);

CREATE TABLE "member_passkeys" (
  "member_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "credential_id" BYTEA NOT NULL,
  "public_key" BYTEA NOT NULL,
  "sign_count" BIGINT NOT NULL,
  "name" VARCHAR(60) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "last_used_at" TIMESTAMPTZ(3),

  CONSTRAINT "member_passkeys_pkey" PRIMARY KEY ("member_id", "id"),
  CONSTRAINT "member_passkeys_member_id_fkey"
    FOREIGN KEY ("member_id") REFERENCES "members"("id")
);

CREATE UNIQUE INDEX "member_passkeys_credential_id_key" ON "member_passkeys"("credential_id");

CREATE TABLE "passkey_challenges" (
  "challenge" BYTEA NOT NULL,
  "session_id" UUID,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "passkey_challenges_pkey" PRIMARY KEY ("challenge")
);

CREATE TABLE "saved_views" (
  "member_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "list" VARCHAR(16) NOT NULL,
  "name" VARCHAR(60) NOT NULL,
  "query" VARCHAR(1000) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "saved_views_pkey" PRIMARY KEY ("member_id", "id"),
  CONSTRAINT "saved_views_member_id_fkey"
    FOREIGN KEY ("member_id") REFERENCES "members"("id")
);
CREATE UNIQUE INDEX "saved_views_member_id_list_name_key" ON "saved_views" (member_id, list, name);

CREATE TABLE "audit_events" (
  "vendor_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "account_id" UUID,
  "actor" "audit_actor" NOT NULL,
  "operator_id" UUID,
  "operator_name" VARCHAR(254),
  "member_id" UUID,
  "member_name" VARCHAR(254),
  "action" VARCHAR(64) NOT NULL,
  "subject_id" UUID,
  "detail" VARCHAR(1000),
  "address" VARCHAR(64),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "position" BIGSERIAL NOT NULL,
  "search" TEXT NOT NULL DEFAULT '',

  CONSTRAINT "audit_events_pkey" PRIMARY KEY ("vendor_id", "id"),
  CONSTRAINT "audit_events_operator_id_fkey"
    FOREIGN KEY ("operator_id") REFERENCES "vendors"("id")
);

CREATE TABLE "api_requests" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "api_key_id" UUID NOT NULL,
  "method" VARCHAR(8) NOT NULL,
  "path" VARCHAR(2048) NOT NULL,
  "idempotency_key" VARCHAR(255),
  "request_body" VARCHAR(16384),
  "response_status" INTEGER NOT NULL,
  "response_body" VARCHAR(16384),
  "duration_ms" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "api_requests_pkey" PRIMARY KEY ("account_id", "id")
);

CREATE TABLE "accounts" (
  "id" UUID NOT NULL,
  "vendor_id" UUID NOT NULL,
  "mode" "mode" NOT NULL,
  "webhook_secret_encrypted" TEXT NOT NULL,
  "previous_webhook_secret_encrypted" TEXT,
  "previous_webhook_secret_expires_at" TIMESTAMPTZ(3),
  "mails_customers" BOOLEAN NOT NULL DEFAULT true,
  "checkout_count" BIGINT NOT NULL DEFAULT 0,
  "invoice_prefix" VARCHAR(16) NOT NULL DEFAULT 'INV-',
  "invoice_prefix_words" TEXT NOT NULL DEFAULT ' inv ',
  "next_invoice_number" INTEGER NOT NULL DEFAULT 1,
  "prices_include_tax" BOOLEAN NOT NULL DEFAULT false,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "accounts_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "accounts_vendor_id_fkey"
    FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id")
);

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
  "scopes" "api_key_scope"[] DEFAULT ARRAY['read'::api_key_scope, 'invoices'::api_key_scope, 'payouts'::api_key_scope, 'webhooks'::api_key_scope],
  "allowed_addresses" VARCHAR(64)[] DEFAULT '{}',
  "replaced_by_id" UUID,

  CONSTRAINT "api_keys_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "api_keys_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
  CONSTRAINT "api_keys_account_id_replaced_by_id_fkey"
    FOREIGN KEY ("account_id", "replaced_by_id") REFERENCES "api_keys"("account_id", "id")
);
CREATE UNIQUE INDEX "api_keys_account_id_key_hash_key" ON "api_keys" (account_id, key_hash);

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

  CONSTRAINT "idempotency_claims_pkey" PRIMARY KEY ("account_id", "endpoint", "key"),
  CONSTRAINT "idempotency_claims_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);

CREATE TABLE "customers" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "name" VARCHAR(255) NOT NULL,
  "email" VARCHAR(254) NOT NULL,
  "is_self" BOOLEAN NOT NULL DEFAULT false,
  "email_key" VARCHAR(254) NOT NULL,
  "external_id" VARCHAR(255),
  "customer_group" VARCHAR(255),
  "preferred_currency" CHAR(3) NOT NULL DEFAULT 'USD',
  "address_line1" VARCHAR(255),
  "address_line2" VARCHAR(255),
  "city" VARCHAR(255),
  "state" VARCHAR(255),
  "zip" VARCHAR(255),
  "country" VARCHAR(255),
  "tax_id" VARCHAR(64),
  "tax_treatment" "tax_treatment" NOT NULL DEFAULT 'taxed',
  "tax_exemption_reason" VARCHAR(200),
  "buyer_reference" VARCHAR(200),
  "phone" VARCHAR(40),
  "copy_emails" VARCHAR(254)[] NOT NULL DEFAULT '{}',
  "metadata" JSONB,
  "locale" VARCHAR(8),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "archived_at" TIMESTAMPTZ(3),
  "name_words" TEXT NOT NULL DEFAULT '',
  "email_words" TEXT NOT NULL DEFAULT '',
  "group_words" TEXT NOT NULL DEFAULT '',
  "phone_words" TEXT NOT NULL DEFAULT '',

  CONSTRAINT "customers_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "customers_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);
-- Once a customer is archived, a new one may have the email and the external id.
CREATE UNIQUE INDEX "customers_email_key" ON "customers" (account_id, email_key) WHERE archived_at IS NULL;
CREATE UNIQUE INDEX "customers_external_id" ON "customers" (account_id, external_id)
  WHERE external_id IS NOT NULL AND archived_at IS NULL;

CREATE TABLE "customer_renames" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "invoices_before" UUID NOT NULL,
  "payouts_before" UUID NOT NULL,
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3),
  "lease_until" TIMESTAMPTZ(3),

  CONSTRAINT "customer_renames_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "customer_renames_account_id_id_fkey"
    FOREIGN KEY ("account_id", "id") REFERENCES "customers"("account_id", "id")
);

CREATE TABLE "customer_imports" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "digest" BYTEA NOT NULL,
  "result" JSONB,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "customer_imports_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "customer_imports_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);

CREATE TABLE "bank_account_links" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "customer_id" UUID NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "redirect_url" VARCHAR(2048),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "used_at" TIMESTAMPTZ(3),

  CONSTRAINT "bank_account_links_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "bank_account_links_account_id_customer_id_fkey"
    FOREIGN KEY ("account_id", "customer_id") REFERENCES "customers"("account_id", "id")
);
CREATE UNIQUE INDEX "bank_account_links_account_id_token_hash_key" ON "bank_account_links" (account_id, token_hash);

CREATE TABLE "portal_links" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "customer_id" UUID NOT NULL,
  "email_key" VARCHAR(254) NOT NULL,
  "token_hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3) NOT NULL,
  "opened_at" TIMESTAMPTZ(3),

  CONSTRAINT "portal_links_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "portal_links_account_id_customer_id_fkey"
    FOREIGN KEY ("account_id", "customer_id") REFERENCES "customers"("account_id", "id")
);
CREATE UNIQUE INDEX "portal_links_account_id_token_hash_key" ON "portal_links" (account_id, token_hash);

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
  "metadata" JSONB,
  "link_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "archived_at" TIMESTAMPTZ(3),
  "confirmed_at" TIMESTAMPTZ(3),
  "words" TEXT NOT NULL DEFAULT '',

  CONSTRAINT "bank_accounts_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "bank_accounts_account_id_customer_id_fkey"
    FOREIGN KEY ("account_id", "customer_id") REFERENCES "customers"("account_id", "id"),
  CONSTRAINT "bank_accounts_account_id_link_id_fkey"
    FOREIGN KEY ("account_id", "link_id") REFERENCES "bank_account_links"("account_id", "id")
);
CREATE UNIQUE INDEX "bank_accounts_account_id_customer_id_id_key" ON "bank_accounts" (account_id, customer_id, id);
-- A link gives one bank account.
CREATE UNIQUE INDEX "bank_accounts_account_id_link_id_key" ON "bank_accounts" (account_id, link_id);

CREATE TABLE "invoices" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "number" VARCHAR(32) NOT NULL,
  "customer_id" UUID NOT NULL,
  "email" VARCHAR(254) NOT NULL,
  "copy_emails" VARCHAR(254)[] NOT NULL DEFAULT '{}',
  "currency" CHAR(3) NOT NULL,
  "base_amount_minor" BIGINT NOT NULL,
  "fee_amount_minor" BIGINT NOT NULL,
  "vendor_fee_minor" BIGINT NOT NULL DEFAULT 0,
  "returns_fee" BOOLEAN NOT NULL DEFAULT false,
  "outside_minor" BIGINT NOT NULL DEFAULT 0,
  "credited_minor" BIGINT NOT NULL DEFAULT 0,
  "discount_minor" BIGINT NOT NULL DEFAULT 0,
  "discount_ppm" INTEGER,
  "billing_address" VARCHAR(1000),
  "notes" VARCHAR(2000),
  "status" "invoice_status" NOT NULL DEFAULT 'CREATED',
  "due_date" DATE NOT NULL,
  "redirect_url" VARCHAR(2048),
  "webhook_url" VARCHAR(2048),
  "reference" VARCHAR(255),
  "metadata" JSONB,
  "idempotency_key" VARCHAR(255),
  "seller" JSONB NOT NULL,
  "billed_to" JSONB NOT NULL,
  "pay_token" VARCHAR(64) NOT NULL,
  "payment_method" VARCHAR(64),
  "paid_at" TIMESTAMPTZ(3),
  "voided_at" TIMESTAMPTZ(3),
  "voided_from" "invoice_status",
  "reminders_off" BOOLEAN NOT NULL DEFAULT false,
  "uncollectible_at" TIMESTAMPTZ(3),
  "status_sequence" INTEGER NOT NULL DEFAULT 0,
  "revision" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "clock_days" INTEGER NOT NULL DEFAULT 0,
  "search" TEXT NOT NULL DEFAULT '',

  CONSTRAINT "invoices_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "invoices_account_id_customer_id_fkey"
    FOREIGN KEY ("account_id", "customer_id") REFERENCES "customers"("account_id", "id")
);
CREATE UNIQUE INDEX "invoices_account_id_number_key" ON "invoices" (account_id, number);
CREATE UNIQUE INDEX "invoices_account_id_pay_token_key" ON "invoices" (account_id, pay_token);

CREATE TABLE "tax_rates" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "name" VARCHAR(64) NOT NULL,
  "rate_ppm" INTEGER NOT NULL,
  "is_default" BOOLEAN NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "archived_at" TIMESTAMPTZ(3),

  CONSTRAINT "tax_rates_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "tax_rates_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);
CREATE UNIQUE INDEX "tax_rates_default" ON "tax_rates" (account_id) WHERE is_default;
CREATE UNIQUE INDEX "tax_rates_name_and_rate" ON "tax_rates" (account_id, name, rate_ppm) WHERE archived_at IS NULL;

CREATE TABLE "saved_items" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "title" VARCHAR(255) NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "unit_price_minor" BIGINT NOT NULL,
  "tax_rate_id" UUID,
  "search" TEXT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "archived_at" TIMESTAMPTZ(3),

  CONSTRAINT "saved_items_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "saved_items_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
  CONSTRAINT "saved_items_account_id_tax_rate_id_fkey"
    FOREIGN KEY ("account_id", "tax_rate_id") REFERENCES "tax_rates"("account_id", "id")
);

CREATE TABLE "invoice_views" (
  "account_id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "kind" "invoice_view_kind" NOT NULL,
  "first_at" TIMESTAMPTZ(3) NOT NULL,
  "last_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "invoice_views_pkey" PRIMARY KEY ("account_id", "invoice_id", "kind"),
  CONSTRAINT "invoice_views_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
  CONSTRAINT "invoice_views_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id")
);

CREATE TABLE "invoice_drafts" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "fields" JSONB NOT NULL,
  "version" INTEGER NOT NULL DEFAULT 1,
  "invoice_id" UUID,
  "search" TEXT NOT NULL DEFAULT '',
  "send_on" DATE,
  "send_refusal" VARCHAR(500),
  "next_attempt_at" TIMESTAMPTZ(3),
  "lease_until" TIMESTAMPTZ(3),
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "updated_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "invoice_drafts_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "invoice_drafts_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
  CONSTRAINT "invoice_drafts_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id")
);

CREATE TABLE "overdue_sums" (
  "account_id" UUID NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "invoice_count" INTEGER NOT NULL,
  "total_minor" BIGINT NOT NULL,

  CONSTRAINT "overdue_sums_pkey" PRIMARY KEY ("account_id", "currency"),
  CONSTRAINT "overdue_sums_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);

CREATE TABLE "paid_days" (
  "account_id" UUID NOT NULL,
  "time_zone" VARCHAR(64) NOT NULL,
  "day" DATE NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "fee_minor" BIGINT NOT NULL,
  "invoice_count" INTEGER NOT NULL,

  CONSTRAINT "paid_days_pkey" PRIMARY KEY ("account_id", "time_zone", "day", "currency"),
  CONSTRAINT "paid_days_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);

CREATE TABLE "invoice_items" (
  "account_id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "title" VARCHAR(255) NOT NULL,
  "quantity_micros" BIGINT NOT NULL,
  "unit_price_minor" BIGINT NOT NULL,
  "line_amount_minor" BIGINT NOT NULL,
  "tax_name" VARCHAR(64),
  "tax_rate_ppm" INTEGER,
  "tax_inclusive" BOOLEAN,
  "tax_minor" BIGINT NOT NULL DEFAULT 0,
  "discount_minor" BIGINT NOT NULL DEFAULT 0,

  CONSTRAINT "invoice_items_pkey" PRIMARY KEY ("account_id", "invoice_id", "position"),
  -- An invoice's items are written before it, so that the account's counters are locked as briefly as possible.
  CONSTRAINT "invoice_items_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id") DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE "invoice_status_changes" (
  "account_id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "sequence" INTEGER NOT NULL,
  "from_status" "invoice_status" NOT NULL,
  "to_status" "invoice_status" NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "invoice_status_changes_pkey" PRIMARY KEY ("account_id", "invoice_id", "sequence"),
  CONSTRAINT "invoice_status_changes_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id")
);

CREATE TABLE "recurring_invoices" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "customer_id" UUID NOT NULL,
  "fields" JSONB NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "base_amount_minor" BIGINT NOT NULL,
  "due_after_days" INTEGER NOT NULL,
  "is_sent" BOOLEAN NOT NULL,
  "unit" "recurring_unit" NOT NULL,
  "every" INTEGER NOT NULL,
  "day_of_month" INTEGER,
  "starts_on" DATE NOT NULL,
  "ends_on" DATE,
  "ends_after" INTEGER,
  "status" "recurring_status" NOT NULL DEFAULT 'ACTIVE',
  "stop_reason" VARCHAR(64),
  "period_index" INTEGER NOT NULL DEFAULT 0,
  "next_on" DATE,
  "period_count" INTEGER NOT NULL DEFAULT 0,
  "skipped_count" INTEGER NOT NULL DEFAULT 0,
  "clock_days" INTEGER NOT NULL DEFAULT 0,
  "is_utc" BOOLEAN NOT NULL,
  "revision" INTEGER NOT NULL DEFAULT 1,
  "failed_since" TIMESTAMPTZ(3),
  "next_attempt_at" TIMESTAMPTZ(3),
  "lease_until" TIMESTAMPTZ(3),
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "recurring_invoices_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "recurring_invoices_account_id_customer_id_fkey"
    FOREIGN KEY ("account_id", "customer_id") REFERENCES "customers"("account_id", "id")
);

CREATE TABLE "recurring_periods" (
  "account_id" UUID NOT NULL,
  "recurring_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "invoice_id" UUID,
  "draft_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "recurring_periods_pkey" PRIMARY KEY ("account_id", "recurring_id", "day"),
  CONSTRAINT "recurring_periods_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id"),
  CONSTRAINT "recurring_periods_account_id_recurring_id_fkey"
    FOREIGN KEY ("account_id", "recurring_id") REFERENCES "recurring_invoices"("account_id", "id")
);
CREATE UNIQUE INDEX "recurring_periods_account_id_invoice_id_key" ON "recurring_periods" (account_id, invoice_id);

CREATE TABLE "joint_checkouts" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "customer_id" UUID NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "joint_checkouts_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "joint_checkouts_account_id_customer_id_fkey"
    FOREIGN KEY ("account_id", "customer_id") REFERENCES "customers"("account_id", "id")
);

CREATE TABLE "joint_checkout_parts" (
  "account_id" UUID NOT NULL,
  "joint_checkout_id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "amount_minor" BIGINT NOT NULL,

  CONSTRAINT "joint_checkout_parts_pkey" PRIMARY KEY ("account_id", "joint_checkout_id", "invoice_id"),
  CONSTRAINT "joint_checkout_parts_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id"),
  CONSTRAINT "joint_checkout_parts_account_id_joint_checkout_id_fkey"
    FOREIGN KEY ("account_id", "joint_checkout_id") REFERENCES "joint_checkouts"("account_id", "id")
);

CREATE TABLE "checkout_sessions" (
  "account_id" UUID NOT NULL,
  "number" BIGINT NOT NULL,
  "invoice_id" UUID,
  "joint_checkout_id" UUID,
  "provider" VARCHAR(64) NOT NULL,
  "provider_reference" VARCHAR(255) NOT NULL,
  "status" "checkout_session_status" NOT NULL DEFAULT 'OPEN',
  "amount_minor" BIGINT NOT NULL,
  "next_attempt_at" TIMESTAMPTZ(3),
  "lease_until" TIMESTAMPTZ(3),
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "checkout_sessions_pkey" PRIMARY KEY ("account_id", "number"),
  CONSTRAINT "checkout_sessions_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id"),
  CONSTRAINT "checkout_sessions_account_id_joint_checkout_id_fkey"
    FOREIGN KEY ("account_id", "joint_checkout_id") REFERENCES "joint_checkouts"("account_id", "id")
);
CREATE UNIQUE INDEX "checkout_sessions_account_id_provider_provider_reference_key" ON "checkout_sessions" (account_id, provider, provider_reference);

CREATE TABLE "payments" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "provider" VARCHAR(64) NOT NULL,
  "session_reference" VARCHAR(255),
  "part" INTEGER NOT NULL DEFAULT 0,
  "status" "payment_status" NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "paid_with" VARCHAR(64),
  "paid_with_last4" VARCHAR(4),
  "receipt_number" INTEGER,
  "provider_reference" VARCHAR(255),
  "fee_minor" BIGINT,
  "fee_currency" CHAR(3),
  "fraud_warned_at" TIMESTAMPTZ(3),
  "fraud_type" VARCHAR(64),
  "lease_until" TIMESTAMPTZ(3),
  "next_attempt_at" TIMESTAMPTZ(3),
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "settled_at" TIMESTAMPTZ(3) NOT NULL,
  "request_id" UUID,

  CONSTRAINT "payments_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "payments_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id")
);
CREATE UNIQUE INDEX "payments_account_id_invoice_id_id_key" ON "payments" (account_id, invoice_id, id);
CREATE UNIQUE INDEX "payments_account_id_invoice_id_receipt_number_key" ON "payments" (account_id, invoice_id, receipt_number);
CREATE UNIQUE INDEX "payments_account_id_provider_session_reference_part_key" ON "payments" (account_id, provider, session_reference, part);

CREATE TABLE "outside_payments" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "method" "outside_method" NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "received_on" DATE NOT NULL,
  "reference" VARCHAR(140),
  "receipt_number" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "removed_at" TIMESTAMPTZ(3),

  CONSTRAINT "outside_payments_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "outside_payments_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id")
);
CREATE UNIQUE INDEX "outside_payments_account_id_invoice_id_receipt_number_key" ON "outside_payments" (account_id, invoice_id, receipt_number);

CREATE TABLE "invoice_credits" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "note" VARCHAR(255),
  "credit_note_number" INTEGER NOT NULL,
  "line_gross_minor" BIGINT[],
  "line_tax_minor" BIGINT[],
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "invoice_credits_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "invoice_credits_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id")
);
CREATE UNIQUE INDEX "invoice_credits_account_id_invoice_id_credit_note_number_key" ON "invoice_credits" (account_id, invoice_id, credit_note_number);

CREATE TABLE "refunds" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "payment_id" UUID NOT NULL,
  "provider" VARCHAR(64) NOT NULL,
  "provider_reference" VARCHAR(255),
  "status" "refund_status" NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "base_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "failure_reason" VARCHAR(255),
  "note" VARCHAR(255),
  "credit_note_number" INTEGER,
  "credit_note_at" TIMESTAMPTZ(3),
  "line_gross_minor" BIGINT[],
  "line_tax_minor" BIGINT[],
  "request_id" UUID,
  "lease_until" TIMESTAMPTZ(3),
  "next_attempt_at" TIMESTAMPTZ(3),
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "settled_at" TIMESTAMPTZ(3),

  CONSTRAINT "refunds_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "refunds_account_id_invoice_id_payment_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id", "payment_id") REFERENCES "payments"("account_id", "invoice_id", "id")
);
CREATE UNIQUE INDEX "refunds_account_id_invoice_id_credit_note_number_key" ON "refunds" (account_id, invoice_id, credit_note_number);
CREATE UNIQUE INDEX "refunds_account_id_provider_provider_reference_payment_id_key" ON "refunds" (account_id, provider, provider_reference, payment_id);

CREATE TABLE "disputes" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "payment_id" UUID NOT NULL,
  "provider" VARCHAR(64) NOT NULL,
  "provider_reference" VARCHAR(255) NOT NULL,
  "status" "dispute_status" NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "base_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "fee_minor" BIGINT,
  "fee_returned_minor" BIGINT,
  "fee_currency" CHAR(3),
  "reason" VARCHAR(255),
  "evidence_due_at" TIMESTAMPTZ(3),
  "provider_url" VARCHAR(2048),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "settled_at" TIMESTAMPTZ(3),

  CONSTRAINT "disputes_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "disputes_account_id_invoice_id_payment_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id", "payment_id") REFERENCES "payments"("account_id", "invoice_id", "id")
);
CREATE UNIQUE INDEX "disputes_account_id_provider_provider_reference_payment_id_key" ON "disputes" (account_id, provider, provider_reference, payment_id);

CREATE TABLE "awaited_payments" (
  "provider" VARCHAR(64) NOT NULL,
  "payment_reference" VARCHAR(255) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "awaited_payments_pkey" PRIMARY KEY ("provider", "payment_reference")
);

CREATE TABLE "ledger_accounts" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "kind" "ledger_account_kind" NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "owner_id" UUID NOT NULL,
  "balance_minor" BIGINT,
  "movement_count" BIGINT NOT NULL DEFAULT 0,
  "last_hash" BYTEA,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "ledger_accounts_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "ledger_accounts_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);
CREATE UNIQUE INDEX "ledger_accounts_account_id_kind_currency_owner_id_key" ON "ledger_accounts" (account_id, kind, currency, owner_id);

CREATE TABLE "ledger_transactions" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "reason" VARCHAR(64) NOT NULL,
  "reference_id" UUID NOT NULL,
  "reverses_id" UUID,
  "note" VARCHAR(1000),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "position" BIGSERIAL NOT NULL,

  CONSTRAINT "ledger_transactions_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "ledger_transactions_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
  CONSTRAINT "ledger_transactions_account_id_reverses_id_fkey"
    FOREIGN KEY ("account_id", "reverses_id") REFERENCES "ledger_transactions"("account_id", "id")
);
CREATE UNIQUE INDEX "ledger_transactions_account_id_reference_id_reason_key" ON "ledger_transactions" (account_id, reference_id, reason);
CREATE UNIQUE INDEX "ledger_transactions_account_id_reverses_id_key" ON "ledger_transactions" (account_id, reverses_id);

CREATE TABLE "ledger_entries" (
  "account_id" UUID NOT NULL,
  "transaction_id" UUID NOT NULL,
  "position" INTEGER NOT NULL,
  "source_id" UUID NOT NULL,
  "destination_id" UUID NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,

  CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("account_id", "transaction_id", "position"),
  CONSTRAINT "ledger_entries_account_id_destination_id_fkey"
    FOREIGN KEY ("account_id", "destination_id") REFERENCES "ledger_accounts"("account_id", "id"),
  CONSTRAINT "ledger_entries_account_id_source_id_fkey"
    FOREIGN KEY ("account_id", "source_id") REFERENCES "ledger_accounts"("account_id", "id"),
  CONSTRAINT "ledger_entries_account_id_transaction_id_fkey"
    FOREIGN KEY ("account_id", "transaction_id") REFERENCES "ledger_transactions"("account_id", "id")
);

CREATE TABLE "wallet_movements" (
  "account_id" UUID NOT NULL,
  "wallet_id" UUID NOT NULL,
  "sequence" BIGINT NOT NULL,
  "transaction_id" UUID NOT NULL,
  "reason" VARCHAR(64) NOT NULL,
  "change_minor" BIGINT NOT NULL,
  "balance_after_minor" BIGINT NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "hash" BYTEA NOT NULL,
  "search" TEXT NOT NULL DEFAULT '',

  CONSTRAINT "wallet_movements_pkey" PRIMARY KEY ("account_id", "wallet_id", "sequence"),
  CONSTRAINT "wallet_movements_account_id_transaction_id_fkey"
    FOREIGN KEY ("account_id", "transaction_id") REFERENCES "ledger_transactions"("account_id", "id"),
  CONSTRAINT "wallet_movements_account_id_wallet_id_fkey"
    FOREIGN KEY ("account_id", "wallet_id") REFERENCES "ledger_accounts"("account_id", "id")
);
CREATE UNIQUE INDEX "wallet_movements_account_id_transaction_id_wallet_id_key" ON "wallet_movements" (account_id, transaction_id, wallet_id);

CREATE TABLE "wallet_holds" (
  "account_id" UUID NOT NULL,
  "invoice_id" UUID NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "left_minor" BIGINT NOT NULL,
  "release_at" TIMESTAMPTZ(3) NOT NULL,
  "released_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "wallet_holds_pkey" PRIMARY KEY ("account_id", "invoice_id"),
  CONSTRAINT "wallet_holds_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id")
);

CREATE TABLE "money_checks" (
  "currency" CHAR(3) NOT NULL,
  "missing_minor" BIGINT NOT NULL,
  "checked_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "money_checks_pkey" PRIMARY KEY ("currency")
);

CREATE TABLE "operator_movements" (
  "id" UUID NOT NULL,
  "reason" VARCHAR(32) NOT NULL,
  "reference" VARCHAR(320) NOT NULL,
  "source" VARCHAR(64) NOT NULL,
  "destination" VARCHAR(64) NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "note" VARCHAR(500),
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "operator_movements_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "operator_movements_reason_reference_key" ON "operator_movements" (reason, reference);

CREATE TABLE "unposted_amounts" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "kind" VARCHAR(16) NOT NULL,
  "reference_id" UUID NOT NULL,
  "provider" VARCHAR(64) NOT NULL,
  "provider_reference" VARCHAR(255) NOT NULL,
  "expected_minor" BIGINT NOT NULL,
  "expected_currency" CHAR(3) NOT NULL,
  "reported_minor" BIGINT,
  "reported_currency" VARCHAR(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "unposted_amounts_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "unposted_amounts_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);
CREATE UNIQUE INDEX "unposted_amounts_account_id_kind_provider_provider_referenc_key" ON "unposted_amounts" (account_id, kind, provider, provider_reference);

CREATE TABLE "reconciled_items" (
  "account_id" UUID NOT NULL,
  "kind" VARCHAR(16) NOT NULL,
  "item_id" UUID NOT NULL,
  "verdict" VARCHAR(32) NOT NULL,
  "status" VARCHAR(16) NOT NULL,
  "provider_reference" VARCHAR(255),
  "provider_status" VARCHAR(64),
  "provider_minor" BIGINT,
  "provider_currency" VARCHAR(3),
  "provider_created_at" TIMESTAMPTZ(3),
  "checked_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "reconciled_items_pkey" PRIMARY KEY ("account_id", "kind", "item_id"),
  CONSTRAINT "reconciled_items_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);

CREATE TABLE "payout_batches" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "name" VARCHAR(255) NOT NULL,
  "file_hash" BYTEA,
  "member_id" UUID,
  "member_name" VARCHAR(254),
  "api_key_id" UUID,
  "send_on" DATE,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "started_at" TIMESTAMPTZ(3),
  "discarded_at" TIMESTAMPTZ(3),

  CONSTRAINT "payout_batches_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "payout_batches_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
  CONSTRAINT "payout_batches_account_id_api_key_id_fkey"
    FOREIGN KEY ("account_id", "api_key_id") REFERENCES "api_keys"("account_id", "id")
);

CREATE TABLE "recurring_payouts" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "customer_id" UUID NOT NULL,
  "bank_account_id" UUID NOT NULL,
  "amount_minor" BIGINT,
  "keep_minor" BIGINT,
  "least_minor" BIGINT,
  "reference" VARCHAR(500),
  "unit" "recurring_unit" NOT NULL,
  "every" INTEGER NOT NULL,
  "day_of_month" INTEGER,
  "starts_on" DATE NOT NULL,
  "ends_on" DATE,
  "ends_after" INTEGER,
  "status" "recurring_status" NOT NULL DEFAULT 'ACTIVE',
  "stop_reason" VARCHAR(64),
  "period_index" INTEGER NOT NULL DEFAULT 0,
  "next_on" DATE,
  "period_count" INTEGER NOT NULL DEFAULT 0,
  "clock_days" INTEGER NOT NULL DEFAULT 0,
  "revision" INTEGER NOT NULL DEFAULT 1,
  "requested_by_id" UUID NOT NULL,
  "requested_by_name" VARCHAR(254) NOT NULL,
  "request_id" UUID,
  "next_attempt_at" TIMESTAMPTZ(3),
  "lease_until" TIMESTAMPTZ(3),
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "recurring_payouts_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "recurring_payouts_account_id_customer_id_bank_account_id_fkey"
    FOREIGN KEY ("account_id", "customer_id", "bank_account_id") REFERENCES "bank_accounts"("account_id", "customer_id", "id")
);

CREATE TABLE "payout_requests" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "kind" "payout_request_kind" NOT NULL,
  "batch_id" UUID,
  "line" INTEGER,
  "recipient_text" VARCHAR(255),
  "bank_account_text" VARCHAR(255),
  "amount_text" VARCHAR(255),
  "reference" VARCHAR(500),
  "customer_id" UUID,
  "bank_account_id" UUID,
  "amount_minor" BIGINT,
  "metadata" JSONB,
  "day" DATE,
  "series_id" UUID,
  "period_on" DATE,
  "status" "payout_request_status" NOT NULL,
  "refusal_code" VARCHAR(64),
  "reason" VARCHAR(1000),
  "requested_by_id" UUID,
  "requested_by_name" VARCHAR(254),
  "decided_by_id" UUID,
  "decided_by_name" VARCHAR(254),
  "decided_at" TIMESTAMPTZ(3),
  "request_id" UUID,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "expires_at" TIMESTAMPTZ(3),
  "lease_until" TIMESTAMPTZ(3),
  "next_attempt_at" TIMESTAMPTZ(3),
  "attempt_count" INTEGER NOT NULL DEFAULT 0,

  CONSTRAINT "payout_requests_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "payout_requests_account_id_customer_id_bank_account_id_fkey"
    FOREIGN KEY ("account_id", "customer_id", "bank_account_id") REFERENCES "bank_accounts"("account_id", "customer_id", "id"),
  CONSTRAINT "payout_requests_account_id_batch_id_fkey"
    FOREIGN KEY ("account_id", "batch_id") REFERENCES "payout_batches"("account_id", "id"),
  CONSTRAINT "payout_requests_account_id_series_id_fkey"
    FOREIGN KEY ("account_id", "series_id") REFERENCES "recurring_payouts"("account_id", "id")
);

CREATE TABLE "payouts" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "customer_id" UUID NOT NULL,
  "bank_account_id" UUID NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "status" "payout_status" NOT NULL DEFAULT 'PROCESSING',
  "provider" VARCHAR(64) NOT NULL,
  "provider_account" VARCHAR(64) NOT NULL,
  "rail" VARCHAR(16),
  "rail_since" TIMESTAMPTZ(3),
  "waiting_since" TIMESTAMPTZ(3),
  "former_rails" VARCHAR(16)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(16)[],
  "provider_transfer_id" VARCHAR(255),
  "provider_transfer_status" VARCHAR(64),
  "failure_code" VARCHAR(64),
  "failure_detail" VARCHAR(1000),
  "lease_until" TIMESTAMPTZ(3),
  "next_attempt_at" TIMESTAMPTZ(3),
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "limit_day" DATE,
  "settled_at" TIMESTAMPTZ(3),
  "request_id" UUID,
  "payout_request_id" UUID,
  "idempotency_key" VARCHAR(255),
  "metadata" JSONB,
  "search" TEXT NOT NULL DEFAULT '',

  CONSTRAINT "payouts_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "payouts_account_id_customer_id_bank_account_id_fkey"
    FOREIGN KEY ("account_id", "customer_id", "bank_account_id") REFERENCES "bank_accounts"("account_id", "customer_id", "id"),
  CONSTRAINT "payouts_account_id_payout_request_id_fkey"
    FOREIGN KEY ("account_id", "payout_request_id") REFERENCES "payout_requests"("account_id", "id")
);

CREATE TABLE "transfer_fees" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "payout_id" UUID NOT NULL,
  "provider_transfer_id" VARCHAR(255) NOT NULL,
  "amount_minor" BIGINT,
  "currency" CHAR(3),
  "lease_until" TIMESTAMPTZ(3),
  "next_attempt_at" TIMESTAMPTZ(3),
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "transfer_fees_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "transfer_fees_account_id_payout_id_fkey"
    FOREIGN KEY ("account_id", "payout_id") REFERENCES "payouts"("account_id", "id")
);

CREATE TABLE "payout_days" (
  "account_id" UUID NOT NULL,
  "day" DATE NOT NULL,
  "total_minor" BIGINT NOT NULL,
  "limit_minor" BIGINT,

  CONSTRAINT "payout_days_pkey" PRIMARY KEY ("account_id", "day"),
  CONSTRAINT "payout_days_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);

CREATE TABLE "events" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "type" VARCHAR(64) NOT NULL,
  "subject_id" UUID NOT NULL,
  "data" TEXT NOT NULL,
  "request_id" UUID,
  "traceparent" VARCHAR(55),
  "position" BIGSERIAL NOT NULL,
  "sequence" BIGINT,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "events_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "events_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);

CREATE TABLE "event_heads" (
  "account_id" UUID NOT NULL,
  "last_sequence" BIGINT NOT NULL DEFAULT 0,

  CONSTRAINT "event_heads_pkey" PRIMARY KEY ("account_id"),
  CONSTRAINT "event_heads_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);

CREATE TABLE "webhook_deliveries" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "event_id" UUID,
  "endpoint_id" UUID,
  "invoice_id" UUID,
  "sequence" INTEGER NOT NULL,
  "url" VARCHAR(2048) NOT NULL,
  "payload" TEXT NOT NULL,
  "status" "webhook_delivery_status" NOT NULL DEFAULT 'PENDING',
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3),
  "lease_until" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "webhook_deliveries_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id"),
  CONSTRAINT "webhook_deliveries_account_id_invoice_id_fkey"
    FOREIGN KEY ("account_id", "invoice_id") REFERENCES "invoices"("account_id", "id"),
  CONSTRAINT "webhook_deliveries_account_id_event_id_fkey"
    FOREIGN KEY ("account_id", "event_id") REFERENCES "events"("account_id", "id")
);
CREATE UNIQUE INDEX "webhook_deliveries_account_id_invoice_id_sequence_key" ON "webhook_deliveries" (account_id, invoice_id, sequence);

CREATE TABLE "webhook_endpoints" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "url" VARCHAR(2048) NOT NULL,
  "description" VARCHAR(255),
  "event_types" VARCHAR(64)[] DEFAULT '{}',
  "status" "webhook_endpoint_status" NOT NULL DEFAULT 'ENABLED',
  "secret_encrypted" TEXT NOT NULL,
  "previous_secret_encrypted" TEXT,
  "previous_secret_expires_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "deleted_at" TIMESTAMPTZ(3),

  CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "webhook_endpoints_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);

CREATE TABLE "webhook_attempts" (
  "account_id" UUID NOT NULL,
  "delivery_id" UUID NOT NULL,
  "number" INTEGER NOT NULL,
  "request_headers" VARCHAR(4096) NOT NULL,
  "response_status" INTEGER,
  "response_body" VARCHAR(4096),
  "error" VARCHAR(1000),
  "duration_ms" INTEGER NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("account_id", "delivery_id", "number")
);

CREATE TABLE "mail_messages" (
  "owner_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "kind" "mail_kind" NOT NULL,
  "reference" VARCHAR(80) NOT NULL,
  "recipient" VARCHAR(254) NOT NULL,
  "sender_name" VARCHAR(255),
  "reply_to" VARCHAR(254),
  "subject" VARCHAR(255) NOT NULL,
  "body_encrypted" TEXT NOT NULL,
  "invoice_number" VARCHAR(32),
  "status" "mail_status" NOT NULL DEFAULT 'PENDING',
  "note" VARCHAR(1000),
  "attempt_count" INTEGER NOT NULL DEFAULT 0,
  "next_attempt_at" TIMESTAMPTZ(3),
  "lease_until" TIMESTAMPTZ(3),
  "give_up_at" TIMESTAMPTZ(3) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,
  "sent_at" TIMESTAMPTZ(3),
  "request_id" UUID,
  "search" TEXT NOT NULL DEFAULT '',

  CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("owner_id", "id")
);
CREATE UNIQUE INDEX "mail_messages_owner_id_kind_reference_key" ON "mail_messages" (owner_id, kind, reference);

CREATE UNLOGGED TABLE "rate_limits" (
  "key" VARCHAR(255) NOT NULL,
  "points" INTEGER NOT NULL DEFAULT 0,
  "expire" BIGINT,

  CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "seals" (
  "stream" VARCHAR(16) NOT NULL,
  "number" BIGINT NOT NULL,
  "up_to" BIGINT NOT NULL,
  "positions" BIGINT[],
  "row_ids" UUID[],
  "row_hashes" BYTEA[],
  "hash" BYTEA NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "seals_pkey" PRIMARY KEY ("stream", "number")
);

CREATE TABLE "seal_heads" (
  "stream" VARCHAR(16) NOT NULL,
  "number" BIGINT NOT NULL DEFAULT 0,
  "proof" BYTEA,
  "up_to" BIGINT NOT NULL DEFAULT 0,
  "next_up_to" BIGINT,
  "next_xid" BIGINT,

  CONSTRAINT "seal_heads_pkey" PRIMARY KEY ("stream")
);

CREATE TABLE "book_checks" (
  "name" VARCHAR(16) NOT NULL,
  "problems" TEXT[],
  "problem_count" INTEGER NOT NULL,
  "checked_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "book_checks_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "worker_heartbeats" (
  "worker_id" UUID NOT NULL,
  "beat_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("worker_id")
);

CREATE UNLOGGED TABLE "process_metrics" (
  "process" VARCHAR(255) NOT NULL,
  "metrics" TEXT NOT NULL,
  "written_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "process_metrics_pkey" PRIMARY KEY ("process")
);

CREATE TABLE "periodic_work" (
  "name" VARCHAR(64) NOT NULL,
  "next_run_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "periodic_work_pkey" PRIMARY KEY ("name")
);

CREATE TABLE "instance" (
  "id" INTEGER NOT NULL,
  "key_fingerprint" BYTEA NOT NULL,
  "providers" VARCHAR(16),
  "demo_created_at" TIMESTAMPTZ(3),
  "health_checked_at" TIMESTAMPTZ(3),
  "backed_up_at" TIMESTAMPTZ(3),

  CONSTRAINT "instance_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "provider_beneficiaries" (
  "provider" VARCHAR(64) NOT NULL,
  "key" VARCHAR(255) NOT NULL,
  "beneficiary_id" VARCHAR(255) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

  CONSTRAINT "provider_beneficiaries_pkey" PRIMARY KEY ("provider", "key")
);

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
CREATE UNIQUE INDEX "sandbox_transfers_reference_key" ON "sandbox_transfers" (reference);

CREATE TABLE "sandbox_checkout_sessions" (
  "reference" VARCHAR(64) NOT NULL,
  "idempotency_key" VARCHAR(255) NOT NULL,
  "status" VARCHAR(64) NOT NULL DEFAULT 'OPEN',
  "amount_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "vendor_name" VARCHAR(255) NOT NULL,
  "description" VARCHAR(255) NOT NULL,
  "success_url" VARCHAR(2048) NOT NULL,
  "cancel_url" VARCHAR(2048),
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "sandbox_checkout_sessions_pkey" PRIMARY KEY ("reference")
);
CREATE UNIQUE INDEX "sandbox_checkout_sessions_idempotency_key_key" ON "sandbox_checkout_sessions" (idempotency_key);

CREATE TABLE "sandbox_charges" (
  "idempotency_key" VARCHAR(255) NOT NULL,
  "reference" VARCHAR(64) NOT NULL,
  "session_reference" VARCHAR(64) NOT NULL,
  "status" VARCHAR(64) NOT NULL,
  "decline_code" VARCHAR(64),
  "refund_scenario" VARCHAR(64),
  "card_last4" VARCHAR(4),
  "fraud_warned_at" TIMESTAMPTZ(3),
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "sandbox_charges_pkey" PRIMARY KEY ("idempotency_key"),
  CONSTRAINT "sandbox_charges_session_reference_fkey"
    FOREIGN KEY ("session_reference") REFERENCES "sandbox_checkout_sessions"("reference")
);
CREATE UNIQUE INDEX "sandbox_charges_reference_key" ON "sandbox_charges" (reference);

CREATE TABLE "sandbox_refunds" (
  "idempotency_key" VARCHAR(255) NOT NULL,
  "reference" VARCHAR(64) NOT NULL,
  "payment_reference" VARCHAR(255) NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "status" VARCHAR(64) NOT NULL,
  "later_statuses" VARCHAR(64)[] NOT NULL DEFAULT '{}',
  "refusal_code" VARCHAR(64),
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "sandbox_refunds_pkey" PRIMARY KEY ("idempotency_key")
);
CREATE UNIQUE INDEX "sandbox_refunds_reference_key" ON "sandbox_refunds" (reference);

CREATE TABLE "sandbox_disputes" (
  "reference" VARCHAR(64) NOT NULL,
  "payment_reference" VARCHAR(255) NOT NULL,
  "amount_minor" BIGINT NOT NULL,
  "currency" CHAR(3) NOT NULL,
  "status" VARCHAR(64) NOT NULL,
  "created_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "sandbox_disputes_pkey" PRIMARY KEY ("reference")
);

CREATE TABLE "webhook_inbox_deliveries" (
  "account_id" UUID NOT NULL,
  "id" UUID NOT NULL,
  "headers" JSONB NOT NULL,
  "body" TEXT NOT NULL,
  "received_at" TIMESTAMPTZ(3) NOT NULL,

  CONSTRAINT "webhook_inbox_deliveries_pkey" PRIMARY KEY ("account_id", "id"),
  CONSTRAINT "webhook_inbox_deliveries_account_id_fkey"
    FOREIGN KEY ("account_id") REFERENCES "accounts"("id")
);

-- Keys to tables that stand further down.
ALTER TABLE "api_requests" ADD CONSTRAINT "api_requests_account_id_api_key_id_fkey"
  FOREIGN KEY ("account_id", "api_key_id") REFERENCES "api_keys"("account_id", "id");
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_account_id_endpoint_id_fkey"
  FOREIGN KEY ("account_id", "endpoint_id") REFERENCES "webhook_endpoints"("account_id", "id");
