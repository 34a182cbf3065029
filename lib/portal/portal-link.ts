import { randomBase62 } from '@/lib/crypto/base62'
import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import { type CustomerRecord, findActiveCustomer, findActiveCustomerByEmail } from '@/lib/customers/customer'
import { sql } from '@/lib/db/client'
import { type Queryable, statement } from '@/lib/db/statement'
import type { Transaction } from '@/lib/db/transaction'
import { portalLinkUrl } from '@/lib/http/links'
import { takePortalLink } from '@/lib/http/rate-limit'
import type { Locale } from '@/lib/i18n/locale'
import { newId } from '@/lib/ids'
import { forget } from '@/lib/jobs/forget'
import { mailPortalLink } from '@/lib/mail/portal-mail'
import { now } from '@/lib/time/clock'
import { HOUR_MS, MINUTE_MS } from '@/lib/time/units'
import type { Portal } from './portal'

/*
 * A link into the portal is mailed to a customer and works once. Its row then becomes the session of the browser that
 * used it. Only keyed hashes of both tokens are stored, so the table's contents can't be used as either.
 */
const PREFIX = 'ptl_'
const SECRET_LENGTH = 32
const LINK_TOKEN = /^ptl_[0-9A-Za-z]{32}$/
const SESSION_TOKEN = /^[0-9A-Za-z]{32}$/

const LINK_MS = 30 * MINUTE_MS
export const SESSION_MS = 12 * HOUR_MS

type PortalAccount = Pick<Portal, 'accountId'>

/**
 * Mails a link to the active customer with the email. Does nothing for an email that none has, and for a customer who has
 * had too many: the caller's answer is the same, and so must be the time that it takes.
 */
export async function sendPortalLinkTo(
  tx: Transaction,
  { accountId }: PortalAccount,
  email: string,
  by: { locale: Locale | null; requestId: string },
): Promise<void> {
  const customer = await findActiveCustomerByEmail(tx, accountId, email)
  if (!customer || !(await takePortalLink(customer.id)).ok) return
  await sendPortalLink(tx, accountId, customer, by)
}

/**
 * Mails a link to a customer, in the given language or else the customer's. Returns why the mail is kept instead of sent;
 * null if it will be sent.
 */
export async function sendPortalLink(
  tx: Transaction,
  accountId: string,
  customer: CustomerRecord,
  { locale, requestId }: { locale: Locale | null; requestId: string },
): Promise<string | null> {
  const token = PREFIX + randomBase62(SECRET_LENGTH)
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + LINK_MS)
  const link = { accountId, id: newId(), customerId: customer.id, createdAt, expiresAt }
  const emailKey = customer.email.toLowerCase()
  await addLink(tx, { ...link, emailKey, tokenHash: keyedHash('portal-link', token) })
  const url = portalLinkUrl(accountId, token)
  return mailPortalLink(tx, { ...link, recipient: customer.email, url, locale, requestId })
}

const addLink = statement<
  {
    accountId: string
    id: string
    customerId: string
    emailKey: string
    tokenHash: Buffer
    createdAt: Date
    expiresAt: Date
  },
  object
>(
  'add_portal_link',
  `INSERT INTO portal_links (account_id, id, customer_id, email_key, token_hash, created_at, expires_at)
   VALUES (:accountId::uuid, :id::uuid, :customerId::uuid, :emailKey, :tokenHash::bytea, :createdAt::timestamptz,
           :expiresAt::timestamptz)`,
)

/** True if the link can be used. Looking uses nothing up, because mail scanners look too. */
export async function isPortalLinkValid(
  on: Queryable,
  { accountId }: PortalAccount,
  token: string,
): Promise<boolean> {
  if (!LINK_TOKEN.test(token)) return false
  const key = { accountId, tokenHashes: keyedHashes('portal-link', token), at: now() }
  return (await findLink(on, key)).length === 1
}

/** The rows of links that are still for their customer: not archived, and with the email that the link was mailed to. */
const OF_ITS_CUSTOMER = `customers.account_id = :accountId::uuid AND customers.id = link.customer_id
     AND customers.email_key = link.email_key AND customers.archived_at IS NULL`

