import { type Block, code, type DocsPage, list, table, wideTable } from '@/components/docs/content'
import { CARD_OUTCOMES, PAYOUT_OUTCOMES, REFUND_OUTCOMES } from './sandbox-values'

const TEST_MODE: readonly Block[] = [
  list([
    'You have two separate accounts: test and live. The API key decides which one you use, `cf_test_` or `cf_live_`; in the dashboard you switch at the top. Customers, invoices, bank accounts, wallets, webhook secrets and keys belong to one of them only.',
    'Test mode always uses the built-in sandbox: a payment provider and a payout provider that behave like real ones. No money moves, and only webhooks and mail to yourself leave the installation.',
    'Test mail is only sent to your own address, with or without a `+tag` (`you+buyer@example.com`), and says that it is a test. All other mail is kept in the Mailbox.',
    'Everything else works as in live mode: the same checks, ledger, retries and limits. There are two differences: a routing number may be any nine digits, and the rate limit is lower.',
    "Live mode uses the real providers that the operator has configured. Without them you can't create live keys.",
  ]),
]

const PAYING: readonly Block[] = [
  'Open the `payment_link` of a test invoice and pay with one of these cards, any future date and any security code of three or four digits. All other cards are declined, including real ones.',
  table(
    'Sandbox cards',
    ['Card', 'Outcome'],
    CARD_OUTCOMES.map(({ number, text }) => [`\`${number}\``, text]),
  ),
  'A declined card changes the invoice to `Failed` and sends a webhook; the buyer can try again on the same page. Your tests can [pay a test invoice](/docs/api/pay-test-invoice) with a request, and you can mark one as paid in the dashboard. The wallet and the webhook are the same as after a card payment.',
  'To test `Unpaid`, create an invoice with a `due_date` in the past. It becomes overdue within a minute. Or [advance the test clock](/docs/api/advance-test-clock) past the due date.',
]

function failingCheckout(url: string): readonly Block[] {
  return [
    'If the part of the email address before the @ ends in `+checkout_` and a status from 400 to 599, the payment provider fails with that status. The request below gets 502 `Payment provider error (503)`, and no invoice is created:',
    code(
      'sh',
      'the request',
      [
        `curl ${url}/api/v2/invoice \\`,
        "  -H 'Authorization: Bearer YOUR_API_KEY' \\",
        "  -H 'Content-Type: application/json' \\",
        `  -d '{ "email": "mary+checkout_503@example.com", "amount": 25 }'`,
      ].join('\n'),
    ),
  ]
}

const REFUNDS: readonly Block[] = [
  'Refund a paid test invoice on its page or by the API. The refund is made at once, unless the invoice was paid with one of these cards. The service checks a refund that is `PENDING` after 15 seconds, then less and less often.',
  table(
    'Cards with special refunds',
    ['Card', 'Refund'],
    REFUND_OUTCOMES.map(({ number, text }) => [`\`${number}\``, text]),
  ),
]

const PAYOUTS: readonly Block[] = [
  'Fund your wallet by paying a test invoice, or [credit it](/docs/api/credit-test-wallet). The `account_number` decides the outcome of a payout. Payouts to any other number are delivered at once.',
  wideTable(
    'Sandbox bank accounts',
    ['Account number', 'Scenario', 'Outcome'],
    PAYOUT_OUTCOMES.map(({ number, code: scenario, text }) => [`\`${number}\``, `\`${scenario}\``, text]),
  ),
  'A refused payout answers, for example, `sandbox error: no_account: There is no bank account with this number`. The service checks a payout in progress after 15 seconds, then less and less often, and a delivered one after 10 minutes. Your tests need not wait: [settle a test payout](/docs/api/settle-test-payout) decides what the bank says.',
]

const HELPERS: readonly Block[] = [
  'A program can make things happen that take a buyer, a bank or time. Each request goes through the same steps as the real thing, with its checks, ledger entries, webhooks and mail, and each works with test keys only.',
  table(
    'Test helpers',
    ['Request', 'What happens'],
    [
      [
        '[`POST /api/v2/test/invoice/{invoice_id}/pay`](/docs/api/pay-test-invoice)',
        'The buyer pays, or is declined with another `outcome`.',
      ],
      [
        '[`POST /api/v2/test/invoice/{invoice_id}/dispute`](/docs/api/dispute-test-invoice)',
        'The buyer’s bank disputes the payment, or decides the dispute.',
      ],
      [
        '[`POST /api/v2/test/payout/{payout_id}/settle`](/docs/api/settle-test-payout)',
        'The recipient’s bank accepts, refuses or returns a payout.',
      ],
      ['[`POST /api/v2/test/wallet/credit`](/docs/api/credit-test-wallet)', 'Your wallet gets play money.'],
      [
        '[`POST /api/v2/test/clock/advance`](/docs/api/advance-test-clock)',
        'Days pass: invoices become overdue, reminders are sent, and retries are due.',
      ],
    ],
  ),
]

