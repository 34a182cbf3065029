type Setting = {
  name: string
  /** The default, if it is a single value. */
  fallback: string
  /** Minimum and maximum of a whole number. */
  range?: readonly [number, number]
  /** Other accepted values. */
  values?: string
  text: string
}

/** Settings of the service itself. */
export const SETTINGS: readonly Setting[] = [
  { name: 'PORT', fallback: '3000', range: [1, 65_535], text: 'TCP port.' },
  {
    name: 'BIND',
    fallback: '',
    values: 'an IP address',
    text: 'The address to listen on, such as `127.0.0.1` behind a proxy on the same machine. Unset: all interfaces.',
  },
  {
    name: 'HTTP_HEADERS_TIMEOUT_MS',
    fallback: '15000',
    range: [1000, 600_000],
    text: 'How long a client may take to send the headers of a request. Slower ones get 408.',
  },
  {
    name: 'HTTP_REQUEST_TIMEOUT_MS',
    fallback: '30000',
    range: [1000, 3_600_000],
    text: 'The same for a whole request, with its body.',
  },
  {
    name: 'HTTP_MAX_CONNECTIONS',
    fallback: '10000',
    range: [10, 1_000_000],
    text: 'Open connections of clients per web process. Further ones are closed at once.',
  },
  {
    name: 'DATA_DIR',
    fallback: '.data',
    values: 'a folder',
    text: 'Holds the embedded database, the generated secret key and the demo sign-in. Relative to the project folder.',
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    values: '`postgresql://…`',
    text: 'Your own PostgreSQL server, version 15 or later. Unset: an embedded one in `DATA_DIR`.',
  },
  {
    name: 'DATABASE_OWNER_URL',
    fallback: '',
    values: '`postgresql://…`',
    text: 'The role that owns the tables and migrates them. The role of `DATABASE_URL` then only needs to be able to sign in: the start grants it what the service needs. Unset: the role of `DATABASE_URL` migrates.',
  },
  {
    name: 'DATABASE_POOL_SIZE',
    fallback: '20',
    range: [2, 500],
    text: 'Database connections per process. With the embedded database, at most 180 for all processes together.',
  },
  {
    name: 'DATABASE_PREPARED',
    fallback: '1',
    values: '`1` or `0`',
    text: 'With `0` statements are sent without a name, for a connection pooler that can’t carry prepared statements.',
  },
  {
    name: 'DATABASE_TIMEOUT_MS',
    fallback: '15000',
    range: [500, 600_000],
    text: 'Limit of one database statement. The service gives up on a server that has been silent for a fifth longer, and answers 503.',
  },
  {
    name: 'WEB_PROCESSES',
    fallback: '1',
    range: [1, 64],
    text: 'Processes that serve HTTP, on one port. Two or more also need a thread of the supervisor, which hands out connections.',
  },
  {
    name: 'WORKER_PROCESSES',
    fallback: '1',
    range: [1, 64],
    text: 'Processes that deliver webhooks and mail, and settle payments and payouts.',
  },
  {
    name: 'PUBLIC_URL',
    fallback: '',
    values: '`http://…` or `https://…`',
    text: 'The public address of the service. Payment links begin with it. Live mode needs https. Unset: `http://localhost:` and the port.',
  },
  {
    name: 'SECRET_KEY',
    fallback: '',
    values: '64 hexadecimal digits',
    text: 'All encryption and hashing keys derive from it. Create one with `openssl rand -hex 32`. Unset: generated at the first start and kept in `DATA_DIR/secret.key`.',
  },
  {
    name: 'SECRET_KEY_PREVIOUS',
    fallback: '',
    values: 'keys, separated by commas',
    text: 'Keys that `SECRET_KEY` has replaced. They still decrypt, and recognise API keys from their time. Without `SECRET_KEY`, the file `DATA_DIR/secret.key` has them below its first line.',
  },
  {
    name: 'SIGN_UP',
    fallback: 'open',
    values: '`open`, `invite` or `closed`',
    text: 'Who may create an account. `open`: anybody. `invite`: those to whom `vendor invite` sent a link. `closed`: nobody. `vendor create` always works.',
  },
  {
    name: 'COUNTERFOIL_OPERATOR',
    fallback: '',
    values: 'a name or email address',
    text: 'Who runs operator commands, for the audit log. The flag `--as` wins over it. Unset: the user of the machine alone.',
  },
  {
    name: 'BACKUP_KEY_FILE',
    fallback: '',
    values: 'a file',
    text: 'Holds the passphrase that encrypts backups, of at least 16 characters. Create one with `openssl rand -hex 32`. Keep a copy elsewhere: without it no backup can be read.',
  },
  {
    name: 'BACKUP_PASSPHRASE',
    fallback: '',
    values: 'at least 16 characters',
    text: 'The passphrase itself, instead of `BACKUP_KEY_FILE`.',
  },
  {
    name: 'WAL_ARCHIVE_DIR',
    fallback: '',
    values: 'a folder',
    text: 'Receives the write-ahead log of the embedded database every minute, encrypted, so that any moment after a backup can be restored. Needs `BACKUP_KEY_FILE` or `BACKUP_PASSPHRASE`.',
  },
  {
    name: 'RATE_LIMIT_LIVE',
    fallback: '100',
    range: [0, 1_000_000],
    text: 'API requests per second for one account in live mode. 0: no limit.',
  },
  {
    name: 'RATE_LIMIT_TEST',
    fallback: '25',
    range: [0, 1_000_000],
    text: 'API requests per second for one account in test mode. 0: no limit.',
  },
  {
    name: 'RATE_LIMIT_ADDRESS',
    fallback: '30',
    range: [0, 1_000_000],
    text: 'Sign-ins, sign-ups and card payments per minute from one client address. 0: no limit.',
  },
  {
    name: 'WEBHOOKS_ALLOW_PRIVATE',
    fallback: '0',
    values: '`0` or `1`',
    text: '1: webhooks may go to loopback and private addresses. For development only. Without it, webhooks of test mode may go to loopback addresses where `PUBLIC_URL` is itself one.',
  },
  {
    name: 'WEBHOOKS_ALLOW_PUBLIC',
    fallback: '1',
    values: '`0` or `1`',
    text: '0: webhooks never leave for the internet.',
  },
  {
    name: 'TWIN_PORT',
    fallback: '3100',
    range: [1, 65_535],
    text: 'TCP port of [the twin](/docs/testing#twin), in place of `PORT`.',
  },
  {
    name: 'TWIN_CONTROL_PORT',
    fallback: '3101',
    range: [1, 65_535],
    text: 'TCP port of the twin’s control address on `127.0.0.1`.',
  },
  {
    name: 'TWIN_API_KEY',
    fallback: '',
    values: 'a test API key',
    text: 'The API key of the twin’s vendor. Unset: a new one, which the start prints.',
  },
  {
    name: 'TWIN_WEBHOOK_SECRET',
    fallback: '',
    values: '`whsec_` and base64',
    text: 'The webhook secret of the twin’s vendor. Unset: a new one, which the start prints.',
  },
  {
    name: 'PROVIDER_TIMEOUT_MS',
    fallback: '5000',
    range: [50, 60_000],
    text: 'Timeout of one call to a payment or payout provider, in milliseconds.',
  },
  {
    name: 'TRUSTED_PROXIES',
    fallback: '',
    values: 'addresses and CIDR blocks, separated by commas',
    text: "Your reverse proxies. The client's address is the last one in `X-Forwarded-For` that is not one of theirs. Unset: the header is ignored, since clients could claim any address in it.",
  },
  {
    name: 'SECURITY_CONTACT',
    fallback: '',
    values: 'an email address, `https://…` or `tel:…`',
    text: 'Where to report a vulnerability. Shown in `/.well-known/security.txt` and on the Security page. Unset: the page refers to the business that runs the installation.',
  },
  {
    name: 'METRICS_TOKEN',
    fallback: '',
    values: '16 to 256 characters',
    text: 'The bearer token that reads `/api/metrics`, for Prometheus. Create one with `openssl rand -hex 16`. Unset: `/api/metrics` answers 404.',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    values: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
    text: 'The lowest level that is logged.',
  },
  {
    name: 'LOG_FORMAT',
    fallback: '',
    values: '`json` or `pretty`',
    text: '`json`: one JSON object per line. `pretty`: short lines for people. Unset: `pretty` on a terminal, `json` elsewhere.',
  },
]

