-- CreateEnum
CREATE TYPE "api_key_scope" AS ENUM ('read', 'invoices', 'payouts');

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowed_addresses" VARCHAR(64)[] DEFAULT ARRAY[]::VARCHAR(64)[],
ADD COLUMN     "scopes" "api_key_scope"[] DEFAULT ARRAY['read', 'invoices', 'payouts']::"api_key_scope"[];

-- A key without a scope could do nothing, and one without a list of addresses must not look like one.
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_limits"
  CHECK (scopes IS NOT NULL AND cardinality(scopes) > 0 AND allowed_addresses IS NOT NULL);
