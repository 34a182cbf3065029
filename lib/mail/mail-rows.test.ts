import { describe, expect, test } from 'vitest'
import { connectionPool } from '@/lib/db/client'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { type MailReference, referenceOf, sent, transportOf, workOnMail } from './mail.fixture'

async function queuedMail(): Promise<MailReference> {
  const { live: account } = await buildVendor()
  await buildInvoice(account)
  return referenceOf(account.id)
}

describe('the database itself', () => {
  const change = async (assignment: string, { mailId }: MailReference) =>
    connectionPool().query(`UPDATE mail_messages SET ${assignment} WHERE id = $1`, [mailId])

  test.each([
    "subject = 'Another'",
    "recipient = 'eve@example.com'",
    "body_encrypted = 'x'",
    "reference = 'x'",
  ])('refuses another %s', async (assignment) => {
    await expect(change(assignment, await queuedMail())).rejects.toThrow('what a mail says is frozen')
  })

  test('refuses to send a settled mail again', async () => {
    const mail = await queuedMail()
    await workOnMail(mail, transportOf(sent))
    const again = "status = 'PENDING', sent_at = NULL, next_attempt_at = now()"
    await expect(change(again, mail)).rejects.toThrow('a mail cannot go from SENT to PENDING')
  })

  test('refuses a waiting mail without a time, and a sent one without its time', async () => {
    const mail = await queuedMail()
    await expect(change('next_attempt_at = NULL', mail)).rejects.toThrow('mail_messages_schedule')
    await expect(change("status = 'SENT', next_attempt_at = NULL", mail)).rejects.toThrow(
      'mail_messages_sent',
    )
  })

  const insert = (column: string, value: string) =>
    connectionPool().query(
      `INSERT INTO mail_messages (owner_id, id, kind, reference, recipient, subject, body_encrypted, status,
         give_up_at, created_at, ${column === 'recipient' || column === 'subject' ? 'note' : column})
       VALUES (gen_random_uuid(), gen_random_uuid(), 'invoice', 'x', $1, $2, '-', 'KEPT', now(), now(), $3)`,
      [column === 'recipient' ? value : 'a@example.com', column === 'subject' ? value : 'Hello', value],
    )

  test.each([
    ['subject', 'Hello\nBcc: eve@example.com'],
    ['subject', 'Hello\rBcc: eve@example.com'],
    ['sender_name', 'Eve\r\nBcc: eve@example.com'],
    ['recipient', 'a@example.com,eve@example.com'],
    ['recipient', 'a@example.com\neve@example.com'],
    ['recipient', 'Eve <eve@example.com>'],
    ['reply_to', 'a@example.com\r\nBcc: eve@example.com'],
  ])('refuses a %s that is more than one header: %j', async (column, value) => {
    await expect(insert(column, value)).rejects.toThrow('mail_messages_one_')
  })
})
