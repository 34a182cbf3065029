-- Workers look for due rows themselves, so nothing wakes them any more.
DROP SCHEMA IF EXISTS graphile_worker CASCADE;

-- CreateTable
CREATE TABLE "periodic_work" (
    "name" VARCHAR(64) NOT NULL,
    "next_run_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "periodic_work_pkey" PRIMARY KEY ("name")
);

-- A look that finds nothing due is one descent of this index, however many rows wait.
CREATE INDEX "webhook_events_next" ON "webhook_events" (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "mail_messages_next" ON "mail_messages" (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "payouts_next" ON "payouts" (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "payments_next" ON "payments" (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "checkout_sessions_next" ON "checkout_sessions" (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
