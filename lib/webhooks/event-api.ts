import { z } from 'zod'
import { apiKey } from '@/lib/api-keys/key-access'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { event, eventWithDeliveries, presentEvent, REDELIVERED_EVENT } from '@/lib/events/answer'
import { EVENT_TYPES, type EventType, isEventType } from '@/lib/events/event-types'
import type { NumberedEvent } from '@/lib/events/number-events'
import { readEvent, readEvents } from '@/lib/events/read-events'
import { waitForEvents } from '@/lib/events/wait-for-events'
import type { QueryReader } from '@/lib/http/input'
import { type Call, operation } from '@/lib/http/operation'
import { Refusal, refuse } from '@/lib/http/refusals'
import { success } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { limitOf, PAGE_PARAMETERS } from '@/lib/lists/api-list'
import { refuseUnknown } from '@/lib/lists/list-parameters'
import { findDeliveries, presentDelivery } from './delivery'
import { queueDeliveries } from './queue-deliveries'
import { redeliverAll } from './redeliver'

const MAXIMUM_WAIT_SECONDS = 30
/** Of a name that is not one, in the refusal. */
const TYPE_CHARACTERS = 64

type EventQuery = { after: bigint; limit: number; waitMs: number; types: EventType[] | null }

const PARAMETERS = {
  limit: PAGE_PARAMETERS.limit,
  after: z
    .string()
    .optional()
    .describe('The `next_cursor` of the page before. Without it, from the beginning.'),
  type: z
    .string()
    .optional()
    .describe(
      'One [event type](/docs/webhooks#event-types), or several separated by commas. Without it, all.',
    )
    .meta({ examples: ['invoice.paid,payout.failed'] }),
  wait: z
    .int()
    .min(0)
    .max(MAXIMUM_WAIT_SECONDS)
    .default(0)
    .describe('Seconds to wait for an event if there is none yet.'),
}

/** The cursor is a number that clients may compare with an event's `sequence`, so anything else of it is refused. */
const eventQuery: QueryReader<EventQuery> = {
  schema: z.object(PARAMETERS),
  read: (search) => {
    refuseUnknown(Object.keys(PARAMETERS), search)
    return {
      limit: limitOf(search.get('limit')),
      waitMs: secondsOf(search.get('wait')) * 1000,
      after: placeOf(search.get('after')),
      types: typesOf(search.get('type')),
    }
  },
}

function secondsOf(text: string | null): number {
  const seconds = Number(text ?? 0)
  const isWhole = text === null || /^\d{1,2}$/.test(text)
  return isWhole && seconds <= MAXIMUM_WAIT_SECONDS ? seconds : refuse('invalid_wait')
}

function typesOf(text: string | null): EventType[] | null {
  if (text === null) return null
  const names = text.split(',').map((name) => name.trim())
  for (const name of names) {
    if (!isEventType(name)) refuse('unknown_event_type', { type: name.slice(0, TYPE_CHARACTERS) || '""' })
  }
  return EVENT_TYPES.filter((type) => names.includes(type))
}

function placeOf(text: string | null): bigint {
  if (text === null) return 0n
  return /^\d{1,18}$/.test(text) ? BigInt(text) : refuse('invalid_cursor')
}

/** Beyond the contract. */
export const listEvents = operation({
  method: 'GET',
  path: '/api/v2/events',
  summary: 'List events',
  description:
    'Returns what happened in your account, oldest first, and waits for the next event if you ask for it.',
  tag: 'Events',
  notes: [
    'Every event has a number, `sequence`, without gaps: you have missed nothing below the number that you have read.',
    'Keep `next_cursor` with what you have done about the events, and send it in `after` next time. It is where to go on, also when there is nothing new.',
    'With `type`, `next_cursor` skips the events of other types, and `wait` waits for one of these.',
    'With `wait`, the request is answered as soon as there is an event, at the latest after that many seconds. Up to 20 requests of an account can wait at once; further ones answer 429.',
  ],
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  query: eventQuery,
  answers: {
    200: z
      .object({
        status: success,
        events: z.array(event).describe('Oldest first.'),
        next_cursor: z
          .string()
          .describe('The place to go on from: send it in `after`.')
          .meta({ examples: ['1'] }),
      })
      .describe('The events'),
  },
  errors: [
    'unknown_parameter',
    'repeated_parameter',
    'invalid_limit',
    'invalid_wait',
    'invalid_cursor',
    'unknown_event_type',
  ],
}).handle(async ({ account, query, onDisconnect, idle }) => {
  const { events, cursor } = await awaitEvents(account.id, query, { onDisconnect, idle })
  return {
    status: 200,
    body: { status: 'success', events: events.map(presentEvent), next_cursor: String(cursor) },
  }
})

