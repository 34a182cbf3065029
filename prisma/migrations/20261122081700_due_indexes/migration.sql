-- A predicate that only the look for due rows names. With statistics older than a flood, the planner took the index
-- of due times for the rows of each tenant too, and read through the whole flood each time.
DROP INDEX "webhook_events_next";
CREATE INDEX "webhook_events_next" ON "webhook_events" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';
DROP INDEX "mail_messages_next";
CREATE INDEX "mail_messages_next" ON "mail_messages" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';
DROP INDEX "payouts_next";
CREATE INDEX "payouts_next" ON "payouts" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';
DROP INDEX "payments_next";
CREATE INDEX "payments_next" ON "payments" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';
DROP INDEX "checkout_sessions_next";
CREATE INDEX "checkout_sessions_next" ON "checkout_sessions" (next_attempt_at)
  WHERE coalesce(next_attempt_at, 'infinity') < 'infinity';
