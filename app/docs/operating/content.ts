import { type Block, code, type DocsPage, list, steps, wideTable } from '@/components/docs/content'

import { REQUESTS_KEPT_DAYS } from '@/lib/request-log/forget-old-requests'

import { OPERATOR_COMMANDS } from './operator-commands'

import { MAIL_SETTINGS, PROVIDER_SETTINGS, SETTINGS } from './settings'

const RUNNING: readonly Block[] = [
  code('sh', 'the command', 'npm start'),
  'This command installs and builds whatever is missing or out of date, starts its own PostgreSQL, migrates the database, runs the web and worker processes, and prints the address and a demo sign-in. Ctrl-C stops everything. `npm run dev` does the same from the sources, with hot reload.',
  list([
    'The web process, the worker and the embedded database are restarted when they end.',
    'Any process may be killed at any moment. Payouts, payments and deliveries that were in progress are finished afterwards, exactly once.',
    'Only one installation can use a `DATA_DIR`; a second start in the same folder is refused.',
    "The demo vendor has test data only. Ban it if you don't want it.",
  ]),
]

const SETTINGS_SECTION: readonly Block[] = [
  'Settings are environment variables, or lines of a `.env` file in the project folder; the environment wins. Copy `.env.example` to begin. An empty value counts as unset. An invalid value stops the start with a message that names it. Provider settings are listed under Live mode.',
  settingsTable('Settings', SETTINGS),
]

function settingsTable(label: string, settings: typeof SETTINGS): Block {
  return wideTable(
    label,
    ['Setting', 'Default', 'Values', 'Meaning'],
    settings.map(({ name, fallback, range, values, text }) => [
      `\`${name}\``,
      fallback && `\`${fallback}\``,
      range ? `${grouped(range[0])} to ${grouped(range[1])}` : (values ?? ''),
      text,
    ]),
  )
}

function grouped(value: number): string {
  return value.toLocaleString('en-US')
}

const COMMANDS: readonly Block[] = [
  'Run these in the project folder while the service runs. `--vendor` takes a vendor’s email address or id; amounts are in major units. With `--json` the result is one line of JSON on standard output. Errors go to standard error with exit code 1.',
  'The audit log records who ran a command that changes something: the user of the machine, and the name that you give with `--as` or `COUNTERFOIL_OPERATOR`.',
  code(
    'sh',
    'an example',
    'npm run --silent admin -- wallet show --vendor demo@example.com --mode test --json',
  ),
  code('sh', 'its output', '{"USD":{"available":"12.50","held":"0.00"}}'),
  wideTable(
    'Operator commands',
    ['Command', 'Flags', 'What it does'],
    OPERATOR_COMMANDS.map(({ name, required, optional, text }) => [
      `\`${name}\``,
      flags(required, optional),
      text,
    ]),
  ),
  'Flags in brackets are optional.',
]

function flags(required: readonly string[], optional: readonly string[]): string {
  return [...required.map((name) => `\`--${name}\``), ...optional.map((name) => `\`[--${name}]\``)].join(' ')
}

const HEALTH: readonly Block[] = [
  code('sh', 'the command', 'curl "$BASE/api/health"'),
  code('sh', 'the answer', '{"status":"ok","database":"ok","migrations":"ok","worker":"ok"}'),
  'Answers 200 if the database takes writes, all migrations are applied and a worker was active in the last 20 seconds. Otherwise it answers 503 with `"status":"unavailable"`, within 3 seconds, and the failing part says what is wrong: `not reachable`, `read-only`, `disk full`. The result covers the whole installation, not only the process that answers.',
  list([
    'Logs are JSON on standard output, one line for each API request: id, method, path, status, duration and account. They never contain queries, keys, card numbers or account numbers.',
    'The `X-Request-Id` of a response is the `requestId` of its line, and of the stack trace if it was a 500.',
    `The vendors' request log is in the database. The worker deletes requests older than ${REQUESTS_KEPT_DAYS} days, up to 20,000 a minute.`,
    'Every night a worker verifies the ledger and the audit log. If rows were changed in the database itself, `/api/health` has `"books"` with which of them, the log has an error, and the operator’s health page names the rows. The status stays 200.',
    'Run `ledger reconcile` every day for the day before. Raise an alert if the exit code is not 0.',
  ]),
]

