import { findLogo, type Logo } from '@/lib/branding/branding'
import { type Orm, sql } from '@/lib/db/client'
import { sentenceOf } from '@/lib/db/describe-error'
import type { MailKind } from '@/lib/db/generated/enums'
import { inOrmTransaction, type OrmTransaction } from '@/lib/db/transaction'
import { type Claim, complete, release, withdraw } from '@/lib/jobs/queue'
import { log } from '@/lib/log'
import { now } from '@/lib/time/clock'
import { vendorOfAccount } from '@/lib/vendors/account'
import { mailQueue, openBody } from './queue-mail'
import { reasonToKeep } from './reason-to-keep'
import { oneLine } from './render-mail'
import { statusOfMailAfter } from './retry-schedule'

/** Well above the time that an attempt takes at most. */
export const LEASE_MS = 90_000

/** A mail that is ours to send while the lease lasts. */
export type ClaimedMail = {
  claim: Claim
  kind: MailKind
  reference: string
  outgoing: OutgoingMail
  giveUpAt: Date
  /** The request that caused it. */
  requestId: string | null
}

export async function findClaimedMail(tx: Orm, claimed: Claim): Promise<ClaimedMail> {
  const { tenantId: ownerId, id } = claimed
  const mail = await tx.mailMessage.findUniqueOrThrow({ where: { ownerId_id: { ownerId, id } } })
  const { kind, reference, giveUpAt, createdAt, recipient, senderName, replyTo, subject, requestId } = mail
  const logo = await findLogoOfMail(tx, mail)
  const body = openBody(mail, logo && `cid:${LOGO_ID}`)
  const outgoing = {
    ...{ id, createdAt, recipient, senderName, replyTo, subject, ...body },
    logo: logo?.bytes ?? null,
    attachments: [],
  }
  return { claim: claimed, kind, reference, outgoing, giveUpAt, requestId }
}

const IN_THE_VENDORS_NAME: ReadonlySet<MailKind> = new Set([
  'invoice',
  'invoice_changed',
  'reminder_due_soon',
  'reminder_overdue',
  'reminder_long_overdue',
  'receipt',
  'refund',
  'credit_note',
  'payout',
  'portal_link',
])

/** The logo of the vendor in whose name the mail is; null without one, and for mail from the service. */
export async function findLogoOfMail(
  tx: Orm,
  { ownerId, kind }: { ownerId: string; kind: MailKind },
): Promise<Logo | null> {
  return IN_THE_VENDORS_NAME.has(kind) ? findLogo(tx, await vendorOfAccount(tx, ownerId)) : null
}

/** Limit for an attempt: connection, sign-in at the server, and the mail itself. */
const ATTEMPT_TIMEOUT_MS = 30_000
const NO_TRANSPORT = 'This service sends no mail: no mail server is set up'
const TOO_LATE = 'Its time was over before it could be sent'

/**
 * Makes one attempt to send a mail whose lease the caller has taken. No transaction is open while the
 * mail server is contacted. If a worker dies before it has recorded the result, the mail is sent again once
 * its lease expires. The server may have accepted it the first time, so at worst a mail arrives twice with
 * one Message-ID, and never not at all. `attach` reads its documents, just before it is sent. Without a transport it is kept for good: a server set up later must
 * not send the backlog.
 */
export async function sendMail(
  claimed: Claim,
  transport: MailTransport | null,
  attach: AttachDocuments = async () => [],
): Promise<void> {
  const mail = await inOrmTransaction((tx) => findToSend(tx, claimed, transport !== null))
  if (!mail || !transport) return
  const { kind, reference } = mail
  const attachments = await attach({ ownerId: claimed.tenantId, kind, reference }).catch((error) => {
    // The mail has a link to it in any case.
    log.error({ mailId: claimed.id, error: sentenceOf(error) }, 'a mail goes out without its document')
    return []
  })
  const result = await transport({ ...mail.outgoing, attachments }, ATTEMPT_TIMEOUT_MS)
  observeAttempt(mail, result)
  await inOrmTransaction((tx) => recordMailAttempt(tx, mail, result))
}

