-- AlterTable
ALTER TABLE "audit_events" ADD COLUMN     "operator_id" UUID,
ADD COLUMN     "operator_name" VARCHAR(254);

-- Rows from before have no name, and can't change.
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_operator"
  CHECK ((actor = 'operator') = (operator_name IS NOT NULL)) NOT VALID;
