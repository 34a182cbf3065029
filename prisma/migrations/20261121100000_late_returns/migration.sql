-- A bank may send a payout back when it is not watched any more, and the notification names no account.
DROP INDEX "payouts_watched";
CREATE INDEX "payouts_notified" ON "payouts" (id) WHERE status IN ('PROCESSING', 'PAID');
