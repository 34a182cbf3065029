// Generated from the description of the API by `npm run client`. Changes here are lost.

import { ApiError } from '../errors.ts'

/** 400 `address.state, address.city, address.postcode and address.street_address are required`: One of them is missing or blank. */
export class AddressIncompleteError extends ApiError {}

/** 400 `Send amount or items, not both`: The amount of chosen items is their sum. */
export class AmountAndItemsError extends ApiError {}

/** 400 `amount must be greater than 0`: `amount` is 0 or less. */
export class AmountNotPositiveError extends ApiError {}

/** 400 `amount or items are required`: Both are missing or empty. */
export class AmountOrItemsRequiredError extends ApiError {}

/** 400 `amount is required`: `amount` is missing or blank. */
export class AmountRequiredError extends ApiError {}

/** 403 `This API key is not allowed from <address>`: The key has a list of IP addresses, and the request came from another. */
export class ApiKeyAddressRefusedError extends ApiError {}

/** 401 `api_key is required`: Neither the field nor the header contains a key. */
export class ApiKeyMissingError extends ApiError {}

/** 400 `api_key parameter is required`: Neither the query nor the header contains a key. */
export class ApiKeyParameterRequiredError extends ApiError {}

/** 400 `api_key is required`: Neither the field nor the header contains a key. */
export class ApiKeyRequiredError extends ApiError {}

/** 403 `This API key does not have the scope <scope>`: The key was created without this scope. Create one that has it. */
export class ApiKeyScopeMissingError extends ApiError {}

/** 400 `bank_account_id is required`: `bank_account_id` is missing or blank. */
export class BankAccountIdRequiredError extends ApiError {}

/** 404 `Bank account not found for this customer`: The id is unknown, belongs to another customer, or is that of an archived bank account. */
export class BankAccountNotFoundError extends ApiError {}

/** 400 `bank_details.account_name, account_number, routing_number and bank_name are required`: One of them is missing or blank. */
export class BankDetailsIncompleteError extends ApiError {}

/** 413 `Request body is too large`: More than 256 KB. */
export class BodyTooLargeError extends ApiError {}

/** 400 `company_name is required for COMPANY accounts`: `company_name` is missing or blank. */
export class CompanyNameRequiredError extends ApiError {}

/** 404 `Credit not found`: This account has no credit with this id. */
export class CreditNotFoundError extends ApiError {}

/** 400 `Credit exceeds what is left to credit`: A credit is at most what earlier credits and recorded payments have left, before any fee on top. */
export class CreditTooLargeError extends ApiError {}

/** 400 `Each item must have item, its place from 1, and amount`: An item lacks one of them, or is not an object. */
export class CreditedItemIncompleteError extends ApiError {}

/** 400 `The invoice has no item at this place`: `item` counts from 1, in the order of the invoice’s `items`. */
export class CreditedItemNotFoundError extends ApiError {}

/** 400 `The amount exceeds what is left of an item`: Earlier refunds and credits have left less of the item, its tax included, or nothing. */
export class CreditedItemTooLargeError extends ApiError {}

/** 400 `Each item can be named once`: Two entries of `items` have the same place. Send one with their sum. */
export class CreditedItemTwiceError extends ApiError {}

/** 400 `items must have at least one entry`: Leave `items` out to refund an amount of all items in proportion. */
export class CreditedItemsEmptyError extends ApiError {}

/** 400 `Only USD payouts are supported`: `currency` is not USD. */
export class CurrencyNotSupportedError extends ApiError {}

/** 409 `Customer with this email already exists`: Another customer of this account has this address. Case does not matter, and archived customers don’t count. `Location` leads to that customer. */
export class CustomerEmailTakenError extends ApiError {}

/** 409 `Customer with this external_id already exists`: Another customer of this account has this `external_id`. `Location` leads to that customer. */
export class CustomerExternalIdTakenError extends ApiError {}

/** 404 `Customer not found`: This account has no customer with this id. */
export class CustomerNotFoundError extends ApiError {}

/** 400 `Reverse charge needs the customer’s tax ID`: The dashboard says that this customer accounts for the tax, so `tax_id` can’t be cleared. */
export class CustomerTaxIdRequiredError extends ApiError {}

