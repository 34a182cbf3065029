import { exampleObject } from '@/app/docs/api/reference'
import {
  type Block,
  code,
  type DocsPage,
  heading,
  list,
  steps,
  table,
  wideTable,
} from '@/components/docs/content'
import { prettyJson } from '@/components/docs/samples'
import { EVENTS_PER_SECOND, REDELIVERY_LIMIT } from '@/lib/webhooks/redeliver-event'
import { RETRY_DELAYS_MS } from '@/lib/webhooks/retry-schedule'
import {
  RECEIVER_EXPRESS,
  RECEIVER_FLASK,
  RECEIVER_NEXT,
  RECEIVER_NODE,
  VERIFY_NODE,
  VERIFY_PYTHON,
} from './receiver-samples'

const UNITS = [
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1000 },
]

const WHAT_IS_SENT: readonly Block[] = [
  'An invoice with a `webhook_url` sends one event for each change of its status: to `Paid`, to `Failed` after a declined payment, and to `Unpaid` after its due date. Creating an invoice sends no event. The event and the change are written in one database transaction, so there is never one without the other.',
  'The body is the invoice right after the change, in the same format as the response of [Check an invoice](/docs/api/get-invoice). It never changes: every attempt sends the same bytes.',
  code('json', 'the body', prettyJson({ invoice: exampleObject('Invoice') })),
  'There is no event name: `invoice.status` tells you what happened.',
]

const HEADERS: readonly Block[] = [
  'The headers are those of [Standard Webhooks](https://www.standardwebhooks.com), so any library that supports the standard can verify a request. `webhook-sequence` is our addition.',
  wideTable(
    'Headers of a webhook',
    ['Header', 'Meaning'],
    [
      ['`webhook-id`', 'The id of the event, a UUID. It is the same in every attempt.'],
      ['`webhook-timestamp`', 'The time of this attempt, in seconds since 1970.'],
      [
        '`webhook-signature`',
        '`v1,` followed by a base64 signature. After a rotation there are two, separated by a space, until the old secret expires.',
      ],
      [
        '`webhook-sequence`',
        '1 for the first status change of an invoice, 2 for the second, and so on. Use it to tell older events from newer ones. It is 0 in a test event.',
      ],
      ['`content-type`', '`application/json`'],
      ['`user-agent`', '`Counterfoil/1`'],
    ],
  ),
]

const VERIFYING: readonly Block[] = [
  'Anyone can post to your URL, so check the signature before you trust a request:',
  steps([
    'Take the raw body, before anything parses it. A parsed body that is written as JSON again differs in its bytes.',
    'Refuse a `webhook-timestamp` that is more than five minutes from your clock: it may be an old request that somebody sends again.',
    'Join `webhook-id`, `webhook-timestamp` and the body with dots. That is the signed text.',
    'The key is what follows `whsec_` in your secret, base64-decoded. Sign the text with HMAC-SHA256 and that key.',
    'Compare the base64 of the result with each signature in `webhook-signature`, after its `v1,`, in constant time. One match is enough.',
  ]),
  code('js', 'verify.mjs', VERIFY_NODE),
  'The function takes the headers of Node.js, which are a plain object, as well as the `Headers` of fetch. In Python:',
  code('python', 'verify.py', VERIFY_PYTHON),
  'Test mode and live mode have separate secrets. The dashboard shows the secret of its current mode under [Webhooks](/developers/webhooks).',
]

const ACCOUNT: readonly Block[] = [
  'An invoice’s `webhook_url` gets that invoice’s status only. For everything that happens in your account, payouts, refunds and disputes too, [add a webhook endpoint](/docs/api/add-webhook-endpoint). It receives every event as `{ "event": … }`, signed and retried in the same way; `event.type` says what happened.',
  'A program without a public address can [list events](/docs/api/list-events) instead, in order and without gaps, and wait for the next one.',
]

const INBOX: readonly Block[] = [
  'Before you write a receiver, watch a webhook arrive at one of ours: create an invoice, pay it, and see the headers, the signed text and each step of the verification. It works in test mode, for your account only, and shows the latest deliveries of an hour.',
  { kind: 'inbox', text: 'Open this page in a browser to use the inbox.' },
]

const FRAMEWORKS: readonly Block[] = [
  'What matters in every framework is to get at the raw body.',
  heading('express', 'Express'),
  code('js', 'the receiver for Express', RECEIVER_EXPRESS),
  heading('nextjs', 'Next.js'),
  'In `app/hooks/counterfoil/route.js`, with `verify.mjs` beside it:',
  code('js', 'the receiver for Next.js', RECEIVER_NEXT),
  heading('flask', 'Flask'),
  code('python', 'the receiver for Flask', RECEIVER_FLASK),
]

function ownMachine(url: string): readonly Block[] {
  return [
    'Save `verify.mjs` from above, and beside it this receiver, which needs no packages:',
    code('js', 'receiver.mjs', RECEIVER_NODE),
    'Start it with your test secret, which the dashboard shows under [Webhooks](/developers/webhooks):',
    code('sh', 'the command', 'WEBHOOK_SECRET=whsec_… node receiver.mjs'),
    'In another terminal, create an invoice with this receiver as its `webhook_url`, and pay it:',
    code(
      'sh',
      'the request',
      `curl ${url}/api/v2/invoice \\
  -H 'Authorization: Bearer YOUR_API_KEY' -H 'Content-Type: application/json' \\
  -d '{ "email": "mary@example.com", "amount": 25, "webhook_url": "http://localhost:4000/" }'`,
    ),
    list([
      'If this service runs on the same machine as the receiver and `PUBLIC_URL` is a loopback address such as `http://localhost:3000`, that is all: test mode may send to loopback addresses then.',
      'If the service runs elsewhere, it can’t reach your machine, and refuses loopback and private addresses. Use a tunnel that gives your receiver a public address, or [watch one arrive](#inbox) in the page.',
      'An operator can allow private addresses with `WEBHOOKS_ALLOW_PRIVATE=1`, on a network where nothing else answers to them.',
    ]),
  ]
}

