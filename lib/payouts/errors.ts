import { type Entries, withDetails } from '@/lib/error-entry'
import { formatDecimal } from '@/lib/money/decimals'

export const payoutRefusals = {
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
  payout_batch_name_required: {
    status: 400,
    message: 'name is required',
    meaning: '`name` is missing or blank.',
  },
  payout_batch_rows_required: {
    status: 400,
    message: 'payouts must be an array with at least one payout',
    meaning: '`payouts` is missing, empty or not an array.',
  },
  payout_batch_rows_too_many: {
    status: 400,
    message: 'payouts must have at most 1000 entries',
    meaning: 'Split them into several batches.',
  },
  invalid_send_on: {
    status: 400,
    message: 'Invalid send_on. Use YYYY-MM-DD, from today (UTC) on and within a year',
    meaning: '`send_on` is not a day of the calendar, is over, or is more than a year ahead.',
  },
} as const satisfies Entries

export const payoutErrors = {
  /** Minor units of USD. */
  payout_limit_exceeded: withDetails(
    {
      status: 400,
      message: 'Withdrawal exceeds your limit of $<limit> per request',
      meaning: 'The operator sets the limit for each vendor. The default is $10000.',
    },
    ({ limitMinor }: { limitMinor: bigint }) => ({ values: { limit: plainDollars(limitMinor) } }),
  ),
  /** Minor units of USD per UTC day. */
  daily_payout_limit_exceeded: withDetails(
    {
      status: 400,
      message: 'Withdrawal exceeds your daily limit of $<limit>',
      meaning:
        'With the payouts of this day (UTC) that have not failed. The operator sets the limit for each vendor. The default is five times the limit per request.',
    },
    ({ limitMinor }: { limitMinor: bigint }) => ({ values: { limit: plainDollars(limitMinor) } }),
  ),
  /** Payouts from this amount on (US cents) need a second person. */
  payout_needs_approval: withDetails(
    {
      status: 403,
      message: 'Withdrawals of $<from> or more need approval in the dashboard',
      meaning:
        'The owner of the account has set that payouts of this amount or more need a second person. Somebody requests it in the dashboard, and somebody else approves it there. No API key can do either.',
    },
    ({ fromMinor }: { fromMinor: bigint }) => ({ values: { from: plainDollars(fromMinor) } }),
  ),
  payout_not_found: {
    status: 404,
    message: 'Payout not found',
    meaning: 'This account has no payout with this id.',
  },
  payout_approval_not_found: { status: 404, message: 'Payout request not found' },
  /** Somebody approved, rejected or canceled it before, or its time is over. */
  payout_approval_over: withDetails(
    { status: 409, message: 'This payout request was already <outcome>' },
    (details: { outcome: 'approved' | 'rejected' | 'canceled' | 'expired' }) => ({ values: details }),
  ),
  /** Another person decides on a payout than the one who asked for it. */
  payout_approval_own: {
    status: 403,
    message: 'You requested this payout, so somebody else has to decide on it',
  },
  /** A member approves once it has had a role that does for some days. */
  approver_too_new: withDetails(
    {
      status: 403,
      message: 'You joined or changed roles recently. You can approve payouts from <from> on',
    },
    ({ from }: { from: Date }) => ({ values: { from: inWords(from) } }),
  ),
  /** Only the person who asked for a payout cancels it. */
  payout_approval_of_another: {
    status: 403,
    message: 'Only the person who requested this payout can cancel it. Reject it instead',
  },
  payout_batch_not_found: {
    status: 404,
    message: 'Batch not found',
    meaning: 'This account has no batch of payouts with this id.',
  },
  /** Of a batch by API; `errors` in the answer has them all. */
  payout_batch_rows_invalid: withDetails(
    {
      status: 400,
      message: 'Invalid payouts: <count> of <rows>. Nothing was sent',
      meaning:
        '`errors` has one entry for each of them: `row`, counted from 1, the first `field` that is wrong, and the `message`.',
    },
    ({ errors, rows }: { errors: { row: number; field: string; message: string }[]; rows: number }) => ({
      values: { count: errors.length, rows },
    }),
  ),
  /** Batches that wait for people in the dashboard. */
  payout_batch_drafts_full: withDetails(
    {
      status: 409,
      message: '<limit> batches wait to be confirmed in the dashboard already',
      meaning: 'Somebody has to pay or discard one of them first.',
    },
    (details: { limit: number }) => ({ values: details }),
  ),
  /** Its rows are not as they were shown: somebody confirmed, corrected or discarded them meanwhile. */
  payout_batch_changed: {
    status: 409,
    message: 'These payouts were confirmed or changed meanwhile. Check the batch as it is now.',
  },
  scheduled_payout_not_found: { status: 404, message: 'Scheduled payout not found' },
  /** It was sent or canceled. */
  scheduled_payout_over: { status: 409, message: 'This payout was already sent or canceled' },
  /** Its account, amount or day are not as they were shown. */
  scheduled_payout_changed: {
    status: 409,
    message: 'This payout was changed meanwhile. Check it as it is now.',
  },
  recurring_payout_not_found: { status: 404, message: 'Recurring payout not found' },
  /** Somebody else has changed it since its page was opened. */
  recurring_payout_changed: {
    status: 409,
    message: 'Somebody else has changed this recurring payout. Reload the page to see how it is now.',
  },
  recurring_payout_ended: { status: 409, message: 'This recurring payout has ended' },
  /** Its last day has passed, so nothing is left to resume. */
  recurring_payout_over: {
    status: 409,
    message: 'Its last day has passed. Change its end before you resume it.',
  },
  sweep_not_found: { status: 404, message: 'No automatic withdrawals are set up' },
  /** Somebody else has set it up, changed or ended it since the page was opened. */
  sweep_changed: {
    status: 409,
    message: 'Somebody else has changed the automatic withdrawals. Reload the page to see how they are now.',
  },
  /** During an outage: only the latest period of a recurring payout is made up for. */
  payout_period_missed: withDetails(
    { status: 409, message: 'The service could not send it on <days>' },
    (details: { days: string }) => ({ values: details }),
  ),
  /** Since the payout was requested. */
  payout_recipient_archived: { status: 409, message: 'The customer or bank account was archived' },
  /** An operator would end it by hand. */
  payout_has_outcome: { status: 409, message: 'This payout is settled already' },
  payout_not_forgotten: {
    status: 409,
    message:
      'This payout can still be settled by itself: run payout reconcile, or wait until its provider answers',
  },
  payout_transfer_unknown: { status: 404, message: 'The provider has no such transfer of this payout' },
  /** Since the batch was created by it. */
  payout_key_revoked: { status: 409, message: 'The API key that created the batch was revoked' },
  payout_refused: withDetails(
    {
      status: 502,
      message: '<provider> error: <code>: <detail>',
      meaning: 'The provider refused the transfer. The amount is already back in your wallet.',
    },
    (details: { provider: string; code: string; detail: string }) => ({ values: details }),
  ),
} as const satisfies Entries

/** To the minute, rounded up: `2026-11-26 10:21 UTC`. */
function inWords(moment: Date): string {
  const minute = new Date(Math.ceil(moment.getTime() / 60_000) * 60_000)
  return `${minute.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** A plain number without needless decimals: `10000`, `99.50`. */
function plainDollars(amountMinor: bigint): string {
  return formatDecimal(amountMinor, 2).replace(/\.00$/, '')
}