const TROUBLE: readonly Block[] = [
  'Any request with a test key can ask for trouble in a header, `Counterfoil-Simulate`, to try what your client does about it. With a live key the header is refused with 400, and nothing is done.',
  table(
    'Values of Counterfoil-Simulate',
    ['Value', 'What happens'],
    [
      [
        '`lost-answer`',
        'The request is carried out, and the connection is closed without a response. Repeat it with the same `Idempotency-Key`.',
      ],
      [
        '`provider-down`',
        'The sandbox can’t be reached during the request: a payout or refund is in progress, and an invoice is not created.',
      ],
      ['`slow`', 'The request is carried out, and the response comes 5 seconds later.'],
    ],
  ),
]

const WEBHOOKS: readonly Block[] = [
  'Test invoices send webhooks like live ones, signed with your test secret. To receive them on your own machine, see [Receiving on your own machine](/docs/webhooks#own-machine).',
]

const TWIN: readonly Block[] = [
  'For the tests of your integration, start a twin in a clone of this service: the same production build, on a database of its own that is empty at each start and gone at the end. Once built, it is ready within seconds. [`counterfoil dev`](/docs/command-line#dev) runs it from your own project.',
  code(
    'sh',
    'the command',
    "TWIN_API_KEY='YOUR_API_KEY' TWIN_WEBHOOK_SECRET='YOUR_WEBHOOK_SECRET' npm run twin",
  ),
  'Without the two settings it creates a key and a secret and prints them: copy them into the settings of your CI once, and each later twin has the same. Mail is kept in the Mailbox, there are no providers but the sandbox, and webhooks go to `localhost` only (on private networks too with `WEBHOOKS_ALLOW_PRIVATE=1`). The twin does not start with `DATABASE_URL`, a mail server or a provider set.',
  'Beside the API on port 3100 there is a control address on `127.0.0.1`, port 3101, which answers as soon as the twin is ready:',
  table(
    'The control address',
    ['Request', 'What happens'],
    [
      ['`GET /twin`', 'Answers `url`, `api_key`, `webhook_secret` and `control_url`.'],
      ['`POST /twin/snapshot`', 'Keeps the state of now. The first one is taken at the start.'],
      ['`POST /twin/reset`', 'Goes back to the last snapshot, in about a second.'],
    ],
  ),
  code(
    'ts',
    'the tests',
    [
      "import { Counterfoil } from 'counterfoil'",
      '',
      "const twin = (path: string, method = 'POST') => fetch(`http://127.0.0.1:3101/twin${path}`, { method })",
      "const { url, api_key } = await (await twin('', 'GET')).json()",
      'const counterfoil = new Counterfoil({ apiKey: api_key, baseUrl: url })',
      '',
      "beforeAll(() => twin('/snapshot'))",
      "beforeEach(() => twin('/reset'))",
    ].join('\n'),
  ),
  'Reset between tests, once your requests are answered: a request that is half done by then may fail. `TWIN_PORT` and `TWIN_CONTROL_PORT` choose other ports, so that several twins run side by side. Rate limits are off unless you set `RATE_LIMIT_TEST`.',
]

export const TESTING: DocsPage = {
  path: '/docs/testing',
  title: 'Test mode',
  lead: 'Try everything without real money, including failures: special cards and account numbers trigger each outcome.',
  sections: ({ url }) => [
    { id: 'test-mode', title: 'Two accounts', blocks: TEST_MODE },
    { id: 'paying', title: 'Paying an invoice', blocks: PAYING },
    { id: 'failing-checkout', title: 'Simulating a provider failure', blocks: failingCheckout(url) },
    { id: 'refunds', title: 'Refunds', blocks: REFUNDS },
    { id: 'payouts', title: 'Payouts', blocks: PAYOUTS },
    { id: 'helpers', title: 'Test helpers', blocks: HELPERS },
    { id: 'simulated-trouble', title: 'Simulated trouble', blocks: TROUBLE },
    { id: 'webhooks', title: 'Webhooks', blocks: WEBHOOKS },
    { id: 'twin', title: 'Twin for CI', blocks: TWIN },
  ],
}
