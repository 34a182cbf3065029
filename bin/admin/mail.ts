import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { sweepReminders } from '@/lib/invoices/sweep-reminders'
import { findAnyMail, listAllMail, type MailSummary } from '@/lib/mail/mail-list'
import { checkMailServer } from '@/lib/mail/smtp-transport'
import { now } from '@/lib/time/clock'
import { dayAfter, parseIsoDate } from '@/lib/time/dates'
import { type Command, textFlag, UsageError } from './command'

const CHECK_TIMEOUT_MS = 15_000
const USUAL_LIMIT = 50
const LARGEST_LIMIT = 1000

export const mailCommands: Record<string, Command> = {
  'mail list': {
    required: [],
    optional: ['to', 'limit'],
    async run(flags) {
      const recipient = flags.to ? textFlag(flags, 'to', 254) : null
      const mails = await listAllMail(database(), { recipient, limit: limitOf(flags.limit) })
      return { output: mails.map(present) }
    },
  },
  'mail show': {
    required: ['id'],
    optional: [],
    async run(flags) {
      const { text, html, ...mail } = await findAnyMail(database(), flags.id ?? '')
      return { output: { ...present(mail), text, html } }
    },
  },
  'mail remind': {
    required: [],
    optional: ['as-of'],
    async run(flags) {
      const today = flags['as-of'] ? parseIsoDate(flags['as-of']) : dayAfter(now(), 0)
      if (!today) throw new UsageError('--as-of must be a date: YYYY-MM-DD')
      return { output: { made: await sweepReminders(today) } }
    },
  },
  'mail check': {
    required: [],
    optional: [],
    async run() {
      if (!env.SMTP_URL) return { output: { configured: false, answers: false } }
      const failure = await checkMailServer(env.SMTP_URL, CHECK_TIMEOUT_MS)
      const output = { configured: true, answers: failure === null }
      return failure === null
        ? { output }
        : { output, failure: `The mail server does not let us in: ${failure}` }
    },
  },
}

function limitOf(text = String(USUAL_LIMIT)): number {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= LARGEST_LIMIT) return limit
  throw new UsageError(`--limit must be a whole number from 1 to ${LARGEST_LIMIT}`)
}

function present(mail: MailSummary) {
  return {
    mail_id: mail.id,
    kind: mail.kind,
    to: mail.recipient,
    subject: mail.subject,
    status: mail.status,
    note: mail.note,
    attempts: mail.attemptCount,
    created_at: mail.createdAt.toISOString(),
    sent_at: mail.sentAt?.toISOString() ?? null,
  }
}
