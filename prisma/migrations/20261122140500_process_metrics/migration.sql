CREATE TABLE "process_metrics" (
    "process" VARCHAR(255) NOT NULL,
    "metrics" TEXT NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "process_metrics_pkey" PRIMARY KEY ("process")
);

-- Rewritten every few seconds, and worth nothing after a crash.
ALTER TABLE "process_metrics" SET UNLOGGED;