/** 400 `Withdrawal exceeds your daily limit of $<limit>`: With the payouts of this day (UTC) that have not failed. The operator sets the limit for each vendor. The default is five times the limit per request. */
export class DailyPayoutLimitExceededError extends ApiError {}

/** 404 `Dispute not found`: This account has no dispute with this id. */
export class DisputeNotFoundError extends ApiError {}

/** 400 `email or customer_id is required`: Both are missing or blank. */
export class EmailOrCustomerIdRequiredError extends ApiError {}

/** 400 `email is required`: `email` is missing or blank. */
export class EmailRequiredError extends ApiError {}

/** 404 `Event not found`: This account has no event with this id. */
export class EventNotFoundError extends ApiError {}

/** 400 `external_id is required`: The `external_id` in the path is blank, or has a percent sign that encodes no UTF-8. */
export class ExternalIdRequiredError extends ApiError {}

/** 400 `<field> must not contain control characters`: A name contains a line break, an escape sequence, or a mark that turns the direction of text around. */
export class FieldHasControlCharactersError extends ApiError {}

/** 400 `<field> must be a string`: The field is a number, an object or another type. */
export class FieldNotTextError extends ApiError {}

/** 400 `<field> must be at most <limit> characters`: The text is longer than the limit of its field. */
export class FieldTooLongError extends ApiError {}

/** 400 `Idempotency-Key must not be empty`: The header is present but blank, probably because a variable is unset in the client. */
export class IdempotencyKeyEmptyError extends ApiError {}

/** 409 `A request with this Idempotency-Key is in progress`: The first request is still in progress. `Retry-After` says how many seconds to wait. */
export class IdempotencyKeyInProgressError extends ApiError {}

/** 422 `Idempotency-Key was already used with different parameters`: The first request with this key had a different body. Use a new key for each request. */
export class IdempotencyKeyReusedError extends ApiError {}

/** 400 `Idempotency-Key must be at most <limit> characters`: The header is longer than that. */
export class IdempotencyKeyTooLongError extends ApiError {}

/** 400 `Insufficient available balance`: Your wallet does not cover the amount, or you owe something after a refund or dispute, which your next income settles. */
export class InsufficientBalanceError extends ApiError {}

/** 500 `Internal server error`: A fault of the service. Its log has the details under the `X-Request-Id` of the response. The request may have been carried out: repeat a POST with the same `Idempotency-Key`. */
export class InternalError extends ApiError {}

/** 400 `account_category must be Checking or Savings`: Any other value, including a different case. */
export class InvalidAccountCategoryError extends ApiError {}

/** 400 `account_number must be 4 to 17 digits`: `bank_details.account_number` has a different length, or characters that are not digits. */
export class InvalidAccountNumberError extends ApiError {}

/** 400 `Invalid amount format`: An amount, quantity or price is not a decimal number, or has too many decimals. */
export class InvalidAmountError extends ApiError {}

/** 401 `Invalid API Key`: The key is unknown, expired or revoked. */
export class InvalidApiKeyError extends ApiError {}

/** 400 `copy_emails must be an array of up to 5 email addresses`: `copy_emails` is no array, has too many addresses, or one that is no email. */
export class InvalidCopyEmailsError extends ApiError {}

/** 400 `Invalid country_code`: `address.country_code` is not an ISO 3166 code of two letters. */
export class InvalidCountryCodeError extends ApiError {}

/** 400 `Invalid currency`: The currency is not an ISO 4217 code. */
export class InvalidCurrencyError extends ApiError {}

/** 400 `Invalid cursor`: `after` is not a `next_cursor` of this list with the same filters. Start again without `after`. */
export class InvalidCursorError extends ApiError {}

/** 400 `Invalid date_of_birth format. Use YYYY-MM-DD`: A different format, or a day that does not exist. */
export class InvalidDateOfBirthError extends ApiError {}

/** 400 `days must be a whole number from 1 to <most>`: `days` is missing, or another value. */
export class InvalidDaysError extends ApiError {}

/** 400 `delivery must be send or draft`: `delivery` is missing, or another value. */
export class InvalidDeliveryError extends ApiError {}

