import { database } from '@/lib/db/client'
import type { MailKind } from '@/lib/db/generated/enums'
import { openBody } from './queue-mail'
import type { MailReference, MailResult, MailTransport, OutgoingMail } from './send-mail'

/** The owner's mail of a kind, as stored and decrypted, oldest first. */
export async function mailsOf(ownerId: string, kind?: MailKind) {
  const rows = await database().mailMessage.findMany({
    where: { ownerId, ...(kind ? { kind } : {}) },
    orderBy: { id: 'asc' },
  })
  return rows.map((row) => ({ ...row, ...openBody(row, row.bodyEncrypted) }))
}

/** The only mail of a kind that the owner has. */
export async function onlyMail(ownerId: string, kind?: MailKind) {
  const [mail, another] = await mailsOf(ownerId, kind)
  if (!mail || another)
    throw new Error(`there is not one ${kind ?? ''} mail but ${another ? 'more' : 'none'}`)
  return mail
}

export async function referenceOf(ownerId: string, kind?: MailKind): Promise<MailReference> {
  return { ownerId, mailId: (await onlyMail(ownerId, kind)).id }
}

export const sent: MailResult = { kind: 'sent' }
export const failed = (message = '451 try again later'): MailResult => ({ kind: 'failed', message })
export const refused = (message = '550 no such user'): MailResult => ({ kind: 'refused', message })

/** A transport that gives these results in turn, repeating the last one, and records what it was handed. */
export function transportOf(...results: MailResult[]): MailTransport & { handed: OutgoingMail[] } {
  const handed: OutgoingMail[] = []
  const transport: MailTransport = async (mail) => {
    handed.push(mail)
    return results[Math.min(handed.length, results.length) - 1] ?? sent
  }
  return Object.assign(transport, { handed })
}
