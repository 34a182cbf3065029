-- A customer's page shows the changes of that customer.
CREATE INDEX "audit_events_vendor_id_subject_id_id_idx" ON "audit_events"("vendor_id", "subject_id", "id");