/** 400 `due_after_days must be a whole number from 0 to 365`: Any other value. */
export class InvalidDueAfterDaysError extends ApiError {}

/** 400 `Invalid due_date format. Use YYYY-MM-DD`: A different format, or a day that does not exist. */
export class InvalidDueDateError extends ApiError {}

/** 400 `Invalid email format`: `email` is not an email address. */
export class InvalidEmailError extends ApiError {}

/** 400 `Invalid end_on. Use YYYY-MM-DD, from start_on on`: A different format, a day that does not exist, or one before `start_on`. */
export class InvalidEndOnError extends ApiError {}

/** 400 `status must be enabled or disabled`: Any other value, including a different case. */
export class InvalidEndpointStatusError extends ApiError {}

/** 400 `entity_type must be PERSONAL or COMPANY`: Any other value, including a different case. */
export class InvalidEntityTypeError extends ApiError {}

/** 400 `event_types must be an array of 1 to 100 event types`: `event_types` is no array, is empty or has too many entries. Leave it out, or send `null`, for all types. */
export class InvalidEventTypesError extends ApiError {}

/** 400 `expires_in must be a whole number from 300 to 2592000`: The seconds that the link is valid: 5 minutes to 30 days. */
export class InvalidExpiresInError extends ApiError {}

/** 400 `interval must be week, month, quarter or year`: `interval` is missing, or another value. */
export class InvalidIntervalError extends ApiError {}

/** 400 `interval_count must be a whole number from 1 to <most>`: Any other value. An invoice comes at least every 52 weeks, 36 months, 12 quarters or 10 years. */
export class InvalidIntervalCountError extends ApiError {}

/** 400 `Invalid JSON body`: Not a JSON object, nested deeper than 16 levels, not valid UTF-8, containing a NUL character, or with the same field twice in one object. */
export class InvalidJsonError extends ApiError {}

/** 400 `limit must be a whole number from 1 to 100`: Any other value. */
export class InvalidLimitError extends ApiError {}

/** 400 `metadata must be an object of at most 20 keys (1 to 40 characters) with string values (at most 500 characters)`: Anything else, including numbers and objects as values. */
export class InvalidMetadataError extends ApiError {}

/** 400 `outcome must be one of <values>`: `outcome` has another value, or is missing where it has no default. */
export class InvalidOutcomeError extends ApiError {}

/** 400 `overlap_hours must be a whole number from 0 to 72`: The hours for which the old secret signs beside the new one. */
export class InvalidOverlapHoursError extends ApiError {}

/** 400 `<parameter> must be <expected>`: The value of a filter has another format, or is empty. */
export class InvalidParameterError extends ApiError {}

/** 400 `Invalid phone number`: `phone` has fewer than three digits that could be dialled. */
export class InvalidPhoneError extends ApiError {}

/** 400 `status must be active, paused or ended`: `status` is missing, or another value. */
export class InvalidRecurringStatusError extends ApiError {}

/** 400 `Invalid redirect_url`: Not an http or https URL. */
export class InvalidRedirectUrlError extends ApiError {}

/** 400 `routing_number must be a 9-digit ABA routing number`: Not 9 digits or, in live mode, a wrong checksum. */
export class InvalidRoutingNumberError extends ApiError {}

/** 400 `Invalid send_on. Use YYYY-MM-DD, from today (UTC) on and within a year`: `send_on` is not a day of the calendar, is over, or is more than a year ahead. */
export class InvalidSendOnError extends ApiError {}

/** 400 `Counterfoil-Simulate must be one of <values>`: The header has another value. */
export class InvalidSimulationError extends ApiError {}

/** 400 `Invalid start_on. Use YYYY-MM-DD, from today (UTC) on and within 100 years`: `start_on` is missing, has another format, or is a day that is over, too far ahead or doesn’t exist. */
export class InvalidStartOnError extends ApiError {}

/** 400 `Invalid url`: Not an http or https URL. */
export class InvalidUrlError extends ApiError {}

/** 400 `wait must be a whole number from 0 to 30`: Any other number of seconds. */
export class InvalidWaitError extends ApiError {}

