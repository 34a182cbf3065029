import { createTransport } from 'nodemailer'
import { env } from '@/lib/env'
import { isLoopbackHost } from '@/lib/http/listen-addresses'
import { LOGO_ID, type MailResult, type MailTransport, type OutgoingMail } from './send-mail'

type Sender = { name: string | null; address: string }

/** The mail server from the settings; null if none is set up. */
export function createMailTransport(): MailTransport | null {
  const { SMTP_URL, MAIL_FROM } = env
  return SMTP_URL && MAIL_FROM ? createSmtpTransport(SMTP_URL, MAIL_FROM) : null
}

/**
 * True if mail must not go out in clear text: to any other machine, unless the URL has `requireTLS=false`
 * (docs/decisions/0126-mail-is-encrypted.md). The server's certificate is checked wherever there is one.
 */
export function requiresEncryption(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url)
  return protocol === 'smtps:' || (!isLoopbackHost(hostname) && searchParams.get('requireTLS') !== 'false')
}

/** Without it, nodemailer asks for STARTTLS only where the server offers it, or as the URL says. */
function encryptionOf(url: string): { requireTLS?: true } {
  return requiresEncryption(url) ? { requireTLS: true } : {}
}

/** Signs in at the mail server without sending anything; returns null on success, else the reason. */
export async function checkMailServer(url: string, timeoutMs: number): Promise<string | null> {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const server = createTransport({ url, ...encryptionOf(url), ...timeouts })
  try {
    await server.verify()
    return null
  } catch (error) {
    return wordsOf(error as SmtpFailure)
  } finally {
    server.close()
  }
}

/** Sends mail by SMTP (RFC 5321), one connection per mail. `from` is the sender of all mail. */
export function createSmtpTransport(url: string, from: Sender): MailTransport {
  return async (mail, timeoutMs) => {
    const server = createTransport({
      url,
      ...encryptionOf(url),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
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

/** Names and addresses are passed separately, so that neither can be taken for the other. */
function messageOf(mail: OutgoingMail, from: Sender) {
  const [, domain = 'localhost'] = from.address.split('@')
  return {
    messageId: `<${mail.id}@${domain}>`,
    date: mail.createdAt,
    from: { name: mail.senderName ?? from.name ?? 'Counterfoil', address: from.address },
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo ? { replyTo: { name: mail.senderName ?? '', address: mail.replyTo } } : {}),
    // Automatic responders ignore mail with this header (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: [
      ...(mail.logo
        ? [{ cid: LOGO_ID, filename: 'logo.png', contentType: 'image/png', content: Buffer.from(mail.logo) }]
        : []),
      ...mail.attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content) })),
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Commands whose refusal concerns the mail; others concern our setup, which can be fixed. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

const NOT_ENCRYPTED = 'the mail server offers no encryption by STARTTLS'

type SmtpFailure = Partial<{
  code: string
  command: string
  responseCode: number
  response: string
  message: string
}>

/**
 * A permanent refusal (5xx) of recipient or content ends a mail. The same answer to our sign-in or sender
 * does not: an operator can fix that while the mail waits.
 */
function resultOf(error: SmtpFailure, timeoutMs: number): MailResult {
  const { code, command, responseCode } = error
  if (code === 'EABORT') return { kind: 'failed', message: `no complete answer within ${timeoutMs / 1000} s` }
  const isFinal = responseCode !== undefined && responseCode >= 500 && ABOUT_THE_MAIL.has(command ?? '')
  return { kind: isFinal ? 'refused' : 'failed', message: wordsOf(error) }
}

/** The server's own words, if any; not after a failed sign-in, because they may repeat what was sent. */
function wordsOf({ code, command, response, message }: SmtpFailure): string {
  if (code === 'EAUTH') return 'the mail server refused the sign-in'
  if (command === 'STARTTLS' && response) return NOT_ENCRYPTED
  return response ?? message ?? 'it failed'
}
