import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { getInvoice } from '@/lib/payments/invoice-dashboard'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { saveNewDraft } from './draft'
import {
  deleteInvoiceDraft,
  duplicateInvoice,
  duplicateInvoiceDraft,
  listInvoiceDrafts,
  previewInvoiceDraft,
  readBilledTo,
  saveInvoiceDraft,
  sendInvoiceDraft,
} from './draft-dashboard'
import { readDraft, readDraftInEitherMode } from './draft-list'
import { type InvoiceFields, NEW_INVOICE, NEW_ITEM } from './invoice-fields'
import { issueDraft } from './issue-draft'

const PATH = '/api/dashboard/invoice-drafts'

const WHOLE: InvoiceFields = {
  ...NEW_INVOICE,
  customer: { id: null, email: 'ada@example.com', name: 'ada@example.com' },
  items: [{ ...NEW_ITEM, title: 'Croissants', quantity: '2.5', price: '3.33' }],
}

let vendor: Awaited<ReturnType<typeof buildVendor>>
let browser: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  vendor = await buildVendor()
  browser = await signedIn(vendor.id)
})

const save = (id: string, version: number, fields: InvoiceFields) =>
  browser.call(saveInvoiceDraft, 'POST', `${PATH}/${id}`, { version, fields })

async function newDraft(fields: InvoiceFields = WHOLE): Promise<string> {
  const id = newId()
  expect(await save(id, 0, fields)).toEqual(
    expect.objectContaining({ status: 200, body: { id, version: 1 } }),
  )
  return id
}

const send = (id: string, version = 1, fields = WHOLE) =>
  browser.call(sendInvoiceDraft, 'POST', `${PATH}/${id}/send`, { version, fields })

const list = async (query = '') =>
  (await browser.call(listInvoiceDrafts, 'GET', `${PATH}${query}`)).body.rows as {
    id: string
    email: string | null
    amount: { amount: string } | null
  }[]

const invoices = () => database().invoice.findMany({ where: { accountId: vendor.test.id } })

const actions = async () => {
  const where = { vendorId: vendor.id, action: { startsWith: 'invoice' } }
  const events = await database().auditEvent.findMany({ where, orderBy: { id: 'asc' } })
  return events.map(({ action }) => action)
}