/** 400 `Invalid webhook_url`: Not an http or https URL. */
export class InvalidWebhookUrlError extends ApiError {}

/** 409 `Invoice is already paid`: The buyer has paid it. To give the money back, refund it. */
export class InvoiceAlreadyPaidError extends ApiError {}

/** 400 `Invoice total must be at least <minimum> <currency>`: In live mode. What the buyer pays, including any fee on top, is less than the payment provider takes in this currency. */
export class InvoiceAmountBelowMinimumError extends ApiError {}

/** 400 `Invoice amount must be greater than 0`: The amount is 0 or less, or the items add up to 0. */
export class InvoiceAmountNotPositiveError extends ApiError {}

/** 400 `Invoice amount must be at most 999999999.99`: The total before the fee is larger, in any currency. */
export class InvoiceAmountTooLargeError extends ApiError {}

/** 404 `Invoice not found`: This account has no invoice with this id. */
export class InvoiceNotFoundError extends ApiError {}

/** 409 `Invoice is not paid`: Only a paid invoice can be refunded. */
export class InvoiceNotPaidError extends ApiError {}

/** 409 `Invoice was not paid by card`: You recorded its payment, which came in outside the wallet. Give it back the way it came. */
export class InvoiceNotPaidByCardError extends ApiError {}

/** 409 `Invoice is credited in part. Credit the rest instead`: A credit note has lowered what is due. Credit the rest, which ends the invoice. */
export class InvoicePartlyCreditedError extends ApiError {}

/** 409 `Invoice has recorded payments. Remove them first`: You have recorded payments that you received outside the wallet. Remove them on the invoice’s page first. */
export class InvoicePartlyPaidError extends ApiError {}

/** 429 `Invoice was sent too often`: Its payment link can be sent five times a day. `Retry-After` says how many seconds to wait. */
export class InvoiceSentTooOftenError extends ApiError {}

/** 409 `Invoice was voided`: It was canceled, so nobody can pay it. Create a new invoice. */
export class InvoiceVoidedError extends ApiError {}

/** 400 `Each item must have title, qty and price`: An item lacks one of them, or is not an object. */
export class ItemIncompleteError extends ApiError {}

/** 400 `Each item must have a qty above 0 and a price of 0 or more`: The quantity is 0, or a number is negative. */
export class ItemOutOfRangeError extends ApiError {}

/** 400 `items must be an array`: `items` is an object, a string or another type. */
export class ItemsNotArrayError extends ApiError {}

/** 403 `Live mode is not available: no payment and payout provider is configured`: A live key on an installation without providers. */
export class LiveModeUnavailableError extends ApiError {}

/** 400 `name and email are required`: `name` or `email` is missing or blank. */
export class NameAndEmailRequiredError extends ApiError {}

/** 409 `Invoice has no open dispute`: Only an open dispute can be won or lost. */
export class NoOpenDisputeError extends ApiError {}

/** 404 `Not found`: The path does not exist. */
export class NotFoundError extends ApiError {}

/** 409 `Nothing of the payment is left to dispute`: Refunds and disputes have taken all of it. */
export class NothingToDisputeError extends ApiError {}

/** 409 `Invoice was marked as paid without a payment`: Only a payment can be disputed or suspected: pay the invoice with a sandbox card or `POST /api/v2/test/invoice/{id}/pay`. */
export class PaymentNotMadeError extends ApiError {}

/** 502 `Payment provider error (<status>)`: The payment provider refused to open a checkout session with this HTTP status, or 504 if it did not answer. No invoice was created. */
export class PaymentProviderFailedError extends ApiError {}

/** 409 `<limit> batches wait to be confirmed in the dashboard already`: Somebody has to pay or discard one of them first. */
export class PayoutBatchDraftsFullError extends ApiError {}

/** 400 `name is required`: `name` is missing or blank. */
export class PayoutBatchNameRequiredError extends ApiError {}

/** 404 `Batch not found`: This account has no batch of payouts with this id. */
export class PayoutBatchNotFoundError extends ApiError {}

/** 400 `Invalid payouts: <count> of <rows>. Nothing was sent`: `errors` has one entry for each of them: `row`, counted from 1, the first `field` that is wrong, and the `message`. */
export class PayoutBatchRowsInvalidError extends ApiError {}

