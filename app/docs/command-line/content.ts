import { type Block, code, type DocsPage, list, table, wideTable } from '@/components/docs/content'

/** The purpose of each command. A test compares the list with the commands themselves. */
export const COMMANDS: readonly (readonly [name: string, text: string])[] = [
  ['listen', 'Shows events as they happen, and [forwards them](#listen) to a receiver on your machine'],
  ['trigger', '[Makes an event happen](#trigger) in the test account'],
  ['logs', 'Prints the [latest events](#logs), and follows them'],
  ['resend', '[Delivers an event again](#logs), from the service or to your machine'],
  ['open', 'Finds an id, and [opens its page](#open) in the dashboard'],
  ['exam', '[Examines your receiver](#exam) of webhooks, and grades it'],
  ['dev', 'Runs [a service of your own](#dev) for your tests'],
  ['mcp', 'Serves the API [to an assistant](#mcp)'],
]

function connecting(url: string): readonly Block[] {
  return [
    'The command line is a part of the [client’s package](/docs/client#install): `npx counterfoil` runs it in your project, and in a clone of this service. Tell it which installation and account:',
    code(
      'sh',
      'the settings',
      [`export COUNTERFOIL_URL=${url}`, "export COUNTERFOIL_API_KEY='YOUR_API_KEY'"].join('\n'),
    ),
    '`--url` and `--api-key` do the same for one command. `npx counterfoil COMMAND --help` explains each.',
    table(
      'Commands',
      ['Command', 'Purpose'],
      COMMANDS.map(([name, text]) => [`\`${name}\``, text]),
    ),
  ]
}

const LISTEN: readonly Block[] = [
  'Your receiver needs no public address: `listen` reads the account’s events and posts them to your machine, signed like real deliveries, and shows each answer.',
  code(
    'sh',
    'the command',
    'npx counterfoil listen --forward-to http://localhost:4000/hooks/counterfoil --events invoice,payout.failed',
  ),
  list([
    'It prints the secret that it signs with. Give your own with `--secret` or `COUNTERFOIL_WEBHOOK_SECRET`.',
    '`--as invoice` posts what an invoice’s `webhook_url` gets, in place of the events of an endpoint.',
    'It begins with the next event; `--since` names an earlier one by its number.',
  ]),
]

const TRIGGER: readonly Block[] = [
  '`trigger` creates what an event needs and goes through the same steps as the real thing: an invoice that is paid is created, and paid with a sandbox card. It needs a test key. `npx counterfoil trigger --help` lists all types.',
  code(
    'sh',
    'the commands',
    [
      'npx counterfoil trigger invoice.paid',
      'npx counterfoil trigger payout.returned',
      'npx counterfoil trigger dispute.opened',
    ].join('\n'),
  ),
]

const LOGS: readonly Block[] = [
  code(
    'sh',
    'the commands',
    [
      'npx counterfoil logs --limit 50 --events payout',
      'npx counterfoil logs --follow --json',
      'npx counterfoil resend EVENT_ID',
      'npx counterfoil resend EVENT_ID --forward-to http://localhost:4000/hooks/counterfoil',
    ].join('\n'),
  ),
  '`logs` prints a line for each event, with its id. `resend` delivers one again to every URL that it was sent to, or to your machine.',
]

const OPEN: readonly Block[] = [
  code('sh', 'the commands', ['npx counterfoil open ID', 'npx counterfoil open ID --print'].join('\n')),
  'The id may be that of a customer, an invoice, a payout, an event or a request, or the `transaction_id` that a buyer came back with. `--print` says where the page is, and opens nothing. For the whole story of an id in your program, see [Tracing an id](/docs/client#trace).',
]

const EXAM: readonly Block[] = [
  code(
    'sh',
    'the command',
    "npx counterfoil exam http://localhost:4000/hooks/counterfoil --secret whsec_… --state-url 'http://localhost:4000/test/orders/{id}'",
  ),
  'The exam sends your receiver good and bad deliveries: forged, unsigned, altered and old ones, repeats, five at once, events in the wrong order, two signatures during a rotation, cut-off connections, large bodies. It grades the answers from A to F, says what to change, and exits with 0 for A, 1 for anything less, and 2 if nobody answered: run it in your CI.',
  list([
    'Refusals show in the status codes. Whether something was fulfilled twice only your server knows: give it a route for tests that answers `{"fulfilled": 1, "status": "Paid"}` for an invoice’s id, and name it with `--state-url`.',
    'If your receiver looks up its own order, `--template` names a file with the fields that the invoices should have.',
  ]),
]

const DEV: readonly Block[] = [
  code('sh', 'the command', 'npx counterfoil dev --path ../counterfoil -- npm test'),
  '`dev` starts a [twin](/docs/testing#twin) of the service from a checkout of its sources: in test mode, on an empty database that is gone at the end. Without a command it prints address, key and secret, and runs until Ctrl-C. With one after `--` it runs that beside the twin and exits by it.',
  wideTable(
    'Variables of the command',
    ['Variable', 'Value'],
    [
      ['`COUNTERFOIL_URL`', 'The address of the twin'],
      ['`COUNTERFOIL_API_KEY`', 'Its test key; `--api-key` chooses it'],
      ['`COUNTERFOIL_WEBHOOK_SECRET`', 'What it signs webhooks with; `--secret` chooses it'],
      ['`COUNTERFOIL_TWIN_URL`', 'The control address: POST to `/snapshot` and `/reset` below it'],
    ],
  ),
  '`COUNTERFOIL_PATH` stands for `--path`. `--port` and `--control-port` choose other ports than 3100 and 3101.',
]

function assistants(url: string): readonly Block[] {
  const server = {
    command: 'npx',
    args: ['counterfoil', 'mcp'],
    env: { COUNTERFOIL_URL: url, COUNTERFOIL_API_KEY: 'YOUR_API_KEY' },
  }
  return [
    '`mcp` speaks the Model Context Protocol on standard input and output. Tell your assistant of it:',
    code('json', 'the settings', JSON.stringify({ mcpServers: { counterfoil: server } }, null, 2)),
    'Each operation that reads is a tool. `--allow-writes` adds those that write, but never one that pays out, refunds or adds a bank account. Give it a key of its own with the [scope](/docs/authentication#scopes) `read`, so that the service holds the same limit.',
  ]
}

export const COMMAND_LINE: DocsPage = {
  path: '/docs/command-line',
  title: 'Command line',
  lead: 'Receive webhooks on your machine, make events happen, examine your receiver, and run a service of your own in CI.',
  sections: ({ url }) => [
    { id: 'connecting', title: 'Connecting', blocks: connecting(url) },
    { id: 'listen', title: 'Webhooks on your machine', blocks: LISTEN },
    { id: 'trigger', title: 'Making events happen', blocks: TRIGGER },
    { id: 'logs', title: 'Latest events, and sending one again', blocks: LOGS },
    { id: 'open', title: 'Opening an id', blocks: OPEN },
    { id: 'exam', title: 'Exam of your receiver', blocks: EXAM },
    { id: 'dev', title: 'A service for your tests', blocks: DEV },
    { id: 'mcp', title: 'Assistants', blocks: assistants(url) },
  ],
}
