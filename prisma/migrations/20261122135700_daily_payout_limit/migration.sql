-- AlterTable
ALTER TABLE "vendors" ADD COLUMN     "daily_limit_minor" BIGINT;

-- AlterTable
ALTER TABLE "payouts" ADD COLUMN     "limit_day" DATE;

-- CreateTable
CREATE TABLE "payout_days" (
    "account_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "total_minor" BIGINT NOT NULL,

    CONSTRAINT "payout_days_pkey" PRIMARY KEY ("account_id","day")
);

ALTER TABLE "vendors" ADD CONSTRAINT "vendors_daily_limit" CHECK (daily_limit_minor >= 0);
ALTER TABLE "payout_days" ADD CONSTRAINT "payout_days_total" CHECK (total_minor >= 0);

UPDATE payouts SET limit_day = (created_at AT TIME ZONE 'UTC')::date;
INSERT INTO payout_days (account_id, day, total_minor)
SELECT account_id, limit_day, sum(amount_minor) FROM payouts WHERE status <> 'FAILED' GROUP BY 1, 2;