describe('a draft', () => {
  test('may be incomplete, and is no invoice: no number, mail, event or count', async () => {
    const id = await newDraft(NEW_INVOICE)
    expect(await list()).toMatchObject([{ id, email: null, amount: null }])
    expect(await invoices()).toEqual([])
    const account = await database().account.findUniqueOrThrow({ where: { id: vendor.test.id } })
    expect(account).toMatchObject({ nextInvoiceNumber: 1, checkoutCount: 0n })
    expect(await database().mailMessage.count({ where: { ownerId: vendor.test.id } })).toBe(0)
    expect(await database().event.count({ where: { accountId: vendor.test.id } })).toBe(0)
  })

  test('becomes an invoice with the amounts that the API would give it', async () => {
    const id = await newDraft()
    expect(await list()).toMatchObject([{ id, email: 'ada@example.com', amount: { amount: '8.33' } }])
    const { status, body } = await send(id)
    expect(status).toBe(201)
    const { body: invoice } = await browser.call(
      getInvoice,
      'GET',
      `/api/dashboard/invoices/${String(body.id)}`,
    )
    expect(invoice).toMatchObject({ number: 'INV-0001', total: { amount: '8.87' }, status: 'CREATED' })
    expect(await list()).toEqual([])
    expect(await actions()).toEqual(['invoice_draft.created', 'invoice.created'])
  })

  test('sent from two tabs at once becomes one invoice, and both are shown it', async () => {
    const id = await newDraft()
    const [one, other] = await Promise.all([send(id), send(id)])
    const again = await send(id)
    expect(one.status).toBe(201)
    expect([other.body, again.body]).toEqual([one.body, one.body])
    expect(await invoices()).toMatchObject([{ id: one.body.id, number: 'INV-0001' }])
    expect((await actions()).filter((action) => action === 'invoice.created')).toHaveLength(1)
  })

  test('stays a draft if the transaction that makes it an invoice is lost, and can be sent then', async () => {
    const { id } = await inOrmTransaction((tx) => saveNewDraft(tx, vendor.test.id, WHOLE))
    const die = () => Promise.reject(new Error('killed'))
    await expect(issueDraft(vendor.test, { draftId: id }, null, die)).rejects.toThrow('killed')
    expect(await invoices()).toEqual([])
    expect(await list()).toMatchObject([{ id }])
    const { invoiceId } = await issueDraft(vendor.test, { draftId: id })
    expect(await invoices()).toMatchObject([{ id: invoiceId, number: 'INV-0001' }])
  })

  test('that another tab has saved is not overwritten or sent by one that is behind', async () => {
    const id = await newDraft()
    expect(await save(id, 1, { ...WHOLE, currency: 'EUR' })).toMatchObject({ body: { version: 2 } })
    for (const late of [await save(id, 0, WHOLE), await save(id, 1, WHOLE), await send(id, 1)]) {
      expect(late).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining('changed elsewhere') },
      })
    }
    expect(await invoices()).toEqual([])
    await send(id, 2, { ...WHOLE, currency: 'GBP' })
    expect(await invoices()).toMatchObject([{ currency: 'GBP' }])
  })

  test('is saved once, however often a save comes whose answer was lost', async () => {
    const id = newId()
    for (const version of [0, 0, 1, 1]) {
      const fields = version === 0 ? NEW_INVOICE : WHOLE
      expect(await save(id, version, fields)).toMatchObject({ status: 200, body: { version: version + 1 } })
    }
    expect(await list()).toHaveLength(1)
    expect(await actions()).toEqual(['invoice_draft.created'])
    // The page still has the version before.
    expect(await send(id, 1)).toMatchObject({ status: 201 })
    expect(await save(id, 1, WHOLE)).toMatchObject({ status: 409 })
  })

  test('that was never saved becomes an invoice, and however often it is sent, one', async () => {
    const id = newId()
    const answers = await Promise.all([send(id, 0), send(id, 0)])
    answers.push(await send(id, 0))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await invoices()).toHaveLength(1)
    expect(await list()).toEqual([])
    expect(await actions()).toEqual(['invoice.created'])
  })

  test('that nobody has saved is refused if its page is behind or its id is none', async () => {
    for (const [id, version] of [
      [newId(), 1],
      ['none', 0],
    ] as const) {
      for (const refused of [await save(id, version, WHOLE), await send(id, version)])
        expect(refused).toMatchObject({ status: 404, body: { error: 'Draft not found' } })
    }
    expect(await list()).toEqual([])
    expect(await invoices()).toEqual([])
  })

  test('that was sent can be neither saved nor deleted, not even in the database', async () => {
    const id = await newDraft()
    await send(id)
    expect(await save(id, 1, WHOLE)).toMatchObject({ status: 409 })
    expect(await browser.call(deleteInvoiceDraft, 'DELETE', `${PATH}/${id}`)).toMatchObject({ status: 409 })
    const where = { accountId_id: { accountId: vendor.test.id, id } }
    await expect(database().invoiceDraft.update({ where, data: { invoiceId: null } })).rejects.toThrow(
      'a draft becomes one invoice',
    )
  })

  test('that is incomplete is refused with the API’s message when it is sent', async () => {
    const fields = { ...WHOLE, items: [{ ...NEW_ITEM, title: '', quantity: '1', price: '5' }] }
    const id = await newDraft(fields)
    expect(await send(id, 1, fields)).toMatchObject({
      status: 400,
      body: { error: 'Each item must have title, qty and price' },
    })
    expect(await list()).toHaveLength(1)
  })

  test('can be deleted', async () => {
    const id = await newDraft()
    expect(await browser.call(deleteInvoiceDraft, 'DELETE', `${PATH}/${id}`)).toMatchObject({ status: 200 })
    expect(await list()).toEqual([])
    expect(await send(id)).toMatchObject({ status: 404, body: { error: 'Draft not found' } })
    expect(await actions()).toEqual(['invoice_draft.created', 'invoice_draft.deleted'])
  })

  test('of another vendor or the other mode looks missing', async () => {
    const other = await buildVendor()
    for (const account of [other.test, vendor.live]) {
      const { id } = await inOrmTransaction((tx) => saveNewDraft(tx, account.id, WHOLE))
      for (const answer of [
        await save(id, 1, WHOLE),
        await send(id),
        await browser.call(deleteInvoiceDraft, 'DELETE', `${PATH}/${id}`),
        await browser.call(duplicateInvoiceDraft, 'POST', `${PATH}/${id}/duplicate`),
      ])
        expect(answer).toMatchObject({ status: 404, body: { error: 'Draft not found' } })
    }
    expect(await list()).toEqual([])
  })

  test('is found by its customer and items', async () => {
    const id = await newDraft()
    await newDraft(NEW_INVOICE)
    for (const words of ['ada@example.com', 'croiss'])
      expect(await list(`?q=${words}`)).toMatchObject([{ id }])
    expect(await list('?q=baguette')).toEqual([])
  })

  test('has limits on what it holds', async () => {
    for (const fields of [
      { ...WHOLE, items: Array.from({ length: 101 }, () => NEW_ITEM) },
      { ...WHOLE, amount: '1'.repeat(41) },
      { ...WHOLE, currency: 'dollars' },
      { ...WHOLE, customer: { id: 'me', email: 'x', name: 'x' } },
    ])
      expect(await save(newId(), 0, fields)).toMatchObject({ status: 400 })
  })
})

