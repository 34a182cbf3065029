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
  { name: 'PORT', fallback: '3000', range: [1, 65_535], text: 'TCP port, on all interfaces.' },
  {
    name: 'DATA_DIR',
    fallback: '.data',
    values: 'a folder',
    text: "Where the embedded database, the generated secret key and the demo's sign-in are kept. A relative path begins at the project's folder.",
  },
  {
    name: 'DATABASE_URL',
    fallback: '',
    values: '`postgresql://…`',
    text: 'A PostgreSQL server of your own, version 15 or later. Unset: an embedded one in `DATA_DIR`.',
  },
  {
    name: 'DATABASE_POOL_SIZE',
    fallback: '20',
    range: [2, 500],
    text: 'Database connections that one process may hold. There are two processes, web and worker.',
  },
  {
    name: 'PUBLIC_URL',
    fallback: '',
    values: '`http://…` or `https://…`',
    text: 'The address that the service is reached at. Payment links begin with it. Unset: `http://localhost:` and the port.',
  },
  {
    name: 'SECRET_KEY',
    fallback: '',
    values: '64 hexadecimal digits',
    text: 'Every key of the service is derived from it. Make one with `openssl rand -hex 32`. Unset: made at the first start, and kept in `DATA_DIR/secret.key`.',
  },
  {
    name: 'RATE_LIMIT_LIVE',
    fallback: '100',
    range: [0, 1_000_000],
    text: 'API requests in a second for one account in live mode. 0: no limit.',
  },
  {
    name: 'RATE_LIMIT_TEST',
    fallback: '25',
    range: [0, 1_000_000],
    text: 'The same in test mode.',
  },
  {
    name: 'RATE_LIMIT_ADDRESS',
    fallback: '30',
    range: [0, 1_000_000],
    text: 'Sign-ins, sign-ups and card payments in a minute from one client address. 0: no limit.',
  },
  {
    name: 'WEBHOOKS_ALLOW_PRIVATE',
    fallback: '0',
    values: '`0` or `1`',
    text: '1: webhooks may go to this machine and to private networks. For development only.',
  },
  {
    name: 'PROVIDER_TIMEOUT_MS',
    fallback: '5000',
    range: [50, 60_000],
    text: 'Milliseconds that one call to a payment or payout provider may take.',
  },
  {
    name: 'TRUST_PROXY',
    fallback: '0',
    values: '`0` or `1`',
    text: "1: a proxy in front sets `X-Forwarded-For`, and its last entry is the client's address. Without such a proxy leave it: clients could claim any address.",
  },
  {
    name: 'SECURITY_CONTACT',
    fallback: '',
    values: 'an email address, `https://…` or `tel:…`',
    text: 'Where to report a vulnerability. It stands in `/.well-known/security.txt` and on the Security page. Unset: the page asks to write to the business that runs the installation.',
  },
  {
    name: 'LOG_LEVEL',
    fallback: 'info',
    values: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
    text: 'Below which nothing is logged.',
  },
  {
    name: 'LOG_FORMAT',
    fallback: '',
    values: '`json` or `pretty`',
    text: '`json`: one JSON object a line. `pretty`: short lines to read. Unset: `pretty` on a terminal, `json` elsewhere.',
  },
]

/** Settings of mail. */
export const MAIL_SETTINGS: readonly Setting[] = [
  {
    name: 'SMTP_URL',
    fallback: '',
    values: '`smtp://…` or `smtps://…`',
    text: 'The mail server, with user name and password in it: `smtps://user:password@mail.example.com`. Characters that mean something in a URL are written as `%40` and the like. Goes with the one below. Unset: no mail goes out.',
  },
  {
    name: 'MAIL_FROM',
    fallback: '',
    values: '`name@example.com` or `Name <name@example.com>`',
    text: 'Whom mail is from. Mail to customers has the name of the vendor in place of this one, beside the same address.',
  },
]

/** Settings of the live-mode providers. */
export const PROVIDER_SETTINGS: readonly Setting[] = [
  {
    name: 'STRIPE_SECRET_KEY',
    fallback: '',
    values: '`sk_live_…`',
    text: "Stripe's secret key. Goes with the one below.",
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    fallback: '',
    values: '`whsec_…`',
    text: "The signing secret of Stripe's endpoint for `PUBLIC_URL/api/providers/stripe`.",
  },
  {
    name: 'STRIPE_API_URL',
    fallback: '',
    values: '`https://…`',
    text: "In place of Stripe's own address: for a stand-in, in tests.",
  },
  {
    name: 'AIRWALLEX_CLIENT_ID',
    fallback: '',
    values: 'as Airwallex shows it',
    text: 'Goes with the two below.',
  },
  { name: 'AIRWALLEX_API_KEY', fallback: '', values: 'as Airwallex shows it', text: "Airwallex's API key." },
  {
    name: 'AIRWALLEX_WEBHOOK_SECRET',
    fallback: '',
    values: 'as Airwallex shows it',
    text: 'The secret of its webhook subscription for `PUBLIC_URL/api/providers/airwallex`.',
  },
  {
    name: 'AIRWALLEX_BASE_URL',
    fallback: 'https://api.airwallex.com',
    values: '`https://…`',
    text: "Another address for Airwallex's demo environment.",
  },
]
