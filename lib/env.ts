import { resolve } from 'node:path'
import { z } from 'zod'
import { isWebUrl, URL_LENGTH } from '@/lib/http/web-url'

const switchValue = z
  .enum(['0', '1', ''])
  .default('0')
  .transform((value) => value === '1')

const wholeNumber = (minimum: number, maximum: number, fallback: number) =>
  z.coerce.number().int().min(minimum).max(maximum).default(fallback)

/** `name@example.com`, or `Name <name@example.com>` with nothing in the name that a header would quote. */
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

/** The `Contact` of security.txt is a URI: of a bare email address, its mailto: form. */
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

/** Settings that make sense only together. */
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
    /** Where the embedded database, the generated secret key and the demo sign-in are kept. */
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
    /** Connections that one process may hold. */
    DATABASE_POOL_SIZE: wholeNumber(2, 500, 20),
    /** The address that payment links and customer URLs begin with; no trailing slash. */
    PUBLIC_URL: webUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
    /** 32 bytes in hex. Every key of the service is derived from it. Unset: made and kept under DATA_DIR. */
    SECRET_KEY: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits (32 bytes)')
      .optional(),
    /** API requests per second and account; 0 switches the limit off. */
    RATE_LIMIT_LIVE: wholeNumber(0, 1_000_000, 100),
    RATE_LIMIT_TEST: wholeNumber(0, 1_000_000, 25),
    /** Sign-ins, sign-ups and card submissions per minute and address; 0 switches the limit off. */
    RATE_LIMIT_ADDRESS: wholeNumber(0, 1_000_000, 30),
    /** 1: webhooks may go to loopback and private addresses. */
    WEBHOOKS_ALLOW_PRIVATE: switchValue,
    /** How long one call to a payment or payout provider may take. */
    PROVIDER_TIMEOUT_MS: wholeNumber(50, 60_000, 5000),
    /** 1: a proxy in front sets X-Forwarded-For, and its last entry is the client's address. */
    TRUST_PROXY: switchValue,
    /** Stripe takes the payments of live mode. Both or neither. */
    STRIPE_SECRET_KEY: secret.optional(),
    /** Of the webhook endpoint PUBLIC_URL/api/providers/stripe. */
    STRIPE_WEBHOOK_SECRET: secret.optional(),
    /** Another address than Stripe's own, for a stand-in. */
    STRIPE_API_URL: webUrl.optional(),
    /** Airwallex makes the payouts of live mode. All three or none. */
    AIRWALLEX_CLIENT_ID: secret.optional(),
    AIRWALLEX_API_KEY: secret.optional(),
    /** Of the webhook subscription PUBLIC_URL/api/providers/airwallex. */
    AIRWALLEX_WEBHOOK_SECRET: secret.optional(),
    AIRWALLEX_BASE_URL: webUrl.default('https://api.airwallex.com'),
    /** The mail server that mail goes out by, with user and password in it. Unset: mail is kept and read here. */
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, hostname: /./, error: 'must be an smtp:// or smtps:// URL' })
      .max(2048)
      .optional(),
    /** Whom mail is from: an address, or `Name <address>`. */
    MAIL_FROM: mailbox.optional(),
    /** Where /.well-known/security.txt sends reports of a vulnerability. Unset: to the policy page. */
    SECURITY_CONTACT: securityContact.optional(),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  })
  .superRefine((values, context) => {
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

/** A setting that can't be used; the message names each one and says what it takes. */
class EnvironmentError extends Error {
  override name = 'EnvironmentError'
}

function readEnvironment(): Environment {
  // An empty value (`PORT=` in a compose file) means unset, as in most services.
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new EnvironmentError(`Bad settings:\n  ${lines.join('\n  ')}`)
}

/** The validated settings: the only place where the environment is read. */
export const env = readEnvironment()
