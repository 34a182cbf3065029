-- When the service last proved that the database takes writes.
ALTER TABLE "instance" ADD COLUMN "health_checked_at" TIMESTAMPTZ(3);
