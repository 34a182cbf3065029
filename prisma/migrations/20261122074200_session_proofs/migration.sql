-- When the user of a session last gave the password or a second factor; signing in did.
ALTER TABLE "vendor_sessions" ADD COLUMN "proved_at" TIMESTAMPTZ(3);
UPDATE "vendor_sessions" SET "proved_at" = "created_at";
ALTER TABLE "vendor_sessions" ALTER COLUMN "proved_at" SET NOT NULL;