/** Settings of mail. */
export const MAIL_SETTINGS: readonly Setting[] = [
  {
    name: 'SMTP_URL',
    fallback: '',
    values: '`smtp://…` or `smtps://…`',
    text: 'The mail server with user name and password, such as `smtps://user:password@mail.example.com`. Percent-encode special characters (`%40` for `@`). Needs `MAIL_FROM`. Unset: no mail is sent.',
  },
  {
    name: 'MAIL_FROM',
    fallback: '',
    values: '`name@example.com` or `Name <name@example.com>`',
    text: 'The sender of all mail. Mail to customers shows the vendor’s name with this address.',
  },
]

/** Settings of the live-mode providers. */
export const PROVIDER_SETTINGS: readonly Setting[] = [
  {
    name: 'STRIPE_SECRET_KEY',
    fallback: '',
    values: '`sk_live_…` or `rk_live_…`',
    text: "Stripe's secret key, of its live mode. Needs `STRIPE_WEBHOOK_SECRET`.",
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    fallback: '',
    values: '`whsec_…`',
    text: 'The signing secret of the Stripe webhook endpoint `PUBLIC_URL/api/providers/stripe`.',
  },
  {
    name: 'STRIPE_API_URL',
    fallback: '',
    values: '`https://…`',
    text: "Replaces Stripe's address, for tests against a stand-in. On a loopback address any key is accepted.",
  },
  {
    name: 'AIRWALLEX_CLIENT_ID',
    fallback: '',
    values: 'from Airwallex',
    text: 'Airwallex’s client id. Needs `AIRWALLEX_API_KEY` and `AIRWALLEX_WEBHOOK_SECRET`.',
  },
  { name: 'AIRWALLEX_API_KEY', fallback: '', values: 'from Airwallex', text: "Airwallex's API key." },
  {
    name: 'AIRWALLEX_WEBHOOK_SECRET',
    fallback: '',
    values: 'from Airwallex',
    text: 'The secret of the Airwallex webhook subscription for `PUBLIC_URL/api/providers/airwallex`.',
  },
  {
    name: 'AIRWALLEX_BASE_URL',
    fallback: 'https://api.airwallex.com',
    values: '`https://…`',
    text: "Airwallex's address. Its demo environment is refused; a stand-in on a loopback address is accepted.",
  },
]
