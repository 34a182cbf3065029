import { z } from 'zod'
import type { Mode } from '@/lib/auth/mode'
import { database } from '@/lib/db/client'
import { findMail, listMail, type MailDetails, type MailSummary } from '@/lib/domain/mail/list-mail'
import { mailsCustomers } from '@/lib/domain/mail/mail-sender'
import { findAccount } from '@/lib/domain/vendors/find-account'
import { env } from '@/lib/env'
import { isDomainError } from '@/lib/errors'
import { dayFilter, daysOf } from './list-filters'
import { type ListView, parseListQuery, presentPage } from './list-query'

export type MailRow = {
  id: string
  kind: MailSummary['kind']
  recipient: string
  subject: string
  status: MailSummary['status']
  note: string | null
  attemptCount: number
  createdAt: string
  sentAt: string | null
  nextAttemptAt: string | null
}

export type MailView = MailRow & {
  /** The page of what it is about. */
  aboutPath: string | null
  senderName: string | null
  replyTo: string | null
  text: string
  html: string
}

export type MailSettings = {
  /** False: no mail server is set up, and all mail stays here. */
  isMailSent: boolean
  mailsCustomers: boolean
}

const ABOUT = {
  invoice: ['invoice'],
  reminder: ['reminder_due_soon', 'reminder_overdue', 'reminder_long_overdue'],
  receipt: ['receipt'],
  payout: ['payout'],
  webhook_failing: ['webhook_failing'],
} as const

const RULES = {
  sorts: ['created'] as const,
  filters: z.object({
    status: z.enum(['PENDING', 'SENT', 'KEPT', 'FAILED']).optional(),
    about: z.enum(['invoice', 'reminder', 'receipt', 'payout', 'webhook_failing']).optional(),
    created_from: dayFilter,
    created_to: dayFilter,
  }),
}

/** Whether mail goes out at all: a mail server is set up. */
export function isMailSent(): boolean {
  return env.SMTP_URL !== undefined
}

export async function readMailSettings(vendorId: string, mode: Mode): Promise<MailSettings> {
  const account = await findAccount(database(), vendorId, mode)
  return { isMailSent: isMailSent(), mailsCustomers: await mailsCustomers(database(), account.id) }
}

/** A page of the account's mail; `q` is a part of a recipient or a subject. */
export async function readMails(
  vendorId: string,
  mode: Mode,
  params: URLSearchParams,
): Promise<ListView<MailRow>> {
  const { filters, search, ...page } = parseListQuery(RULES, params)
  const { status, about } = filters
  const account = await findAccount(database(), vendorId, mode)
  const found = await listMail(
    database(),
    account.id,
    { status, kinds: about && ABOUT[about], text: search ?? undefined, ...daysOf(filters) },
    page,
  )
  return presentPage(found, presentMail)
}

/** One mail of the account; null for anyone else's, and for mail about the sign-in. */
export async function readMail(vendorId: string, mode: Mode, mailId: string): Promise<MailView | null> {
  const account = await findAccount(database(), vendorId, mode)
  try {
    const mail = await findMail(database(), account.id, mailId)
    const { senderName, replyTo, text, html } = mail
    return { ...presentMail(mail), aboutPath: aboutPath(mail), senderName, replyTo, text, html }
  } catch (error) {
    if (isDomainError(error, 'mail_not_found')) return null
    throw error
  }
}

function aboutPath({ kind, reference }: MailDetails): string | null {
  if (kind === 'payout') return `/payouts/${reference}`
  return kind === 'webhook_failing' ? null : `/invoices/${reference}`
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
