import type { MailKind, MailStatus } from '@/lib/db/generated/enums'
import { type Sql, sql } from '@/lib/db/sql'
import type { Transaction } from '@/lib/db/transaction'
import { DomainError } from '@/lib/errors'
import { endIdOf, firstIdOf, isId } from '@/lib/ids'
import { keysetPage, type Page, type PageRequest } from '../lists/keyset-page'
import { type MailBody, openBody } from './mail-body'

/** A mail as a line of a list. */
export type MailSummary = {
  id: string
  kind: MailKind
  /** The id of the invoice or the payout that it is about; else what its cause is. */
  reference: string
  recipient: string
  subject: string
  status: MailStatus
  note: string | null
  attemptCount: number
  nextAttemptAt: Date | null
  createdAt: Date
  sentAt: Date | null
}

export type MailDetails = MailSummary & { senderName: string | null; replyTo: string | null } & MailBody

const SUMMARY = {
  id: true,
  kind: true,
  reference: true,
  recipient: true,
  subject: true,
  status: true,
  note: true,
  attemptCount: true,
  nextAttemptAt: true,
  createdAt: true,
  sentAt: true,
} as const

type MailFilters = {
  status?: MailStatus | undefined
  kinds?: readonly MailKind[] | undefined
  /** A part of the recipient or the subject, in either case. */
  text?: string | undefined
  from?: Date | undefined
  /** The first moment that is not included. */
  to?: Date | undefined
}

type MailSort = 'created'

/** A page of an account's mail. */
export function listMail(
  tx: Transaction,
  accountId: string,
  filters: MailFilters,
  page: PageRequest<MailSort>,
): Promise<Page<MailSummary>> {
  const list = {
    columns: sql`id, kind, reference, recipient, subject, status, note, attempt_count AS "attemptCount",
      next_attempt_at AS "nextAttemptAt", created_at AS "createdAt", sent_at AS "sentAt"`,
    from: sql`mail_messages`,
    where: conditions(accountId, filters),
    id: sql`id`,
    sorts: { created: { column: sql`id`, type: 'uuid' as const } },
  }
  return keysetPage<MailSummary, MailSort>(tx, list, page)
}

function conditions(accountId: string, { status, kinds, text, from, to }: MailFilters): Sql[] {
  const all = [sql`owner_id = ${accountId}::uuid`]
  if (status) all.push(sql`status = ${status}::mail_status`)
  if (kinds) all.push(sql`kind = ANY (${[...kinds]}::mail_kind[])`)
  if (text) all.push(sql`strpos(lower(recipient || ' ' || subject), lower(${text})) > 0`)
  // The id's range is what is searched; the time itself is to the point.
  if (from) all.push(sql`id >= ${firstIdOf(from)}::uuid`, sql`created_at >= ${from}::timestamptz`)
  if (to) all.push(sql`id < ${endIdOf(to)}::uuid`, sql`created_at < ${to}::timestamptz`)
  return all
}

/** One mail of an account. `mail_not_found` for another owner's, mail about the sign-in among them. */
export async function findMail(tx: Transaction, accountId: string, mailId: string): Promise<MailDetails> {
  const mail = isId(mailId)
    ? await tx.mailMessage.findUnique({ where: { ownerId_id: { ownerId: accountId, id: mailId } } })
    : null
  return detailsOf(mail)
}

/** Everybody's mail, for the operator, the latest first; to one address where that is given. */
export function listAllMail(
  tx: Transaction,
  { recipient, limit }: { recipient: string | null; limit: number },
): Promise<MailSummary[]> {
  return tx.mailMessage.findMany({
    where: recipient ? { recipient: { equals: recipient, mode: 'insensitive' } } : {},
    select: SUMMARY,
    orderBy: { id: 'desc' },
    take: limit,
  })
}

/** Anybody's mail, for the operator. `mail_not_found`. */
export async function findAnyMail(tx: Transaction, mailId: string): Promise<MailDetails> {
  return detailsOf(isId(mailId) ? await tx.mailMessage.findFirst({ where: { id: mailId } }) : null)
}

type MailRow = Omit<MailDetails, keyof MailBody> & { ownerId: string; bodyEncrypted: string }

function detailsOf(mail: MailRow | null): MailDetails {
  if (!mail) throw new DomainError('mail_not_found')
  return { ...mail, ...openBody(mail, mail.bodyEncrypted) }
}
