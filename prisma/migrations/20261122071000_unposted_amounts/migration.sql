-- CreateTable
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

    CONSTRAINT "unposted_amounts_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "unposted_amounts_account_id_kind_provider_provider_referenc_key" ON "unposted_amounts"("account_id", "kind", "provider", "provider_reference");

ALTER TABLE "unposted_amounts"
  ADD CONSTRAINT "unposted_amounts_kind" CHECK (kind IN ('payment', 'payout'));
