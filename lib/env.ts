import { resolve } from 'node:path'
import { z } from 'zod'
import { urlFault } from '@/lib/db/server-urls'
import { isAddress, parseProxies } from '@/lib/http/client-address'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'

const switchValue = z
  .enum(['0', '1', ''])
  .default('0')
  .transform((value) => value === '1')

/** The same for settings that are on by default. */
const offSwitchValue = z
  .enum(['0', '1', ''])
  .default('1')
  .transform((value) => value !== '0')

const wholeNumber = (minimum: number, maximum: number, fallback: number) =>
  z.coerce.number().int().min(minimum).max(maximum).default(fallback)

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

const webUrl = z.string().max(URL_LENGTH).refine(isWebUrl, 'must be an http:// or https:// URL')

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

const secret = z.string().min(1).max(1024)

/** Connections of the embedded database, less those that the supervisor, commands and PostgreSQL keep. */
const EMBEDDED_CONNECTIONS = 180

/** Settings of earlier versions, by what to do now. Ignoring one would be a surprise. */
const REPLACED: { [name: string]: string } = {
  TRUST_PROXY: 'is replaced by TRUSTED_PROXIES, the addresses of your reverse proxies (such as 127.0.0.1)',
}

/** Settings that must be set together. */
const TOGETHER = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['AIRWALLEX_CLIENT_ID', 'AIRWALLEX_API_KEY', 'AIRWALLEX_WEBHOOK_SECRET'],
] as const

/** True if a URL leads to this machine: a stand-in for a provider, which moves no real money. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

type LiveModeSettings = {
  PUBLIC_URL?: string | undefined
  STRIPE_SECRET_KEY?: string | undefined
  STRIPE_API_URL?: string | undefined
  AIRWALLEX_CLIENT_ID?: string | undefined
  AIRWALLEX_BASE_URL: string
}

const NOT_IN_LIVE_MODE = 'try things out in our test mode, which needs no provider'

/**
 * Problems with the settings of live mode, by setting. Money must be real on both sides: a payment that a provider's
 * test environment made up would be paid out, or a payout that it only pretended to make would count as delivered.
 */
