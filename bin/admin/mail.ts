import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { sweepReminders } from '@/lib/invoices/sweep-reminders'
import { findAnyMail, listAllMail, type MailSummary } from '@/lib/mail/mail-list'
import { checkMailServer } from '@/lib/mail/smtp-transport'
import { now } from '@/lib/time/clock'
import { dayAfter, formatIsoDate, parseIsoDate } from '@/lib/time/dates'
import { type Commands, limitFlag, recordInstanceEvent, textFlag, UsageError } from './command'

const CHECK_TIMEOUT_MS = 15_000

export const mailCommands: Commands<'mail'> = {
  'mail list': {
    async run(flags) {
      const recipient = flags.to ? textFlag(flags, 'to', 254) : null
      const mails = await listAllMail(database(), { recipient, limit: limitFlag(flags) })
      return { output: mails.map(present) }
    },
  },
  'mail show': {
    async run(flags) {
      const { text, html, ...mail } = await findAnyMail(database(), flags.id ?? '')
      const detail = `${mail.subject} (to ${mail.recipient})`
      await recordInstanceEvent(database(), flags, { action: 'mail.read', subjectId: mail.id, detail })
      return { output: { ...present(mail), text, html } }
    },
  },
  'mail remind': {
    async run(flags) {
      const today = flags['as-of'] ? parseIsoDate(flags['as-of']) : dayAfter(now(), 0)
      if (!today) throw new UsageError('--as-of must be a date: YYYY-MM-DD')
      const count = await sweepReminders(today)
      const detail = `${formatIsoDate(today)}: ${count}`
      await recordInstanceEvent(database(), flags, { action: 'mail.reminded', detail })
      return { output: { made: count } }
    },
  },
  'mail check': {
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