async function awaitEvents(
  accountId: string,
  { after, limit, waitMs, types }: EventQuery,
  { onDisconnect, idle }: Pick<Call, 'onDisconnect' | 'idle'>,
): Promise<{ events: NumberedEvent[]; cursor: bigint }> {
  const startedAt = performance.now()
  let place = after
  for (;;) {
    const { events, cursor, lastSequence } = await readEvents(accountId, place, limit, queueDeliveries, types)
    // It can't be ours, and waiting at it would pass by all events until then.
    if (place > lastSequence) refuse('invalid_cursor')
    if (events.length > 0) return { events, cursor }
    place = cursor
    if (place < lastSequence) continue
    const leftMs = waitMs - (performance.now() - startedAt)
    if (leftMs <= 0) return { events, cursor }
    const waiting = waitForEvents({ accountId, after: place }, leftMs, onDisconnect)
    if (!waiting) throw new Refusal('rate_limited', null, { 'Retry-After': '1' })
    const idleFrom = performance.now()
    const hasNews = await waiting
    idle.ms += performance.now() - idleFrom
    if (!hasNews) return { events: [], cursor: place }
  }
}

const oneEvent = z.object({ status: success, event: eventWithDeliveries })

/** Beyond the contract. */
export const getEvent = operation({
  method: 'GET',
  path: '/api/v2/event/{event_id}',
  summary: 'Get an event',
  description: 'Returns an event, and where it was sent with each attempt.',
  tag: 'Events',
  params: { event_id: 'The event.' },
  access: apiKey({ missingKey: 'api_key_parameter_required', refusesBanned: false, scope: 'read' }),
  answers: { 200: oneEvent.describe('The event') },
  errors: ['event_not_found'],
}).handle(async ({ account, params }) => {
  const event = await findEvent(account.id, params.event_id)
  return { status: 200, body: { status: 'success', event: await withDeliveries(account.id, event) } }
})

/** Beyond the contract. */
export const redeliverEvent = operation({
  method: 'POST',
  path: '/api/v2/event/{event_id}/redeliver',
  summary: 'Redeliver an event',
  description:
    'Sends an event again, at once: to every URL that it was sent to, whatever became of it there, and to the endpoints of today that take its type.',
  tag: 'Events',
  notes: [
    'A delivery that is repeated keeps its `webhook-id`: a receiver that has had it can tell.',
    'An endpoint that was added after the event, or was disabled then, gets it for the first time, under an id of its own. That is how it catches up; a receiver that must not act on old events looks at `created_at`.',
  ],
  params: { event_id: 'The event.' },
  access: apiKey({ missingKey: 'api_key_required', refusesBanned: true, scope: 'invoices' }),
  answers: {
    200: oneEvent
      .describe('The event, with its deliveries due')
      .meta({ examples: [{ status: 'success', event: REDELIVERED_EVENT }] }),
  },
  errors: ['event_not_found'],
  idempotency: 'for 24 hours',
}).handle(async ({ account, params, commit }) => {
  const event = await findEvent(account.id, params.event_id)
  await inOrmTransaction((tx) => redeliverAll(tx, account.id, event))
  return commit.answer({
    status: 200,
    body: { status: 'success', event: await withDeliveries(account.id, event) },
  })
})

async function findEvent(accountId: string, id: string): Promise<NumberedEvent> {
  const event = isId(id) ? await readEvent(accountId, id, queueDeliveries) : null
  return event ?? refuse('event_not_found')
}

async function withDeliveries(accountId: string, event: NumberedEvent) {
  const deliveries = await findDeliveries(database(), accountId, event.id)
  return { ...presentEvent(event), deliveries: deliveries.map(presentDelivery) }
}
