import { sql } from '@/lib/db/client'
import type { MailKind } from '@/lib/db/generated/enums'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { type Claim, claim, complete, release, withdraw } from '@/lib/jobs/queue'
import { now } from '@/lib/time/clock'
import { mailQueue, openBody } from './queue-mail'
import { reasonToKeep } from './reason-to-keep'
import { oneLine } from './render-mail'
import { stateAfterAttempt } from './retry-schedule'

/** Well above the time that an attempt takes at most. */
export const LEASE_MS = 90_000

export type MailReference = { ownerId: string; mailId: string }

/** A mail that is ours to send for as long as the lease lasts. */
export type ClaimedMail = {
  claim: Claim
  kind: MailKind
  reference: string
  outgoing: OutgoingMail
  giveUpAt: Date
}

/** Takes the lease of a due mail; null when it is not due, is settled, or is another worker's. */
export async function claimMail(
  tx: Transaction,
  { ownerId, mailId: id }: MailReference,
): Promise<ClaimedMail | null> {
  const claimed = await claim(tx, mailQueue, { tenantId: ownerId, id }, { leaseMs: LEASE_MS })
  if (!claimed) return null
  const mail = await tx.mailMessage.findUniqueOrThrow({ where: { ownerId_id: { ownerId, id } } })
  const { kind, reference, giveUpAt, createdAt, recipient, senderName, replyTo, subject } = mail
  const body = openBody({ ownerId, id }, mail.bodyEncrypted)
  const outgoing = { id, createdAt, recipient, senderName, replyTo, subject, ...body }
  return { claim: claimed, kind, reference, outgoing, giveUpAt }
}

/** For all of an attempt: connection, sign-in at the server, and the mail itself. */
const ATTEMPT_TIMEOUT_MS = 30_000
const NO_TRANSPORT = 'This service sends no mail: no mail server is set up'
const TOO_LATE = 'Its time was over before it could be sent'

/**
 * Makes one attempt to send a mail, if it is due and no other worker is at it; else does nothing. No
 * transaction is open while the mail server is talked to. A worker that dies before it has written down
 * what came of it leaves the mail to be sent again once its lease is over: the server may have taken it the
 * first time, so that in the worst case a mail arrives twice, with one Message-ID, and never not at all.
 * Without a transport it is kept for good: a server that is set up later must not send what has gathered.
 */
export async function sendMail(reference: MailReference, transport: MailTransport | null): Promise<void> {
  const mail = await inTransaction((tx) => claimToSend(tx, reference, transport !== null))
  if (!mail || !transport) return
  const result = await transport(mail.outgoing, ATTEMPT_TIMEOUT_MS)
  await inTransaction((tx) => recordMailAttempt(tx, mail, result))
}

async function claimToSend(
  tx: Transaction,
  reference: MailReference,
  isMailSent: boolean,
): Promise<ClaimedMail | null> {
  const mail = await claimMail(tx, reference)
  if (!mail) return null
  const reason = isMailSent ? await reasonNow(tx, mail) : NO_TRANSPORT
  if (reason === null) return mail
  await keepMail(tx, mail, reason)
  return null
}

async function reasonNow(tx: Transaction, mail: ClaimedMail): Promise<string | null> {
  return mail.giveUpAt <= now() ? TOO_LATE : reasonToKeep(tx, mail)
}

const NOTE_CHARACTERS = 1000

/**
 * Settles a mail or sets its next attempt, and gives the lease back. False when the lease had run out and
 * another worker has taken the mail since: then nothing is written, and what that worker finds counts.
 */
export async function recordMailAttempt(
  tx: Transaction,
  mail: ClaimedMail,
  result: MailResult,
): Promise<boolean> {
  const number = mail.claim.attemptCount + 1
  const next = stateAfterAttempt(number, result, {
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

/** Keeps a claimed mail for good, with the reason: it can still be read here. */
async function keepMail(tx: Transaction, mail: ClaimedMail, note: string): Promise<void> {
  await withdraw(tx, mailQueue, mail.claim, sql`status = 'KEPT', note = ${note}`)
}

/** A mail as it goes out: one recipient, addresses checked, every header one line. */
export type OutgoingMail = {
  /** The left part of the Message-ID, the same at every attempt: by it a receiver can tell a repeated mail. */
  id: string
  createdAt: Date
  recipient: string
  senderName: string | null
  replyTo: string | null
  subject: string
  text: string
  html: string
}

/**
 * `refused`: the server will never take this mail for this recipient. `failed`: nobody knows, or another
 * time may be better. `message` says in words why.
 */
export type MailResult = { kind: 'sent' } | { kind: 'refused' | 'failed'; message: string }

/** Hands a mail over and says what came of it, within `timeoutMs`. It never throws. */
export type MailTransport = (mail: OutgoingMail, timeoutMs: number) => Promise<MailResult>
