import { now } from '@/lib/clock'
import type { MailKind } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { openBody } from './mail-body'
import type { OutgoingMail } from './mail-transport'

/** Well above the time that an attempt takes at most. */
export const LEASE_MS = 90_000

export type MailReference = { ownerId: string; mailId: string }

/** A mail that is ours to send until `leaseUntil`, which no other claim on it has had or will have. */
export type ClaimedMail = {
  ownerId: string
  kind: MailKind
  reference: string
  outgoing: OutgoingMail
  /** Attempts before this one. */
  attemptCount: number
  giveUpAt: Date
  leaseUntil: Date
}

/**
 * Takes a lease on a due mail. Null when it is not due, is settled, or is another worker's: of any number
 * of workers, one gets it. A lease runs out by itself, so a worker that dies holds its mail up for
 * `LEASE_MS` and no longer.
 */
export async function claimMail(tx: Transaction, reference: MailReference): Promise<ClaimedMail | null> {
  const { ownerId, mailId: id } = reference
  const at = now()
  const leaseUntil = new Date(at.getTime() + LEASE_MS)
  const { count } = await tx.mailMessage.updateMany({
    where: {
      ownerId,
      id,
      status: 'PENDING',
      nextAttemptAt: { lte: at },
      OR: [{ leaseUntil: null }, { leaseUntil: { lte: at } }],
    },
    data: { leaseUntil },
  })
  if (count !== 1) return null
  const mail = await tx.mailMessage.findUniqueOrThrow({ where: { ownerId_id: { ownerId, id } } })
  const { kind, attemptCount, giveUpAt, createdAt, recipient, senderName, replyTo, subject } = mail
  const body = openBody({ ownerId, id }, mail.bodyEncrypted)
  const outgoing = { id, createdAt, recipient, senderName, replyTo, subject, ...body }
  return { ownerId, kind, reference: mail.reference, outgoing, attemptCount, giveUpAt, leaseUntil }
}

/**
 * The mails of all owners that are due and that nobody is sending, the longest due first; at most `limit`.
 */
export async function dueMail(tx: Transaction, limit: number): Promise<MailReference[]> {
  const at = now()
  const rows = await tx.$queryRaw<{ owner_id: string; id: string }[]>`
    SELECT owner_id, id FROM mail_messages
     WHERE status = 'PENDING' AND next_attempt_at <= ${at}::timestamptz
       AND (lease_until IS NULL OR lease_until <= ${at}::timestamptz)
     ORDER BY next_attempt_at, owner_id, id
     LIMIT ${limit}`
  return rows.map((row) => ({ ownerId: row.owner_id, mailId: row.id }))
}
