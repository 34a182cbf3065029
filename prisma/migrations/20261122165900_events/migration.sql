-- CreateTable
CREATE TABLE "events" (
    "account_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "type" VARCHAR(64) NOT NULL,
    "subject_id" UUID NOT NULL,
    "data" TEXT NOT NULL,
    "request_id" UUID,
    "position" BIGSERIAL NOT NULL,
    "sequence" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("account_id","id")
);

-- CreateTable
CREATE TABLE "event_heads" (
    "account_id" UUID NOT NULL,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "event_heads_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE INDEX "events_account_id_subject_id_position_idx" ON "events"("account_id", "subject_id", "position");

-- Partial, so that writing an event enters it into only one of the two.
CREATE UNIQUE INDEX "events_sequence" ON "events" (account_id, sequence) WHERE sequence IS NOT NULL;
CREATE INDEX "events_unnumbered" ON "events" (account_id, position) WHERE sequence IS NULL;

-- An event gets its number once, and nothing else of it ever changes.
CREATE TRIGGER append_only BEFORE UPDATE ON "events" FOR EACH ROW
  WHEN (old.sequence IS NOT NULL OR new.sequence IS NULL
        OR (old.account_id, old.id, old.type, old.subject_id, old.data, old.request_id, old.position, old.created_at)
           IS DISTINCT FROM
           (new.account_id, new.id, new.type, new.subject_id, new.data, new.request_id, new.position, new.created_at))
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_deleted BEFORE DELETE ON "events" FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON "events" EXECUTE FUNCTION refuse_change();
