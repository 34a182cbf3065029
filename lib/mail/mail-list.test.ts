import { describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { sendPasswordReset } from '@/lib/sign-in/passwords'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { onlyMail } from './mail.fixture'
import { findAnyMail, findMail, listAllMail, mailList, readMail } from './mail-list'

const mailsOf = (account: { id: string }, query: string | Record<string, string> = '') =>
  mailList.read(account.id, new URLSearchParams(query))

async function vendorWithMail() {
  const email = `vendor-${newId()}@example.com`
  const vendor = await buildVendor({ email })
  await buildInvoice(vendor.test)
  return { ...vendor, email, mail: await onlyMail(vendor.test.id) }
}

describe('a mailbox', () => {
  test('holds the mail of its account alone', async () => {
    const [one, other] = [await vendorWithMail(), await vendorWithMail()]
    expect((await mailsOf(one.test)).rows.map(({ id }) => id)).toEqual([one.mail.id])
    expect((await mailsOf(one.live)).rows).toEqual([])
    expect((await mailsOf(other.test)).rows.map(({ id }) => id)).toEqual([other.mail.id])
  })

  test('shows another account’s mail as missing: another vendor’s, and the other mode’s', async () => {
    const [one, other] = [await vendorWithMail(), await vendorWithMail()]
    for (const accountId of [other.test.id, one.live.id]) {
      await expect(findMail(database(), accountId, one.mail.id)).rejects.toMatchObject({
        code: 'mail_not_found',
      })
    }
    expect(await readMail(other.test.id, one.mail.id)).toBeNull()
    expect(await readMail(one.live.id, one.mail.id)).toBeNull()
    expect(await readMail(one.test.id, one.mail.id)).toMatchObject({ subject: one.mail.subject })
  })

  test.each(['', 'x', '0193a0a0-0000-7000-8000-000000000001'])('has no mail %j', async (id) => {
    const { test: account } = await vendorWithMail()
    await expect(findMail(database(), account.id, id)).rejects.toMatchObject({ code: 'mail_not_found' })
  })

  test('holds no mail about the sign-in: a session must not be enough to get a password', async () => {
    const vendor = await vendorWithMail()
    await inOrmTransaction((tx) => sendPasswordReset(tx, vendor.email))
    const reset = await onlyMail(vendor.id, 'password_reset')
    for (const mode of ['test', 'live'] as const) {
      expect(await readMail(vendor[mode].id, reset.id)).toBeNull()
      const { rows } = await mailsOf(vendor[mode])
      expect(rows.map(({ kind }) => kind)).not.toContain('password_reset')
    }
  })

  test('lists every mail once, page by page, latest first', async () => {
    const { test: account } = await vendorWithMail()
    for (let count = 0; count < 26; count += 1) await buildInvoice(account)
    const first = await mailsOf(account)
    const second = await mailsOf(account, { after: first.nextCursor ?? '' })
    const ids = [...first.rows, ...second.rows].map((mail) => mail.id)
    expect(first.rows).toHaveLength(25)
    expect(second.nextCursor).toBeNull()
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
    expect(ids).toHaveLength(27)
  })
})

describe('a search in the mailbox', () => {
  test('finds mail by status, subject matter, date, and part of recipient or subject', async () => {
    const { test: account, mail } = await vendorWithMail()
    const day = mail.createdAt.toISOString().slice(0, 10)
    const matching: Record<string, string>[] = [
      { status: mail.status },
      { about: 'invoice' },
      { created_from: day, created_to: day },
      { q: mail.recipient.toUpperCase() },
      { q: 'iNVOICE FROM' },
    ]
    for (const query of matching) {
      expect((await mailsOf(account, query)).rows.map((row) => row.id)).toEqual([mail.id])
    }
    const others: Record<string, string>[] = [
      { status: 'SENT' },
      { about: 'payout' },
      { created_to: '2020-01-01' },
      { q: '%' },
      { q: 'no such words' },
    ]
    for (const query of others) {
      expect((await mailsOf(account, query)).rows).toEqual([])
    }
  })

  test.each(['status=sent', 'about=password_reset', 'created_from=yesterday', 'sort=subject', 'after=x'])(
    'by %s is refused',
    async (query) => {
      const { test: account } = await vendorWithMail()
      await expect(mailsOf(account, query)).rejects.toMatchObject({ status: 400 })
    },
  )
})

describe('an operator', () => {
  test('finds mail by its recipient, in any case, and reads all of it', async () => {
    const vendor = await vendorWithMail()
    await inOrmTransaction((tx) => sendPasswordReset(tx, vendor.email))
    const [found] = await listAllMail(database(), { recipient: vendor.email.toUpperCase(), limit: 10 })
    const mail = await findAnyMail(database(), found?.id ?? '')
    expect(mail).toMatchObject({ kind: 'password_reset', recipient: vendor.email })
    expect(mail.text).toMatch(/\/reset-password\/[0-9A-Za-z]{54}\n/)
  })

  test('is told that there is no such mail', async () => {
    for (const id of ['x', newId()]) {
      await expect(findAnyMail(database(), id)).rejects.toMatchObject({ code: 'mail_not_found' })
    }
  })
})
