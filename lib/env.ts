import { resolve } from 'node:path'
import { z } from 'zod'
import { urlFault } from '@/lib/db/server-urls'
import { isAddress, parseProxies } from '@/lib/http/client-address'
import { configuredProviders, PROVIDER_SETTINGS, providerProblems } from '@/lib/providers/manifests'
import { ruleProblems, ruleSettings } from '@/lib/providers/rules'
import { switchOf, webUrl, wholeNumber, words } from './setting-fields'

/** `name@example.com`, or `Name <name@example.com>` with a name that needs no quoting in a header. */
const MAIL_FROM = /^(?:([^\p{C}<>()[\],;:"\\@]+) <([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u

const mailbox = z
  .string()
  .max(512)
  .transform((text, context) => {
    const [, name, named, bare] = MAIL_FROM.exec(text) ?? []
    const address = z.email().safeParse(named ?? bare)
    if (address.success) return { name: name?.trim() || null, address: address.data }
    context.addIssue({ code: 'custom', message: 'must be an email address, or Name <address>' })
    return z.NEVER
  })

/** The `Contact` of security.txt is a URI, so a bare email address becomes a mailto: URI. */
const securityContact = z
  .string()
  .max(512)
  .transform((text, context) => {
    const address = z.email().safeParse(text.replace(/^mailto:/, ''))
    if (address.success) return `mailto:${address.data}`
    if (/^tel:\+?[\d().-]+$/.test(text)) return text
    const page = z.url({ protocol: /^https$/, hostname: /./ }).safeParse(text)
    if (page.success && !/\s/.test(text)) return text
    context.addIssue({
      code: 'custom',
      message: 'must be an email address, or a https:, mailto: or tel: URI',
    })
    return z.NEVER
  })

const collectorUrl = webUrl
  .refine((url) => !/[?#]/.test(url), 'must be a base address, without query')
  .transform((url) => url.replace(/\/+$/, ''))

/** Headers that frame a message, which the collector would misread, or the client refuse to send. */
const FRAMING = /^(?:connection|content-.*|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/

/** `name=value` pairs, separated by commas; values are percent-encoded (as OpenTelemetry says). */
const collectorHeaders = z
  .string()
  .max(8192)
  .default('')
  .transform((text, context) => {
    const headers: Record<string, string> = {}
    for (const pair of text.split(',').filter((each) => each.trim() !== '')) {
      const [, name = '', encoded = ''] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? []
      const value = decoded(encoded)
      if (name && !FRAMING.test(name.toLowerCase()) && value !== null && /^[\x20-\x7e]*$/.test(value)) {
        headers[name.toLowerCase()] = value
        continue
      }
      const message = 'must be name=value pairs, separated by commas, with percent-encoded values'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    return headers
  })

/**
 * False for parameters that the mail library takes from a URL and that could turn off encryption or the check of the certificate
 * (docs/decisions/0126-mail-is-encrypted.md).
 */
function hasKnownParameters(url: string): boolean {
  if (!URL.canParse(url)) return true
  const parameters = [...new URL(url).searchParams]
  return parameters.every(([name, value]) => name === 'requireTLS' && ['true', 'false'].includes(value))
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const trustedProxies = z
  .string()
  .max(4096)
  .default('')
  .transform((text, context) => {
    const proxies = parseProxies(text)
    if (typeof proxies !== 'string') return proxies
    context.addIssue({
      code: 'custom',
      message: `${proxies} is neither an address nor a CIDR block such as 10.0.0.0/8`,
    })
    return z.NEVER
  })

const databaseUrl = z
  .string()
  .max(2048)
  .superRefine((url, context) => {
    const message = urlFault(url)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** Connections of the embedded database, less those that the supervisor, commands and PostgreSQL keep. */
const EMBEDDED_CONNECTIONS = 180

/** Settings that must be set together. */
const TOGETHER = [['SMTP_URL', 'MAIL_FROM']] as const

const settings = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: wholeNumber(1, 65_535, 3000, 'TCP port.'),
  BIND: z
    .string()
    .refine(isAddress, 'must be an IP address such as 127.0.0.1 or ::1')
    .optional()
    .register(words, {
      values: 'an IP address',
      text: 'The address to listen on, such as `127.0.0.1` behind a proxy on the same machine, or `0.0.0.0` for every interface. Unset: `127.0.0.1` and `::1`, so that only this machine reaches the service, while `PUBLIC_URL` is unset or a loopback address; otherwise every interface.',
    }),
  HTTP_HEADERS_TIMEOUT_MS: wholeNumber(
    1000,
    600_000,
    15_000,
    'How long a client may take to send the headers of a request. Slower ones get 408.',
  ),
  HTTP_REQUEST_TIMEOUT_MS: wholeNumber(
    1000,
    3_600_000,
    30_000,
    'The same for a whole request, with its body.',
  ),
  /** Longer than a proxy's usual minute: it would send a request on a connection that is just being closed. */
  HTTP_IDLE_TIMEOUT_MS: wholeNumber(
    1000,
    3_600_000,
    65_000,
    'How long a connection may be silent between two requests, or with an answer that the client doesn’t read.',
  ),
  HTTP_MAX_CONNECTIONS: wholeNumber(
    10,
    1_000_000,
    10_000,
    'Open connections of clients per web process. Further ones are closed at once.',
  ),
  HTTP_MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(
    10,
    1_000_000,
    1000,
    'How many of them one client address may have, or one `/64` network of IPv6. Does not apply to `TRUSTED_PROXIES`.',
  ),
  DATA_DIR: z
    .string()
    .min(1)
    .max(4096)
    .default('.data')
    .transform((path) => resolve(path))
    .register(words, {
      values: 'a folder',
      fallback: '.data',
      text: 'Holds the embedded database, the generated secret key, the anchor of the seals and the demo sign-in: back it up. Relative to the project folder.',
    }),
  DATABASE_URL: databaseUrl.optional().register(words, {
    values: '`postgresql://…`',
    text: 'Your own PostgreSQL server, version 15 or later. The address may name several (`user:password@host1:5432,host2:5432`): the one that accepts writes is used. Unset: an embedded one in `DATA_DIR`.',
  }),
  DATABASE_OWNER_URL: databaseUrl.optional().register(words, {
    values: '`postgresql://…`',
    text: 'The role that owns the tables and migrates them. The role of `DATABASE_URL` then only needs to be able to sign in: the start grants it what the service needs. Unset: the role of `DATABASE_URL` migrates.',
  }),
  DATABASE_DISTRIBUTED: z.enum(['citus']).optional().register(words, {
    values: '`citus`',
    text: 'After the migrations, the start distributes the tables by account over the nodes of a Citus cluster, whose coordinator `DATABASE_URL` names. Unset: one server has all tables.',
  }),
  DATABASE_POOL_SIZE: wholeNumber(
    2,
    500,
    20,
    'Database connections per process. With the embedded database, at most 180 for all processes together.',
  ),
  DATABASE_PREPARED: switchOf(
    true,
    'With `0` statements are sent without a name, for a connection pooler that can’t carry prepared statements, such as PgBouncer before 1.21 in transaction mode.',
  ),
  DATABASE_TIMEOUT_MS: wholeNumber(
    500,
    600_000,
    15_000,
    'Limit of one database statement. The service gives up on a server that has been silent for a fifth longer, and answers 503.',
  ),
  WEB_PROCESSES: wholeNumber(
    1,
    64,
    1,
    'Processes that serve HTTP, on one port. Two or more also need a thread of the supervisor, which hands out connections.',
  ),
  WORKER_PROCESSES: wholeNumber(
    1,
    64,
    1,
    'Processes that deliver webhooks and mail, and settle payments and payouts.',
  ),
  PUBLIC_URL: webUrl
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .register(words, {
      values: '`http://…` or `https://…`',
      text: 'The public address of the service. Payment links begin with it. Live mode needs https. Unset: `http://localhost:` and the port.',
    }),
  SECRET_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes)')
    .optional()
    .register(words, {
      values: '64 hexadecimal digits',
      text: 'All encryption and hashing keys derive from it: without it encrypted data can’t be read. Create one with `openssl rand -hex 32`. Unset: generated at the first start and kept in `DATA_DIR/secret.key`.',
    }),
  SECRET_KEY_PREVIOUS: z
    .string()
    .regex(/^[0-9a-f]{64}(\s*,\s*[0-9a-f]{64}){0,9}$/i, 'must be up to 10 keys of 64 hexadecimal digits')
    .transform((keys) => keys.split(/\s*,\s*/))
    .optional()
    .register(words, {
      values: 'keys, separated by commas',
      text: 'Keys that `SECRET_KEY` has replaced. They still decrypt, and recognise API keys from their time. Without `SECRET_KEY`, the file `DATA_DIR/secret.key` has them below its first line.',
    }),
  SIGN_UP: z.enum(['open', 'invite', 'closed']).optional().register(words, {
    values: '`open`, `invite` or `closed`',
    text: 'Who may create an account. `open`: anybody. `invite`: those to whom `vendor invite` sent a link. `closed`: nobody. `vendor create` always works. Unset: `closed` where Stripe or Airwallex is configured, else `open`.',
  }),
  APPROVER_MINIMUM_AGE_DAYS: wholeNumber(
    0,
    365,
    3,
    'Days for which a member can’t approve payouts yet, counted from getting a role that approves. The owner who founded the account approves at once. 0: everybody does.',
  ),
  COUNTERFOIL_OPERATOR: z.string().max(200).optional().register(words, {
    values: 'a name or email address',
    text: 'Who runs operator commands, for the audit log. The flag `--as` wins over it. Unset: the user of the machine alone.',
  }),
  BACKUP_KEY_FILE: z
    .string()
    .min(1)
    .max(4096)
    .transform((path) => resolve(path))
    .optional()
    .register(words, {
      values: 'a file',
      text: 'Holds the passphrase that encrypts backups, of at least 16 characters. Create one with `openssl rand -hex 32`. Keep a copy elsewhere: without it no backup can be read.',
    }),
  BACKUP_PASSPHRASE: z
    .string()
    .min(16, 'must have at least 16 characters')
    .max(1024)
    .optional()
    .register(words, {
      values: 'at least 16 characters',
      text: 'The passphrase itself, instead of `BACKUP_KEY_FILE`.',
    }),
  WAL_ARCHIVE_DIR: z
    .string()
    .min(1)
    .max(4096)
    .transform((path) => resolve(path))
    .optional()
    .register(words, {
      values: 'a folder',
      text: 'Best on another disk or machine. Receives the write-ahead log of the embedded database every minute, encrypted, so that any moment after a backup can be restored. Needs `BACKUP_KEY_FILE` or `BACKUP_PASSPHRASE`.',
    }),
  SEAL_ANCHOR_FILE: z
    .string()
    .min(1)
    .max(4096)
    .transform((path) => resolve(path))
    .optional()
    .register(words, {
      values: 'a file',
      text: 'Holds the number and hash of the last seals, so that nobody takes seals back in the database unnoticed. The service writes it; put it where the owner of the database can’t. If it is set and the file is missing, that is an alarm. Unset: `seals.json` in `DATA_DIR`.',
    }),
  RATE_LIMIT_LIVE: wholeNumber(
    0,
    1_000_000,
    100,
    'API requests per second for one account in live mode. 0: no limit.',
  ),
  RATE_LIMIT_TEST: wholeNumber(
    0,
    1_000_000,
    25,
    'API requests per second for one account in test mode. 0: no limit.',
  ),
  RATE_LIMIT_ADDRESS: wholeNumber(
    0,
    1_000_000,
    30,
    'Sign-ins, sign-ups and card payments per minute from one client address. 0: no limit.',
  ),
  WEBHOOKS_ALLOW_PRIVATE: switchOf(
    false,
    '1: webhooks may go to loopback and private addresses. For development only. Without it, webhooks of test mode may go to loopback addresses while only this machine reaches the service, as by default (see `BIND`).',
  ),
  WEBHOOKS_ALLOW_PUBLIC: switchOf(
    true,
    '0: webhooks never leave for the internet. With `WEBHOOKS_ALLOW_PRIVATE=1` they stay on private networks.',
  ),
  TWIN_PORT: wholeNumber(1, 65_535, 3100, 'TCP port of [the twin](/docs/testing#twin), in place of `PORT`.'),
  TWIN_CONTROL_PORT: wholeNumber(1, 65_535, 3101, 'TCP port of the twin’s control address on `127.0.0.1`.'),
  TWIN_API_KEY: z
    .string()
    .regex(/^cf_test_[0-9A-Za-z]{60}$/, 'must be a test API key: cf_test_ and 60 letters and digits')
    .optional()
    .register(words, {
      values: 'a test API key',
      text: 'The API key of the twin’s vendor. Unset: a new one, which the start prints.',
    }),
  TWIN_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_(?:[0-9A-Za-z+/]{4}){8,21}(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$/,
      'must be whsec_ and 24 to 65 bytes in base64',
    )
    .optional()
    .register(words, {
      values: '`whsec_` and base64',
      text: 'The webhook secret of the twin’s vendor. Unset: a new one, which the start prints.',
    }),
  PROVIDER_TIMEOUT_MS: wholeNumber(
    50,
    60_000,
    5000,
    'Timeout of one call to a payment or payout provider, in milliseconds.',
  ),
  TRUSTED_PROXIES: trustedProxies.register(words, {
    values: 'addresses and CIDR blocks, separated by commas',
    text: "Your reverse proxies. The client's address is the last one in `X-Forwarded-For` that is not one of theirs. Unset: the header is ignored, since clients could claim any address in it.",
  }),
  PROVIDERS: z.enum(['real', 'rehearsal']).default('real').register(words, {
    values: '`real` or `rehearsal`',
    fallback: 'real',
    text: '`rehearsal`: live mode goes to Stripe’s test mode and Airwallex’s demo environment, so that you can rehearse it with accounts of your own and no real money. A database that has rehearsed takes no real keys, and the other way round.',
  }),
  ...PROVIDER_SETTINGS,
  ...ruleSettings,
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// URL' })
    .max(2048)
    .refine(hasKnownParameters, 'must have no parameter but requireTLS=true or requireTLS=false')
    .optional()
    .register(words, {
      values: '`smtp://…` or `smtps://…`',
      text: 'The mail server with user name and password, such as `smtps://user:password@mail.example.com`, or `smtp://` for STARTTLS, which another machine must offer unless the URL ends with `?requireTLS=false`. Percent-encode special characters (`%40` for `@`). Needs `MAIL_FROM`. Unset: no mail is sent, and vendors read theirs in the Mailbox.',
    }),
  MAIL_FROM: mailbox.optional().register(words, {
    values: '`name@example.com` or `Name <name@example.com>`',
    text: 'The sender of all mail. Mail to customers shows the vendor’s name with this address.',
  }),
  SECURITY_CONTACT: securityContact.optional().register(words, {
    values: 'an email address, `https://…` or `tel:…`',
    text: 'Where to report a vulnerability. Shown in `/.well-known/security.txt` and on the Security page. Unset: the page refers to the business that runs the installation.',
  }),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 characters without spaces')
    .optional()
    .register(words, {
      values: '16 to 256 characters',
      text: 'The bearer token that reads `/api/metrics`, for Prometheus. Create one with `openssl rand -hex 16`. Unset: `/api/metrics` answers 404.',
    }),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl.optional().register(words, {
    values: '`http://…` or `https://…`',
    text: 'Turns traces on: the base address of an OpenTelemetry collector that takes OTLP over HTTP as JSON, such as `http://127.0.0.1:4318`. `/v1/traces` is added to it. Unset: no traces.',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: collectorHeaders.register(words, {
    values: '`name=value`, separated by commas',
    text: 'Headers for the collector, such as the key of a hosted one. Percent-encode special characters (`%20` for a space).',
  }),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^[^\p{C}]{1,255}$/u, 'must be 1 to 255 characters')
    .default('counterfoil')
    .register(words, {
      values: '1 to 255 characters',
      fallback: 'counterfoil',
      text: 'The name of this installation in traces.',
    }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .register(words, {
      range: [0, 1],
      fallback: '1',
      text: 'The share of traces that is recorded, such as `0.05`. A request with a `traceparent` is recorded if that says so.',
    }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .register(words, {
      values: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
      fallback: 'info',
      text: 'The lowest level that is logged.',
    }),
  LOG_FORMAT: z.enum(['json', 'pretty']).optional().register(words, {
    values: '`json` or `pretty`',
    text: '`json`: one JSON object per line. `pretty`: short lines for people. Unset: `pretty` on a terminal, `json` elsewhere.',
  }),
})

const schema = settings
  .superRefine((values, context) => {
    const connections = (values.WEB_PROCESSES + values.WORKER_PROCESSES) * values.DATABASE_POOL_SIZE
    if (!values.DATABASE_URL && connections > EMBEDDED_CONNECTIONS) {
      const message = `times the processes, must be at most ${EMBEDDED_CONNECTIONS} with the embedded database`
      context.addIssue({ code: 'custom', path: ['DATABASE_POOL_SIZE'], message })
    }
    if (values.TWIN_PORT === values.TWIN_CONTROL_PORT) {
      const message = 'must be another port than TWIN_PORT'
      context.addIssue({ code: 'custom', path: ['TWIN_CONTROL_PORT'], message })
    }
    const problems = [...providerProblems(values), ...ruleProblems(values, configuredProviders(values))]
    for (const [name, message] of problems) {
      context.addIssue({ code: 'custom', path: [name], message })
    }
    if (values.HTTP_HEADERS_TIMEOUT_MS > values.HTTP_REQUEST_TIMEOUT_MS) {
      const message = 'must be at most HTTP_REQUEST_TIMEOUT_MS, which includes it'
      context.addIssue({ code: 'custom', path: ['HTTP_HEADERS_TIMEOUT_MS'], message })
    }
    if (values.DATABASE_OWNER_URL && !values.DATABASE_URL) {
      context.addIssue({ code: 'custom', path: ['DATABASE_OWNER_URL'], message: 'goes with DATABASE_URL' })
    }
    if (values.BACKUP_PASSPHRASE && values.BACKUP_KEY_FILE) {
      context.addIssue({
        code: 'custom',
        path: ['BACKUP_KEY_FILE'],
        message: 'stands in for BACKUP_PASSPHRASE',
      })
    }
    if (values.WAL_ARCHIVE_DIR && !values.BACKUP_PASSPHRASE && !values.BACKUP_KEY_FILE) {
      const message = 'goes with BACKUP_KEY_FILE or BACKUP_PASSPHRASE'
      context.addIssue({ code: 'custom', path: ['WAL_ARCHIVE_DIR'], message })
    }
    if (values.WAL_ARCHIVE_DIR && values.DATABASE_URL) {
      const message = 'is for the embedded database: have the server of DATABASE_URL archive its own log'
      context.addIssue({ code: 'custom', path: ['WAL_ARCHIVE_DIR'], message })
    }
    if (values.SECRET_KEY_PREVIOUS && !values.SECRET_KEY) {
      context.addIssue({ code: 'custom', path: ['SECRET_KEY_PREVIOUS'], message: 'goes with SECRET_KEY' })
    }
    for (const names of TOGETHER) {
      if (names.every((name) => values[name] === undefined)) continue
      for (const name of names.filter((each) => values[each] === undefined)) {
        context.addIssue({ code: 'custom', path: [name], message: `goes with ${names.join(', ')}` })
      }
    }
  })
  .transform((values) => ({
    ...values,
    // Each vendor of an installation with live providers takes and spends money in its operator's name.
    SIGN_UP: values.SIGN_UP ?? (configuredProviders(values).length > 0 ? 'closed' : 'open'),
    PUBLIC_URL: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
  }))

/** Every setting, for the docs. NODE_ENV is no operator's: the npm scripts set it. */
export const SETTINGS = Object.entries(settings.shape).flatMap(([name, setting]) => {
  const about = words.get(setting)
  return about ? [{ name, ...about }] : []
})

export const SETTINGS_OF_PROVIDERS = ['PROVIDERS', ...Object.keys({ ...PROVIDER_SETTINGS, ...ruleSettings })]

export type Environment = z.infer<typeof schema>

/** Invalid settings; the message names each one and what it accepts. */
class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

function readEnvironment(): Environment {
  // An empty value (`PORT=` in a compose file) counts as unset, as in most services.
  const variables = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(variables)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new EnvironmentError(`Bad settings:\n  ${lines.join('\n  ')}`)
}

/** The validated settings. Nothing else reads the environment. */
export const env = readEnvironment()

/** True if a provider of live mode is configured. */
export function hasLiveProvider(): boolean {
  return configuredProviders(env).length > 0
}

/** True if the money of the mode is real: neither the sandbox's nor a rehearsal's. Pages, mail and documents say so if it isn't. */
export function isRealMoney(mode: 'test' | 'live'): boolean {
  return mode === 'live' && env.PROVIDERS === 'real'
}
