-- AlterTable
ALTER TABLE "vendors" ADD COLUMN     "payout_proof_above_minor" BIGINT DEFAULT 100000;

ALTER TABLE "vendors" ADD CONSTRAINT "vendors_payout_proof" CHECK (payout_proof_above_minor >= 0);
