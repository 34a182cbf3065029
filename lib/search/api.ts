import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { database } from '@/lib/db/client'
import { WebhookDeliveryStatus } from '@/lib/db/generated/enums'
import { EVENT_TYPES } from '@/lib/events/event-types'
import { numberEventsOf } from '@/lib/events/number-events'
import { operation } from '@/lib/http/operation'
import { Refusal } from '@/lib/http/refusals'
import { jsonNumber, moment, success } from '@/lib/http/schemas'
import { APPROVAL_CODES } from '@/lib/payouts/approval-status'
import { queueDeliveries } from '@/lib/webhooks/queue-deliveries'
import { readTraceSteps } from './trace-steps'
import { findTraceTarget, TRACE_KINDS } from './trace-target'

const EXAMPLE_TRANSACTIONS = {
  requested: { id: '0199d1c2-84aa-7210-a1b0-6f8e40f1c2d3', created_at: '2026-03-03T09:31:02.000Z' },
  delivered: { id: '0199d1c2-8891-76ed-83e4-62bf528efaa3', created_at: '2026-03-03T09:31:03.000Z' },
}

const EXAMPLE_EVENTS = {
  created: { id: '0199d1c2-84aa-73a4-a71e-286fcd5208d5', created_at: '2026-03-03T09:31:02.000Z' },
  paid: { id: '0199d1c2-8891-76ed-83e4-64d48e3ee46a', created_at: '2026-03-03T09:31:03.000Z' },
}

function ledgerStep(
  name: keyof typeof EXAMPLE_TRANSACTIONS,
  source: string,
  destination: string,
  balance: number | null = null,
) {
  const { id, created_at } = EXAMPLE_TRANSACTIONS[name]
  return {
    kind: 'ledger_entry' as const,
    created_at,
    ledger_entry: {
      transaction_id: id,
      reason: `payout.${name}`,
      source,
      destination,
      amount: 25.5,
      currency: 'USD',
      source_balance_after: balance,
      destination_balance_after: null,
    },
  }
}

function eventStep(name: keyof typeof EXAMPLE_EVENTS, sequence: number) {
  const { id, created_at } = EXAMPLE_EVENTS[name]
  return { kind: 'event' as const, created_at, event: { id, type: `payout.${name}` as const, sequence } }
}

function deliveryStep(name: keyof typeof EXAMPLE_EVENTS) {
  return {
    kind: 'delivery' as const,
    created_at: '2026-03-03T09:40:12.000Z',
    delivery: {
      id: `${EXAMPLE_EVENTS[name].id.slice(0, 14)}7b1d-a2c3-0d9e8f7a6b5c`,
      event_id: EXAMPLE_EVENTS[name].id,
      url: 'https://shop.example.com/hooks/counterfoil',
      status: 'PENDING' as const,
      next_attempt_at: '2026-03-03T09:40:12.000Z',
      attempts: [],
    },
  }
}

const EXAMPLE = {
  id: '0199d1c2-84a9-7373-9ef8-5288bf1b10c4',
  kind: 'payout' as const,
  steps: [
    {
      kind: 'request' as const,
      created_at: '2026-03-03T09:31:01.950Z',
      request: {
        id: '0199d1c2-847e-7c55-8d0b-5a1e2f3c4d5e',
        method: 'POST',
        path: '/api/v2/customer/0199d1c2-4101-7487-8f43-cf036d7d314b/payout',
        idempotency_key: null,
        response_status: 200,
        duration_ms: 84,
      },
    },
    {
      kind: 'provider_attempt' as const,
      created_at: '2026-03-03T09:31:02.000Z',
      provider_attempt: {
        operation: 'payout' as const,
        id: '0199d1c2-84a9-7373-9ef8-5288bf1b10c4',
        provider: 'sandbox',
        reference: 'sbx_tr_0199d1c2-852f-77bd-a983-ba237bffc061',
        status: 'PAID',
        amount: 25.5,
        currency: 'USD',
        failure: null,
        settled_at: '2026-03-03T09:31:03.000Z',
      },
    },
    ledgerStep('requested', 'credit_wallet', 'customer_wallet', 129),
    ledgerStep('requested', 'customer_wallet', 'payouts_in_transit'),
    eventStep('created', 7),
    ledgerStep('delivered', 'payouts_in_transit', 'provider_clearing'),
    eventStep('paid', 8),
    {
      kind: 'request' as const,
      created_at: '2026-03-03T09:35:40.120Z',
      request: {
        id: '0199d1c6-c0d8-7509-8b44-52e44c7742b8',
        method: 'POST',
        path: '/api/v2/test/payout/0199d1c2-84a9-7373-9ef8-5288bf1b10c4/settle',
        idempotency_key: null,
        response_status: 200,
        duration_ms: 31,
      },
    },
    deliveryStep('created'),
    deliveryStep('paid'),
  ],
  has_more: false,
}

const request = z.object({
  id: z.uuid().describe('The `X-Request-Id` of its answer.'),
  method: z.string(),
  path: z.string(),
  idempotency_key: z.string().nullable(),
  response_status: z.int(),
  duration_ms: z.int(),
})

