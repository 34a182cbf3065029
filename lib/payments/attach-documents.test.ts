import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { switchAttachments } from '@/lib/invoices/invoice-dashboard'
import { changeInvoice } from '@/lib/invoices/update-invoice'
import { workOn } from '@/lib/jobs/queue.fixture'
import { mailsOf, sent, transportOf } from '@/lib/mail/mail.fixture'
import { readMail } from '@/lib/mail/mail-list'
import { mailQueue } from '@/lib/mail/queue-mail'
import { LEASE_MS, sendMail } from '@/lib/mail/send-mail'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { attachDocuments } from './attach-documents'
import { recordTestPayment } from './settle-payment'

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])

/** A vendor whose own address gets the mail, since test mode sends to no other. */
async function invoiceToSelf() {
  const vendor = await buildVendor()
  const { email } = await database().member.findUniqueOrThrow({ where: { id: vendor.id } })
  await database().member.update({ where: { id: vendor.id }, data: { emailConfirmedAt: new Date() } })
  const customer = { email }
  return { vendor, invoice: await buildInvoice(vendor.test, { customer }) }
}

/** Sends the account's mails of a kind, and returns what went out. */
async function sendAll(ownerId: string, kind: 'invoice' | 'invoice_changed' | 'receipt') {
  const transport = transportOf(sent)
  for (const { id } of await mailsOf(ownerId, kind)) {
    const work = (claim: Parameters<typeof sendMail>[0]) => sendMail(claim, transport, attachDocuments)
    await workOn({ queue: mailQueue, leaseMs: () => LEASE_MS, work }, { tenantId: ownerId, id })
  }
  return transport.handed
}

test('a mail brings its document as a PDF once its vendor says so', async () => {
  const { vendor, invoice } = await invoiceToSelf()
  const { call } = await signedIn(vendor.id)
  const path = '/api/dashboard/settings/attachments'
  expect(await call(switchAttachments, 'POST', path, { isOn: true })).toMatchObject({ body: { isOn: true } })
  const [mail, ...others] = await sendAll(vendor.test.id, 'invoice')
  expect(others).toEqual([])
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual([`invoice-${invoice.number}.pdf`])
  const [page] = await pagesOf(new Uint8Array(mail?.attachments[0]?.content ?? []))
  expect(page).toContain(invoice.number)

  const key = { accountId: vendor.test.id, invoiceId: invoice.id }
  const change = { notes: 'With another note' }
  await inOrmTransaction((tx) => changeInvoice(tx, key, change, { mailsCustomer: true }))
  const [changed] = await sendAll(vendor.test.id, 'invoice_changed')
  expect(changed?.attachments.map(({ filename }) => filename)).toEqual([`invoice-${invoice.number}.pdf`])
  const [changedPage] = await pagesOf(new Uint8Array(changed?.attachments[0]?.content ?? []))
  expect(changedPage).toContain('With another note')
  await inOrmTransaction((tx) => recordTestPayment(tx, key, paymentProviderFor('test')))
  const [receipt] = await sendAll(vendor.test.id, 'receipt')
  expect(receipt?.attachments.map(({ filename }) => filename)).toEqual([`receipt-${invoice.number}-R1.pdf`])
})

test('without that, a mail brings none', async () => {
  const { vendor } = await invoiceToSelf()
  const [mail] = await sendAll(vendor.test.id, 'invoice')
  expect(mail).toMatchObject({ attachments: [], logo: null })
  expect(mail?.html).not.toContain('<img')
})

test('mail in the vendor’s name has its logo, sent with it and shown in the mailbox', async () => {
  const { vendor } = await invoiceToSelf()
  const logo = {
    vendorId: vendor.id,
    mediaType: 'image/png',
    bytes: PNG,
    digest: 'ab'.repeat(32),
    createdAt: new Date(),
  }
  await database().vendorLogo.create({ data: logo })
  const [row] = await mailsOf(vendor.test.id, 'invoice')
  const view = await readMail(vendor.test.id, row?.id ?? '')
  expect(view?.html).toContain(`<img src="data:image/png;base64,${Buffer.from(PNG).toString('base64')}"`)
  const [mail] = await sendAll(vendor.test.id, 'invoice')
  expect(mail?.html).toContain('<img src="cid:logo"')
  expect(new Uint8Array(mail?.logo ?? [])).toEqual(PNG)
})
