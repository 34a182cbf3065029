import { type Entries, withDetails } from '@/lib/error-entry'

export const webhookRefusals = {
  url_required: { status: 400, message: 'url is required', meaning: '`url` is missing or blank.' },
  invalid_url: { status: 400, message: 'Invalid url', meaning: 'Not an http or https URL.' },
  webhook_event_not_found: { status: 404, message: 'Webhook event not found' },
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
