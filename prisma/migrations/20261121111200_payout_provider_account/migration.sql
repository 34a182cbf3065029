-- Whose books a payout is in: the same key sent to another account of the provider's would pay twice.
ALTER TABLE "payouts" ADD COLUMN "provider_account" VARCHAR(64) NOT NULL DEFAULT '';
ALTER TABLE "payouts" ALTER COLUMN "provider_account" DROP DEFAULT;
