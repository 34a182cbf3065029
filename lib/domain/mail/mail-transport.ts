/** A mail as it goes out: one recipient, addresses checked, every header one line. */
export type OutgoingMail = {
  /** The left part of the Message-ID, the same at every attempt: by it a receiver can tell a repeated mail. */
  id: string
  createdAt: Date
  recipient: string
  senderName: string | null
  replyTo: string | null
  subject: string
  text: string
  html: string
}

/**
 * `refused`: the server will never take this mail for this recipient. `failed`: nobody knows, or another
 * time may be better. `message` says in words why.
 */
export type MailResult = { kind: 'sent' } | { kind: 'refused' | 'failed'; message: string }

/** Hands a mail over and says what came of it, within `timeoutMs`. It never throws. */
export type MailTransport = (mail: OutgoingMail, timeoutMs: number) => Promise<MailResult>
