import { type DocsPage, list, wideTable } from '@/components/docs/content'

export const LIMITS: DocsPage = {
  path: '/docs/limits',
  title: 'Limits',
  lead: 'How much and how fast. A request over a limit is refused and has no effect.',
  sections: () => [
    {
      id: 'rate-limits',
      title: 'Requests per second',
      blocks: [
        'Each account may send 100 requests per second in live mode and 25 in test mode, unless the operator has set other limits; all of its keys count together. Every response tells you where you stand:',
        wideTable(
          'Headers of the rate limit',
          ['Header', 'Meaning'],
          [
            ['`RateLimit-Limit`', 'The limit.'],
            ['`RateLimit-Remaining`', 'Requests left before it.'],
            ['`RateLimit-Reset`', 'Seconds until it resets.'],
            ['`Retry-After`', 'Seconds to wait, with a 429.'],
          ],
        ),
        'Above the limit you get 429 [`rate_limited`](/docs/errors/rate_limited). Nothing has happened: wait, then send the request again. If several programs share a key, add a random part to the wait, so that they don’t all come back at once.',
      ],
    },
    {
      id: 'money',
      title: 'Money',
      blocks: [
        list([
          'A payout: 10,000 dollars per request unless the operator has set another limit, [`payout_limit_exceeded`](/docs/errors/payout_limit_exceeded).',
          'All payouts of a UTC day: five times as much unless set otherwise, [`daily_payout_limit_exceeded`](/docs/errors/daily_payout_limit_exceeded).',
          'An invoice: 999,999,999.99 before the fee, in any currency.',
        ]),
      ],
    },
    {
      id: 'sizes',
      title: 'Sizes',
      blocks: [
        list([
          'A request body: 256 KB and 16 levels deep.',
          'An invoice: 100 items.',
          'Text fields: 255 characters; email addresses 254, URLs 2,048.',
          'An `Idempotency-Key`: 255 characters.',
        ]),
        'Characters are Unicode code points. The page of each endpoint lists the limit of each field.',
      ],
    },
  ],
}