describe('a duplicate', () => {
  test('of an invoice is a draft with its customer, items and amounts', async () => {
    const customer = await buildCustomer(vendor.test, { name: 'Ada', email: 'ada@example.com' })
    const VAT = { name: 'VAT', ratePpm: 71_250, isInclusive: false }
    const items = [
      { title: 'Hours', quantityMicros: 1_500_000n, unitPriceMinor: 8000n, tax: VAT },
      { title: 'Travel', quantityMicros: 1_000_000n, unitPriceMinor: 3450n },
    ]
    const first = await buildInvoice(vendor.test, {
      customer: { id: customer.id },
      items,
      discount: { ppm: 100_000 },
      notes: 'Thank you',
    })
    const path = `/api/dashboard/invoices/${first.id}/duplicate`
    const { status, body } = await browser.call(duplicateInvoice, 'POST', path)
    expect(status).toBe(201)
    await issueDraft(vendor.test, { draftId: String(body.id) })
    const [, second] = (await invoices()).sort((a, b) => a.number.localeCompare(b.number))
    expect(second).toMatchObject({
      number: 'INV-0002',
      customerId: customer.id,
      baseAmountMinor: first.baseAmountMinor,
      feeAmountMinor: first.feeAmountMinor,
      discountMinor: 1545n,
      discountPpm: 100_000,
      notes: 'Thank you',
    })
  })

  test('of another vendor’s invoice is refused like that of a missing one', async () => {
    const other = await buildVendor()
    const { id } = await buildInvoice(other.test)
    for (const each of [id, newId()]) {
      const path = `/api/dashboard/invoices/${each}/duplicate`
      expect(await browser.call(duplicateInvoice, 'POST', path)).toMatchObject({
        status: 404,
        body: { error: 'Invoice not found' },
      })
    }
  })

  test('of a draft is another draft', async () => {
    const id = await newDraft()
    await browser.call(duplicateInvoiceDraft, 'POST', `${PATH}/${id}/duplicate`)
    expect(await list()).toHaveLength(2)
  })
})

test('a draft to a customer whom the account does not have can be opened, and is not issued', async () => {
  const customer = { id: newId(), email: 'ada@example.com', name: 'Ada' }
  const id = await newDraft({ ...WHOLE, customer })
  expect((await readDraft(vendor.test.id, id))?.fields.customer).toEqual(customer)
  expect((await send(id, 1, { ...WHOLE, customer })).status).toBe(404)
})

test('a draft is found from the vendor’s other mode too, with its own account, and by no other vendor', async () => {
  const id = await newDraft()
  for (const from of [vendor.test, vendor.live]) {
    expect(await readDraftInEitherMode(from, id)).toMatchObject({
      draft: { id },
      account: { id: vendor.test.id, mode: 'test' },
    })
  }
  const stranger = await buildVendor()
  for (const from of [stranger.test, stranger.live]) expect(await readDraftInEitherMode(from, id)).toBeNull()
  expect(await readDraftInEitherMode(vendor.test, 'no-id')).toBeNull()
})

describe('a preview', () => {
  const preview = (id: string, by = browser) => by.call(previewInvoiceDraft, 'GET', `${PATH}/${id}/preview`)
  const billedTo = (id: string, by = browser) =>
    by.call(readBilledTo, 'GET', `/api/dashboard/customers/${id}/billed-to`)

  test('of the email and of whom it is billed to is in the customer’s language, and for its vendor alone', async () => {
    const { id, email, name } = await buildCustomer(vendor.test, {
      taxId: 'DE136695975',
      addressLine1: 'Domplatz 1',
      zip: '50667',
      city: 'Köln',
      country: 'DE',
    })
    await database().customer.updateMany({ where: { id }, data: { locale: 'de' } })
    const draft = await newDraft({ ...WHOLE, customer: { id, email, name } })
    expect(await preview(draft)).toMatchObject({
      status: 200,
      body: {
        locale: 'de',
        recipient: email,
        subject: expect.stringContaining('Rechnung INV-0001'),
        html: expect.stringContaining('Croissants'),
      },
    })
    expect(await billedTo(id)).toMatchObject({
      status: 200,
      body: { locale: 'de', taxId: 'DE136695975', address: ['Domplatz 1', '50667 Köln', 'Germany'] },
    })
    const stranger = await signedIn((await buildVendor()).id)
    expect((await preview(draft, stranger)).status).toBe(404)
    expect((await billedTo(id, stranger)).status).toBe(404)
  })

  test('of a form that can’t be sent yet is refused as sending it is', async () => {
    const draft = await newDraft({ ...WHOLE, items: [NEW_ITEM] })
    expect(await preview(draft)).toMatchObject({
      status: 400,
      body: { error: 'Each item must have title, qty and price' },
    })
  })
})