const BACKUPS: readonly Block[] = [
  'Back up two things: the database and the secret key. Neither is of use without the other. Account numbers and webhook secrets are encrypted with the key, and API keys are hashed with it. The service refuses to start if the database was written with a different key.',
  list([
    'With the embedded database: `backup create --to FOLDER` writes both into one encrypted file while the service runs. Set `BACKUP_KEY_FILE` first, and keep a copy of that file elsewhere. Run the command every night with `--keep 14`.',
    'Set `WAL_ARCHIVE_DIR` to a folder on another disk or machine, and you lose a minute at most: `backup restore --until` then reaches any moment after a backup.',
    'To replace the secret key, run `secret-key rotate` while the service runs; `docs/secret-key.md` in the project says when, and how with several machines. Make a backup afterwards.',
    'With a `DATABASE_URL`: back up that server with `pg_dump` or continuous archiving, and keep `SECRET_KEY` (or `DATA_DIR/secret.key` if it is unset) in your secret store. Keep the key away from the database backup: together they reveal the account numbers.',
    'To restore, run `backup restore --from FILE --to FOLDER` into an empty folder, which verifies the ledger, and start the service with `DATA_DIR` set to it. With a `DATABASE_URL`, put database and key back, start the service, and run `ledger verify`.',
    'Rehearse a restore every few months. `docs/backups.md` in the project goes through it line by line.',
    'A backup misses everything that happened after it, including payouts. For real money, use a server with a synchronous standby or continuous archiving. After a restore, compare with the providers: `ledger reconcile` does it a day at a time.',
  ]),
]

const BEHIND_PROXY: readonly Block[] = [
  list([
    'The service speaks plain HTTP. Put a reverse proxy with a TLS certificate in front, and set `PUBLIC_URL` to its public `https://` address. The service then sends `Strict-Transport-Security` for that host, for a year.',
    'Set `TRUSTED_PROXIES` to the addresses of all proxies on the way, so that the limits on sign-ins and card payments apply to each client instead of the proxy. `X-Forwarded-For` is ignored from anybody else.',
    'If the proxy runs on the same machine, set `BIND=127.0.0.1`, so that nobody gets past it.',
    'Turn off query logging in the proxy: GET requests may carry a key in the query.',
    'Set the proxy’s idle timeout below 65 seconds, after which the service closes idle connections.',
  ]),
]

const SCALING: readonly Block[] = [
  'Web and worker processes are stateless: limits, locks, queues and sessions are in the database. Any number of them can share one PostgreSQL server.',
  steps([
    'Run your own PostgreSQL, version 15 or later, and set `DATABASE_URL` on every machine. Allow `DATABASE_POOL_SIZE` connections for each process, and two more.',
    'Set the same `SECRET_KEY` and the same `PUBLIC_URL` on every machine. If you started with one machine, its key is in `DATA_DIR/secret.key`.',
    'Run `npm start` on each machine, behind a load balancer. On a single machine, give each instance its own `PORT` and `DATA_DIR`.',
  ]),
  'Each start runs one web process and one worker. To run more of one kind, for example in containers, start the compiled programs alone, after one `npm start` has built and migrated:',
  code(
    'sh',
    'the commands',
    ['NODE_ENV=production node .build/*/web.js', 'NODE_ENV=production node .build/*/worker.js'].join('\n'),
  ),
  'Both need `DATABASE_URL` and `SECRET_KEY`, and shut down cleanly on SIGTERM.',
]

const UPGRADING: readonly Block[] = [
  steps([
    'Back up the database and the key.',
    'Stop the service, replace the sources, and start it. It installs packages, builds and migrates by itself. Instances that start together take turns migrating.',
    'Check `/api/health`, and run `ledger verify`.',
    'On several machines: stop all, upgrade one, then the others. Migrations only go forward; to go back, restore the backup.',
  ]),
]

