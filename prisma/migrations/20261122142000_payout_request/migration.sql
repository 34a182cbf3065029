ALTER TABLE "payouts" ADD COLUMN "request_id" UUID;
