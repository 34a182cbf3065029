import type { Transaction } from '@/lib/db/transaction'

/** A request to the API as it is kept: secrets were taken out of it before it came here. */
export type ApiRequestRecord = {
  accountId: string
  /** The answer's X-Request-Id. */
  id: string
  apiKeyId: string
  method: string
  path: string
  idempotencyKey: string | null
  requestBody: string | null
  responseStatus: number
  responseBody: string | null
  durationMs: number
  createdAt: Date
}

/** Writes requests down, of whatever accounts, in one statement of the same text for any number of them. */
export async function saveRequests(tx: Transaction, requests: ApiRequestRecord[]): Promise<void> {
  const all = <F extends keyof ApiRequestRecord>(field: F) => requests.map((request) => request[field])
  await tx.$executeRaw`
    INSERT INTO api_requests (account_id, id, api_key_id, method, path, idempotency_key, request_body,
                              response_status, response_body, duration_ms, created_at)
    SELECT * FROM unnest(
      ${all('accountId')}::uuid[], ${all('id')}::uuid[], ${all('apiKeyId')}::uuid[],
      ${all('method')}::text[], ${all('path')}::text[], ${all('idempotencyKey')}::text[],
      ${all('requestBody')}::text[], ${all('responseStatus')}::int[], ${all('responseBody')}::text[],
      ${all('durationMs')}::int[], ${all('createdAt')}::timestamptz[])`
}
