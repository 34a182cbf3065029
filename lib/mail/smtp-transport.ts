import { createTransport } from 'nodemailer'
import { env } from '@/lib/env'
import type { MailResult, MailTransport, OutgoingMail } from './send-mail'

type Sender = { name: string | null; address: string }

/** The mail server that the settings name; null where none is set up. */
export function createMailTransport(): MailTransport | null {
  const { SMTP_URL, MAIL_FROM } = env
  return SMTP_URL && MAIL_FROM ? createSmtpTransport(SMTP_URL, MAIL_FROM) : null
}

/** Signs in at the mail server of the settings, and sends nothing; null where that worked, else why not. */
export async function checkMailServer(url: string, timeoutMs: number): Promise<string | null> {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const server = createTransport({ url, ...timeouts })
  try {
    await server.verify()
    return null
  } catch (error) {
    return wordsOf(error as SmtpFailure)
  } finally {
    server.close()
  }
}

/** Mail by SMTP (RFC 5321), a connection for each. `from` is who all of it is from. */
export function createSmtpTransport(url: string, from: Sender): MailTransport {
  return async (mail, timeoutMs) => {
    const server = createTransport({ url, disableFileAccess: true, disableUrlAccess: true })
    try {
      await server.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(timeoutMs) })
      return { kind: 'sent' }
    } catch (error) {
      return resultOf(error as SmtpFailure, timeoutMs)
    } finally {
      server.close()
    }
  }
}

/** Names and addresses go in apart, so that neither can be taken for the other. */
function messageOf(mail: OutgoingMail, from: Sender) {
  const [, domain = 'localhost'] = from.address.split('@')
  return {
    messageId: `<${mail.id}@${domain}>`,
    date: mail.createdAt,
    from: { name: mail.senderName ?? from.name ?? 'Counterfoil', address: from.address },
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo ? { replyTo: { name: mail.senderName ?? '', address: mail.replyTo } } : {}),
    // Whoever only answers by machine leaves such mail alone (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** What of an attempt the server's answer was to; others are about ourselves, and so can be mended. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

type SmtpFailure = Partial<{
  code: string
  command: string
  responseCode: number
  response: string
  message: string
}>

/**
 * A permanent answer (5xx) to recipient or content ends a mail. The same answer to our sign-in or sender
 * does not: an operator can put that right while the mail waits.
 */
function resultOf(error: SmtpFailure, timeoutMs: number): MailResult {
  const { code, command, responseCode } = error
  if (code === 'EABORT') return { kind: 'failed', message: `no complete answer within ${timeoutMs / 1000} s` }
  const isFinal = responseCode !== undefined && responseCode >= 500 && ABOUT_THE_MAIL.has(command ?? '')
  return { kind: isFinal ? 'refused' : 'failed', message: wordsOf(error) }
}

/** The server's own words where there are some; a sign-in's are left out, which may repeat what was sent. */
function wordsOf({ code, response, message }: SmtpFailure): string {
  return code === 'EAUTH' ? 'the mail server refused the sign-in' : (response ?? message ?? 'it failed')
}
