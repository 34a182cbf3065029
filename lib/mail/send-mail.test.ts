import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { due } from '@/lib/jobs/queue.fixture'
import { setClock } from '@/lib/time/clock'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import {
  claimMail,
  failed,
  type MailReference,
  onlyMail,
  referenceOf,
  refused,
  sent,
  transportOf,
  workOnMail,
} from './mail.fixture'
import { mailQueue } from './queue-mail'
import { GIVE_UP_AFTER_MS, RETRY_DELAYS_MS } from './retry-schedule'
import type { MailTransport } from './send-mail'
import { LEASE_MS, recordMailAttempt } from './send-mail'

let time = new Date()
const advance = (ms: number) => {
  time = new Date(time.getTime() + ms)
}

beforeEach(() => {
  time = new Date()
  setClock(() => time)
})
afterEach(() => setClock(null))

/** The mail to the buyer of a new invoice, in the outbox and due now. */
async function queuedMail(): Promise<MailReference> {
  const email = `vendor-${newId()}@example.com`
  const { test: account } = await buildVendor({ email })
  // The vendor's own address: test mode sends to no other.
  await buildInvoice(account, { customer: { email } })
  return referenceOf(account.id)
}

const readMail = ({ ownerId, mailId: id }: MailReference) =>
  database().mailMessage.findUniqueOrThrow({ where: { ownerId_id: { ownerId, id } } })
const dueMail = async (): Promise<MailReference[]> => {
  const rows = await due(mailQueue)
  return rows.map(({ tenantId, id }) => ({ ownerId: tenantId, mailId: id }))
}
const isListedAsDue = async (mail: MailReference) =>
  (await dueMail()).some(({ mailId }) => mailId === mail.mailId)

describe('a mail', () => {
  test('is due at once, and again after a failure', async () => {
    const mail = await queuedMail()
    expect((await readMail(mail)).nextAttemptAt).toEqual(time)
    await workOnMail(mail, transportOf(failed()))
    expect((await readMail(mail)).nextAttemptAt?.getTime()).toBeGreaterThan(time.getTime())
  })

  test('is handed over once, with all its content, and is sent then', async () => {
    const mail = await queuedMail()
    const transport = transportOf(sent)
    await workOnMail(mail, transport)
    await workOnMail(mail, transport)
    const { recipient, subject, text } = await onlyMail(mail.ownerId)
    expect(transport.handed).toHaveLength(1)
    expect(transport.handed[0]).toMatchObject({ id: mail.mailId, recipient, subject, text })
    expect(await readMail(mail)).toMatchObject({
      status: 'SENT',
      sentAt: time,
      attemptCount: 1,
      nextAttemptAt: null,
      leaseUntil: null,
      note: null,
    })
  })

  test('that fails goes out later, with the same text and id', async () => {
    const mail = await queuedMail()
    const transport = transportOf(failed(), sent)
    await workOnMail(mail, transport)
    expect(await readMail(mail)).toMatchObject({ status: 'PENDING', note: '451 try again later' })
    await workOnMail(mail, transport)
    expect(transport.handed).toHaveLength(1)
    advance(RETRY_DELAYS_MS[0] * 1.1)
    await workOnMail(mail, transport)
    expect(transport.handed[1]).toEqual(transport.handed[0])
    expect(await readMail(mail)).toMatchObject({ status: 'SENT', attemptCount: 2 })
  })

  test('that always fails is tried for a day, ever more rarely, and then fails', async () => {
    const mail = await queuedMail()
    const madeAt = time
    const transport = transportOf(failed())
    for (let row = await readMail(mail); row.nextAttemptAt; row = await readMail(mail)) {
      time = row.nextAttemptAt
      await workOnMail(mail, transport)
    }
    expect(await readMail(mail)).toMatchObject({ status: 'FAILED', note: '451 try again later' })
    expect(transport.handed.length).toBeGreaterThanOrEqual(10)
    expect(transport.handed.length).toBeLessThanOrEqual(13)
    const triedForMs = time.getTime() - madeAt.getTime()
    expect(triedForMs).toBeLessThanOrEqual(GIVE_UP_AFTER_MS)
    expect(triedForMs).toBeGreaterThan(GIVE_UP_AFTER_MS * 0.8)
    expect(await isListedAsDue(mail)).toBe(false)
  })

  test('that the server refuses is not tried again', async () => {
    const mail = await queuedMail()
    await workOnMail(mail, transportOf(refused()))
    expect(await readMail(mail)).toMatchObject({ status: 'FAILED', note: '550 no such user' })
  })

  test('has no transaction open while the mail server is contacted', async () => {
    const mail = await queuedMail()
    let openTransactions = -1
    await workOnMail(mail, async () => {
      const [row] = await database().$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
      openTransactions = row?.count ?? -1
      return sent
    })
    expect(openTransactions).toBe(0)
  })

  test('stores a server’s answer in its row, as far as PostgreSQL can', async () => {
    const mail = await queuedMail()
    await workOnMail(mail, transportOf(refused(`550\0 no\r\n${'x'.repeat(2000)}`)))
    const { note } = await readMail(mail)
    expect(note).toHaveLength(1000)
    expect(note).toMatch(/^550 no x+…$/)
  })
})

