import { rowsOfAccount, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { presentEvent } from '@/lib/events/answer'
import type { NumberedEvent } from '@/lib/events/number-events'
import { newId } from '@/lib/ids'
import { toJson } from '@/lib/json'
import { now } from '@/lib/time/clock'
import { findReceivers } from './endpoints'

/** A header names the sequence; after two thousand million events it grows no more, while the body's does. */
const HIGHEST_SEQUENCE = 2_147_483_647

/** Queues events for the account's endpoints that take their types, due at once: none for one that has it already. */
export async function queueDeliveries(
  tx: Transaction,
  accountId: string,
  events: NumberedEvent[],
): Promise<void> {
  const endpoints = await findReceivers(tx, { accountId })
  const pairs = events.flatMap(({ type }, index) =>
    endpoints
      .filter(({ eventTypes }) => eventTypes === null || eventTypes.includes(type))
      .map((endpoint) => ({ id: newId(), place: index + 1, endpoint })),
  )
  if (pairs.length === 0) return
  await addDeliveries(tx, {
    accountId,
    ids: pairs.map(({ id }) => id),
    places: pairs.map(({ place }) => place),
    endpointIds: pairs.map(({ endpoint }) => endpoint.id),
    urls: pairs.map(({ endpoint }) => endpoint.url),
    eventIds: events.map(({ id }) => id),
    sequences: events.map(({ sequence }) => Math.min(Number(sequence), HIGHEST_SEQUENCE)),
    payloads: events.map((event) => toJson({ event: presentEvent(event) })),
    at: now(),
  })
}

/** An event is sent to the database once, for however many endpoints: `places` are those of the events, from 1. */
const addDeliveries = statement<
  {
    accountId: string
    ids: string[]
    places: number[]
    endpointIds: string[]
    urls: string[]
    eventIds: string[]
    sequences: number[]
    payloads: string[]
    at: Date
  },
  object
>(
  'add_webhook_deliveries',
  `INSERT INTO webhook_deliveries (account_id, id, event_id, sequence, payload, endpoint_id, url, next_attempt_at,
                                   created_at)
   ${rowsOfAccount(`
     SELECT delivery.id, event.id, event.sequence, event.payload, delivery.endpoint_id, delivery.url, :at::timestamptz,
            :at::timestamptz
       FROM unnest(:ids::uuid[], :places::int[], :endpointIds::uuid[], :urls::text[])
              AS delivery (id, place, endpoint_id, url)
       JOIN unnest(:eventIds::uuid[], :sequences::int[], :payloads::text[]) WITH ORDINALITY
              AS event (id, sequence, payload, place) USING (place)`)}
   ON CONFLICT DO NOTHING`,
)
