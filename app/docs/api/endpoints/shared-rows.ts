import type { ErrorRow, RequestField } from '@/components/docs/reference'

/** The key as a POST request carries it. */
export const KEY_IN_BODY: RequestField = {
  name: 'api_key',
  type: 'string',
  required: 'yes, or as header',
  text: 'Your API key. `Authorization: Bearer` in its place is better: see Authentication.',
}

/** The key as a GET request carries it. */
export const KEY_IN_QUERY: RequestField = {
  name: 'api_key',
  type: 'string, in the query',
  required: 'yes, or as header',
  text: 'Your API key. Prefer `Authorization: Bearer`: addresses end up in logs.',
}

export const CUSTOMER_IN_PATH: RequestField = {
  name: 'customer_id',
  type: 'UUID, in the path',
  required: 'yes',
  text: 'The customer.',
}

/** A key is missing: each endpoint has its own words. */
export function missingKey(status: number, message: string): ErrorRow {
  return { status, message, text: 'There is no key: neither field nor header.' }
}

export const INVALID_KEY: ErrorRow = {
  status: 401,
  message: 'Invalid API Key',
  text: 'The key is unknown, expired or revoked.',
}

export const BANNED: ErrorRow = {
  status: 403,
  message: 'This vendor account has been banned.',
  text: 'The operator has banned the vendor.',
}

export const CUSTOMER_NOT_FOUND: ErrorRow = {
  status: 404,
  message: 'Customer not found',
  text: 'No customer of this account has the id.',
}

/** The checks on an optional or required text, told once for all fields. */
export const NOT_TEXT: ErrorRow = {
  status: 400,
  message: '<field> must be a string',
  text: 'The field holds a number, an object or the like.',
}

export const TOO_LONG: ErrorRow = {
  status: 400,
  message: '<field> must be at most <n> characters',
  text: 'The text is longer than the limit in the table above.',
}
