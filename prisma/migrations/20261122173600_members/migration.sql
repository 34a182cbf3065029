-- People sign in as members of a vendor. Each vendor's sign-in becomes its owner, under the vendor's id: session cookies,
-- mailed links, encrypted secrets and marks of known browsers name it, and stay good.
CREATE TYPE "member_role" AS ENUM ('owner', 'admin', 'finance', 'developer', 'read_only');

CREATE TABLE "members" (
    "id" UUID NOT NULL,
    "vendor_id" UUID NOT NULL,
    "role" "member_role" NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "name" VARCHAR(255),
    "password_hash" TEXT NOT NULL,
    "email_confirmed_at" TIMESTAMPTZ(3),
    "totp_secret_encrypted" TEXT,
    "totp_confirmed_at" TIMESTAMPTZ(3),
    "totp_last_step" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "members_totp" CHECK (totp_confirmed_at IS NULL OR totp_secret_encrypted IS NOT NULL)
);

INSERT INTO members (id, vendor_id, role, email, password_hash, email_confirmed_at, totp_secret_encrypted,
                     totp_confirmed_at, totp_last_step, created_at)
SELECT id, id, 'owner', email, password_hash, email_confirmed_at, totp_secret_encrypted, totp_confirmed_at,
       totp_last_step, created_at
  FROM vendors;

CREATE UNIQUE INDEX "members_email_key" ON "members"("email");
CREATE INDEX "members_vendor_id_id_idx" ON "members"("vendor_id", "id");
-- At most one owner: who owns the vendor's email is never a question.
CREATE UNIQUE INDEX "members_owner_key" ON "members"("vendor_id") WHERE role = 'owner';
ALTER TABLE "members" ADD CONSTRAINT "members_vendor_id_fkey"
  FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TYPE "vendor_token_purpose" RENAME TO "member_token_purpose";
ALTER TABLE "vendor_tokens" RENAME TO "member_tokens";
ALTER TABLE "vendor_sessions" RENAME TO "member_sessions";
ALTER TABLE "vendor_recovery_codes" RENAME TO "member_recovery_codes";
ALTER TABLE "member_tokens" RENAME COLUMN "vendor_id" TO "member_id";
ALTER TABLE "member_sessions" RENAME COLUMN "vendor_id" TO "member_id";
ALTER TABLE "member_recovery_codes" RENAME COLUMN "vendor_id" TO "member_id";
ALTER TABLE "member_tokens" RENAME CONSTRAINT "vendor_tokens_pkey" TO "member_tokens_pkey";
ALTER TABLE "member_sessions" RENAME CONSTRAINT "vendor_sessions_pkey" TO "member_sessions_pkey";
ALTER TABLE "member_recovery_codes" RENAME CONSTRAINT "vendor_recovery_codes_pkey" TO "member_recovery_codes_pkey";
ALTER TABLE "member_tokens" RENAME CONSTRAINT "vendor_tokens_time" TO "member_tokens_time";
ALTER TABLE "member_sessions" RENAME CONSTRAINT "vendor_sessions_time" TO "member_sessions_time";
ALTER INDEX "vendor_tokens_vendor_id_token_hash_key" RENAME TO "member_tokens_member_id_token_hash_key";
ALTER INDEX "vendor_sessions_expires_at_idx" RENAME TO "member_sessions_expires_at_idx";
ALTER TABLE "member_tokens" DROP CONSTRAINT "vendor_tokens_vendor_id_fkey",
  ADD CONSTRAINT "member_tokens_member_id_fkey"
  FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "member_sessions" DROP CONSTRAINT "vendor_sessions_vendor_id_fkey",
  ADD CONSTRAINT "member_sessions_member_id_fkey"
  FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "member_recovery_codes" DROP CONSTRAINT "vendor_recovery_codes_vendor_id_fkey",
  ADD CONSTRAINT "member_recovery_codes_member_id_fkey"
  FOREIGN KEY ("member_id") REFERENCES "members"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "vendors" DROP CONSTRAINT "vendors_totp",
  DROP COLUMN "password_hash",
  DROP COLUMN "email_confirmed_at",
  DROP COLUMN "totp_secret_encrypted",
  DROP COLUMN "totp_confirmed_at",
  DROP COLUMN "totp_last_step";

-- Which member acted. Rows from before have none, and can't change.
ALTER TABLE "audit_events" ADD COLUMN "member_id" UUID,
  ADD COLUMN "member_name" VARCHAR(254),
  ADD CONSTRAINT "audit_events_member" CHECK ((member_id IS NULL) = (member_name IS NULL));
