import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { connectionPool, sharedReads } from '@/lib/db/client'
import { orderedBody } from '@/lib/http/input'
import { type JsonAnswer, operation } from '@/lib/http/operation'
import { success } from '@/lib/http/schemas'
import { LIST_NOTES, listErrors, nextCursor } from '@/lib/lists/api-list'
import { payout, payoutDetail, presentPayout, presentPayoutDetail } from './answer'
import { payOut, refuseFailed } from './create-payout'
import { findPayout, type PayoutRecord, readPayoutRecord } from './payout'
import { payoutBody } from './payout-body'
import { payoutsForPrograms } from './payout-list'

const payoutAnswer = z
  .object({
    status: success,
    message: z.enum([
      'Payout completed successfully',
      'Payout is being processed',
      'Payout was refused by the provider',
      'Payout was returned by the bank',
    ]),
    payout,
  })
  .describe('Paid out, or being processed')

/** Contract, endpoint 5. A payout that is refused answers 502 and is reversed; an unsettled one answers 200. */
export const createPayout = operation({
  method: 'POST',
  path: '/api/v2/customer/{customer_id}/payout',
  summary: 'Pay out',
  description:
    "Sends money from your credit wallet to one of the customer's bank accounts, at once, over RTP or FedNow.",
  tag: 'Payouts',
  notes: [
    'Always send an `Idempotency-Key`. Without one, repeating a request after a lost connection pays a second time.',
    'A success is 200, not 201. Check `payout.status`: `PAID` means delivered. `PROCESSING`, with the message `Payout is being processed`, means that the provider has not confirmed yet: the money is on hold, and the service keeps asking. Do not send the payout again.',
    'A payout that is `PROCESSING` becomes `PAID`, or `FAILED` with the money back in your wallet. To learn which, repeat the request with the same key: it returns the payout as it is now and never pays twice.',
    'A 502 with a JSON `error` and an `X-Request-Id` is final for this attempt: no money was sent, and the ledger shows the debit and its reversal. Once the cause is fixed, the same request with the same key is a fresh attempt. A 502 without them comes from a proxy in between: repeat the request with the same key.',
  ],
  params: { customer_id: 'The customer.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'payouts' }),
  body: orderedBody(payoutBody),
  answers: {
    200: payoutAnswer,
  },
  errors: [
    'live_mode_unavailable',
    'customer_not_found',
    'bank_account_not_found',
    'payout_limit_exceeded',
    'payout_needs_approval',
    'daily_payout_limit_exceeded',
    'insufficient_balance',
    'payout_refused',
  ],
  idempotency: 'for good',
  example: {
    idempotencyKey: 'payout-2026-0042',
    body: {
      bank_account_id: '0199d1c2-7363-74fb-b0b1-82d04b0c66f9',
      amount: 25.5,
      metadata: { batch: '2026-03' },
    },
  },
}).handle(
  async ({ account, params, input, commit }) => {
    const record = await payOut(account, { ...input, customerId: params.customer_id }, commit)
    refuseFailed(record)
    return commit.answer(answerWith(record))
  },
  {
    replay: async (payoutId, { account }) =>
      answerWith(await readPayoutRecord(connectionPool(), account.id, payoutId)),
  },
)

/** Beyond the contract: what became of a payout. */
export const getPayout = operation({
  method: 'GET',
  path: '/api/v2/payout/{payout_id}',
  summary: 'Get a payout',
  description: 'Returns a payout as it is now: what became of one that was `PROCESSING`, or why it failed.',
  tag: 'Payouts',
  notes: ['A payout whose request was answered with 502 is `FAILED` here, with its `failure`.'],
  params: { payout_id: 'The payout.' },
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  answers: { 200: z.object({ status: success, payout: payoutDetail }).describe('The payout') },
  errors: ['payout_not_found'],
}).handle(async ({ account, params }) => {
  const record = await findPayout(sharedReads(), account.id, params.payout_id)
  return { status: 200, body: { status: 'success', payout: presentPayoutDetail(record) } }
})

/** Beyond the contract. */
export const listPayouts = operation({
  method: 'GET',
  path: '/api/v2/payouts',
  summary: 'List payouts',
  description: 'Returns your payouts, newest first, a page at a time.',
  tag: 'Payouts',
  notes: LIST_NOTES,
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  query: payoutsForPrograms.query,
  answers: {
    200: z
      .object({ status: success, payouts: z.array(payoutDetail), next_cursor: nextCursor })
      .describe('A page of payouts'),
  },
  errors: listErrors,
}).handle(async ({ account, query }) => {
  const { rows, nextCursor } = await payoutsForPrograms.read(account.id, query)
  const payouts = rows.map(presentPayoutDetail)
  return { status: 200, body: { status: 'success', payouts, next_cursor: nextCursor } }
})

function answerWith(record: PayoutRecord): JsonAnswer<200, z.input<typeof payoutAnswer>> {
  const body = { status: 'success', message: messageOf(record), payout: presentPayout(record) } as const
  return { status: 200, body }
}

function messageOf({ status }: PayoutRecord) {
  switch (status) {
    case 'PROCESSING':
      return 'Payout is being processed'
    case 'FAILED':
      return 'Payout was refused by the provider'
    case 'RETURNED':
      return 'Payout was returned by the bank'
    default:
      return 'Payout completed successfully'
  }
}