const LIVE_MODE: readonly Block[] = [
  'Test mode works without any setup. Live mode takes payments through Stripe and pays out through Airwallex. Configure both and restart the service. Until then no live key can be created.',
  settingsTable('Provider settings', PROVIDER_SETTINGS),
  list([
    "In Stripe, create a webhook endpoint for `PUBLIC_URL/api/providers/stripe` with the events `checkout.session.completed`, `checkout.session.async_payment_succeeded`, `checkout.session.async_payment_failed`, `checkout.session.expired`, `payment_intent.payment_failed`, `charge.refunded`, `refund.created`, `refund.updated`, `refund.failed`, `charge.dispute.created`, `charge.dispute.updated`, `charge.dispute.closed`, `charge.dispute.funds_withdrawn` and `charge.dispute.funds_reinstated`. Buyers then pay on Stripe's page, which opens from the payment link.",
    'In Airwallex, subscribe `PUBLIC_URL/api/providers/airwallex` to the payout transfer events.',
    'Provider notifications are verified, and then the provider is asked for the current state. Late, repeated or lost notifications do no harm; updates only take longer.',
    'Let payouts settle before you switch to another Airwallex account. A payout with an unknown outcome in the first account is never sent from the second; it waits until the keys of the first are back.',
  ]),
]

const MAIL_SECTION: readonly Block[] = [
  "Buyers get their invoice with its payment link, a reminder three days before the due date, one day and seven days after it, and a receipt. Account holders get a notice when a payout is delivered. Vendors get links to confirm their address and to reset their password, and at most one notice a day about failing webhooks. Mail to customers is in the customer's language if it is known, otherwise in the vendor's: English, Spanish, French, German or Arabic.",
  settingsTable('Mail settings', MAIL_SETTINGS),
  list([
    'Without a mail server nothing is sent, but every mail is kept and vendors can read theirs under Mailbox. Kept mail is not sent later. Only the operator can read password mails, with `mail list` and `mail show`.',
    'Mail is stored in the same transaction as the change it reports, and sent by the worker. No change goes without its mail, and a slow mail server delays no request.',
    'Each event sends one mail. If a worker is killed right after the mail server accepted a mail, the mail is sent again 90 seconds later, because SMTP has no way to ask. The copy has the same `Message-ID`, so most mail programs show it once.',
    'Mail that the server can’t accept now is retried after 1, 5, 15, 30, 60 and 120 minutes, then every 240 minutes, for a day or as long as its link works. A 5xx reply stops the retries.',
    'If an invoice is paid, or a payout is returned, before its mail could be sent, the mail is kept instead. Buyers of a banned vendor get no invoices or reminders.',
    'Test mode only sends to the vendor’s own address, with or without a `+tag`, and marks every mail as a test. All other test mail is kept.',
    'Mail to customers is sent once the vendor has confirmed its own address. Earlier mail is kept. A vendor can turn mail to customers off in each mode.',
    'Mail contents are encrypted in the database. Mails load nothing when opened: no pictures, no tracking.',
  ]),
]

export const OPERATING: DocsPage = {
  path: '/docs/operating',
  title: 'Operating',
  lead: 'For the operator of an installation. The machine needs Node.js 20.19 or later and npm, nothing else.',
  sections: () => [
    { id: 'running', title: 'Running the service', blocks: RUNNING },
    { id: 'settings', title: 'Settings', blocks: SETTINGS_SECTION },
    { id: 'commands', title: 'Operator commands', blocks: COMMANDS },
    { id: 'health', title: 'Health and logs', blocks: HEALTH },
    { id: 'backups', title: 'Backups', blocks: BACKUPS },
    { id: 'proxy', title: 'Behind a reverse proxy', blocks: BEHIND_PROXY },
    { id: 'scaling', title: 'Scaling out', blocks: SCALING },
    { id: 'upgrading', title: 'Upgrading', blocks: UPGRADING },
    { id: 'mail', title: 'Mail', blocks: MAIL_SECTION },
    { id: 'live-mode', title: 'Live mode', blocks: LIVE_MODE },
  ],
}