/**
 * Logs an attempt; one that succeeds only where details are asked for, because there are many. Without the server's
 * words, which may contain the address.
 */
function observeAttempt({ requestId, kind, claim }: ClaimedMail, result: MailResult): void {
  const origin = requestId === null ? {} : { requestId }
  const fields = { ...origin, mailId: claim.id, kind, attempt: claim.attemptCount + 1 }
  if (result.kind === 'sent') log.debug(fields, 'a mail was sent')
  else log.info({ ...fields, outcome: result.kind }, 'a mail was not sent')
}

/** The claimed mail; null if it must not be sent, and is kept. */
async function findToSend(
  tx: OrmTransaction,
  claimed: Claim,
  isMailSent: boolean,
): Promise<ClaimedMail | null> {
  const mail = await findClaimedMail(tx, claimed)
  const reason = isMailSent ? await reasonNow(tx, mail) : NO_TRANSPORT
  if (reason === null) return mail
  await keepMail(tx, mail, reason)
  return null
}

async function reasonNow(tx: OrmTransaction, mail: ClaimedMail): Promise<string | null> {
  return mail.giveUpAt <= now() ? TOO_LATE : reasonToKeep(tx, mail)
}

const NOTE_CHARACTERS = 1000

/**
 * Settles a mail or schedules its next attempt, and ends the lease. Returns false and writes nothing if the
 * lease expired and another worker took the mail.
 */
export async function recordMailAttempt(
  tx: OrmTransaction,
  mail: ClaimedMail,
  result: MailResult,
): Promise<boolean> {
  const number = mail.claim.attemptCount + 1
  const next = statusOfMailAfter(number, result, {
    at: now(),
    giveUpAt: mail.giveUpAt,
    random: Math.random(),
  })
  const note = next.note && oneLine(next.note, NOTE_CHARACTERS)
  if (next.status === 'PENDING') {
    return release(tx, mailQueue, mail.claim, next.nextAttemptAt, sql`note = ${note}`)
  }
  const sentAt = next.status === 'SENT' ? next.sentAt : null
  const set = sql`status = ${next.status}::mail_status, note = ${note}, sent_at = ${sentAt}::timestamptz`
  return complete(tx, mailQueue, mail.claim, set)
}

/** Keeps a claimed mail for good, with the reason. It stays readable in the mailbox. */
async function keepMail(tx: OrmTransaction, mail: ClaimedMail, note: string): Promise<void> {
  await withdraw(tx, mailQueue, mail.claim, sql`status = 'KEPT', note = ${note}`)
}

/** A mail as it is sent: one recipient, checked addresses, one-line headers. */
export type OutgoingMail = {
  /** The left part of the Message-ID, the same for every attempt, so that a receiver can detect a repeat. */
  id: string
  createdAt: Date
  recipient: string
  senderName: string | null
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** A PNG, which the HTML shows as `cid:logo`; null for none. */
  logo: Uint8Array | null
  attachments: Attachment[]
}

export const LOGO_ID = 'logo'

export type Attachment = { filename: string; contentType: string; content: Uint8Array }

/** The documents that a mail brings; none where its vendor wants links alone. */
export type AttachDocuments = (mail: {
  ownerId: string
  kind: MailKind
  reference: string
}) => Promise<Attachment[]>

/**
 * `refused`: the server will never accept this mail for this recipient. `failed`: unknown, or another time
 * may work. `message` says why.
 */
export type MailResult = { kind: 'sent' } | { kind: 'refused' | 'failed'; message: string }

/** Hands a mail over and returns the result within `timeoutMs`. Never throws. */
export type MailTransport = (mail: OutgoingMail, timeoutMs: number) => Promise<MailResult>
