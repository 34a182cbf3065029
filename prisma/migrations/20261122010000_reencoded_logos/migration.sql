-- Logos from before were stored as they were uploaded. The worker re-encodes them.
-- AlterTable
ALTER TABLE "vendor_logos" ADD COLUMN     "is_reencoded" BOOLEAN NOT NULL DEFAULT false;