/** 400 `payouts must be an array with at least one payout`: `payouts` is missing, empty or not an array. */
export class PayoutBatchRowsRequiredError extends ApiError {}

/** 400 `payouts must have at most 1000 entries`: Split them into several batches. */
export class PayoutBatchRowsTooManyError extends ApiError {}

/** 400 `Withdrawal exceeds your limit of $<limit> per request`: The operator sets the limit for each vendor. The default is $10000. */
export class PayoutLimitExceededError extends ApiError {}

/** 403 `Withdrawals of $<from> or more need approval in the dashboard`: The owner of the account has set that payouts of this amount or more need a second person. Somebody requests it in the dashboard, and somebody else approves it there. No API key can do either. */
export class PayoutNeedsApprovalError extends ApiError {}

/** 404 `Payout not found`: This account has no payout with this id. */
export class PayoutNotFoundError extends ApiError {}

/** 502 `<provider> error: <code>: <detail>`: The provider refused the transfer. The amount is already back in your wallet. */
export class PayoutRefusedError extends ApiError {}

/** 409 `Payout is already settled`: A `FAILED` or `RETURNED` payout stays what it is, and a `PAID` one can only be returned. */
export class PayoutSettledAlreadyError extends ApiError {}

/** 400 `first_name and last_name are required for PERSONAL accounts`: One of them is missing or blank. */
export class PersonNameRequiredError extends ApiError {}

/** 429 `Too many requests`: `Retry-After` says how many seconds to wait. */
export class RateLimitedError extends ApiError {}

/** 409 `This recurring invoice has ended`: Ending is for good. Create another one. */
export class RecurringEndedError extends ApiError {}

/** 404 `Recurring invoice not found`: This account has no recurring invoice with this id. */
export class RecurringNotFoundError extends ApiError {}

/** 409 `Its last day has passed. Change its end before you resume it.`: No invoice is left until its `end_on`. Change that in the dashboard, or create another one. */
export class RecurringOverError extends ApiError {}

/** 409 `A refund of the invoice is in progress`: The dispute is open, and is recorded if the refund fails. The event `dispute.opened` reports it. */
export class RefundInProgressError extends ApiError {}

/** 404 `Refund not found`: This account has no refund with this id. */
export class RefundNotFoundError extends ApiError {}

/** 400 `Refund exceeds the amount that is left`: Earlier refunds and disputes have left less of the base amount, or nothing. */
export class RefundTooLargeError extends ApiError {}

/** 400 `<parameter> is given more than once`: Each parameter can be given once. */
export class RepeatedParameterError extends ApiError {}

/** 503 `Service unavailable`: The database is not available or too busy at the moment. `Retry-After` says how many seconds to wait. The request may have been carried out: repeat a POST with the same `Idempotency-Key`. */
export class ServiceUnavailableError extends ApiError {}

/** 400 `Counterfoil-Simulate works in test mode only`: The header was sent with a live key. Nothing was done. */
export class SimulationInLiveModeError extends ApiError {}

/** 409 `The test clock is being advanced`: By another request. Nothing was done. `Retry-After` says how many seconds to wait. */
export class TestClockAdvancingError extends ApiError {}

/** 409 `Invoice has 100 credits. Only all that is left can be credited now`: One more credit must be of all that is left, which ends the invoice. */
export class TooManyCreditsError extends ApiError {}

/** 400 `items must have at most 100 entries`: The invoice has more than 100 items. */
export class TooManyItemsError extends ApiError {}

/** 404 `Trace not found`: This account has no request, invoice, payment, payout, event or delivery with this id, and has not used it as an `Idempotency-Key`. */
export class TraceNotFoundError extends ApiError {}

/** 400 `Unknown event type <type>`: There is no such event type. They are written in full, such as `invoice.paid`. */
export class UnknownEventTypeError extends ApiError {}

/** 400 `Unknown parameter <parameter>`: The list has no such filter. If it were ignored, the list would show more than was asked for. */
export class UnknownParameterError extends ApiError {}

/** 400 `url is required`: `url` is missing or blank. */
export class UrlRequiredError extends ApiError {}

