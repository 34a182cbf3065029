-- The limit fails the statement that exceeds it, like an overdraft, so that the day's row is locked last: it was locked
-- while the rest of the payout was written.
ALTER TABLE "payout_days" ADD COLUMN     "limit_minor" BIGINT;
ALTER TABLE "payout_days" ADD CONSTRAINT "payout_days_limit" CHECK (total_minor <= limit_minor);
