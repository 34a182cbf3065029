-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN "event_id" UUID;

-- Of deliveries from before, and of test events, the index knows nothing.
CREATE INDEX "webhook_events_event" ON "webhook_events" (account_id, event_id) WHERE event_id IS NOT NULL;