describe('concurrent workers', () => {
  test('of workers that race for one mail, one claims it', async () => {
    const mail = await queuedMail()
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimMail(mail)))
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1)
  })

  test('two workers that race for one mail send it once', async () => {
    const mail = await queuedMail()
    const transport = transportOf(sent)
    await Promise.all([workOnMail(mail, transport), workOnMail(mail, transport)])
    expect(transport.handed).toHaveLength(1)
  })

  test('two workers on all due mail send each one once', async () => {
    await Promise.all(Array.from({ length: 6 }, queuedMail))
    const transport = transportOf(sent)
    const other = transportOf(sent)
    const listed = await dueMail()
    const all = (by: MailTransport) => Promise.all(listed.map((mail) => workOnMail(mail, by)))
    await Promise.all([all(transport), all(other)])
    const ids = [...transport.handed, ...other.handed].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(await dueMail()).toEqual([])
  })

  test('a mail whose worker died goes out once its lease expires, and not before, under the same id', async () => {
    const mail = await queuedMail()
    const transport = transportOf(sent)
    const lost = await claimMail(mail)

    advance(LEASE_MS - 1)
    expect(await isListedAsDue(mail)).toBe(false)
    await workOnMail(mail, transport)
    expect(transport.handed).toHaveLength(0)

    advance(1)
    expect(await isListedAsDue(mail)).toBe(true)
    await workOnMail(mail, transport)
    expect(transport.handed).toEqual([lost?.outgoing])
    expect(await readMail(mail)).toMatchObject({ status: 'SENT', attemptCount: 1 })
  })

  test('a worker that returns after its lease was taken over changes nothing', async () => {
    const mail = await queuedMail()
    const late = await claimMail(mail)
    if (!late) throw new Error('the mail is free')
    advance(LEASE_MS)
    const recordLate = () => inOrmTransaction((tx) => recordMailAttempt(tx, late, failed()))
    const during: MailTransport = async () => {
      expect(await recordLate()).toBe(false)
      return sent
    }
    await workOnMail(mail, during)
    expect(await recordLate()).toBe(false)
    expect(await readMail(mail)).toMatchObject({ status: 'SENT', attemptCount: 1 })
  })

  test('an unreadable mail is reported and does not block the others', async () => {
    const broken = await queuedMail()
    await connectionPool().query('ALTER TABLE mail_messages DISABLE TRIGGER guarded')
    await connectionPool().query("UPDATE mail_messages SET body_encrypted = 'v1.x' WHERE id = $1", [
      broken.mailId,
    ])
    await connectionPool().query('ALTER TABLE mail_messages ENABLE TRIGGER guarded')
    const other = await queuedMail()
    await expect(workOnMail(broken, transportOf(sent))).rejects.toThrow()
    await workOnMail(other, transportOf(sent))
    expect((await readMail(other)).status).toBe('SENT')
    await connectionPool().query(
      "UPDATE mail_messages SET status = 'KEPT', next_attempt_at = NULL WHERE id = $1",
      [broken.mailId],
    )
  })
})

describe('without a mail server', () => {
  test('mail is kept, and a server set up later sends none of it', async () => {
    const mail = await queuedMail()
    await workOnMail(mail, null)
    expect(await readMail(mail)).toMatchObject({ status: 'KEPT', nextAttemptAt: null })
    const transport = transportOf(sent)
    await workOnMail(mail, transport)
    expect(transport.handed).toHaveLength(0)
  })
})
