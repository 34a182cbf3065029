import type { Entries } from '@/lib/error-entry'

export const apiKeyRefusals = {
  api_key_required: {
    status: 400,
    message: 'api_key is required',
    meaning: 'Neither the field nor the header contains a key.',
  },
  api_key_missing: {
    status: 401,
    message: 'api_key is required',
    meaning: 'Neither the field nor the header contains a key.',
  },
  api_key_parameter_required: {
    status: 400,
    message: 'api_key parameter is required',
    meaning: 'Neither the query nor the header contains a key.',
  },
  invalid_api_key: {
    status: 401,
    message: 'Invalid API Key',
    meaning: 'The key is unknown, expired or revoked.',
  },
  api_key_address_refused: {
    status: 403,
    message: 'This API key is not allowed from <address>',
    meaning: 'The key has a list of IP addresses, and the request came from another.',
  },
  api_key_scope_missing: {
    status: 403,
    message: 'This API key does not have the scope <scope>',
    meaning: 'The key was created without this scope. Create one that has it.',
  },
  scope_beyond_role: {
    status: 403,
    message: 'Your role can’t make keys with the <scope> permission. Ask the owner or an admin of your team',
  },
} as const satisfies Entries

export const apiKeyErrors = {
  api_key_not_found: { status: 404, message: 'API key not found' },
  /** The key is revoked, expired or already rotated, so it can't be rotated. */
  api_key_not_active: {
    status: 409,
    message: 'This key has expired or was already rotated or revoked',
  },
} as const satisfies Entries
