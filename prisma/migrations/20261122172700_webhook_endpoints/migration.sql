-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "url" VARCHAR(2048) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("account_id","id")
);

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN "endpoint_id" UUID;

-- An event goes to an endpoint once, however often somebody asks for it.
CREATE UNIQUE INDEX "webhook_events_endpoint" ON "webhook_events" (account_id, event_id, endpoint_id)
  WHERE endpoint_id IS NOT NULL;
-- The endpoints that events go to.
CREATE INDEX "webhook_endpoints_active" ON "webhook_endpoints" (account_id, id) WHERE deleted_at IS NULL;

CREATE OR REPLACE FUNCTION guard_webhook_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.payload, NEW.url, NEW.sequence, NEW.invoice_id, NEW.event_id, NEW.endpoint_id)
     IS DISTINCT FROM (OLD.payload, OLD.url, OLD.sequence, OLD.invoice_id, OLD.event_id, OLD.endpoint_id) THEN
    RAISE EXCEPTION 'a published event is frozen' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
