-- What the inbox of the documentation received lately: the latest deliveries of an account, for an hour.
CREATE TABLE "webhook_inbox_deliveries" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "headers" JSONB NOT NULL,
    "body" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_inbox_deliveries_pkey" PRIMARY KEY ("account_id","id"),
    CONSTRAINT "webhook_inbox_deliveries_size" CHECK (octet_length(body) <= 65536)
);

CREATE INDEX "webhook_inbox_deliveries_received_at_idx" ON "webhook_inbox_deliveries"("received_at");
