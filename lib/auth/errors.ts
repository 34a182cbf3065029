import type { Entries } from '@/lib/error-entry'

export const authRefusals = {
  invalid_mode: { status: 400, message: 'mode must be test or live' },
  session_ended: {
    status: 401,
    message:
      'Your session has ended. Sign in again in another tab, then come back: nothing you typed is lost.',
  },
  role_not_allowed: {
    status: 403,
    message: 'Your role doesn’t allow this. Ask the owner or an admin of your team',
  },
  operator_needs_second_factor: {
    status: 403,
    message: 'Turn on two-step sign-in to use the operator’s pages',
  },
  password_needed: { status: 403, message: 'Enter your password to continue' },
  code_needed: { status: 403, message: 'Enter a code from your authenticator app to continue' },
} as const satisfies Entries

export const authErrors = {
  session_not_found: { status: 404, message: 'Session not found' },
  /** A new password that attackers try first. */
  password_too_common: {
    status: 400,
    message: 'This password is easy to guess. Try a few unrelated words.',
  },
  /** A new password that is the account's own email or business name. */
  password_is_own_name: {
    status: 400,
    message: 'Your password can’t be your own email or business name',
  },
  /** Neither an unused code of the vendor's authenticator app nor a recovery code. */
  code_wrong: { status: 403, message: 'Incorrect code, or one that was used before' },
  /** Whatever is wrong with the answer: a guesser learns nothing. */
  passkey_refused: { status: 403, message: 'This passkey wasn’t accepted. Try again' },
  passkey_not_found: { status: 404, message: 'This passkey was already removed' },
  passkey_known: { status: 409, message: 'This passkey is already in use for an account' },
  too_many_passkeys: { status: 409, message: 'You can have at most 20 passkeys. Remove one first' },
  totp_enabled_already: { status: 409, message: 'Two-step sign-in is already on' },
  totp_not_started: { status: 409, message: 'Two-step sign-in is not set up. Reload the page.' },
  /** A link mailed to the vendor is used, expired or invalid. */
  link_not_valid: { status: 400, message: 'This link has expired or was already used' },
} as const satisfies Entries
