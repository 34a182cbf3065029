import { isUtf8 } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { decodeId, ENCODED_ID_LENGTH, encodeId } from '@/lib/crypto/base62'
import { keyedHash, keyedHashes } from '@/lib/crypto/secrets'
import { WEBHOOK_SECRET_PREFIX } from '@/lib/crypto/webhook-secret'
import { sql } from '@/lib/db/client'
import type { OrmTransaction } from '@/lib/db/transaction'
import { env } from '@/lib/env'
import { newId } from '@/lib/ids'
import { forget } from '@/lib/jobs/forget'
import { now } from '@/lib/time/clock'
import {
  EVENT_ID_HEADER,
  findEndpointSecrets,
  findSigningSecrets,
  SEQUENCE_HEADER,
  type SigningSecrets,
} from './signing'

/*
 * A receiver on this instance, so that somebody can watch a webhook arrive before writing one. It takes what the
 * usual queue delivers, in test mode only, and shows each step of the verification.
 */

/** An account's latest deliveries are kept, for an hour. */
export const INBOX_SIZE = 20
const KEPT_MS = 60 * 60 * 1000

export const INBOX_BODY_BYTES = 64 * 1024
const HEADER_CHARACTERS = 1000
const SHOWN_HEADERS = [
  'content-type',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  SEQUENCE_HEADER,
  EVENT_ID_HEADER,
] as const

/** As in the documented receivers. */
const TOLERANCE_SECONDS = 300

/** The URL of the account's inbox. Nobody can guess another account's. */
export function inboxUrl(accountId: string): string {
  return `${env.PUBLIC_URL}/api/inbox/${encodeId(accountId)}${keyedHash('webhook-inbox', accountId).toString('hex')}`
}

/** The account of an address's last segment; null if it is none of ours. */
export function accountOfInbox(segment: string): string | null {
  const accountId = decodeId(segment.slice(0, ENCODED_ID_LENGTH))
  const signature = Buffer.from(segment.slice(ENCODED_ID_LENGTH), 'hex')
  if (accountId === null) return null
  const isGenuine = keyedHashes('webhook-inbox', accountId).some(
    (hash) => hash.length === signature.length && timingSafeEqual(hash, signature),
  )
  return isGenuine ? accountId : null
}

/** Keeps a delivery and forgets those beyond the size. False if it is no text, or the account is not in test mode. */
export async function keepDelivery(
  tx: OrmTransaction,
  accountId: string,
  { headers, body }: { headers: Pick<Headers, 'get'>; body: Buffer },
): Promise<boolean> {
  if (!isUtf8(body) || body.includes(0)) return false
  const account = await tx.account.findUnique({ where: { id: accountId }, select: { mode: true } })
  if (account?.mode !== 'test') return false
  const headerEntries = SHOWN_HEADERS.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value.replaceAll('\0', '').slice(0, HEADER_CHARACTERS)] as const]
  })
  await tx.webhookInboxDelivery.create({
    data: {
      accountId,
      id: newId(),
      headers: Object.fromEntries(headerEntries),
      body: body.toString('utf8'),
      receivedAt: now(),
    },
  })
  await tx.$executeRaw`
    DELETE FROM webhook_inbox_deliveries
     WHERE account_id = ${accountId}::uuid AND id <= (
       SELECT id FROM webhook_inbox_deliveries WHERE account_id = ${accountId}::uuid
        ORDER BY id DESC OFFSET ${INBOX_SIZE} LIMIT 1)`
  return true
}

type InboxCheck = { name: 'timestamp' | 'id' | 'signature'; isPassed: boolean; detail: string }

type InboxDelivery = {
  id: string
  receivedAt: Date
  headers: Record<string, string>
  body: string
  /** The text that was signed. */
  signedText: string
  checks: InboxCheck[]
}

