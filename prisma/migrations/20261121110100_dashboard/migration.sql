-- CreateEnum
CREATE TYPE "audit_actor" AS ENUM ('vendor', 'operator');

-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "locale" VARCHAR(8);

-- AlterTable
ALTER TABLE "vendors" ADD COLUMN     "brand_color" CHAR(7),
ADD COLUMN     "is_operator" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "locale" VARCHAR(8) NOT NULL DEFAULT 'en',
ADD COLUMN     "totp_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" BIGINT,
ADD COLUMN     "totp_secret_encrypted" TEXT;

-- AlterTable
ALTER TABLE "webhook_attempts" ADD COLUMN     "request_headers" VARCHAR(4096);

-- AlterTable
ALTER TABLE "webhook_events" ALTER COLUMN "invoice_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "vendor_logos" (
    "vendor_id" UUID NOT NULL,
    "media_type" VARCHAR(32) NOT NULL,
    "bytes" BYTEA NOT NULL,
    "digest" VARCHAR(64) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_logos_pkey" PRIMARY KEY ("vendor_id")
);

-- CreateTable
CREATE TABLE "vendor_sessions" (
    "vendor_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "address" VARCHAR(64),
    "user_agent" VARCHAR(512),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_sessions_pkey" PRIMARY KEY ("vendor_id","id")
);

-- CreateTable
CREATE TABLE "vendor_recovery_codes" (
    "vendor_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,

    CONSTRAINT "vendor_recovery_codes_pkey" PRIMARY KEY ("vendor_id","code_hash")
);

-- CreateTable
CREATE TABLE "audit_events" (
    "vendor_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "account_id" UUID,
    "actor" "audit_actor" NOT NULL,
    "action" VARCHAR(64) NOT NULL,
    "subject_id" UUID,
    "detail" VARCHAR(1000),
    "address" VARCHAR(64),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_events_pkey" PRIMARY KEY ("vendor_id","id")
);

-- CreateTable
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

    CONSTRAINT "api_requests_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE INDEX "vendor_sessions_expires_at_idx" ON "vendor_sessions"("expires_at");

-- CreateIndex
CREATE INDEX "api_requests_account_id_response_status_id_idx" ON "api_requests"("account_id", "response_status", "id");

-- CreateIndex
CREATE INDEX "api_requests_created_at_idx" ON "api_requests"("created_at");

-- CreateIndex
CREATE INDEX "webhook_events_account_id_status_id_idx" ON "webhook_events"("account_id", "status", "id");

-- AddForeignKey
ALTER TABLE "vendor_logos" ADD CONSTRAINT "vendor_logos_vendor_id_fkey" FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vendor_sessions" ADD CONSTRAINT "vendor_sessions_vendor_id_fkey" FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "vendor_recovery_codes" ADD CONSTRAINT "vendor_recovery_codes_vendor_id_fkey" FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "vendors"
  ADD CONSTRAINT "vendors_brand_color" CHECK (brand_color ~ '^#[0-9a-f]{6}$'),
  ADD CONSTRAINT "vendors_totp" CHECK (totp_confirmed_at IS NULL OR totp_secret_encrypted IS NOT NULL);

ALTER TABLE "vendor_logos" ADD CONSTRAINT "vendor_logos_size" CHECK (length(bytes) BETWEEN 1 AND 262144);

ALTER TABLE "vendor_sessions" ADD CONSTRAINT "vendor_sessions_time" CHECK (expires_at > created_at);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON "audit_events"
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "audit_events" EXECUTE FUNCTION refuse_change();
