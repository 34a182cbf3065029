-- What was done under an Idempotency-Key, whatever the endpoint.
CREATE INDEX "idempotency_claims_account_id_key_idx" ON "idempotency_claims"("account_id", "key");
-- The requests that carried it; most carry none.
CREATE INDEX "api_requests_idempotency_key" ON "api_requests" (account_id, idempotency_key, id)
  WHERE idempotency_key IS NOT NULL;
