-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "replaced_by_id" UUID;

-- A key that was rolled has an end.
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_rolled" CHECK (replaced_by_id IS NULL OR expires_at IS NOT NULL);
