import { now } from '@/lib/clock'
import { inTransaction, type Transaction } from '@/lib/db/transaction'
import { type ClaimedMail, claimMail, type MailReference } from './claim-mail'
import type { MailTransport } from './mail-transport'
import { reasonToKeep } from './reason-to-keep'
import { keepMail, recordMailAttempt } from './record-attempt'

/** For all of an attempt: connection, sign-in at the server, and the mail itself. */
const ATTEMPT_TIMEOUT_MS = 30_000
const NO_TRANSPORT = 'This service sends no mail: no mail server is set up'
const TOO_LATE = 'Its time was over before it could be sent'

/**
 * Makes one attempt to send a mail, if it is due and no other worker is at it; else does nothing. No
 * transaction is open while the mail server is talked to. A worker that dies before it has written down
 * what came of it leaves the mail to be sent again once its lease is over: the server may have taken it the
 * first time, so that in the worst case a mail arrives twice, with one Message-ID, and never not at all.
 * Without a transport it is kept for good: a server that is set up later must not send what has gathered.
 */
export async function sendMail(reference: MailReference, transport: MailTransport | null): Promise<void> {
  const mail = await inTransaction((tx) => claimToSend(tx, reference, transport !== null))
  if (!mail || !transport) return
  const result = await transport(mail.outgoing, ATTEMPT_TIMEOUT_MS)
  await inTransaction((tx) => recordMailAttempt(tx, mail, result))
}

async function claimToSend(
  tx: Transaction,
  reference: MailReference,
  isMailSent: boolean,
): Promise<ClaimedMail | null> {
  const mail = await claimMail(tx, reference)
  if (!mail) return null
  const reason = isMailSent ? await reasonNow(tx, mail) : NO_TRANSPORT
  if (reason === null) return mail
  await keepMail(tx, mail, reason)
  return null
}

async function reasonNow(tx: Transaction, mail: ClaimedMail): Promise<string | null> {
  return mail.giveUpAt <= now() ? TOO_LATE : reasonToKeep(tx, mail)
}
