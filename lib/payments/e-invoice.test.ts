import { expect, test } from 'vitest'
import { setSeller } from '@/lib/branding/branding-dashboard'
import { NO_SELLER } from '@/lib/branding/seller-fields'
import { changeCustomer } from '@/lib/customers/customer'
import { inOrmTransaction } from '@/lib/db/transaction'
import { termsOf } from '@/lib/documents/e-invoice-terms.fixture'
import { newId } from '@/lib/ids'
import { fieldsLikeInvoice } from '@/lib/invoices/draft'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { creditNoteXml, getEInvoice, invoiceXml } from './invoice-dashboard'
import { makeRefund } from './refund-invoice'
import { recordTestPayment } from './settle-payment'

const SELLER = {
  ...NO_SELLER,
  legalName: 'Northwind Trading GmbH',
  addressLine1: 'Hafenstraße 12',
  zip: '20457',
  city: 'Hamburg',
  country: 'DE',
  taxId: 'DE 123 456 788',
  phone: '+49 40 1234',
  supportEmail: 'billing@northwind.example',
}

const BUYER = {
  name: 'Bundesamt für Beispiele',
  addressLine1: 'Amtsweg 1',
  zip: '10115',
  city: 'Berlin',
  country: 'DE',
  buyerReference: '04011000-12345-34',
  phone: '+49 30 1234',
}

const ITEM = {
  title: 'Design',
  quantityMicros: 1_000_000n,
  unitPriceMinor: 10_000n,
  tax: { name: 'VAT', ratePpm: 190_000, isInclusive: false },
}

/** A vendor with complete seller details, and a customer for any e-invoice. */
async function seller() {
  const vendor = await buildVendor()
  const browser = await signedIn(vendor.id)
  expect((await browser.call(setSeller, 'POST', setSeller.path, SELLER)).status).toBe(200)
  return { vendor, ...browser, customer: await buildCustomer(vendor.test, BUYER) }
}

const pathOf = (invoiceId: string, file = 'invoice.xml') => `/api/dashboard/invoices/${invoiceId}/${file}`

test('an issued invoice is downloaded as XRechnung and by the European standard, as it was issued', async () => {
  const { vendor, call, ask, customer } = await seller()
  const invoice = await buildInvoice(vendor.test, { customer, currency: 'EUR', items: [ITEM] })
  const xmlOf = async (standard: string) => {
    const answer = await ask(invoiceXml, `${pathOf(invoice.id)}?standard=${standard}&lang=en`)
    expect(answer.headers.get('content-type')).toMatch(/^application\/xml/)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="INV-0001.xml"')
    return answer.text()
  }
  const before = await xmlOf('xrechnung')
  expect(before).toContain('urn:xeinkauf.de:kosit:xrechnung_3.0')
  expect(await xmlOf('en16931')).toContain(
    '<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>',
  )
  expect(termsOf(before).document).toMatchObject({
    'BT-1': ['INV-0001'],
    'BT-5': ['EUR'],
    'BT-10': [BUYER.buyerReference],
    'BT-27': [SELLER.legalName],
    'BT-31': ['DE123456788'],
    'BT-37': ['Hamburg'],
    'BT-42': [SELLER.phone],
    'BT-44': [BUYER.name],
    'BT-53': ['10115'],
    'BT-57': [BUYER.phone],
    'BT-106': ['100.00'],
    // The fee, on which there is no tax.
    'BT-99': ['3.45'],
    'BT-110': ['19.00'],
  })

  await call(setSeller, 'POST', setSeller.path, { ...SELLER, city: 'Bremen', country: '', phone: '' })
  const moved = { name: 'Another office', country: null, buyerReference: null, phone: null }
  await inOrmTransaction((tx) => changeCustomer(tx, vendor.test.id, customer.id, moved))
  const ids = { accountId: vendor.test.id, invoiceId: invoice.id }
  await inOrmTransaction((tx) => recordTestPayment(tx, ids, paymentProviderFor('test')))
  expect(await xmlOf('xrechnung')).toBe(before)
})

