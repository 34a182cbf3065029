import { z } from 'zod'
import { WebhookDeliveryStatus } from '@/lib/db/generated/enums'
import { asJsonText, moment } from '@/lib/http/schemas'
import { JsonText } from '@/lib/json'
import { EVENT_TYPES, type EventType } from './event-types'
import type { NumberedEvent } from './number-events'

const data = z
  .record(z.string(), z.unknown())
  .describe('The object that it is about, as the API returned it at that time.')

const FIELDS = {
  id: z.uuid().describe('The `event_id` in paths, and the `counterfoil-event-id` of its webhooks.'),
  sequence: z.int().describe('Its number in your account: 1, 2, 3 and so on, without gaps.'),
  type: z.enum(EVENT_TYPES).describe('The type of event.'),
  created_at: moment.describe('The time of the event, in UTC.'),
  data: asJsonText(data),
}

const EXAMPLE = {
  id: '0199d1c2-8a10-7c3e-9d57-6a1f0a7be2c4',
  sequence: 1,
  type: 'customer.created',
  created_at: '2026-03-02T14:05:09.000Z',
  data: {
    id: '0199d1c2-4101-7487-8f43-cf036d7d314b',
    name: 'Mary Jackson',
    email: 'mary@example.com',
    group: 'Retainer',
    preferred_currency: 'USD',
    address_line1: null,
    address_line2: null,
    city: 'Hampton',
    state: 'VA',
    zip: '23666',
    country: 'US',
    created_on: '2026-03-02 14:05:09',
    phone: '+1 757 555 0100',
    copy_emails: ['books@example.com'],
    external_id: 'user_118',
    metadata: { crm_id: 'C-118' },
  },
}

/** The event as answers of the API and webhook endpoints show it; `presentEvent` fills it. */
export const event = z.object(FIELDS).meta({
  id: 'Event',
  title: 'Event',
  description: 'An event in your account: returned when you list events, and sent to webhook endpoints.',
  examples: [EXAMPLE],
})

/** An event of one type, whose `data` is known. */
export function eventOf<Data extends z.ZodType>(type: EventType, data: Data) {
  return z.object({ ...FIELDS, type: z.literal(type), data })
}

export function presentEvent({ id, sequence, type, createdAt, data: text }: NumberedEvent) {
  return {
    id,
    sequence: Number(sequence),
    type: type as EventType,
    created_at: createdAt.toISOString(),
    data: new JsonText(text),
  }
}

const attempt = z.object({
  number: z.int().describe('1 for the first.'),
  created_at: moment,
  duration_ms: z.int(),
  response_status: z.int().nullable().describe("The receiver's HTTP status; `null` if it gave no answer."),
  response_body: z.string().nullable().describe("The beginning of the receiver's answer."),
  error: z.string().nullable().describe('Why there was no answer.'),
})

const delivery = z.object({
  id: z.uuid().describe('The `webhook-id` that the receiver gets.'),
  url: z.string(),
  status: z.enum(WebhookDeliveryStatus),
  created_at: moment,
  next_attempt_at: moment.nullable().describe('`null` if there will be none.'),
  attempts: z.array(attempt).describe('The latest 50, latest first.'),
})

const DELIVERED = {
  id: '0199d1c2-8a4e-7b1d-a2c3-0d9e8f7a6b5c',
  url: 'https://shop.example.com/hooks/counterfoil',
  status: 'DELIVERED' as 'DELIVERED' | 'PENDING',
  created_at: '2026-03-02T14:05:09.200Z',
  next_attempt_at: null as string | null,
  attempts: [
    {
      number: 1,
      created_at: '2026-03-02T14:05:09.400Z',
      duration_ms: 84,
      response_status: 200,
      response_body: 'ok',
      error: null,
    },
  ],
}

const DELIVERED_EVENT = { ...EXAMPLE, deliveries: [DELIVERED] }
/** The example once it is redelivered. */
export const REDELIVERED_EVENT = {
  ...EXAMPLE,
  deliveries: [{ ...DELIVERED, status: 'PENDING' as const, next_attempt_at: '2026-03-03T09:31:02.000Z' }],
}

/** An event with where it was sent. */
export const eventWithDeliveries = z
  .object({ ...FIELDS, deliveries: z.array(delivery).describe('One for each URL it was sent to.') })
  .meta({
    id: 'EventWithDeliveries',
    title: 'Event with its deliveries',
    description: 'Returned when you get or redeliver an event.',
    examples: [DELIVERED_EVENT],
  })
