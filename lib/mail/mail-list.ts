import { z } from 'zod'
import { logoDataUrl } from '@/lib/branding/branding'
import { database, type Orm, sql } from '@/lib/db/client'
import { MailKind, MailStatus } from '@/lib/db/generated/enums'
import { env } from '@/lib/env'
import { DomainError, isDomainError } from '@/lib/errors'
import { moment } from '@/lib/http/schemas'
import { isId } from '@/lib/ids'
import { defineList } from '@/lib/lists/define-list'
import { createdById, dayFilter } from '@/lib/lists/list-filters'
import { wordSearch } from '@/lib/lists/word-search'
import { pageOfApprovalMail } from './approval-mail'
import { invoiceOfMail } from './invoice-mail'
import { type MailBody, mailsCustomers, openBody } from './queue-mail'
import { findLogoOfMail } from './send-mail'

/** A mail as a list row. */
export type MailSummary = {
  id: string
  kind: MailKind
  /** The id of the invoice or payout that it is about, or its other cause. */
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

/** A mail of an account. Throws `mail_not_found` for another owner's, including mail about the sign-in. */
export async function findMail(tx: Orm, accountId: string, mailId: string): Promise<MailDetails> {
  const mail = isId(mailId)
    ? await tx.mailMessage.findUnique({ where: { ownerId_id: { ownerId: accountId, id: mailId } } })
    : null
  return detailsOf(tx, mail)
}

/** All mail, for the operator, latest first; to one address if given. */
export function listAllMail(
  tx: Orm,
  { recipient, limit }: { recipient: string | null; limit: number },
): Promise<MailSummary[]> {
  return tx.mailMessage.findMany({
    where: recipient ? { recipient: { equals: recipient, mode: 'insensitive' } } : {},
    select: SUMMARY,
    orderBy: { id: 'desc' },
    take: limit,
  })
}

/** Any mail, for the operator. Throws `mail_not_found`. */
export async function findAnyMail(tx: Orm, mailId: string): Promise<MailDetails> {
  return detailsOf(tx, isId(mailId) ? await tx.mailMessage.findFirst({ where: { id: mailId } }) : null)
}

type MailRecord = Omit<MailDetails, keyof MailBody> & Parameters<typeof openBody>[0]

async function detailsOf(tx: Orm, mail: MailRecord | null): Promise<MailDetails> {
  if (!mail) throw new DomainError('mail_not_found')
  const logo = await findLogoOfMail(tx, mail)
  return { ...mail, ...openBody(mail, logo && logoDataUrl(logo)) }
}

export const mailRow = z.object({
  id: z.uuid(),
  kind: z.enum(MailKind),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(MailStatus),
  note: z.string().nullable(),
  attemptCount: z.int(),
  createdAt: moment,
  sentAt: moment.nullable(),
  nextAttemptAt: moment.nullable(),
})

export type MailRow = z.infer<typeof mailRow>

export type MailView = MailRow & {
  /** Path of the page of its subject. */
  aboutPath: string | null
  senderName: string | null
  replyTo: string | null
  text: string
  html: string
}

export type MailSettings = {
  /** False if no mail server is set up, so that all mail stays here. */
  isMailSent: boolean
  mailsCustomers: boolean
}

const ABOUT = {
  invoice: ['invoice', 'invoice_changed', 'invoice_not_sent'],
  reminder: ['reminder_due_soon', 'reminder_overdue', 'reminder_long_overdue'],
  receipt: ['receipt'],
  refund: ['refund'],
  credit_note: ['credit_note'],
  payout: ['payout', 'payout_approval', 'payout_not_sent', 'recurring_payout_stopped'],
  webhook_failing: ['webhook_failing'],
  recurring: ['recurring_stopped'],
  portal_link: ['portal_link'],
} as const

/** The account's mail; searches recipient and subject. */
export const mailList = defineList({
  name: 'mail',
  sorts: ['created'],
  filters: z.object({
    status: z.enum(MailStatus).optional(),
    about: z
      .enum([
        'invoice',
        'reminder',
        'receipt',
        'refund',
        'credit_note',
        'payout',
        'webhook_failing',
        'recurring',
        'portal_link',
      ])
      .optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
  select: (accountId, { filters: { status, about, ...days }, search, zone }) => ({
    table: sql`mail_messages AS mail`,
    alias: sql`mail`,
    id: sql`mail.id`,
    columns: sql`mail.id, mail.kind, mail.reference, mail.recipient, mail.subject, mail.status, mail.note,
      mail.attempt_count AS "attemptCount", mail.next_attempt_at AS "nextAttemptAt",
      mail.created_at AS "createdAt", mail.sent_at AS "sentAt"`,
    sorts: { created: { column: sql`mail.id`, type: 'uuid' } },
    where: [
      sql`mail.owner_id = ${accountId}::uuid`,
      ...(status ? [sql`mail.status = ${status}::mail_status`] : []),
      ...createdById(days, sql`mail`, zone),
    ],
    filters: about ? [sql`mail.kind = ANY(${[...ABOUT[about]]}::mail_kind[])`] : [],
    search: wordSearch(search, sql`mail.search`, { tenantKey: sql`mail.owner_id`, tenantId: accountId }),
  }),
  present: presentMail,
})

/** True if a mail server is set up, so that mail is sent at all. */
export function isMailSent(): boolean {
  return env.SMTP_URL !== undefined
}

/**
 * The address to which the receipt of a paid invoice was emailed, or will be at once; null if that mail is kept, has failed or is
 * tried again, and where no mail is sent at all.
 */
export async function receiptRecipient(
  tx: Orm,
  { accountId, id }: { accountId: string; id: string },
): Promise<string | null> {
  if (!isMailSent()) return null
  const cause = { ownerId: accountId, kind: MailKind.receipt, reference: id }
  const mail = await tx.mailMessage.findUnique({
    where: { ownerId_kind_reference: cause },
    select: { recipient: true, status: true, attemptCount: true },
  })
  if (!mail) return null
  const { recipient, status, attemptCount } = mail
  return status === 'SENT' || (status === 'PENDING' && attemptCount === 0) ? recipient : null
}

export async function readMailSettings(accountId: string): Promise<MailSettings> {
  return { isMailSent: isMailSent(), mailsCustomers: await mailsCustomers(database(), accountId) }
}

/** A mail of the account; null for anyone else's, and for mail about the sign-in. */
export async function readMail(accountId: string, mailId: string): Promise<MailView | null> {
  try {
    const mail = await findMail(database(), accountId, mailId)
    const { senderName, replyTo } = mail
    const [text, html] = [withoutPortalLink(mail, mail.text), withoutPortalLink(mail, mail.html)]
    return { ...presentMail(mail), aboutPath: aboutPath(mail), senderName, replyTo, text, html }
  } catch (error) {
    if (isDomainError(error, 'mail_not_found')) return null
    throw error
  }
}

/** Who reads the vendor's mailbox is not the customer: a link is shown only where the mailbox is all that has it. */
function withoutPortalLink({ kind, status }: MailDetails, body: string): string {
  return kind === 'portal_link' && status !== 'KEPT' ? body.replace(/ptl_\w+/g, 'ptl_…') : body
}

function aboutPath({ kind, reference }: MailDetails): string | null {
  if (kind === 'payout') return `/payouts/${reference}`
  if (kind === 'payout_approval') return pageOfApprovalMail(reference)
  // The id, and which of its stops it was.
  if (kind === 'recurring_stopped') return `/invoices/recurring/${reference.split('/')[0]}`
  if (kind === 'invoice_not_sent') return `/invoices/drafts/${reference.split(':')[0]}`
  if (kind === 'recurring_payout_stopped') return `/payouts/recurring/${reference.split('/')[0]}`
  if (kind === 'payout_not_sent') return '/payouts/scheduled'
  return kind === 'webhook_failing' || kind === 'portal_link' ? null : `/invoices/${invoiceOfMail(reference)}`
}

function presentMail(mail: MailSummary): MailRow {
  const { id, kind, recipient, subject, status, note, attemptCount } = mail
  return {
    id,
    kind,
    recipient,
    subject,
    status,
    note,
    attemptCount,
    createdAt: mail.createdAt.toISOString(),
    sentAt: mail.sentAt?.toISOString() ?? null,
    nextAttemptAt: mail.nextAttemptAt?.toISOString() ?? null,
  }
}