test('an invoice has its own buyer reference in place of the customer’s, and a copy of it keeps that', async () => {
  const { vendor, ask, customer } = await seller()
  const referenceOf = async (buyerReference: string | null) => {
    const invoice = await buildInvoice(vendor.test, { customer, items: [ITEM], buyerReference })
    const xml = await (await ask(invoiceXml, `${pathOf(invoice.id)}?standard=xrechnung`)).text()
    const like = await inOrmTransaction((tx) => fieldsLikeInvoice(tx, vendor.test.id, invoice.id))
    return [termsOf(xml).document['BT-10']?.[0], like.buyerReference]
  }
  expect(await referenceOf('PO 7')).toEqual(['PO 7', 'PO 7'])
  expect(await referenceOf(null)).toEqual([BUYER.buyerReference, ''])
})

test('a refund’s credit note is an e-invoice about the invoice', async () => {
  const { vendor, call, ask, customer } = await seller()
  const invoice = await buildInvoice(vendor.test, { customer, currency: 'EUR', items: [ITEM] })
  const ids = { accountId: vendor.test.id, invoiceId: invoice.id }
  await inOrmTransaction((tx) => recordTestPayment(tx, ids, paymentProviderFor('test')))
  const commit = { claim: null, requestId: newId() }
  const note = 'Delivered late'
  const refund = await makeRefund(
    vendor.test.id,
    { invoiceId: invoice.id, amountMinor: 5_950n, note },
    commit,
  )
  const path = pathOf(invoice.id, `refunds/${refund.id}/credit-note.xml`)
  const terms = termsOf(await (await ask(creditNoteXml, `${path}?standard=xrechnung&lang=en`)).text())
  expect(terms.document).toMatchObject({
    'BT-1': ['INV-0001-CN1'],
    'BT-3': ['381'],
    'BT-25': ['INV-0001'],
    'BT-110': ['9.50'],
    'BT-112': ['59.50'],
    'BT-115': ['0.00'],
  })
  expect(terms.document['BT-22']).toContain('Reason: Delivered late')
  const { body } = await call(getEInvoice, 'GET', pathOf(invoice.id, 'e-invoice'))
  const complete = ['en16931', 'xrechnung'].map((standard) => ({ standard, gaps: [] }))
  expect(body).toEqual({
    documents: [
      { number: 'INV-0001', refund: null, standards: complete },
      { number: 'INV-0001-CN1', refund: refund.id, standards: complete },
    ],
  })
  const other = await seller()
  expect((await other.ask(creditNoteXml, path)).status).toBe(404)
  expect((await other.ask(invoiceXml, pathOf(invoice.id))).status).toBe(404)
  expect((await other.ask(getEInvoice, pathOf(invoice.id, 'e-invoice'))).status).toBe(404)
})

test('what is missing is named instead of a file, with the place to enter it', async () => {
  const vendor = await buildVendor()
  const { call, ask } = await signedIn(vendor.id)
  const invoice = await buildInvoice(vendor.test)
  const answer = await ask(invoiceXml, pathOf(invoice.id))
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      error:
        'This can’t be an e-invoice: your tax ID is missing, your country is missing, your support email is missing, the customer’s country is missing',
    },
  ])
  const { body } = await call(getEInvoice, 'GET', pathOf(invoice.id, 'e-invoice'))
  expect(body).toMatchObject({
    documents: [
      {
        standards: [
          { standard: 'en16931', gaps: expect.arrayContaining([{ what: 'your tax ID', where: 'seller' }]) },
          {
            standard: 'xrechnung',
            gaps: expect.arrayContaining([{ what: 'the buyer reference', where: 'customer' }]),
          },
        ],
      },
    ],
  })
  const written = await buildInvoice(vendor.test, { billingAddress: 'Accounts\n2 Side Street' })
  expect((await ask(invoiceXml, pathOf(written.id))).status).toBe(409)
})
