-- Every queue says by the same columns what is due, who has it and how often it was tried.
ALTER TABLE "payouts" RENAME COLUMN "next_check_at" TO "next_attempt_at";
ALTER TABLE "payouts" RENAME COLUMN "check_count" TO "attempt_count";
ALTER TABLE "payments" RENAME COLUMN "next_check_at" TO "next_attempt_at";
ALTER TABLE "payments" RENAME COLUMN "check_count" TO "attempt_count";
ALTER TABLE "checkout_sessions" RENAME COLUMN "next_check_at" TO "next_attempt_at";
ALTER TABLE "checkout_sessions" RENAME COLUMN "check_count" TO "attempt_count";
ALTER TABLE "checkout_sessions" ADD COLUMN "lease_until" TIMESTAMPTZ(3);

-- The sweep takes tenants in turn, so their key leads.
DROP INDEX "webhook_events_due";
DROP INDEX "mail_messages_due";
DROP INDEX "payouts_due";
DROP INDEX "payments_due";
DROP INDEX "checkout_sessions_due";
CREATE INDEX "webhook_events_due" ON "webhook_events" (account_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "mail_messages_due" ON "mail_messages" (owner_id, next_attempt_at, id)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "payouts_due" ON "payouts" (account_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "payments_due" ON "payments" (account_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "checkout_sessions_due" ON "checkout_sessions" (account_id, next_attempt_at, number)
  WHERE next_attempt_at IS NOT NULL;
