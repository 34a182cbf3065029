import { resolve } from 'node:path'
import { z } from 'zod'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'

const switchValue = z
  .enum(['0', '1', ''])
  .default('0')
  .transform((value) => value === '1')

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

const secret = z.string().min(1).max(1024)

/** Connections of the embedded database, less those that the supervisor, commands and PostgreSQL keep. */
const EMBEDDED_CONNECTIONS = 180

/** Settings that must be set together. */
const TOGETHER = [
  ['SMTP_URL', 'MAIL_FROM'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['AIRWALLEX_CLIENT_ID', 'AIRWALLEX_API_KEY', 'AIRWALLEX_WEBHOOK_SECRET'],
] as const

const schema = z
  .object({
    NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
    /** TCP port of the web process. */
    PORT: wholeNumber(1, 65_535, 3000),
    /** Folder of the embedded database, the generated secret key and the demo sign-in. */
    DATA_DIR: z
      .string()
      .min(1)
      .max(4096)
      .default('.data')
      .transform((path) => resolve(path)),
    /** Unset: the embedded PostgreSQL under DATA_DIR. */
    DATABASE_URL: z
      .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' })
      .max(2048)
      .optional(),
    /** Maximum number of connections per process. */
    DATABASE_POOL_SIZE: wholeNumber(2, 500, 20),
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
    /** API requests per second and account; 0 turns the limit off. */
    RATE_LIMIT_LIVE: wholeNumber(0, 1_000_000, 100),
    RATE_LIMIT_TEST: wholeNumber(0, 1_000_000, 25),
    /** Sign-ins, sign-ups and card submissions per minute and client address; 0 turns the limit off. */
    RATE_LIMIT_ADDRESS: wholeNumber(0, 1_000_000, 30),
    /** 1 allows webhooks to loopback and private addresses. */
    WEBHOOKS_ALLOW_PRIVATE: switchValue,
    /** Limit for one call to a payment or payout provider. */
    PROVIDER_TIMEOUT_MS: wholeNumber(50, 60_000, 5000),
    /** 1 if a proxy sets X-Forwarded-For; its last entry is then the client's address. */
    TRUST_PROXY: switchValue,
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
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new EnvironmentError(`Bad settings:\n  ${lines.join('\n  ')}`)
}

/** The validated settings. Nothing else reads the environment. */
export const env = readEnvironment()
