import type { Entries } from '@/lib/error-entry'

export const httpRefusals = {
  not_found: { status: 404, message: 'Not found', meaning: 'The path does not exist.' },
  method_not_allowed: {
    status: 405,
    message: 'Method not allowed',
    meaning: 'The path supports other methods; the `Allow` header names them.',
  },
  body_too_large: { status: 413, message: 'Request body is too large', meaning: 'More than 256 KB.' },
  body_incomplete: { status: 400, message: 'Request body is incomplete' },
  /** Never read by anybody; the status is nginx's for the same. */
  client_gone: { status: 499, message: 'The client closed the connection before its turn' },
  invalid_json: {
    status: 400,
    message: 'Invalid JSON body',
    meaning:
      'Not a JSON object, nested deeper than 16 levels, not valid UTF-8, containing a NUL character, or with the same field twice in one object.',
  },
  internal_error: {
    status: 500,
    message: 'Internal server error',
    meaning:
      'A fault of the service. Its log has the details under the `X-Request-Id` of the response. The request may have been carried out: repeat a POST with the same `Idempotency-Key`.',
    retry: 'same-key',
  },
  service_unavailable: {
    status: 503,
    message: 'Service unavailable',
    meaning:
      'The database is not available or too busy at the moment. `Retry-After` says how many seconds to wait. The request may have been carried out: repeat a POST with the same `Idempotency-Key`.',
    retry: 'same-key',
    retryAfterSeconds: 5,
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests',
    meaning: '`Retry-After` says how many seconds to wait.',
    retry: 'after-delay',
  },
  idempotency_key_empty: {
    status: 400,
    message: 'Idempotency-Key must not be empty',
    meaning: 'The header is present but blank, probably because a variable is unset in the client.',
  },
  idempotency_key_too_long: {
    status: 400,
    message: 'Idempotency-Key must be at most <limit> characters',
    meaning: 'The header is longer than that.',
  },
  field_not_text: {
    status: 400,
    message: '<field> must be a string',
    meaning: 'The field is a number, an object or another type.',
  },
  field_too_long: {
    status: 400,
    message: '<field> must be at most <limit> characters',
    meaning: 'The text is longer than the limit of its field.',
  },
  field_has_control_characters: {
    status: 400,
    message: '<field> must not contain control characters',
    meaning:
      'A name contains a line break, an escape sequence, or a mark that turns the direction of text around.',
  },
  invalid_email: {
    status: 400,
    message: 'Invalid email format',
    meaning: '`email` is not an email address.',
  },
  invalid_currency: {
    status: 400,
    message: 'Invalid currency',
    meaning: 'The currency is not an ISO 4217 code.',
  },
  invalid_amount: {
    status: 400,
    message: 'Invalid amount format',
    meaning: 'An amount, quantity or price is not a decimal number, or has too many decimals.',
  },
  amount_required: {
    status: 400,
    message: 'amount is required',
    meaning: '`amount` is missing or blank.',
  },
  amount_not_positive: {
    status: 400,
    message: 'amount must be greater than 0',
    meaning: '`amount` is 0 or less.',
  },
  invalid_metadata: {
    status: 400,
    message:
      'metadata must be an object of at most 20 keys (1 to 40 characters) with string values (at most 500 characters)',
    meaning: 'Anything else, including numbers and objects as values.',
  },
  simulation_in_live_mode: {
    status: 400,
    message: 'Counterfoil-Simulate works in test mode only',
    meaning: 'The header was sent with a live key. Nothing was done.',
  },
  invalid_simulation: {
    status: 400,
    message: 'Counterfoil-Simulate must be one of <values>',
    meaning: 'The header has another value.',
  },
  /** A form field or list parameter, in the words of its own check. */
  invalid_input: { status: 400, message: '<message>' },
  cross_site_request: { status: 403, message: 'This request came from another site' },
  too_many_attempts: { status: 429, message: 'Too many attempts. Wait a minute and try again.' },
  too_many_wrong_tries: {
    status: 429,
    message: 'Too many wrong attempts. Wait 15 minutes and try again.',
  },
  too_many_wrong_passwords: {
    status: 429,
    message: 'Too many wrong passwords for this email. Wait <wait>, or reset your password.',
  },
} as const satisfies Entries

export const httpErrors = {
  live_mode_unavailable: {
    status: 403,
    message: 'Live mode is not available: no payment and payout provider is configured',
    meaning: 'A live key on an installation without providers.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'Idempotency-Key was already used with different parameters',
    meaning: 'The first request with this key had a different body. Use a new key for each request.',
  },
  idempotency_key_in_progress: {
    status: 409,
    message: 'A request with this Idempotency-Key is in progress',
    meaning: 'The first request is still in progress. `Retry-After` says how many seconds to wait.',
    retry: 'same-key',
    retryAfterSeconds: 1,
  },
} as const satisfies Entries
