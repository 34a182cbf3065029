import { database } from '@/lib/db/client'
import type { MailKind } from '@/lib/db/generated/enums'
import { claim } from '@/lib/jobs/queue'
import { workOn } from '@/lib/jobs/queue.fixture'
import { mailQueue, openBody } from './queue-mail'
import {
  type ClaimedMail,
  findClaimedMail,
  LEASE_MS,
  type MailResult,
  type MailTransport,
  type OutgoingMail,
  sendMail,
} from './send-mail'

/** The owner's mail of a kind, as stored and decrypted, oldest first. */
export async function mailsOf(ownerId: string, kind?: MailKind) {
  const rows = await database().mailMessage.findMany({
    where: { ownerId, ...(kind ? { kind } : {}) },
    orderBy: { id: 'asc' },
  })
  return rows.map((row) => ({ ...row, ...openBody(row) }))
}

/** The only mail of a kind that the owner has. */
export async function onlyMail(ownerId: string, kind?: MailKind) {
  const [mail, another] = await mailsOf(ownerId, kind)
  if (!mail || another)
    throw new Error(`there is not one ${kind ?? ''} mail but ${another ? 'more' : 'none'}`)
  return mail
}

export type MailReference = { ownerId: string; mailId: string }

/** Takes the lease of a due mail as a worker does; null if it is not due or another worker has it. */
export async function claimMail({ ownerId, mailId: id }: MailReference): Promise<ClaimedMail | null> {
  const claimed = await claim(database(), mailQueue, { tenantId: ownerId, id }, { leaseMs: LEASE_MS })
  return claimed && findClaimedMail(database(), claimed)
}

/** Does the worker's work on a mail, if it is due and free. */
export function workOnMail({ ownerId, mailId: id }: MailReference, by: MailTransport | null): Promise<void> {
  const leased = { queue: mailQueue, leaseMs: () => LEASE_MS }
  return workOn({ ...leased, work: (claimed) => sendMail(claimed, by) }, { tenantId: ownerId, id })
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
