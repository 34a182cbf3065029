import { type DocsPage, list } from '@/components/docs/content'
import { errorTable } from '../errors/error-table'

export const IDEMPOTENCY: DocsPage = {
  path: '/docs/idempotency',
  title: 'Idempotency',
  lead: 'If you never get a response, send the same request with the same `Idempotency-Key` again: it takes effect once.',
  sections: () => [
    {
      id: 'using',
      title: 'Sending a key',
      blocks: [
        'Any POST request may carry an `Idempotency-Key` header of up to 255 characters. Use the id of the order or withdrawal in your own system, and store it before you send the request.',
        list([
          'A repeat with the same body gets the first response again, with the header `Idempotent-Replayed: true`. The order of the fields and the `api_key` may differ.',
          "A key counts per account, method and path, including the ids in the path: the same key on another customer's payouts is a different key.",
          'Only successful responses are stored. After any error, including a 502, you can use the same key again for a fresh attempt.',
          'A repeated payout request returns the payout as it is now, so you can repeat it to learn the outcome. Only a payout that was refused with a 502 in its own request frees the key.',
          'Keys are kept for 24 hours, and payout keys forever.',
          'Without the header, every request is a new one. An empty header is refused, because an unset variable must not pay twice.',
        ]),
      ],
    },
    {
      id: 'errors',
      title: 'Errors',
      blocks: [
        errorTable('Idempotency errors', [
          'idempotency_key_empty',
          'idempotency_key_too_long',
          'idempotency_key_reused',
          'idempotency_key_in_progress',
        ]),
      ],
    },
  ],
}
