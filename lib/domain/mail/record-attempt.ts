import { now } from '@/lib/clock'
import type { Transaction } from '@/lib/db/transaction'
import { enqueue } from '@/lib/jobs/queue'
import type { ClaimedMail } from './claim-mail'
import { oneLine } from './mail-lines'
import type { MailResult } from './mail-transport'
import { stateAfterAttempt } from './retry-schedule'

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
  const { ownerId, outgoing, giveUpAt, leaseUntil } = mail
  const number = mail.attemptCount + 1
  const next = stateAfterAttempt(number, result, { at: now(), giveUpAt, random: Math.random() })
  const { count } = await tx.mailMessage.updateMany({
    where: { ownerId, id: outgoing.id, status: 'PENDING', leaseUntil },
    data: {
      ...next,
      note: next.note && oneLine(next.note, NOTE_CHARACTERS),
      attemptCount: number,
      leaseUntil: null,
    },
  })
  if (count !== 1) return false
  const mailId = outgoing.id
  if (next.nextAttemptAt) {
    await enqueue(tx, 'send_mail', { ownerId, mailId }, { key: mailId, runAt: next.nextAttemptAt })
  }
  return true
}

/** Takes a claimed mail off the way for good, with the reason: it can still be read here. */
export async function keepMail(tx: Transaction, mail: ClaimedMail, note: string): Promise<void> {
  const { ownerId, outgoing, leaseUntil } = mail
  await tx.mailMessage.updateMany({
    where: { ownerId, id: outgoing.id, status: 'PENDING', leaseUntil },
    data: { status: 'KEPT', note, nextAttemptAt: null, leaseUntil: null },
  })
}