const providerAttempt = z.object({
  operation: z.enum(['checkout_session', 'payment', 'refund', 'dispute', 'payout']),
  id: z
    .string()
    .describe('The `transaction_id` of a payment, the number of a checkout session, or the object’s id.'),
  provider: z.string(),
  reference: z.string().nullable().describe("The provider's own id. `null` until it has answered."),
  status: z.string().describe('Its current status.'),
  amount: jsonNumber.nullable().describe('`null` for a checkout session.'),
  currency: z.string().nullable(),
  failure: z.string().nullable().describe("The provider's reason where it refused."),
  settled_at: moment.nullable(),
})

const approval = z.object({
  id: z.uuid(),
  status: z.enum(APPROVAL_CODES).describe('Its current status.'),
  amount: jsonNumber,
  currency: z.string(),
  payout_id: z.uuid().nullable().describe('`null` until it is approved.'),
  decided_at: moment.nullable(),
})

const ledgerEntry = z.object({
  transaction_id: z.uuid(),
  reason: z.string().describe('The reason of the entry, such as `invoice.paid` or `payout.requested`.'),
  source: z
    .string()
    .describe(
      'The account that the amount comes from: `credit_wallet` holds the money that you can pay out.',
    ),
  destination: z.string(),
  amount: jsonNumber,
  currency: z.string(),
  source_balance_after: jsonNumber
    .nullable()
    .describe(
      'The balance of the source after the transaction. `null` where no balance is kept or it stayed the same.',
    ),
  destination_balance_after: jsonNumber.nullable().describe('Likewise.'),
})

const event = z.object({
  id: z.uuid().describe('The `event_id` in paths.'),
  type: z.enum(EVENT_TYPES),
  sequence: z.int().nullable().describe('Its number in your account.'),
})

const delivery = z.object({
  id: z.uuid().describe('The `webhook-id` that the receiver gets.'),
  event_id: z.uuid().nullable().describe('`null` for a test event.'),
  url: z.string(),
  status: z.enum(WebhookDeliveryStatus),
  next_attempt_at: moment.nullable().describe('`null` if there will be none.'),
  attempts: z
    .array(
      z.object({
        number: z.int().describe('1 for the first.'),
        created_at: moment,
        duration_ms: z.int(),
        response_status: z
          .int()
          .nullable()
          .describe("The receiver's HTTP status; `null` if it gave no answer."),
        error: z.string().nullable().describe('Why there was no answer.'),
      }),
    )
    .describe('The latest 5, latest first.'),
})

const step = z.object({
  kind: z.enum(['request', 'approval', 'provider_attempt', 'ledger_entry', 'event', 'delivery']),
  created_at: moment,
  request: request.optional().describe('Of a `request`: one of the API.'),
  approval: approval.optional().describe('Of an `approval`: a payout that needs two people.'),
  provider_attempt: providerAttempt
    .optional()
    .describe('Of a `provider_attempt`: what a provider was asked for.'),
  ledger_entry: ledgerEntry.optional().describe('Of a `ledger_entry`: money that moved.'),
  event: event.optional().describe('Of an `event`.'),
  delivery: delivery.optional().describe('Of a `delivery`: an event on its way to one URL.'),
})

/** Beyond the contract. */
export const getTrace = operation({
  method: 'GET',
  path: '/api/v2/trace/{id}',
  summary: 'Trace an id',
  description:
    'Returns the whole story of whatever has the id, oldest first: requests, approvals of payouts, what providers were asked for, ledger entries with balances, events and deliveries.',
  tag: 'Traces',
  notes: [
    'A payment, a refund or a dispute leads to the story of its invoice; an approval to that of its payout, once there is one; an event or a delivery to that of its object; a request or an `Idempotency-Key` to that of all that it created.',
    'Requests are in the log a moment after their answer, and for as long as the log is kept. Reads are not part of a story, other than the one that you ask for.',
    'At most 100 steps of each kind are shown, the oldest, and the latest 5 attempts of a delivery. `has_more` says whether there are others.',
    'Encode a key for the path: `order 7/2` is `order%207%2F2`.',
  ],
  params: {
    id: 'Of a request, an invoice, a payment (`transaction_id`), a refund, a dispute, a payout, the approval of a payout, an event or a delivery (`webhook-id`); or an `Idempotency-Key`.',
  },
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  answers: {
    200: z
      .object({
        status: success,
        trace: z
          .object({
            id: z.string().describe('The id that you asked for.'),
            kind: z.enum(TRACE_KINDS).describe('The kind of object.'),
            steps: z.array(step).describe('Oldest first.'),
            has_more: z.boolean().describe('True if there are more steps than are shown.'),
          })
          .meta({ examples: [EXAMPLE] }),
      })
      .describe('The story'),
  },
  errors: ['trace_not_found'],
}).handle(async ({ account, params }) => {
  const id = decoded(params.id)
  const target = await findTraceTarget(database(), account.id, id)
  if (!target) throw new Refusal('trace_not_found')
  let story = await readTraceSteps(database(), account.id, target)
  if (story.hasUnnumbered) {
    // An event gets its deliveries with its number.
    await numberEventsOf(account.id, queueDeliveries)
    story = await readTraceSteps(database(), account.id, target)
  }
  const trace = { id, kind: target.kind, steps: story.steps, has_more: story.isCut }
  return { status: 200, body: { status: 'success', trace } }
})

/** Paths are compared as they are sent, but keys may have any characters. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    throw new Refusal('trace_not_found')
  }
}