const findLink = statement<{ accountId: string; tokenHashes: Uint8Array[]; at: Date }, { id: string }>(
  'find_portal_link',
  `SELECT link.id
     FROM portal_links AS link JOIN customers ON ${OF_ITS_CUSTOMER}
    WHERE link.account_id = :accountId::uuid AND link.token_hash = ANY (:tokenHashes::bytea[])
      AND link.opened_at IS NULL AND link.expires_at > :at::timestamptz`,
)

/** Uses a link up and returns the token of the session that it becomes; null if it can't be used, or not any more. */
export async function openPortalLink(
  on: Queryable,
  { accountId }: PortalAccount,
  token: string,
): Promise<string | null> {
  if (!LINK_TOKEN.test(token)) return null
  const session = randomBase62(SECRET_LENGTH)
  const at = now()
  // Of two uses at the same moment, the second waits here, and then finds another hash.
  const opened = await openLink(on, {
    accountId,
    tokenHashes: keyedHashes('portal-link', token),
    sessionHash: keyedHash('portal-session', session),
    at,
    expiresAt: new Date(at.getTime() + SESSION_MS),
  })
  return opened.length === 1 ? session : null
}

const openLink = statement<
  { accountId: string; tokenHashes: Uint8Array[]; sessionHash: Buffer; at: Date; expiresAt: Date },
  { id: string }
>(
  'open_portal_link',
  `UPDATE portal_links AS link
      SET token_hash = :sessionHash::bytea, opened_at = :at::timestamptz, expires_at = :expiresAt::timestamptz
     FROM customers
    WHERE ${OF_ITS_CUSTOMER}
      AND link.account_id = :accountId::uuid AND link.token_hash = ANY (:tokenHashes::bytea[])
      AND link.opened_at IS NULL AND link.expires_at > :at::timestamptz
   RETURNING link.id`,
)

/** The customer whose session it is; null for an unknown or expired one, and for a customer who has changed since. */
export async function findPortalCustomer(
  on: Queryable,
  { accountId }: PortalAccount,
  session: string | null,
): Promise<CustomerRecord | null> {
  if (session === null || !SESSION_TOKEN.test(session)) return null
  const tokenHashes = keyedHashes('portal-session', session)
  const [row] = await findSession(on, { accountId, tokenHashes, at: now() })
  return row ? findActiveCustomer(on, accountId, row.customerId) : null
}

const findSession = statement<
  { accountId: string; tokenHashes: Uint8Array[]; at: Date },
  { customerId: string }
>(
  'find_portal_session',
  `SELECT link.customer_id AS "customerId"
     FROM portal_links AS link JOIN customers ON ${OF_ITS_CUSTOMER}
    WHERE link.account_id = :accountId::uuid AND link.token_hash = ANY (:tokenHashes::bytea[])
      AND link.opened_at IS NOT NULL AND link.expires_at > :at::timestamptz`,
)

/** Ends a session; does nothing if it has ended. */
export async function endPortalSession(
  on: Queryable,
  { accountId }: PortalAccount,
  session: string | null,
): Promise<void> {
  if (session === null || !SESSION_TOKEN.test(session)) return
  await endSession(on, { accountId, tokenHashes: keyedHashes('portal-session', session) })
}

const endSession = statement<{ accountId: string; tokenHashes: Uint8Array[] }, object>(
  'end_portal_session',
  `DELETE FROM portal_links
    WHERE account_id = :accountId::uuid AND token_hash = ANY (:tokenHashes::bytea[]) AND opened_at IS NOT NULL`,
)

/** Deletes links and sessions that have expired, at most `limit`; they are refused anyway. */
export async function forgetPortalLinks(limit: number): Promise<void> {
  await forget(
    {
      table: 'portal_links',
      tenantColumn: 'account_id',
      idColumn: 'id',
      idType: 'uuid',
      timeColumn: 'expires_at',
      isOver: sql`expires_at <= ${now()}::timestamptz`,
    },
    limit,
  )
}
