import { statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { presentEvent } from '@/lib/events/answer'
import type { NumberedEvent } from '@/lib/events/number-events'
import { newId } from '@/lib/ids'
import { toJson } from '@/lib/json'
import { now } from '@/lib/time/clock'
import { findEndpoints } from './endpoints'

/** A header names the sequence; after two thousand million events it grows no more, while the body's does. */
const HIGHEST_SEQUENCE = 2_147_483_647

/** Queues events for the account's endpoints, due at once: none for an endpoint that has it already. */
export async function queueDeliveries(
  tx: Transaction,
  accountId: string,
  events: NumberedEvent[],
): Promise<void> {
  const endpoints = await findEndpoints(tx, { accountId })
  if (endpoints.length === 0) return
  const eventIds = events.map(({ id }) => id)
  const sequences = events.map(({ sequence }) => Math.min(Number(sequence), HIGHEST_SEQUENCE))
  const payloads = events.map((event) => toJson({ event: presentEvent(event) }))
  const ids = events.flatMap(() => endpoints.map(newId))
  const endpointIds = endpoints.map(({ id }) => id)
  const urls = endpoints.map(({ url }) => url)
  await addDeliveries(tx, { accountId, ids, eventIds, sequences, payloads, endpointIds, urls, at: now() })
}

/** Each event for each endpoint; an account's events are sent to the database once. */
const addDeliveries = statement<
  {
    accountId: string
    ids: string[]
    eventIds: string[]
    sequences: number[]
    payloads: string[]
    endpointIds: string[]
    urls: string[]
    at: Date
  },
  object
>(
  'add_webhook_deliveries',
  `INSERT INTO webhook_deliveries (account_id, id, event_id, sequence, payload, endpoint_id, url, next_attempt_at,
                                   created_at)
   SELECT :accountId::uuid, (:ids::uuid[])[(event.place - 1) * cardinality(:endpointIds::uuid[]) + endpoint.place],
          event.id, event.sequence, event.payload, endpoint.id, endpoint.url, :at::timestamptz, :at::timestamptz
     FROM unnest(:eventIds::uuid[], :sequences::int[], :payloads::text[]) WITH ORDINALITY AS event (id, sequence, payload, place)
    CROSS JOIN unnest(:endpointIds::uuid[], :urls::text[]) WITH ORDINALITY AS endpoint (id, url, place)
   ON CONFLICT DO NOTHING`,
)