const RECEIVING: readonly Block[] = [
  list([
    'Answer with a 2xx status within 10 seconds. If your work may take longer, put it in a queue first.',
    'The same event may arrive twice, because a response can get lost. Store each `webhook-id` under a unique index, and answer 200 without doing anything if you already have it. Don’t deduplicate by `invoice.id`: the next status of the same invoice is a different event.',
    'Events may arrive out of order: an old one may be retried after a newer one. Store the highest `webhook-sequence` of each invoice, and ignore events with a lower one. `Paid` is final.',
    'If in doubt, check the invoice: the endpoint always returns the current status.',
    'Ship when the webhook says `Paid`, not when the buyer arrives at your `redirect_url`: a buyer may close the window first, and anyone can open that URL.',
  ]),
]

const RETRIES = RETRY_DELAYS_MS.map((delayMs, index) => [
  `${index + 2}`,
  `${inWords(delayMs)} after attempt ${index + 1}`,
  `up to ${inWords(delayMs * 1.5)}`,
])
const DELIVERIES: readonly Block[] = [
  'Any status from 200 to 299 is a success. Anything else is retried: another status, a redirect (redirects are not followed), no complete response within 10 seconds, or no connection. Each wait is extended at random by up to half, so that a receiver that recovers does not get everything at once.',
  table('Attempts', ['Attempt', 'Wait', 'At most'], [['1', 'Sent at once', ''], ...RETRIES]),
  list([
    'A `Retry-After` header in your response, in seconds or as a date, is respected if it asks for a longer wait than the table, up to 24 hours.',
    'Status 410 stops the event: there are no further attempts.',
    'After the tenth attempt the event has failed. It is kept, and you can redeliver it from the dashboard, as you can any delivered event: one at a time, or all that failed since a given time. Each redelivery is a single attempt.',
    'Loopback, private, link-local and cloud metadata addresses are refused when the connection is opened. Every address that a host name resolves to must be public. See [Receiving on your own machine](#own-machine).',
    'TLS certificates are verified. Proxies are not used.',
  ]),
]

const WATCHING: readonly Block[] = [
  'The dashboard lists every event under Developers, Webhooks. An event’s page shows each attempt: its time and duration, the headers that were sent, the exact text that was signed, and the beginning of the response or the reason there was none. If your signature check fails, compare that text with yours.',
  list([
    'Redelivering sends the same id and bytes again at once, with a new timestamp and signature.',
    `After an outage of your server, redeliver everything that failed since a given time. This includes failed events and those that wait for their next attempt, oldest first, up to ${REDELIVERY_LIMIT} at a time and about ${EVENTS_PER_SECOND} a second.`,
    'You can send a test event to any URL. It looks like a paid invoice, but its ids lead nowhere and its `webhook-sequence` is 0. It is signed and sent like any other event, in a single attempt.',
  ]),
]

const SECRETS: readonly Block[] = [
  'To replace a secret, for example because an employee has left, rotate it in the dashboard. During the overlap every request has two signatures, one with each secret:',
  steps([
    'Rotate the secret, and choose an overlap long enough for a deployment: an hour, a day or three days.',
    'Deploy your receiver with the new secret. The example above checks every signature, so no event is missed.',
    'After the overlap the old secret is no longer used. If a secret has leaked, rotate without an overlap.',
    'During the overlap you can rotate again only without an overlap, which retires both old secrets at once.',
  ]),
]

/** Formats milliseconds as `2 h` or `7 min 30 s`. */
function inWords(durationMs: number): string {
  let rest = durationMs
  const parts = UNITS.map(({ name, ms }) => {
    const count = name === 's' ? rest / ms : Math.floor(rest / ms)
    rest -= count * ms
    return { name, count }
  })
  return parts
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(' ')
}

export const WEBHOOKS: DocsPage = {
  path: '/docs/webhooks',
  title: 'Webhooks',
  lead: 'Your server receives an HTTP POST when something happens: an invoice’s status at that invoice’s own `webhook_url`, with nothing to register, and every event of your account at the webhook endpoints that you add.',
  sections: ({ url }) => [
    { id: 'what-is-sent', title: 'Events', blocks: WHAT_IS_SENT },
    { id: 'account', title: 'Every event of your account', blocks: ACCOUNT },
    { id: 'headers', title: 'Headers', blocks: HEADERS },
    { id: 'verifying', title: 'Verifying the signature', blocks: VERIFYING },
    { id: 'frameworks', title: 'Express, Next.js and Flask', blocks: FRAMEWORKS },
    { id: 'inbox', title: 'Watch one arrive', blocks: INBOX },
    { id: 'own-machine', title: 'Receiving on your own machine', blocks: ownMachine(url) },
    { id: 'receiving', title: 'Writing a receiver', blocks: RECEIVING },
    { id: 'deliveries', title: 'Delivery attempts and retries', blocks: DELIVERIES },
    { id: 'watching', title: 'Inspecting, redelivering and testing', blocks: WATCHING },
    { id: 'secrets', title: 'Rotating the secret', blocks: SECRETS },
  ],
}