/** The account's deliveries, latest first, each with the verdict on the steps of its verification. */
export async function readInbox(tx: OrmTransaction, accountId: string): Promise<InboxDelivery[]> {
  const rows = await tx.webhookInboxDelivery.findMany({
    where: { accountId, receivedAt: { gt: new Date(now().getTime() - KEPT_MS) } },
    orderBy: { id: 'desc' },
    take: INBOX_SIZE,
  })
  const ofAccount = await findSigningSecrets(tx, accountId)
  // The id only says which secret to try: a sender that invents one has no signature for it.
  const ids = rows.map(({ headers }) => (headers as Record<string, string>)['webhook-id'] ?? '')
  const ofEndpoints = await findEndpointSecrets(tx, accountId, ids)
  return rows.map(({ id, receivedAt, headers: stored, body }, index) => {
    const headers = stored as Record<string, string>
    const eventId = headers['webhook-id'] ?? ''
    const timestamp = headers['webhook-timestamp'] ?? ''
    const signedText = `${eventId}.${timestamp}.${body}`
    const isRepeat = rows
      .slice(index + 1)
      .some((earlier) => (earlier.headers as Record<string, string>)['webhook-id'] === eventId)
    return {
      id,
      receivedAt,
      headers,
      body,
      signedText,
      checks: [
        checkTimestamp(timestamp, receivedAt),
        checkId(eventId, isRepeat),
        checkSignature(signedText, headers['webhook-signature'] ?? '', {
          owner: ofEndpoints.has(eventId) ? 'the endpoint' : 'your account',
          secrets: ofEndpoints.get(eventId) ?? ofAccount,
        }),
      ],
    }
  })
}

function checkTimestamp(timestamp: string, receivedAt: Date): InboxCheck {
  const seconds = /^\d{1,12}$/.test(timestamp)
    ? Math.floor(receivedAt.getTime() / 1000) - Number(timestamp)
    : null
  const isPassed = seconds !== null && Math.abs(seconds) <= TOLERANCE_SECONDS
  const detail =
    seconds === null
      ? 'webhook-timestamp is missing or no number'
      : `It was signed ${seconds} s before it arrived; up to ${TOLERANCE_SECONDS} s are accepted`
  return { name: 'timestamp', isPassed, detail }
}

function checkId(eventId: string, isRepeat: boolean): InboxCheck {
  if (!eventId) return { name: 'id', isPassed: false, detail: 'webhook-id is missing' }
  const detail = isRepeat
    ? 'This id was here before: answer 200, and do nothing'
    : 'This id is new: store it, and act on the event'
  return { name: 'id', isPassed: true, detail }
}

/**
 * Says which secret made the signature, never what it should have been: that would sign a text of anybody's choice
 * for a session that may not see the secret.
 */
function checkSignature(
  text: string,
  signature: string,
  { owner, secrets }: { owner: string; secrets: SigningSecrets },
): InboxCheck {
  const signatures = signature.split(' ').map((each) => Buffer.from(each.replace(/^v1,/, ''), 'base64'))
  const matches = (secret: string) => {
    const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64')
    const expected = createHmac('sha256', key).update(text).digest()
    return signatures.some((each) => each.length === expected.length && timingSafeEqual(each, expected))
  }
  const { current, previous } = secrets
  const match = matches(current)
    ? `the secret of ${owner}`
    : previous && matches(previous.secret)
      ? `the previous secret of ${owner}`
      : null
  const detail = match
    ? `HMAC-SHA256 of the signed text with ${match} matches`
    : `No signature matches the signed text and the secret of ${owner}: not from this service, or changed on the way`
  return { name: 'signature', isPassed: match !== null, detail }
}

export async function clearInbox(tx: OrmTransaction, accountId: string): Promise<void> {
  await tx.webhookInboxDelivery.deleteMany({ where: { accountId } })
}

/** Deletes what no inbox shows any more, a batch at a time. */
export function forgetOldInboxDeliveries(batchSize = 1000): Promise<number> {
  const before = new Date(now().getTime() - KEPT_MS)
  const inbox = {
    table: 'webhook_inbox_deliveries',
    tenantColumn: 'account_id',
    idColumn: 'id',
    idType: 'uuid',
    timeColumn: 'received_at',
    isOver: sql`received_at <= ${before}::timestamptz`,
  } as const
  return forget(inbox, batchSize)
}
