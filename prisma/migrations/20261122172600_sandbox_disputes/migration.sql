-- CreateTable
CREATE TABLE "sandbox_disputes" (
    "reference" VARCHAR(64) NOT NULL,
    "payment_reference" VARCHAR(255) NOT NULL,
    "amount_minor" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "status" VARCHAR(64) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sandbox_disputes_pkey" PRIMARY KEY ("reference")
);

-- CreateIndex
CREATE INDEX "sandbox_disputes_payment_reference_idx" ON "sandbox_disputes"("payment_reference");
