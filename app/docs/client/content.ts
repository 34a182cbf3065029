import { type Block, code, type DocsPage, list, table, wideTable } from '@/components/docs/content'
import { ERRORS_SAMPLE, EVENTS, FIRST_CALL, LISTS, PAYOUT, PYTHON, TRACE, VERIFY } from './client-samples'

const INSTALL: readonly Block[] = [
  'The client is the package `counterfoil`: typed, without dependencies, for Node.js 20.3 and later and for other runtimes with `fetch` and Web Crypto. It refuses to run in a browser, which an API key must not reach. It comes with the sources of this service: pack it in a clone, then install the file in your project.',
  code(
    'sh',
    'the commands',
    [
      '(cd counterfoil/packages/client && npm pack)',
      'npm install ./counterfoil/packages/client/counterfoil-*.tgz',
    ].join('\n'),
  ),
  'The package has the [command line](/docs/command-line) too.',
]

const CALLS: readonly Block[] = [
  code('ts', 'the first call', FIRST_CALL),
  list([
    'Methods are grouped by resource: `customers`, `invoices`, `bankAccounts`, `payouts`, `wallet`, `events`, `traces`, `testHelpers`. The [reference](/docs/api) has the same chapters.',
    'They take the ids of the path first, then the body or the query, then options, and return the body of the answer.',
    'The key decides the account and the mode, so the same code runs in test and live mode.',
  ]),
]

const REPEATS: readonly Block[] = [
  'Each call that creates something sends an `Idempotency-Key`. After a lost connection, or an error that a repeat can change, the client sends the same request with the same key again, up to three times, with growing waits or as `Retry-After` says. Nothing is done twice.',
  'Every call has a new key. For a payout, set the key yourself, for example from your order’s id: then a repeat from another process, or next week, pays once too.',
  code('ts', 'a payout', PAYOUT),
  table(
    'Settings of the client',
    ['Setting', 'Of', 'Default'],
    [
      ['`timeoutMs`', 'the client or a call', '60,000 for each attempt'],
      ['`maxRetries`', 'the client or a call', '3'],
      ['`backoffMs`', 'the client', '500, doubled each time'],
      ['`signal`', 'a call', 'none; it ends the call with its reason'],
      ['`onAnswer`', 'the client', 'none; called after each answer with its status and request id'],
    ],
  ),
]

const HANDLING: readonly Block[] = [
  'Every error of the service is an `ApiError` with `status`, `code`, `message`, `requestId` and `help`, the address of [the page about its code](/docs/errors). Each code has a class of its own: `insufficient_balance` is `InsufficientBalanceError`.',
  'A `ConnectionError` means that no answer came: the request may or may not have been carried out. Its `idempotencyKey` is what to repeat the request with. A `TimeoutError` is one too.',
  code('ts', 'the handling of errors', ERRORS_SAMPLE),
]

const LISTING: readonly Block[] = [
  'Go through all of a list with `for await`, which asks for the next page once the one before is used up. Or await it for a single page.',
  code('ts', 'the lists', LISTS),
]

const FOLLOWING: readonly Block[] = [
  '`events.follow` waits for what happens next, in order and without gaps, and needs no public address. `onCursor` gets the place to go on from once everything before it is done: store it, and no event is missed after a restart.',
  code('ts', 'the events', EVENTS),
]

const VERIFYING: readonly Block[] = [
  'Pass the body as it arrived, before any parser has touched it, as text or bytes. Headers may be those of `fetch` or of Node.js.',
  code('ts', 'the receiver', VERIFY),
  'It compares in constant time, refuses deliveries that are more than five minutes old (`toleranceSeconds`), and accepts several secrets during a rotation. The `fault` of a `WebhookVerificationError` says what is wrong. `signWebhook` signs a delivery for your own tests. [Webhooks](/docs/webhooks) explains the rest.',
]

const TRACING: readonly Block[] = [
  'Give any id to [trace](/docs/api/get-trace) for the whole story behind it, in order: requests, what the provider was asked, ledger entries with balances, events and their deliveries.',
  code('ts', 'the trace', TRACE),
  wideTable(
    'Ids that can be traced',
    ['Id', 'Where you have it from'],
    [
      ['a request', '`X-Request-Id` of every answer, `requestId` of an error'],
      ['an invoice, a payout, a refund', '`id` of the object'],
      ['a payment', '`transaction_id` in the address that your buyer comes back to'],
      ['an event or a delivery', '`id` of the event, `webhook-id` of a delivery'],
      ['an `Idempotency-Key`', 'your own orders: it works where you never got an answer'],
    ],
  ),
]

const IN_PYTHON: readonly Block[] = [
  'For Python 3.9 and later there is one file without dependencies, in the shape of the client above: copy `packages/python/counterfoil.py` into your project.',
  code('python', 'the program', PYTHON),
]

export const CLIENT: DocsPage = {
  path: '/docs/client',
  title: 'Client',
  lead: 'A typed client for TypeScript and JavaScript that retries safely, pages through lists and verifies webhooks; and one file for Python.',
  sections: () => [
    { id: 'install', title: 'Installing', blocks: INSTALL },
    { id: 'calls', title: 'First call', blocks: CALLS },
    { id: 'repeats', title: 'Repeats and Idempotency-Keys', blocks: REPEATS },
    { id: 'errors', title: 'Errors', blocks: HANDLING },
    { id: 'lists', title: 'Lists', blocks: LISTING },
    { id: 'events', title: 'Following events', blocks: FOLLOWING },
    { id: 'webhooks', title: 'Verifying webhooks', blocks: VERIFYING },
    { id: 'trace', title: 'Tracing an id', blocks: TRACING },
    { id: 'python', title: 'Python', blocks: IN_PYTHON },
  ],
}