/** 403 `This vendor account has been banned.`: The operator has banned the vendor or, with a live key, has suspended its live mode. */
export class VendorBannedError extends ApiError {}

/** 409 `An account can have at most <limit> webhook endpoints`: Delete one that you no longer need. */
export class WebhookEndpointLimitReachedError extends ApiError {}

/** 404 `Webhook endpoint not found`: This account has no webhook endpoint with this id. */
export class WebhookEndpointNotFoundError extends ApiError {}

/** 409 `The previous secret still signs. Wait until it expires, or rotate without an overlap, which ends both at once`: Only two secrets sign at a time. Rotate with `overlap_hours` 0 to end the older ones now. */
export class WebhookSecretInOverlapError extends ApiError {}

/** The class of each `Counterfoil-Error`. */
export const ERROR_CLASSES = {
  address_incomplete: AddressIncompleteError,
  amount_and_items: AmountAndItemsError,
  amount_not_positive: AmountNotPositiveError,
  amount_or_items_required: AmountOrItemsRequiredError,
  amount_required: AmountRequiredError,
  api_key_address_refused: ApiKeyAddressRefusedError,
  api_key_missing: ApiKeyMissingError,
  api_key_parameter_required: ApiKeyParameterRequiredError,
  api_key_required: ApiKeyRequiredError,
  api_key_scope_missing: ApiKeyScopeMissingError,
  bank_account_id_required: BankAccountIdRequiredError,
  bank_account_not_found: BankAccountNotFoundError,
  bank_details_incomplete: BankDetailsIncompleteError,
  body_too_large: BodyTooLargeError,
  company_name_required: CompanyNameRequiredError,
  credit_not_found: CreditNotFoundError,
  credit_too_large: CreditTooLargeError,
  credited_item_incomplete: CreditedItemIncompleteError,
  credited_item_not_found: CreditedItemNotFoundError,
  credited_item_too_large: CreditedItemTooLargeError,
  credited_item_twice: CreditedItemTwiceError,
  credited_items_empty: CreditedItemsEmptyError,
  currency_not_supported: CurrencyNotSupportedError,
  customer_email_taken: CustomerEmailTakenError,
  customer_external_id_taken: CustomerExternalIdTakenError,
  customer_not_found: CustomerNotFoundError,
  customer_tax_id_required: CustomerTaxIdRequiredError,
  daily_payout_limit_exceeded: DailyPayoutLimitExceededError,
  dispute_not_found: DisputeNotFoundError,
  email_or_customer_id_required: EmailOrCustomerIdRequiredError,
  email_required: EmailRequiredError,
  event_not_found: EventNotFoundError,
  external_id_required: ExternalIdRequiredError,
  field_has_control_characters: FieldHasControlCharactersError,
  field_not_text: FieldNotTextError,
  field_too_long: FieldTooLongError,
  idempotency_key_empty: IdempotencyKeyEmptyError,
  idempotency_key_in_progress: IdempotencyKeyInProgressError,
  idempotency_key_reused: IdempotencyKeyReusedError,
  idempotency_key_too_long: IdempotencyKeyTooLongError,
  insufficient_balance: InsufficientBalanceError,
  internal_error: InternalError,
  invalid_account_category: InvalidAccountCategoryError,
  invalid_account_number: InvalidAccountNumberError,
  invalid_amount: InvalidAmountError,
  invalid_api_key: InvalidApiKeyError,
  invalid_copy_emails: InvalidCopyEmailsError,
  invalid_country_code: InvalidCountryCodeError,
  invalid_currency: InvalidCurrencyError,
  invalid_cursor: InvalidCursorError,
  invalid_date_of_birth: InvalidDateOfBirthError,
  invalid_days: InvalidDaysError,
  invalid_delivery: InvalidDeliveryError,
  invalid_due_after_days: InvalidDueAfterDaysError,
  invalid_due_date: InvalidDueDateError,
  invalid_email: InvalidEmailError,
  invalid_end_on: InvalidEndOnError,
  invalid_endpoint_status: InvalidEndpointStatusError,
  invalid_entity_type: InvalidEntityTypeError,
  invalid_event_types: InvalidEventTypesError,
  invalid_expires_in: InvalidExpiresInError,
  invalid_interval: InvalidIntervalError,
  invalid_interval_count: InvalidIntervalCountError,
  invalid_json: InvalidJsonError,
  invalid_limit: InvalidLimitError,
  invalid_metadata: InvalidMetadataError,
  invalid_outcome: InvalidOutcomeError,
  invalid_overlap_hours: InvalidOverlapHoursError,
  invalid_parameter: InvalidParameterError,
  invalid_phone: InvalidPhoneError,
  invalid_recurring_status: InvalidRecurringStatusError,
  invalid_redirect_url: InvalidRedirectUrlError,
  invalid_routing_number: InvalidRoutingNumberError,
  invalid_send_on: InvalidSendOnError,
  invalid_simulation: InvalidSimulationError,
  invalid_start_on: InvalidStartOnError,
  invalid_url: InvalidUrlError,
  invalid_wait: InvalidWaitError,
  invalid_webhook_url: InvalidWebhookUrlError,
  invoice_already_paid: InvoiceAlreadyPaidError,
  invoice_amount_below_minimum: InvoiceAmountBelowMinimumError,
  invoice_amount_not_positive: InvoiceAmountNotPositiveError,
  invoice_amount_too_large: InvoiceAmountTooLargeError,
  invoice_not_found: InvoiceNotFoundError,
  invoice_not_paid: InvoiceNotPaidError,
  invoice_not_paid_by_card: InvoiceNotPaidByCardError,
  invoice_partly_credited: InvoicePartlyCreditedError,
  invoice_partly_paid: InvoicePartlyPaidError,
  invoice_sent_too_often: InvoiceSentTooOftenError,
  invoice_voided: InvoiceVoidedError,
  item_incomplete: ItemIncompleteError,
  item_out_of_range: ItemOutOfRangeError,
  items_not_array: ItemsNotArrayError,
  live_mode_unavailable: LiveModeUnavailableError,
  name_and_email_required: NameAndEmailRequiredError,
  no_open_dispute: NoOpenDisputeError,
  not_found: NotFoundError,
  nothing_to_dispute: NothingToDisputeError,
  payment_not_made: PaymentNotMadeError,
  payment_provider_failed: PaymentProviderFailedError,
  payout_batch_drafts_full: PayoutBatchDraftsFullError,
  payout_batch_name_required: PayoutBatchNameRequiredError,
  payout_batch_not_found: PayoutBatchNotFoundError,
  payout_batch_rows_invalid: PayoutBatchRowsInvalidError,
  payout_batch_rows_required: PayoutBatchRowsRequiredError,
  payout_batch_rows_too_many: PayoutBatchRowsTooManyError,
  payout_limit_exceeded: PayoutLimitExceededError,
  payout_needs_approval: PayoutNeedsApprovalError,
  payout_not_found: PayoutNotFoundError,
  payout_refused: PayoutRefusedError,
  payout_settled_already: PayoutSettledAlreadyError,
  person_name_required: PersonNameRequiredError,
  rate_limited: RateLimitedError,
  recurring_ended: RecurringEndedError,
  recurring_not_found: RecurringNotFoundError,
  recurring_over: RecurringOverError,
  refund_in_progress: RefundInProgressError,
  refund_not_found: RefundNotFoundError,
  refund_too_large: RefundTooLargeError,
  repeated_parameter: RepeatedParameterError,
  service_unavailable: ServiceUnavailableError,
  simulation_in_live_mode: SimulationInLiveModeError,
  test_clock_advancing: TestClockAdvancingError,
  too_many_credits: TooManyCreditsError,
  too_many_items: TooManyItemsError,
  trace_not_found: TraceNotFoundError,
  unknown_event_type: UnknownEventTypeError,
  unknown_parameter: UnknownParameterError,
  url_required: UrlRequiredError,
  vendor_banned: VendorBannedError,
  webhook_endpoint_limit_reached: WebhookEndpointLimitReachedError,
  webhook_endpoint_not_found: WebhookEndpointNotFoundError,
  webhook_secret_in_overlap: WebhookSecretInOverlapError,
} as const

export type ErrorCode = keyof typeof ERROR_CLASSES
