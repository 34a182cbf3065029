import type { RefusalCode } from '@/lib/http/refusals'

/** Advice on the errors that a corrected request alone does not solve. */
const ADVICE: Partial<Record<RefusalCode, string>> = {
  not_found: 'Compare the path with the [API reference](/docs/api).',
  method_not_allowed: 'Use one of the methods that the `Allow` header names.',
  invalid_json:
    'Send a JSON object in UTF-8. Let your language’s JSON library write it instead of joining strings.',
  internal_error:
    'Repeat the request after a pause, a POST with the same `Idempotency-Key`. If it happens again, send the operator the `X-Request-Id`.',
  service_unavailable:
    'Wait as long as `Retry-After` says, then repeat the request, a POST with the same `Idempotency-Key`.',
  rate_limited:
    'Wait as long as `Retry-After` says, then send the request again. Nothing has happened. See [Limits](/docs/limits).',
  invalid_api_key:
    'Check that the whole key is sent, that it has not expired, and that it belongs to this installation. Keys are listed under [API keys](/settings/api-keys).',
  api_key_address_refused:
    'Send the request from one of the addresses of the key, or create a key with other addresses.',
  api_key_scope_missing: 'Create a key with this scope: see [Scopes](/docs/authentication#scopes).',
  idempotency_key_empty:
    'Set the variable that holds the key, and stop your program where it is empty: without a key, a repeat would pay twice.',
  idempotency_key_reused:
    'Use a new key for a new request. If you meant to repeat the first one, send exactly the same body.',
  idempotency_key_in_progress:
    'Wait as long as `Retry-After` says, then send the same request again: you get its answer.',
  test_clock_advancing: 'Wait as long as `Retry-After` says, then send the request again.',
  customer_email_taken:
    'Use the customer who has this address: the `Location` header of the answer is their path.',
  payment_provider_failed: 'Send the request again after a pause, with the same `Idempotency-Key`.',
  payout_limit_exceeded: 'Split the amount into several payouts, or ask the operator for a higher limit.',
  daily_payout_limit_exceeded: 'Try again after midnight UTC, or ask the operator for a higher limit.',
  payout_needs_approval:
    'Request the payout in the dashboard, where a second person approves it. The owner sets the amount under **Settings → Security**.',
  insufficient_balance:
    'Wait until more invoices are paid. Money that is on hold is not available yet: the [wallet](/wallet) shows both.',
  payout_refused:
    'The money is back in your wallet. Let a person look at the reason; once it is fixed, the same request with the same `Idempotency-Key` is a fresh attempt. This error always comes as JSON with an `X-Request-Id`: a 502 without them comes from a proxy in between, and you repeat that request with the same key.',
  vendor_banned: 'Ask the operator of this installation. Repeating the request does not help.',
  live_mode_unavailable: 'Ask the operator to configure the providers, or use a test key.',
}

export function adviceFor(code: RefusalCode, status: number): string {
  return ADVICE[code] ?? BY_STATUS[status] ?? 'Correct the request, and send it again.'
}

const BY_STATUS: Record<number, string> = {
  404: 'Check the id, and that the key belongs to the account and mode in which the object was created.',
  409: 'Look at the object’s current state before you decide what to do next.',
  502: 'Repeat the request after a pause, with the same `Idempotency-Key`.',
}
