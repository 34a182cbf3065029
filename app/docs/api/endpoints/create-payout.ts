import type { Endpoint } from '@/components/docs/reference'
import { PAYOUT } from './example-values'
import {
  BANNED,
  CUSTOMER_IN_PATH,
  CUSTOMER_NOT_FOUND,
  INVALID_KEY,
  KEY_IN_BODY,
  missingKey,
  NOT_TEXT,
  TOO_LONG,
} from './shared-rows'

export const createPayout: Endpoint = {
  id: 'create-payout',
  title: 'Pay out',
  method: 'POST',
  path: '/api/v2/customer/{customer_id}/payout',
  text: "Sends money from your credit wallet to one of the customer's bank accounts, at once, over RTP or FedNow.",
  fields: [
    CUSTOMER_IN_PATH,
    KEY_IN_BODY,
    {
      name: 'bank_account_id',
      type: 'UUID',
      required: 'yes',
      text: "One of this customer's bank accounts.",
    },
    {
      name: 'amount',
      type: 'number or decimal string',
      required: 'yes',
      text: "In dollars, above 0, at most two decimals. Your limit per request and your wallet's balance cap it.",
    },
    { name: 'currency', type: 'string', required: 'no', fallback: '`USD`', text: '`USD`, in either case.' },
  ],
  errors: [
    missingKey(400, 'api_key is required'),
    INVALID_KEY,
    BANNED,
    { status: 400, message: 'bank_account_id is required', text: 'It is absent or blank.' },
    { status: 400, message: 'amount is required', text: 'It is absent or blank.' },
    {
      status: 400,
      message: 'Invalid amount format',
      text: 'It is no decimal, or has more than two decimals.',
    },
    { status: 400, message: 'amount must be greater than 0', text: 'It is 0 or below.' },
    NOT_TEXT,
    TOO_LONG,
    { status: 400, message: 'Only USD payouts are supported', text: '`currency` is anything but USD.' },
    CUSTOMER_NOT_FOUND,
    {
      status: 404,
      message: 'Bank account not found for this customer',
      text: 'The id is unknown, or belongs to another customer.',
    },
    {
      status: 400,
      message: 'Withdrawal exceeds your limit of $<limit> per request',
      text: 'The operator sets the limit per vendor; it starts at $10000.',
    },
    {
      status: 400,
      message: 'Insufficient available balance',
      text: 'Your USD credit wallet does not cover the amount.',
    },
    {
      status: 502,
      message: '<provider> error: <code>: <detail>',
      text: 'The provider refused for certain. The amount is back in your wallet before you read this.',
    },
  ],
  example: {
    path: '/api/v2/customer/$CUSTOMER_ID/payout',
    idempotencyKey: 'payout-2026-0042',
    body: { bank_account_id: '$BANK_ACCOUNT_ID', amount: 25.5 },
    status: 200,
    answer: { status: 'success', message: 'Payout completed successfully', payout: PAYOUT },
  },
  notes: [
    'Always send an `Idempotency-Key`. Without one, a request that is repeated after a lost connection is a second payout.',
    'Success is 200, not 201, and `payout.status` says how far it got: read it. `PAID` is delivered. `PROCESSING`, with the message `Payout is being processed`, means that the provider has not said yet: the money is held, and the service asks until it knows. Do not pay again.',
    'A payout that is `PROCESSING` becomes `PAID`, or `FAILED` with the money back in your wallet. A repeat with the same key keeps answering what the first request was answered; what became of it since is in your dashboard.',
    'A 502 is final for this attempt: nothing was sent, the ledger shows the debit and its reversal. Once the cause is fixed, the same request with the same key is a fresh attempt.',
  ],
}
