import { z } from 'zod'
import type { WebhookEndpointStatus } from '@/lib/db/generated/enums'
import { EVENT_TYPES, type EventType, isEventType } from '@/lib/events/event-types'
import * as field from '@/lib/http/fields'
import { refuse } from '@/lib/http/refusals'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'
import { toMinor } from '@/lib/money/decimals'
import { API_ENDPOINT_STATUSES, ENDPOINT_STATUSES } from './status'

const TYPE_LENGTH = 64
const MAX_TYPES = 100
export const LONGEST_OVERLAP_HOURS = 72
export const DEFAULT_OVERLAP_HOURS = 24

const eventType = field
  .text(TYPE_LENGTH, z.enum(EVENT_TYPES))
  .map(
    (type) => (isEventType(type) ? type : refuse('unknown_event_type', { type: type || '""' })),
    'unknown_event_type',
  )

const fields = {
  url: field
    .text(URL_LENGTH)
    .check(isWebUrl, 'invalid_url')
    .required('url_required')
    .describe('Begins with `https://` or `http://`, without user name.'),
  event_types: field
    .array(eventType, { max: MAX_TYPES, notArray: 'invalid_event_types', tooMany: 'invalid_event_types' })
    .check((types) => types.length > 0, 'invalid_event_types')
    .map(inOrder)
    .nullable()
    .describe('The event types that it gets. Left out or `null`: all, and those that are added later.'),
  description: field.text().nullable().describe('For yourself, such as what receives the events.'),
}

/** Each type once, in the order of the documentation. */
function inOrder(types: readonly EventType[]): EventType[] {
  return EVENT_TYPES.filter((type) => types.includes(type))
}

export const endpointBody = field.object(fields)

export const endpointChangesBody = field.changes({
  ...fields,
  status: field
    .oneOf(API_ENDPOINT_STATUSES, 'invalid_endpoint_status')
    .map(
      (status): WebhookEndpointStatus =>
        status === ENDPOINT_STATUSES.ENABLED.apiStatus ? 'ENABLED' : 'DISABLED',
    )
    .describe('A `disabled` endpoint gets nothing until it is `enabled` again.'),
})

export const secretRotationBody = field.object({
  overlap_hours: field
    .custom(
      z.int().min(0).max(LONGEST_OVERLAP_HOURS),
      (value) => {
        const decimal = field.parseDecimal(value)
        const hours = decimal && toMinor(decimal, 0)
        return hours !== null && hours >= 0 && hours <= LONGEST_OVERLAP_HOURS ? Number(hours) : null
      },
      'invalid_overlap_hours',
    )
    .default(DEFAULT_OVERLAP_HOURS)
    .describe('The hours for which the old secret signs too, from 0 to 72. 0 if it has leaked.'),
})
