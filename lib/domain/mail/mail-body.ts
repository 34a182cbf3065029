import { decrypt, encrypt } from '@/lib/secrets'

/** What a mail says, as plain text and as HTML. */
export type MailBody = { text: string; html: string }

type MailKey = { ownerId: string; id: string }

/** Encrypted for its row: whoever reads the table finds no link in it that sets a password. */
export function sealBody({ ownerId, id }: MailKey, body: MailBody): string {
  return encrypt('mail', `${ownerId}/${id}`, JSON.stringify(body))
}

/** Opens what `sealBody` made for the same mail. */
export function openBody({ ownerId, id }: MailKey, encrypted: string): MailBody {
  return JSON.parse(decrypt('mail', `${ownerId}/${id}`, encrypted)) as MailBody
}
