import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrder } from '@/lib/db/in-order.fixture'
import { inOrmTransaction, inTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { verifyLedger } from '@/lib/ledger/verify'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { getInvoice } from '@/lib/payments/invoice-dashboard'
import { recordOutsidePayment } from '@/lib/payments/outside-payment'
import { readPaymentPage } from '@/lib/payments/payment-page'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { UTC } from '@/lib/time/zone'
import { buildCustomer, buildInvoice, buildMember, buildVendor } from '@/prisma/seed/builders'
import { findDraft } from './draft'
import { changeIssuedInvoice, getIssuedForm, voidAndDuplicateInvoice } from './edit-dashboard'
import type { IssuedFields } from './invoice-fields'
import { changeInvoice } from './update-invoice'
import { voidAndDuplicate } from './void-and-duplicate'

const PATH = '/api/dashboard/invoices'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let browser: Awaited<ReturnType<typeof signedIn>>
let invoice: Awaited<ReturnType<typeof buildInvoice>>

beforeEach(async () => {
  vendor = await buildVendor()
  browser = await signedIn(vendor.id)
  const customer = await buildCustomer(vendor.test)
  invoice = await buildInvoice(vendor.test, {
    customer: { id: customer.id },
    items: [
      { title: 'Design', quantityMicros: 2_500_000n, unitPriceMinor: 4_000n },
      { title: 'Travel', quantityMicros: 1_000_000n, unitPriceMinor: 3_450n },
    ],
    dueDate: new Date('2031-03-14T00:00:00Z'),
    reference: 'order-1',
    notes: 'Thank you',
    buyerReference: '991-1',
    webhookUrl: 'https://shop.example/hook',
    metadata: '{"source": "web shop"}',
  })
})

const key = () => ({ accountId: vendor.test.id, invoiceId: invoice.id })
const form = async () =>
  (await browser.call(getIssuedForm, 'GET', `${PATH}/${invoice.id}/form`)).body as {
    revision: number
    fields: IssuedFields
  }
const change = (changes: Partial<IssuedFields>, { revision = 0, mailsCustomer = true } = {}, by = browser) =>
  by.call(changeIssuedInvoice, 'PATCH', `${PATH}/${invoice.id}`, {
    revision,
    mailsCustomer,
    edits: changes,
  })
const duplicate = (draftId = newId(), changes: Partial<IssuedFields> = {}, by = browser) =>
  by.call(voidAndDuplicateInvoice, 'POST', `${PATH}/${invoice.id}/void-and-duplicate`, {
    draftId,
    edits: changes,
  })
const pay = () => inOrmTransaction((tx) => recordTestPayment(tx, key(), paymentProviderFor('test')))
const stored = () => database().invoice.findFirstOrThrow({ where: { id: invoice.id } })
const changedMails = () => mailsOf(vendor.test.id, 'invoice_changed')
const acts = () =>
  database().auditEvent.findMany({
    where: { vendorId: vendor.id, accountId: vendor.test.id },
    orderBy: { id: 'asc' },
    select: { action: true, subjectId: true, detail: true },
  })

describe('a change on the paper', () => {
  test.each([
    ['whole where the audit log has room for them', 300, 300],
    ['cut to one length, both of them, where it hasn’t', 1000, 410],
  ])('has its old and new values in the audit log, %s', async (_how, length, kept) => {
    const values = ['a', 'b'].map((letter) => letter.repeat(length))
    for (const [revision, notes] of values.entries())
      await change({ notes, reference: 'short' }, { revision })
    const detail = (await acts()).at(-1)?.detail ?? ''
    const [, before = '', after = ''] = /^notes: “(a+)…?” → “(b+)…?”$/.exec(detail) ?? []
    expect([before.length, after.length].every((each) => each >= kept)).toBe(true)
    expect(before.length).toBe(after.length)
    expect(detail.length).toBeLessThanOrEqual(1000)
  })

  test('is on the payment page and the timeline, and in one mail of what the customer sees', async () => {
    expect(await form()).toMatchObject({
      revision: 0,
      fields: { dueDate: '2031-03-14', buyerReference: '991-1' },
    })
    const changes = { dueDate: '2031-04-01', notes: '', billingAddress: '1 Main Street\nNew York' }
    const answer = await change({ ...changes, reference: 'order-2', redirectUrl: 'https://shop.example/' })
    expect(answer).toMatchObject({
      status: 200,
      body: { isChanged: true, keptBecause: expect.stringContaining('Test mode') },
    })
    expect(await form()).toMatchObject({ revision: 1, fields: { ...changes, reference: 'order-2' } })
    const view = (await browser.call(getInvoice, 'GET', `${PATH}/${invoice.id}`)).body as {
      number: string
      paymentLink: string
      timeline: { title: string; detail: string | null }[]
    }
    expect(view.number).toBe(invoice.number)
    expect(view.timeline).toContainEqual(
      expect.objectContaining({
        title: 'Changed',
        detail: `due date: 2031-03-14 → 2031-04-01; reference: “order-1” → “order-2”; billing address: none → “1 Main Street, New York”; notes: “Thank you” → none; redirect URL · By ${browser.email}`,
      }),
    )
    expect(view.timeline).toContainEqual(
      expect.objectContaining({ title: 'Changed invoice kept in the mailbox' }),
    )
    const [mail, ...others] = await changedMails()
    expect(others).toEqual([])
    const text = mail?.text.replace(/[\u2066-\u2069]/g, '') ?? ''
    expect(mail?.subject).toContain(`Invoice ${invoice.number} from`)
    expect(text).toContain('April 1, 2031 (previously March 14, 2031)')
    expect(text).toContain('1 Main Street, New York (previously –)')
    expect(text).toContain('– (previously Thank you)')
    expect(text).toContain(view.paymentLink)
    expect(text).not.toContain('order-2')
    const page = await readPaymentPage(view.paymentLink.split('/').at(-1) ?? '')
    expect(page).toMatchObject({
      dueDate: '2031-04-01',
      notes: [],
      billedTo: { address: ['1 Main Street', 'New York'] },
    })
  })

  test('mails nothing if the customer sees none of it, or is not to be told', async () => {
    expect(await change({ reference: 'order-2', redirectUrl: '' })).toMatchObject({
      body: { isChanged: true, keptBecause: null },
    })
    const quiet = { revision: 1, mailsCustomer: false }
    expect((await change({ dueDate: '2031-04-01' }, quiet)).status).toBe(200)
    expect(await changedMails()).toEqual([])
  })

  test('mails the customer’s own reference, which the e-invoice has', async () => {
    expect((await change({ buyerReference: '' })).status).toBe(200)
    expect((await stored()).billedTo).toMatchObject({ buyerReference: null })
    expect((await change({ buyerReference: '04011000-12345-34' }, { revision: 1 })).status).toBe(200)
    const texts = (await changedMails()).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts.some((text) => text.includes('Your reference: – (previously 991-1)'))).toBe(true)
    expect(texts.some((text) => text.includes('Your reference: 04011000-12345-34 (previously –)'))).toBe(true)
  })

  test('of a long text is mailed with the place where it differs, and of line breaks without the old ones', async () => {
    const long = 'All work is done with the greatest care. '.repeat(20)
    expect((await change({ notes: `${long}Pay by check` })).status).toBe(200)
    expect((await change({ notes: `${long}Pay by card` }, { revision: 1 })).status).toBe(200)
    expect((await change({ notes: `${long}\nPay by card` }, { revision: 2 })).status).toBe(200)
    const texts = (await changedMails()).map(({ text }) => text)
    const inDifference = /Notes: ….{30,39}Pay by card \(previously ….{30,39}Pay by check\)/
    expect(texts.filter((text) => text.includes('Pay by check)'))).toEqual([
      expect.stringMatching(inDifference),
    ])
    expect(texts.filter((text) => !text.includes('previously'))).toEqual([
      expect.stringMatching(/Notes: All work is done with .*…\n/),
    ])
  })

  test('mails at most five times a day, and is then saved without', async () => {
    for (let day = 1; day <= 5; day += 1) {
      expect((await change({ dueDate: `2031-04-0${day}` }, { revision: day - 1 })).status).toBe(200)
    }
    expect(await change({ dueDate: '2031-04-06' }, { revision: 5 })).toMatchObject({
      status: 429,
      body: { error: 'Invoice was sent too often' },
    })
    expect(await form()).toMatchObject({ revision: 5, fields: { dueDate: '2031-04-05' } })
    const quiet = { revision: 5, mailsCustomer: false }
    expect((await change({ dueDate: '2031-04-06' }, quiet)).status).toBe(200)
    expect(await changedMails()).toHaveLength(5)
  })

  test('of an older revision is refused, and a repeat whose answer was lost is not', async () => {
    expect((await change({ notes: 'First' })).status).toBe(200)
    expect(await change({ notes: 'First' })).toMatchObject({ status: 200, body: { isChanged: false } })
    expect(await change({ notes: 'Second' })).toMatchObject({
      status: 409,
      body: { error: 'This invoice was changed elsewhere since you opened it', code: 'invoice_changed' },
    })
    expect(await form()).toMatchObject({ revision: 1, fields: { notes: 'First' } })
    expect(await changedMails()).toHaveLength(1)
    const changed = (await acts()).filter(({ action }) => action === 'invoice.changed')
    expect(changed).toHaveLength(1)
  })

  test('leaves alone the fields that it does not have', async () => {
    await inTransaction((tx) => changeInvoice(tx, key(), { reference: ' order-2 ' }))
    expect((await change({ notes: 'x' }, { revision: 1 })).status).toBe(200)
    expect(await stored()).toMatchObject({ reference: ' order-2 ', notes: 'x' })
  })

  test('of the API counts as one that came before', async () => {
    await inTransaction((tx) => changeInvoice(tx, key(), { reference: 'order-2' }))
    expect((await change({ notes: 'Late' })).status).toBe(409)
  })

  test.each<[Partial<IssuedFields>, string]>([
    [{ dueDate: '' }, 'Enter a date'],
    [{ dueDate: '2031-02-30' }, 'Enter a date'],
    [{ redirectUrl: 'ftp://x.example' }, 'Enter a URL'],
    [{ notes: 'x'.repeat(2001) }, 'At most 2000 characters'],
  ])('to %j is refused and changes nothing', async (changes, error) => {
    const before = await stored()
    expect(await change(changes)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(error) },
    })
    expect(await stored()).toEqual(before)
  })

  test('is refused to an accountant, to another vendor, and once it is paid', async () => {
    const accountant = await signedIn(await buildMember(vendor.id, 'accountant'))
    expect((await change({ notes: 'x' }, {}, accountant)).status).toBe(403)
    expect((await duplicate(newId(), {}, accountant)).status).toBe(403)
    const stranger = await signedIn((await buildVendor()).id)
    expect((await change({ notes: 'x' }, {}, stranger)).status).toBe(404)
    expect((await duplicate(newId(), {}, stranger)).status).toBe(404)
    await pay()
    expect(await change({ notes: 'x' })).toMatchObject({
      status: 409,
      body: { error: 'Invoice is already paid' },
    })
    expect((await stored()).notes).toBe('Thank you')
  })

  test('of two that meet, the one that comes second is refused and mails nothing', async () => {
    const edit = (notes: string) => (tx: Parameters<typeof changeInvoice>[0]) =>
      changeInvoice(tx, key(), { notes }, { revision: 0, mailsCustomer: true })
    const second = await inOrder(edit('First'), () => inTransaction(edit('Second')))
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'invoice_changed' } })
    expect(await form()).toMatchObject({ revision: 1, fields: { notes: 'First' } })
    expect(await changedMails()).toHaveLength(1)
  })
})