function liveModeProblems(values: LiveModeSettings): [name: string, message: string][] {
  const problems: [string, string][] = []
  const { PUBLIC_URL, STRIPE_SECRET_KEY, STRIPE_API_URL, AIRWALLEX_CLIENT_ID, AIRWALLEX_BASE_URL } = values
  const remote = (isUsed: boolean, address: string) => {
    const url = isUsed && URL.canParse(address) ? new URL(address) : null
    return url === null || isLoopback(url) ? null : url
  }
  const stripe = remote(!!STRIPE_SECRET_KEY, STRIPE_API_URL ?? 'https://api.stripe.com')
  const airwallex = remote(!!AIRWALLEX_CLIENT_ID, AIRWALLEX_BASE_URL)
  if (stripe && !/^[sr]k_live_/.test(STRIPE_SECRET_KEY ?? '')) {
    const message = `must be a live key (sk_live_… or rk_live_…): ${NOT_IN_LIVE_MODE}`
    problems.push(['STRIPE_SECRET_KEY', message])
  }
  if (airwallex && /(^|[.-])(demo|sandbox)[.-]/.test(airwallex.hostname)) {
    problems.push(['AIRWALLEX_BASE_URL', `is not Airwallex's live environment: ${NOT_IN_LIVE_MODE}`])
  }
  for (const [name, url] of [
    ['STRIPE_API_URL', stripe],
    ['AIRWALLEX_BASE_URL', airwallex],
  ] as const) {
    if (url && url.protocol !== 'https:') problems.push([name, 'must be an https:// URL'])
  }
  if ((stripe || airwallex) && !PUBLIC_URL?.startsWith('https:')) {
    problems.push(['PUBLIC_URL', 'must be an https:// URL in live mode: buyers and providers use it'])
  }
  return problems
}

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    /** TCP port of the web process. */
    PORT: wholeNumber(1, 65_535, 3000),
    /** Address that the web process listens on. Unset: all interfaces. */
    BIND: z.string().refine(isAddress, 'must be an IP address such as 127.0.0.1 or ::1').optional(),
    /** Time for a client to send a request's headers, and the whole request. */
    HTTP_HEADERS_TIMEOUT_MS: wholeNumber(1000, 600_000, 15_000),
    HTTP_REQUEST_TIMEOUT_MS: wholeNumber(1000, 3_600_000, 30_000),
    /** Open connections of clients per web process. */
    HTTP_MAX_CONNECTIONS: wholeNumber(10, 1_000_000, 10_000),
    /** Folder of the embedded database, the generated secret key and the demo sign-in. */
    DATA_DIR: z
      .string()
      .min(1)
      .max(4096)
      .default('.data')
      .transform((path) => resolve(path)),
    /** Unset: the embedded PostgreSQL under DATA_DIR. Of several servers, the one that accepts writes is used. */
    DATABASE_URL: databaseUrl.optional(),
    /** Role that owns the schema and migrates it. Unset: that of DATABASE_URL. */
    DATABASE_OWNER_URL: databaseUrl.optional(),
    /** Maximum number of connections per process. */
    DATABASE_POOL_SIZE: wholeNumber(2, 500, 20),
    /** 0 sends statements without a name, for a pooler that can't carry prepared ones. */
    DATABASE_PREPARED: offSwitchValue,
    /** Limit for one statement; a little later the service gives up on a server that is silent. */
    DATABASE_TIMEOUT_MS: wholeNumber(500, 600_000, 15_000),
    /** Processes on this machine: those that serve HTTP share the port. */
    WEB_PROCESSES: wholeNumber(1, 64, 1),
    WORKER_PROCESSES: wholeNumber(1, 64, 1),
    /** Base URL of payment links and of customers' URLs, without a trailing slash. */
    PUBLIC_URL: webUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
    /**
     * 32 bytes in hex, from which every key of the service is derived. Unset: generated and stored under
     * DATA_DIR.
     */
    SECRET_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes)')
      .optional(),
    /** Keys that SECRET_KEY has replaced, separated by commas: they still decrypt, and encrypt nothing. */
    SECRET_KEY_PREVIOUS: z
      .string()
      .regex(/^[0-9a-f]{64}(\s*,\s*[0-9a-f]{64}){0,9}$/i, 'must be up to 10 keys of 64 hexadecimal digits')
      .transform((keys) => keys.split(/\s*,\s*/))
      .optional(),
    /** People who may create an account: anybody, those who were sent an invitation, or nobody. */
    SIGN_UP: z.enum(['open', 'invite', 'closed']).default('open'),
    /** The person who runs operator commands, for the audit log. Unset: the user of the machine. */
    COUNTERFOIL_OPERATOR: z.string().max(200).optional(),
    /** Encrypts backups and the archived log of the embedded database. Set one of the two. */
    BACKUP_PASSPHRASE: z.string().min(16, 'must have at least 16 characters').max(1024).optional(),
    /** File that holds the passphrase. */
    BACKUP_KEY_FILE: z
      .string()
      .min(1)
      .max(4096)
      .transform((path) => resolve(path))
      .optional(),
    /** Folder that the write-ahead log of the embedded database is archived to each minute. Unset: it isn't. */
    WAL_ARCHIVE_DIR: z
      .string()
      .min(1)
      .max(4096)
      .transform((path) => resolve(path))
      .optional(),
    /** API requests per second and account; 0 turns the limit off. */
    RATE_LIMIT_LIVE: wholeNumber(0, 1_000_000, 100),
    RATE_LIMIT_TEST: wholeNumber(0, 1_000_000, 25),
    /** Sign-ins, sign-ups and card submissions per minute and client address; 0 turns the limit off. */
    RATE_LIMIT_ADDRESS: wholeNumber(0, 1_000_000, 30),
    /** 1 allows webhooks to loopback and private addresses. */
    WEBHOOKS_ALLOW_PRIVATE: switchValue,
    /** 0 keeps webhooks off the internet. */
    WEBHOOKS_ALLOW_PUBLIC: offSwitchValue,
    /** For `npm run twin`, in place of PORT, and the port of its control address on 127.0.0.1. */
    TWIN_PORT: wholeNumber(1, 65_535, 3100),
    TWIN_CONTROL_PORT: wholeNumber(1, 65_535, 3101),
    /** Test API key and webhook secret of the twin's vendor. Unset: new ones, which the start prints. */
    TWIN_API_KEY: z
      .string()
      .regex(/^cf_test_[0-9A-Za-z]{60}$/, 'must be a test API key: cf_test_ and 60 letters and digits')
      .optional(),
    TWIN_WEBHOOK_SECRET: z
      .string()
      .regex(
        /^whsec_(?:[0-9A-Za-z+/]{4}){8,21}(?:[0-9A-Za-z+/]{2}==|[0-9A-Za-z+/]{3}=)?$/,
        'must be whsec_ and 24 to 65 bytes in base64',
      )
      .optional(),
    /** Limit for one call to a payment or payout provider. */
    PROVIDER_TIMEOUT_MS: wholeNumber(50, 60_000, 5000),
    /** Addresses and CIDR blocks of reverse proxies, whose X-Forwarded-For counts. */
    TRUSTED_PROXIES: trustedProxies,
    /** Stripe takes live-mode payments. Set both or neither. */
    STRIPE_SECRET_KEY: secret.optional(),
    /** Secret of the webhook endpoint PUBLIC_URL/api/providers/stripe. */
    STRIPE_WEBHOOK_SECRET: secret.optional(),
    /** Replaces Stripe's own URL, for a stand-in. */
    STRIPE_API_URL: webUrl.optional(),
    /** Airwallex makes live-mode payouts. Set all three or none. */
    AIRWALLEX_CLIENT_ID: secret.optional(),
    AIRWALLEX_API_KEY: secret.optional(),
    /** Secret of the webhook subscription PUBLIC_URL/api/providers/airwallex. */
    AIRWALLEX_WEBHOOK_SECRET: secret.optional(),
    AIRWALLEX_BASE_URL: webUrl.default('https://api.airwallex.com'),
    /**
     * URL of the outgoing mail server, with user and password. Unset: mail is kept in the mailbox and not
     * sent.
     */
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// URL' })
      .max(2048)
      .optional(),
    /** Sender of mail: an address, or `Name <address>`. */
    MAIL_FROM: mailbox.optional(),
    /** Contact for vulnerability reports in /.well-known/security.txt. Unset: the policy page. */
    SECURITY_CONTACT: securityContact.optional(),
    /** The bearer token that reads /api/metrics. Unset: nobody reads it. */
    METRICS_TOKEN: z
      .string()
      .regex(/^[\x21-\x7e]{16,256}$/, 'must be 16 to 256 characters without spaces')
      .optional(),
    /** `json` for programs, `pretty` for people. Unset: `pretty` if standard output is a terminal. */
    LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
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
    for (const [name, message] of liveModeProblems(values)) {
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
    PUBLIC_URL: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
  }))

export type Environment = z.infer<typeof schema>

/** Invalid settings; the message names each one and what it accepts. */
class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

function readEnvironment(): Environment {
  // An empty value (`PORT=` in a compose file) counts as unset, as in most services.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const replaced = Object.entries(REPLACED).filter(([name]) => (given[name] ?? '0') !== '0')
  const parsed = schema.safeParse(given)
  if (parsed.success && replaced.length === 0) return parsed.data
  const lines = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...replaced.map(([name, message]) => `${name}: ${message}`),
  ]
  throw new EnvironmentError(`Bad settings:\n  ${lines.join('\n  ')}`)
}

/** The validated settings. Nothing else reads the environment. */
export const env = readEnvironment()
