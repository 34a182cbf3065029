CREATE TABLE "member_invitations" (
    "vendor_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" VARCHAR(254) NOT NULL,
    "role" "member_role" NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "member_invitations_pkey" PRIMARY KEY ("vendor_id","id"),
    -- A vendor has one owner, who hands the account over by hand.
    CONSTRAINT "member_invitations_role" CHECK (role <> 'owner')
);

CREATE UNIQUE INDEX "member_invitations_token_hash_key" ON "member_invitations"("token_hash");
CREATE UNIQUE INDEX "member_invitations_vendor_id_email_key" ON "member_invitations"("vendor_id", "email");
ALTER TABLE "member_invitations" ADD CONSTRAINT "member_invitations_vendor_id_fkey"
  FOREIGN KEY ("vendor_id") REFERENCES "vendors"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
