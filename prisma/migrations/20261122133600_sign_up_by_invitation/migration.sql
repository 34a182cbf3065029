-- AlterEnum
ALTER TYPE "mail_kind" ADD VALUE 'invitation';

-- CreateTable
CREATE TABLE "vendor_invitations" (
    "id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "vendor_invitations_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "vendor_invitations_email_key" ON "vendor_invitations"("email");

-- CreateIndex
CREATE UNIQUE INDEX "vendor_invitations_token_hash_key" ON "vendor_invitations"("token_hash");
