import { type DocsPage, list, steps } from '@/components/docs/content'

export const GOING_LIVE: DocsPage = {
  path: '/docs/going-live',
  title: 'Going live',
  lead: 'Go through this list before real money moves.',
  sections: () => [
    {
      id: 'approval',
      title: 'Get live mode',
      blocks: [
        steps([
          'Confirm your email address, and turn on two-step sign-in under [Security](/settings/security).',
          'Ask the operator of this installation to approve live mode. It also needs payment and payout providers, which the operator configures.',
          'Switch the dashboard to live mode, and create a live key with the scopes that your program needs, limited to the addresses of your servers.',
          'Replace the test key and the test webhook secret in your secret store. Live mode has its own secret.',
        ]),
      ],
    },
    {
      id: 'checklist',
      title: 'Check your code',
      blocks: [
        list([
          'Your receiver [verifies signatures](/docs/webhooks#verifying), deduplicates events by `webhook-id`, and orders them by `webhook-sequence`.',
          'Each payout has an `Idempotency-Key` from your own records, and you repeat a request without a response with the same key.',
          'You wait for a payout that is `PROCESSING` and never send it again under another key. A person looks at a refusal: a 502 with a JSON `error` and an `X-Request-Id`.',
          'A 502 without them is treated like a missing response, because it comes from a proxy.',
          'You respect `Retry-After` after a 429 or 503.',
          'Your code ships when the webhook or the API says `Paid`, not when the buyer reaches the `redirect_url`.',
          'Amounts are sent as decimal strings or exact numbers, never as the result of floating-point arithmetic.',
          'You store the `X-Request-Id` of each error. It finds the request in the [request log](/developers/requests).',
          'Your live key is in your secret store, not in your source code or in a URL.',
        ]),
      ],
    },
    {
      id: 'first-day',
      title: 'On the first day',
      blocks: [
        list([
          'Send an invoice of a few dollars to yourself, pay it, and see that your receiver got the webhook under [Webhooks](/developers/webhooks).',
          'Pay out a dollar to a bank account of your own.',
          'Compare the wallet’s statement with your own records.',
        ]),
      ],
    },
  ],
}
