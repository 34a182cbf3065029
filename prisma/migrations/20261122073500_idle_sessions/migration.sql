-- A session ends after 12 hours without use; until now only after 30 days.
UPDATE "vendor_sessions" SET "expires_at" = LEAST("expires_at", "last_seen_at" + INTERVAL '12 hours');
