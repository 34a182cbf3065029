import { type Entries, withDetails } from '@/lib/error-entry'

export const webhookRefusals = {
  url_required: { status: 400, message: 'url is required', meaning: '`url` is missing or blank.' },
  invalid_url: { status: 400, message: 'Invalid url', meaning: 'Not an http or https URL.' },
  invalid_event_types: {
    status: 400,
    message: 'event_types must be an array of 1 to 100 event types',
    meaning:
      '`event_types` is no array, is empty or has too many entries. Leave it out, or send `null`, for all types.',
  },
  invalid_endpoint_status: {
    status: 400,
    message: 'status must be enabled or disabled',
    meaning: 'Any other value, including a different case.',
  },
  invalid_overlap_hours: {
    status: 400,
    message: 'overlap_hours must be a whole number from 0 to 72',
    meaning: 'The hours for which the old secret signs beside the new one.',
  },
  webhook_delivery_not_found: { status: 404, message: 'Webhook delivery not found' },
} as const satisfies Entries

export const webhookErrors = {
  webhook_endpoint_not_found: {
    status: 404,
    message: 'Webhook endpoint not found',
    meaning: 'This account has no webhook endpoint with this id.',
  },
  webhook_endpoint_limit_reached: withDetails(
    {
      status: 409,
      message: 'An account can have at most <limit> webhook endpoints',
      meaning: 'Delete one that you no longer need.',
    },
    (details: { limit: number }) => ({ values: details }),
  ),
} as const satisfies Entries
