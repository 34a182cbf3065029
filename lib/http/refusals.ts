import { type AnyDomainError, DomainError, type DomainErrorCode } from '@/lib/errors'
import { formatDecimal } from '@/lib/money/decimals'

/*
 * Every refusal of every API by its stable code: one status, one message. API V2's messages are the
 * contract's, to the letter; `<name>` in a message is a placeholder. `meaning` explains the codes of API V2
 * in the reference.
 */

/**
 * A program's next step after a refusal: give up (`never`: it fails again until somebody changes something), repeat
 * the request with the same Idempotency-Key (`same-key`: it may have been carried out), or repeat it later
 * (`after-delay`: it was not carried out). docs/decisions/0040-errors-for-programs.md has a table of the codes.
 */
export type Retry = 'never' | 'same-key' | 'after-delay'

/** Without `retry`: never. */
type Entry = { status: number; message: string; meaning?: string; retry?: Retry; retryAfterSeconds?: number }

/** Refusals of the request itself. Domain errors are in the next table. */
const OF_REQUESTS = {
  not_found: { status: 404, message: 'Not found', meaning: 'The path does not exist.' },
  method_not_allowed: {
    status: 405,
    message: 'Method not allowed',
    meaning: 'The path supports other methods; the `Allow` header names them.',
  },
  saved_views_full: { status: 409, message: 'You have 20 saved views of this list. Delete one first.' },
  import_id_used: { status: 409, message: 'Another file was imported under this id' },
  body_too_large: { status: 413, message: 'Request body is too large', meaning: 'More than 256 KB.' },
  body_incomplete: { status: 400, message: 'Request body is incomplete' },
  /** Never read by anybody; the status is nginx's for the same. */
  client_gone: { status: 499, message: 'The client closed the connection before its turn' },
  invalid_json: {
    status: 400,
    message: 'Invalid JSON body',
    meaning:
      'Not a JSON object, nested deeper than 16 levels, not valid UTF-8, or containing a NUL character.',
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

  unknown_parameter: {
    status: 400,
    message: 'Unknown parameter <parameter>',
    meaning: 'The list has no such filter. If it were ignored, the list would show more than was asked for.',
  },
  repeated_parameter: {
    status: 400,
    message: '<parameter> is given more than once',
    meaning: 'Each parameter can be given once.',
  },
  invalid_parameter: {
    status: 400,
    message: '<parameter> must be <expected>',
    meaning: 'The value of a filter has another format, or is empty.',
  },
  invalid_limit: {
    status: 400,
    message: 'limit must be a whole number from 1 to 100',
    meaning: 'Any other value.',
  },
  invalid_wait: {
    status: 400,
    message: 'wait must be a whole number from 0 to 30',
    meaning: 'Any other number of seconds.',
  },
  invalid_cursor: {
    status: 400,
    message: 'Invalid cursor',
    meaning:
      '`after` is not a `next_cursor` of this list with the same filters. Start again without `after`.',
  },

  url_required: { status: 400, message: 'url is required', meaning: '`url` is missing or blank.' },
  invalid_url: { status: 400, message: 'Invalid url', meaning: 'Not an http or https URL.' },

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

  name_and_email_required: {
    status: 400,
    message: 'name and email are required',
    meaning: '`name` or `email` is missing or blank.',
  },

  email_required: { status: 400, message: 'email is required', meaning: '`email` is missing or blank.' },
  invalid_entity_type: {
    status: 400,
    message: 'entity_type must be PERSONAL or COMPANY',
    meaning: 'Any other value, including a different case.',
  },
  address_incomplete: {
    status: 400,
    message: 'address.state, address.city, address.postcode and address.street_address are required',
    meaning: 'One of them is missing or blank.',
  },
  bank_details_incomplete: {
    status: 400,
    message: 'bank_details.account_name, account_number, routing_number and bank_name are required',
    meaning: 'One of them is missing or blank.',
  },
  person_name_required: {
    status: 400,
    message: 'first_name and last_name are required for PERSONAL accounts',
    meaning: 'One of them is missing or blank.',
  },
  company_name_required: {
    status: 400,
    message: 'company_name is required for COMPANY accounts',
    meaning: '`company_name` is missing or blank.',
  },
  invalid_country_code: {
    status: 400,
    message: 'Invalid country_code',
    meaning: '`address.country_code` is not an ISO 3166 code of two letters.',
  },
  invalid_account_number: {
    status: 400,
    message: 'account_number must be 4 to 17 digits',
    meaning: '`bank_details.account_number` has a different length, or characters that are not digits.',
  },
  invalid_routing_number: {
    status: 400,
    message: 'routing_number must be a 9-digit ABA routing number',
    meaning: 'Not 9 digits or, in live mode, a wrong checksum.',
  },
  invalid_account_category: {
    status: 400,
    message: 'account_category must be Checking or Savings',
    meaning: 'Any other value, including a different case.',
  },
  invalid_date_of_birth: {
    status: 400,
    message: 'Invalid date_of_birth format. Use YYYY-MM-DD',
    meaning: 'A different format, or a day that does not exist.',
  },

  invalid_metadata: {
    status: 400,
    message:
      'metadata must be an object of at most 20 keys (1 to 40 characters) with string values (at most 500 characters)',
    meaning: 'Anything else, including numbers and objects as values.',
  },

  bank_account_id_required: {
    status: 400,
    message: 'bank_account_id is required',
    meaning: '`bank_account_id` is missing or blank.',
  },
  currency_not_supported: {
    status: 400,
    message: 'Only USD payouts are supported',
    meaning: '`currency` is not USD.',
  },

  email_or_customer_id_required: {
    status: 400,
    message: 'email or customer_id is required',
    meaning: 'Both are missing or blank.',
  },
  amount_or_items_required: {
    status: 400,
    message: 'amount or items are required',
    meaning: 'Both are missing or empty.',
  },
  invoice_amount_not_positive: {
    status: 400,
    message: 'Invoice amount must be greater than 0',
    meaning: 'The amount is 0 or less, or the items add up to 0.',
  },
  invalid_redirect_url: {
    status: 400,
    message: 'Invalid redirect_url',
    meaning: 'Not an http or https URL.',
  },
  invalid_webhook_url: { status: 400, message: 'Invalid webhook_url', meaning: 'Not an http or https URL.' },
  invalid_due_date: {
    status: 400,
    message: 'Invalid due_date format. Use YYYY-MM-DD',
    meaning: 'A different format, or a day that does not exist.',
  },
  items_not_array: {
    status: 400,
    message: 'items must be an array',
    meaning: '`items` is an object, a string or another type.',
  },
  too_many_items: {
    status: 400,
    message: 'items must have at most 100 entries',
    meaning: 'The invoice has more than 100 items.',
  },
  item_incomplete: {
    status: 400,
    message: 'Each item must have title, qty and price',
    meaning: 'An item lacks one of them, or is not an object.',
  },
  item_out_of_range: {
    status: 400,
    message: 'Each item must have a qty above 0 and a price of 0 or more',
    meaning: 'The quantity is 0, or a number is negative.',
  },
  invoice_amount_too_large: {
    status: 400,
    message: 'Invoice amount must be at most 999999999.99',
    meaning: 'The total before the fee is larger, in any currency.',
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
  invalid_outcome: {
    status: 400,
    message: 'outcome must be one of <values>',
    meaning: '`outcome` is missing, or another value.',
  },
  invalid_days: {
    status: 400,
    message: 'days must be a whole number from 1 to <most>',
    meaning: '`days` is missing, or another value.',
  },

  // The dashboard and the buyer's pages.
  /** A form field or list parameter, in the words of its own check. */
  invalid_input: { status: 400, message: '<message>' },
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
  email_not_confirmed: { status: 403, message: 'Confirm your own email address first' },
  scope_beyond_role: {
    status: 403,
    message: 'Your role can’t make keys with the <scope> permission. Ask the owner or an admin of your team',
  },
  operator_needs_second_factor: {
    status: 403,
    message: 'Turn on two-step sign-in to use the operator’s pages',
  },
  password_needed: { status: 403, message: 'Enter your password to continue' },
  code_needed: { status: 403, message: 'Enter a code from your authenticator app to continue' },
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
  too_many_confirmation_mails: {
    status: 429,
    message: 'We sent several links in the last hour. Check your inbox, or try again later.',
  },
  invalid_signature: { status: 400, message: 'The signature is not valid' },
  ledger_too_large: {
    status: 503,
    message:
      'The ledger is too large to check in the browser. Check one vendor’s account, or run: npm run --silent admin -- ledger verify',
  },
  event_not_found: {
    status: 404,
    message: 'Event not found',
    meaning: 'This account has no event with this id.',
  },
  trace_not_found: {
    status: 404,
    message: 'Trace not found',
    meaning:
      'This account has no request, invoice, payment, payout, event or delivery with this id, and has not used it as an `Idempotency-Key`.',
  },
  webhook_event_not_found: { status: 404, message: 'Webhook event not found' },
  cannot_ban_yourself: { status: 409, message: 'You can’t ban yourself' },
} as const satisfies Record<string, Entry>

/** Domain errors. */
const OF_DOMAIN = {
  customer_not_found: {
    status: 404,
    message: 'Customer not found',
    meaning: 'This account has no customer with this id.',
  },
  customer_email_taken: {
    status: 409,
    message: 'Customer with this email already exists',
    meaning:
      'Another customer of this account has this address. Case does not matter. `Location` leads to that customer.',
  },
  bank_account_not_found: {
    status: 404,
    message: 'Bank account not found for this customer',
    meaning: 'The id is unknown, or belongs to another customer.',
  },
  invoice_not_found: {
    status: 404,
    message: 'Invoice not found',
    meaning: 'This account has no invoice with this id.',
  },
  invoice_already_paid: {
    status: 409,
    message: 'Invoice is already paid',
    meaning: 'The buyer has paid it. To give the money back, refund it.',
  },
  invoice_voided: {
    status: 409,
    message: 'Invoice was voided',
    meaning: 'It was cancelled, so nobody can pay it. Create a new invoice.',
  },
  invoice_sent_too_often: {
    status: 429,
    message: 'Invoice was sent too often',
    meaning: 'Its payment link can be sent five times a day. `Retry-After` says how many seconds to wait.',
    retry: 'after-delay',
  },
  invoice_not_overdue: { status: 409, message: 'Only an overdue invoice can be uncollectible' },
  invoice_draft_not_found: { status: 404, message: 'Draft not found' },
  invoice_draft_changed: {
    status: 409,
    message: 'This draft was changed elsewhere. Reload the page to see how it is now',
  },
  too_many_invoice_drafts: {
    status: 409,
    message: 'There are 1,000 drafts. Send or delete some first',
  },
  invoice_number_used: { status: 409, message: 'The next number must be at least <next>' },
  recurring_not_found: { status: 404, message: 'Recurring invoice not found' },
  recurring_changed: {
    status: 409,
    message: 'Somebody else has changed this recurring invoice. Reload the page to see how it is now.',
  },
  recurring_ended: { status: 409, message: 'This recurring invoice has ended' },
  recurring_over: { status: 409, message: 'Its last day has passed. Change its end before you resume it.' },
  recurring_has_invoices: { status: 409, message: 'It has issued invoices, so it can only be ended' },
  invoice_not_in_test_mode: { status: 400, message: 'Only test invoices can be marked as paid' },
  invoice_not_paid: {
    status: 409,
    message: 'Invoice is not paid',
    meaning: 'Only a paid invoice can be refunded.',
  },
  refund_too_large: {
    status: 400,
    message: 'Refund exceeds the amount that is left',
    meaning: 'Earlier refunds and disputes have left less of the base amount, or nothing.',
  },
  refund_not_found: { status: 404, message: 'Refund not found' },
  payment_in_progress: {
    status: 409,
    message: 'A payment for this invoice is in progress',
    meaning: 'The buyer is paying, or the provider has not confirmed yet.',
  },
  payment_link_not_found: { status: 404, message: 'Payment link not found' },
  payment_provider_failed: {
    status: 502,
    message: 'Payment provider error (<status>)',
    meaning:
      'The payment provider refused to open a checkout session with this HTTP status, or 504 if it did not answer. No invoice was created.',
    retry: 'after-delay',
    retryAfterSeconds: 5,
  },
  payout_limit_exceeded: {
    status: 400,
    message: 'Withdrawal exceeds your limit of $<limit> per request',
    meaning: 'The operator sets the limit for each vendor. The default is $10000.',
  },
  daily_payout_limit_exceeded: {
    status: 400,
    message: 'Withdrawal exceeds your daily limit of $<limit>',
    meaning:
      'With the payouts of this day (UTC) that have not failed. The operator sets the limit for each vendor. The default is five times the limit per request.',
  },
  payout_needs_approval: {
    status: 403,
    message: 'Withdrawals of $<from> or more need approval in the dashboard',
    meaning:
      'The owner of the account has set that payouts of this amount or more take a second person. Somebody requests it in the dashboard, and somebody else approves it there. No API key can do either.',
  },
  insufficient_balance: {
    status: 400,
    message: 'Insufficient available balance',
    meaning:
      'Your wallet does not cover the amount, or you owe something after a refund or dispute, which your next income settles.',
  },
  payout_not_found: {
    status: 404,
    message: 'Payout not found',
    meaning: 'This account has no payout with this id.',
  },
  payout_approval_not_found: { status: 404, message: 'Payout request not found' },
  payout_approval_over: { status: 409, message: 'This payout request was already <outcome>' },
  payout_approval_own: {
    status: 403,
    message: 'You requested this payout, so somebody else has to decide on it',
  },
  approver_too_new: {
    status: 403,
    message: 'You joined or changed roles recently. You can approve payouts from <from> on',
  },
  payout_approval_of_another: {
    status: 403,
    message: 'Only the person who requested this payout can cancel it. Reject it instead',
  },
  too_few_approvers: {
    status: 409,
    message: 'At least two people in your team need a role that pays out: owner, admin or finance',
  },
  payout_batch_not_found: { status: 404, message: 'Batch not found' },
  payout_batch_changed: {
    status: 409,
    message: 'These payouts were confirmed or changed meanwhile. Check the batch as it is now.',
  },
  scheduled_payout_not_found: { status: 404, message: 'Scheduled payout not found' },
  scheduled_payout_over: { status: 409, message: 'This payout was already sent or cancelled' },
  scheduled_payout_changed: {
    status: 409,
    message: 'This payout was changed meanwhile. Check it as it is now.',
  },
  payout_refused: {
    status: 502,
    message: '<provider> error: <code>: <detail>',
    meaning: 'The provider refused the transfer. The amount is already back in your wallet.',
  },
  vendor_not_found: { status: 404, message: 'Vendor not found' },
  vendor_email_taken: { status: 409, message: 'A vendor with this email already exists' },
  member_email_taken: {
    status: 409,
    message: 'This email already signs in here. One email is one person in one team',
  },
  email_change_not_found: {
    status: 404,
    message: 'No change of your email is waiting: it was confirmed or cancelled',
  },
  member_not_found: { status: 404, message: 'This person is not in your team' },
  member_is_owner: {
    status: 409,
    message: 'Transfer ownership first: the owner’s role can’t be changed or removed',
  },
  own_membership: {
    status: 409,
    message: 'Ask another admin or the owner to change your own role or membership',
  },
  owner_not_ready: {
    status: 409,
    message: 'A new owner needs a confirmed email and two-step sign-in first',
  },
  team_full: { status: 409, message: 'A team can have at most 100 people and open invitations' },
  too_many_invitations: { status: 429, message: 'Too many invitations today. Try again tomorrow' },
  team_invitation_not_found: { status: 404, message: 'This invitation was already used or revoked' },
  team_invitation_not_valid: {
    status: 400,
    message: 'This invitation has expired, was already used or was revoked. Ask for another one',
  },
  vendor_banned: {
    status: 403,
    message: 'This vendor account has been banned.',
    meaning: 'The operator has banned the vendor or, with a live key, has suspended its live mode.',
  },
  logo_not_a_picture: { status: 400, message: 'Upload a PNG, JPEG or WebP image' },
  logo_too_large: { status: 400, message: 'The logo can be up to 256 KB and 2000 × 2000 pixels' },
  session_not_found: { status: 404, message: 'Session not found' },
  password_wrong: { status: 403, message: 'Incorrect password' },
  password_too_common: {
    status: 400,
    message: 'This password is easy to guess. Try a few unrelated words.',
  },
  password_is_own_name: {
    status: 400,
    message: 'Your password can’t be your own email or business name',
  },
  code_wrong: { status: 403, message: 'Incorrect code, or one that was used before' },
  totp_enabled_already: { status: 409, message: 'Two-step sign-in is already on' },
  totp_not_started: { status: 409, message: 'Two-step sign-in is not set up. Reload the page.' },
  api_key_not_found: { status: 404, message: 'API key not found' },
  api_key_not_active: {
    status: 409,
    message: 'This key has expired or was already rotated or revoked',
  },
  webhook_secret_in_overlap: {
    status: 409,
    message:
      'The previous secret is still in use. Wait until it expires, or choose “Not at all” to retire both old secrets now.',
  },
  webhook_endpoint_not_found: {
    status: 404,
    message: 'Webhook endpoint not found',
    meaning: 'This account has no webhook endpoint with this id.',
  },
  webhook_endpoint_limit_reached: {
    status: 409,
    message: 'An account can have at most <limit> webhook endpoints',
    meaning: 'Delete one that you no longer need.',
  },
  live_mode_unavailable: {
    status: 403,
    message: 'Live mode is not available: no payment and payout provider is configured',
    meaning: 'A live key on an installation without providers.',
  },
  live_mode_not_approved: {
    status: 403,
    message: 'Live mode is off for this vendor until an operator approves it',
  },
  live_approval_too_early: {
    status: 409,
    message: 'Live mode can’t be approved yet: the vendor must first <missing>',
  },
  payment_not_made: {
    status: 409,
    message: 'Invoice was marked as paid without a payment',
    meaning:
      'Only a payment can be disputed: pay the invoice with a sandbox card or `POST /api/v2/test/invoice/{id}/pay`.',
  },
  nothing_to_dispute: {
    status: 409,
    message: 'Nothing of the payment is left to dispute',
    meaning: 'Refunds and disputes have taken all of it.',
  },
  no_open_dispute: {
    status: 409,
    message: 'Invoice has no open dispute',
    meaning: 'Only an open dispute can be won or lost.',
  },
  refund_in_progress: {
    status: 409,
    message: 'A refund of the invoice is in progress',
    meaning:
      'The dispute is open, and is recorded if the refund fails. The event `dispute.opened` reports it.',
  },
  payout_settled_already: {
    status: 409,
    message: 'Payout is already settled',
    meaning: 'A `FAILED` or `RETURNED` payout stays what it is, and a `PAID` one can only be returned.',
  },
  not_in_test_mode: { status: 400, message: 'This only works in test mode' },
  mail_not_found: { status: 404, message: 'Mail not found' },
  sign_up_closed: {
    status: 403,
    message: 'Sign-up is closed. Ask the operator of this service for an account.',
  },
  sign_up_by_invitation: {
    status: 403,
    message: 'Sign-up is by invitation. Open the link in your invitation email.',
  },
  invitation_not_valid: {
    status: 400,
    message: 'This invitation has expired, was already used or is for another email address',
  },
  link_not_valid: { status: 400, message: 'This link has expired or was already used' },
  test_clock_advancing: {
    status: 409,
    message: 'The test clock is being advanced',
    meaning: 'By another request. Nothing was done. `Retry-After` says how many seconds to wait.',
    retry: 'after-delay',
    retryAfterSeconds: 1,
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
} as const satisfies Record<DomainErrorCode, Entry>

const CATALOGUE = { ...OF_REQUESTS, ...OF_DOMAIN }

export type RefusalCode = keyof typeof CATALOGUE

type ValueNames<Message> = Message extends `${string}<${infer Name}>${infer Rest}`
  ? Name | ValueNames<Rest>
  : never
type Values<C extends RefusalCode> = Record<ValueNames<(typeof CATALOGUE)[C]['message']>, string | number>
type Headers = Record<string, string>

/** The codes whose message has placeholders. */
type CodeWithValues = {
  [C in RefusalCode]: [ValueNames<(typeof CATALOGUE)[C]['message']>] extends [never] ? never : C
}[RefusalCode]

type RefusalArguments =
  | [code: Exclude<RefusalCode, CodeWithValues>, values?: null, headers?: Headers]
  | { [C in CodeWithValues]: [code: C, values: Values<C>, headers?: Headers] }[CodeWithValues]

/** A refusal to come: its code, with the values that its message needs. */
export type Fault = Exclude<RefusalCode, CodeWithValues> | RefusalArguments

/** A fault of the dashboard's input, with a message for the user. */
export function inputFault(message: string): Fault {
  return ['invalid_input', { message }]
}

/** An error answer by its code. `headers` are added to the answer. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly status: number
  readonly headers: Headers

  constructor(...[code, values, headers]: RefusalArguments) {
    const { status, message, retryAfterSeconds }: Entry = CATALOGUE[code]
    super(filled(message, values ?? {}))
    this.code = code
    this.status = status
    this.headers = { ...headers }
    if (retryAfterSeconds !== undefined) this.headers['Retry-After'] = String(retryAfterSeconds)
  }
}

/** Throws a refusal, for use within an expression. */
export function refuse(...refusal: RefusalArguments): never {
  throw new Refusal(...refusal)
}

/** Refuses input of the dashboard or a buyer's page, with a message for the user. */
export function refuseInput(message: string): never {
  throw new Refusal('invalid_input', { message })
}

/** Status, message, meaning and retry from the catalogue, with placeholders. */
export function describeRefusal(code: RefusalCode): Entry & { retry: Retry } {
  return { retry: 'never', ...CATALOGUE[code] }
}

function filled(message: string, values: Partial<Record<string, string | number>>): string {
  return message.replace(/<(\w+)>/g, (_, name: string) => String(values[name]))
}

/** The answer to a domain error, which is its `cause`. */
export function refusalOf(error: AnyDomainError): Refusal {
  const refusal = answerTo(error)
  refusal.cause = error
  return refusal
}

function answerTo(error: AnyDomainError): Refusal {
  switch (error.code) {
    case 'invoice_sent_too_often':
      return new Refusal(error.code, null, { 'Retry-After': String(error.details.retryAfterSeconds) })
    case 'customer_email_taken':
      return new Refusal(error.code, null, locationOf(error.details))
    case 'payment_provider_failed':
      return new Refusal(error.code, { status: error.details.httpStatus })
    case 'payout_limit_exceeded':
    case 'daily_payout_limit_exceeded':
      return new Refusal(error.code, { limit: plainDollars(error.details.limitMinor) })
    case 'payout_needs_approval':
      return new Refusal(error.code, { from: plainDollars(error.details.fromMinor) })
    case 'payout_approval_over':
      return new Refusal(error.code, error.details)
    case 'approver_too_new':
      return new Refusal(error.code, { from: inWords(error.details.from) })
    case 'invoice_number_used':
      return new Refusal(error.code, error.details)
    case 'live_approval_too_early':
      return new Refusal(error.code, error.details)
    case 'webhook_endpoint_limit_reached':
      return new Refusal(error.code, error.details)
    case 'payout_refused':
      return new Refusal(error.code, error.details)
    default:
      return new Refusal(error.code)
  }
}

function locationOf({ customerId }: { customerId: string | null }): Headers {
  return customerId ? { Location: `/api/v2/customer/${customerId}` } : {}
}

/** To the minute, rounded up: `2026-11-26 10:21 UTC`. */
function inWords(moment: Date): string {
  const minute = new Date(Math.ceil(moment.getTime() / 60_000) * 60_000)
  return `${minute.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** A plain number without needless decimals: `10000`, `99.50`. */
function plainDollars(amountMinor: bigint): string {
  return formatDecimal(amountMinor, 2).replace(/\.00$/, '')
}

/** The refusal behind an error; null for a fault of ours. */
export function refusalFrom(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  return error instanceof DomainError ? refusalOf(error as AnyDomainError) : null
}
