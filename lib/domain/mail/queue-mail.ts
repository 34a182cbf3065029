import { now } from '@/lib/clock'
import type { MailKind } from '@/lib/db/generated/enums'
import type { Transaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { enqueue } from '@/lib/jobs/queue'
import { type MailBody, sealBody } from './mail-body'
import { headerLine, isMailAddress, oneLine } from './mail-lines'
import { GIVE_UP_AFTER_MS } from './retry-schedule'

const SUBJECT_CHARACTERS = 200
const NAME_CHARACTERS = 100
const NOT_AN_ADDRESS = 'The address is not one that mail can be sent to'

export type NewMail = {
  /** The account, or for mail about the sign-in itself the vendor. */
  ownerId: string
  kind: MailKind
  /** Its cause: with owner and kind it is unique, and a second mail for it is not made. */
  reference: string
  recipient: string
  senderName?: string
  replyTo?: string
  /** Of ours: what of it is from outside was made a line by `oneLine`. */
  subject: string
  body: MailBody
  /** When it is worth nothing any more; without it, it is tried for a day. */
  expiresAt?: Date
  /** Why it must not go out, where that is known already: it is kept then. */
  keepsBecause?: string | null
}

/**
 * Puts a mail into the outbox, with the job that sends it, in the transaction of the change it tells of. Its
 * words are frozen here. Returns false, and makes none, where the same cause has had its mail.
 */
export async function queueMail(tx: Transaction, mail: NewMail): Promise<boolean> {
  const id = newId()
  const { ownerId, kind, reference, recipient } = mail
  const createdAt = now()
  const note = isMailAddress(recipient) ? (mail.keepsBecause ?? null) : NOT_AN_ADDRESS
  const { count } = await tx.mailMessage.createMany({
    data: [
      {
        ownerId,
        id,
        kind,
        reference,
        recipient: oneLine(recipient, 254).replace(/[\s<>,;"]/gu, ''),
        senderName: mail.senderName === undefined ? null : oneLine(mail.senderName, NAME_CHARACTERS),
        replyTo: mail.replyTo !== undefined && isMailAddress(mail.replyTo) ? mail.replyTo : null,
        subject: headerLine(mail.subject, SUBJECT_CHARACTERS),
        bodyEncrypted: sealBody({ ownerId, id }, mail.body),
        status: note === null ? 'PENDING' : 'KEPT',
        note,
        nextAttemptAt: note === null ? createdAt : null,
        giveUpAt: mail.expiresAt ?? new Date(createdAt.getTime() + GIVE_UP_AFTER_MS),
        createdAt,
      },
    ],
    skipDuplicates: true,
  })
  if (count !== 1) return false
  if (note === null) await enqueue(tx, 'send_mail', { ownerId, mailId: id }, { key: id, runAt: createdAt })
  return true
}
