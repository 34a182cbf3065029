import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SmtpServer } from '@/lib/mail/smtp-server.fixture'
import { type CrashScene, startCrashScene } from '../fixtures/crash-scene'

const WAIT = { timeout: 30_000, interval: 20 }

const server = new SmtpServer()
let scene: CrashScene

beforeAll(async () => {
  await server.start()
  scene = await startCrashScene({ SMTP_URL: server.url, MAIL_FROM: 'Counterfoil <billing@pay.example>' })
})
afterAll(async () => {
  await scene.stop()
  await server.stop()
})
beforeEach(() => {
  server.received.length = 0
})

/** An invoice to the vendor's own address, the only one that test mode sends to. Returns its id. */
async function mailedInvoice(): Promise<string> {
  return (await scene.invoice({ email: scene.vendor })).id
}

type Row = { id: string; status: string; attempt_count: number; note: string | null }

const mailOf = async (invoiceId: string) => {
  const mails = await scene.rows<Row>(
    "SELECT id, status, attempt_count, note FROM mail_messages WHERE kind = 'invoice' AND reference = $1",
    [invoiceId],
  )
  expect(mails).toHaveLength(1)
  return mails[0] as Row
}

const untilSent = (invoiceId: string) =>
  expect.poll(async () => (await mailOf(invoiceId)).status, WAIT).toBe('SENT')

/** Ends the lease of a killed worker. */
const expireMailLeases = () =>
  scene.rows(
    `UPDATE mail_messages
        SET lease_until = now() - interval '1 second', next_attempt_at = now() - interval '1 second'
      WHERE status = 'PENDING' AND lease_until IS NOT NULL`,
  )

const messageIds = () =>
  server.received.map(({ content }) => /^Message-ID: <([^@>]+)@/im.exec(content)?.[1] ?? '')

describe('mail', () => {
  test('is sent by the mail server once its change is committed, and once only', async () => {
    const invoiceId = await mailedInvoice()
    await untilSent(invoiceId)
    const mail = await mailOf(invoiceId)
    expect(mail).toMatchObject({ attempt_count: 1, note: null })
    expect(messageIds()).toEqual([mail.id])
    expect(server.received[0]).toMatchObject({ from: 'billing@pay.example', to: [scene.vendor] })
  })

  test('to anybody else is kept in test mode', async () => {
    const { id } = await scene.invoice()
    expect(await mailOf(id)).toMatchObject({ status: 'KEPT' })
    const own = await mailedInvoice()
    await untilSent(own)
    expect(server.received).toHaveLength(1)
  })

  test('that the server refuses for good has failed, in its words', async () => {
    server.play({ RCPT: '550 5.1.1 no such user' })
    const invoiceId = await mailedInvoice()
    await expect.poll(async () => (await mailOf(invoiceId)).status, WAIT).toBe('FAILED')
    expect((await mailOf(invoiceId)).note).toContain('550 5.1.1 no such user')
  })
})

describe('an operator', () => {
  test('can check the mail server without sending anything', async () => {
    const answer = { configured: true, answers: true }
    expect(await scene.service.admin<object>(['mail', 'check'])).toEqual(answer)
    server.play({ EHLO: '554 go away', HELO: '554 go away' })
    const { code, stderr } = await scene.service.adminRaw(['mail', 'check', '--json'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/554 go away/) })
    expect(server.received).toHaveLength(0)
  })

  test('can list mail by recipient and read one', async () => {
    const invoiceId = await mailedInvoice()
    const { id } = await mailOf(invoiceId)
    const list = await scene.service.admin<object[]>(['mail', 'list', '--to', scene.vendor, '--limit', '1'])
    expect(list).toMatchObject([{ mail_id: id, kind: 'invoice', to: scene.vendor }])
    const mail = await scene.service.admin(['mail', 'show', '--id', id])
    expect(mail).toMatchObject({ mail_id: id, text: expect.stringContaining('/pay/') })
    await untilSent(invoiceId)
    const { code, stderr } = await scene.service.adminRaw(['mail', 'show', '--id', invoiceId, '--json'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'Mail not found\n' })
  })
})

describe('the worker is killed in the middle of a mail', () => {
  test('that the server has not accepted: it is sent when the lease expires, once', async () => {
    server.play({ RCPT: 'silence' })
    const invoiceId = await mailedInvoice()
    // Without a connection of its own the first worker would leave the script to the second.
    await expect.poll(() => server.hasPlayed, WAIT).toBe(true)
    await scene.crash('worker')
    expect(server.received).toHaveLength(0)
    await expireMailLeases()
    await untilSent(invoiceId)
    expect(messageIds()).toEqual([(await mailOf(invoiceId)).id])
  })

  test('that the server has accepted, before that is recorded: the second copy has the same Message-ID', async () => {
    server.play({ CONTENT: 'silence' })
    const invoiceId = await mailedInvoice()
    await expect.poll(() => server.received.length, WAIT).toBe(1)
    await scene.crash('worker')
    await expireMailLeases()
    await untilSent(invoiceId)
    const mail = await mailOf(invoiceId)
    // SMTP can't tell whether a mail was accepted: one copy too many, and no more than one.
    expect(messageIds()).toEqual([mail.id, mail.id])
    expect(mail).toMatchObject({ attempt_count: 1, note: null })
  })

  test('among many: each arrives, and is recorded as sent', async () => {
    const invoices = await Promise.all(Array.from({ length: 30 }, mailedInvoice))
    await expect.poll(() => server.received.length, WAIT).toBeGreaterThan(0)
    await scene.crash('worker')
    await expireMailLeases()
    for (const invoiceId of invoices) await untilSent(invoiceId)
    const mails = await Promise.all(invoices.map(mailOf))
    expect(new Set(messageIds())).toEqual(new Set(mails.map(({ id }) => id)))
    expect(mails.map(({ attempt_count: attempts }) => attempts)).toEqual(mails.map(() => 1))
  })
})