describe('voiding and duplicating', () => {
  test('voids the invoice and saves a draft of the same content, with what was typed', async () => {
    const draftId = newId()
    const answer = await duplicate(draftId, { notes: 'With a fix', dueDate: '2031-05-01' })
    expect(answer).toMatchObject({ status: 201, body: { id: draftId, version: 1 } })
    expect(await stored()).toMatchObject({ status: 'VOIDED', notes: 'Thank you' })
    const draft = await findDraft(database(), vendor.test.id, draftId)
    expect(draft.fields).toMatchObject({
      customer: { id: invoice.customerId, email: invoice.email },
      items: [
        { title: 'Design', quantity: '2.5', price: '40.00' },
        { title: 'Travel', quantity: '1', price: '34.50' },
      ],
      currency: 'USD',
      dueDate: '2031-05-01',
      notes: 'With a fix',
      reference: 'order-1',
      buyerReference: '991-1',
      webhookUrl: 'https://shop.example/hook',
      metadata: [['source', 'web shop']],
    })
    expect(await acts()).toEqual([
      { action: 'invoice.voided', subjectId: invoice.id, detail: 'Duplicated as a draft' },
      { action: 'invoice_draft.created', subjectId: draftId, detail: `For ${invoice.email}, in USD` },
    ])
    expect(await verifyLedger(database())).toMatchObject({ ok: true })
  })

  test('takes what was changed elsewhere meanwhile, and no due date that is over', async () => {
    const overdue = { billingAddress: 'Ockham Park', dueDate: new Date('2020-01-01T00:00:00Z') }
    await inTransaction((tx) => changeInvoice(tx, key(), overdue))
    const draftId = newId()
    expect((await duplicate(draftId, { notes: 'With a fix' })).status).toBe(201)
    const draft = await findDraft(database(), vendor.test.id, draftId)
    expect(draft.fields).toMatchObject({ billingAddress: 'Ockham Park', notes: 'With a fix', dueDate: '' })
  })

  test('counts once if its answer was lost, and is refused for another draft', async () => {
    const draftId = newId()
    const first = await duplicate(draftId)
    expect((await duplicate(draftId)).body).toEqual(first.body)
    expect(await duplicate()).toMatchObject({ status: 409, body: { error: 'Invoice was voided' } })
    expect(await database().invoiceDraft.count({ where: { accountId: vendor.test.id } })).toBe(1)
    expect(await acts()).toHaveLength(2)
  })

  test('is refused once a part is paid, and then nothing of it happens', async () => {
    const part = {
      method: 'bank_transfer',
      amountMinor: 100n,
      receivedOn: new Date('2026-11-28T00:00:00Z'),
      reference: null,
      mailsReceipt: false,
    } as const
    await inOrmTransaction((tx) => recordOutsidePayment(tx, key(), part))
    expect(await duplicate()).toMatchObject({
      status: 409,
      body: { error: 'Invoice has recorded payments. Remove them first' },
    })
    expect((await stored()).status).toBe('CREATED')
    expect(await database().invoiceDraft.count({ where: { accountId: vendor.test.id } })).toBe(0)
  })

  test('voids nothing if the draft can’t be saved', async () => {
    const draftId = newId()
    await duplicate(draftId)
    const other = await buildInvoice(vendor.test)
    const key = { accountId: vendor.test.id, invoiceId: other.id, draftId }
    await expect(
      inOrmTransaction((tx) => voidAndDuplicate(tx, key, { edits: {}, zone: UTC })),
    ).rejects.toMatchObject({
      code: 'invoice_draft_changed',
    })
    const { status } = await database().invoice.findFirstOrThrow({ where: { id: other.id } })
    expect(status).toBe('CREATED')
  })

  test('of one that is paid at the same moment: either comes first, and the other does nothing', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 8; round += 1) {
      invoice = await buildInvoice(vendor.test)
      const draftId = newId()
      const [voided, paid] = await Promise.allSettled([duplicate(draftId), pay()])
      const drafts = await database().invoiceDraft.count({
        where: { accountId: vendor.test.id, id: draftId },
      })
      const { status } = await stored()
      outcomes.add(status)
      expect(voided.status).toBe('fulfilled')
      if (status === 'PAID') {
        expect([paid.status, drafts]).toEqual(['fulfilled', 0])
        expect(voided).toMatchObject({ value: { status: 409, body: { error: 'Invoice is already paid' } } })
      } else {
        expect([status, drafts]).toEqual(['VOIDED', 1])
        expect(paid).toMatchObject({ status: 'rejected', reason: { code: 'invoice_voided' } })
      }
    }
    expect(await verifyLedger(database())).toMatchObject({ ok: true })
    expect(outcomes.size).toBeGreaterThan(0)
  })

  test('waits for a payment that came first, and is refused then', async () => {
    const second = await inOrder(
      (client) =>
        recordTestPayment(
          client as Parameters<typeof recordTestPayment>[0],
          key(),
          paymentProviderFor('test'),
        ),
      () => duplicate(),
    )
    expect(second).toMatchObject({ value: { status: 409, body: { error: 'Invoice is already paid' } } })
    expect(await database().invoiceDraft.count({ where: { accountId: vendor.test.id } })).toBe(0)
  })
})
