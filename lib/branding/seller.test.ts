import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { paymentToken } from '@/lib/http/links'
import { mailsOf } from '@/lib/mail/mail.fixture'
import { invoicePdf } from '@/lib/payments/invoice-dashboard'
import { readPaymentPage } from '@/lib/payments/payment-page'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { getSeller, setSeller } from './branding-dashboard'

const PATH = '/api/dashboard/settings/seller'

const DETAILS = {
  legalName: 'Northwind Trading GmbH',
  addressLine1: ' Hafenstraße 12',
  addressLine2: '',
  city: 'Hamburg',
  state: '',
  zip: '20457',
  country: 'DE',
  phone: '+49 40 1234',
  noTaxReason: '',
  taxId: 'DE 123 456 789',
  supportEmail: 'billing@northwind.example',
  notes: 'Payable without deduction.\nThank you.',
}

test('the seller details are on the document, the payment page and in the mail of an invoice', async () => {
  const vendor = await buildVendor()
  const { call, ask } = await signedIn(vendor.id)
  const saved = { ...DETAILS, addressLine1: 'Hafenstraße 12' }
  expect(await call(setSeller, 'POST', PATH, DETAILS)).toMatchObject({ status: 200, body: saved })
  const by = { vendorId: vendor.id, action: 'seller.changed' }
  expect(await database().auditEvent.findFirst({ where: by })).toMatchObject({
    memberId: vendor.id,
    memberName: expect.stringContaining('@'),
  })
  expect(await call(getSeller, 'GET', PATH)).toMatchObject({ status: 200, body: saved })
  const customer = await buildCustomer(vendor.test, {
    name: 'Ada',
    addressLine1: '1 Main Street',
    city: 'London',
  })
  const invoice = await buildInvoice(vendor.test, { customer })

  const pdf = await ask(invoicePdf, `/api/dashboard/invoices/${invoice.id}/invoice.pdf?lang=en`)
  const [page] = await pagesOf(new Uint8Array(await pdf.arrayBuffer()))
  const parts = [DETAILS.legalName, '20457 Hamburg', DETAILS.taxId, DETAILS.supportEmail, 'Thank you.']
  for (const part of [...parts, '1 Main Street']) expect(page).toContain(part)

  expect(await readPaymentPage(paymentToken(vendor.test.id, invoice.payToken))).toMatchObject({
    seller: {
      name: DETAILS.legalName,
      address: ['Hafenstraße 12', '20457 Hamburg', 'Germany'],
      taxId: DETAILS.taxId,
      supportEmail: DETAILS.supportEmail,
      notes: ['Payable without deduction.', 'Thank you.'],
    },
    vendor: { email: DETAILS.supportEmail },
    billedTo: { name: 'Ada', address: ['1 Main Street', 'London'] },
  })

  const [mail] = await mailsOf(vendor.test.id, 'invoice')
  expect(mail?.replyTo).toBe(DETAILS.supportEmail)
  expect(mail?.text).toContain(
    'Northwind Trading GmbH · Hafenstraße 12 · 20457 Hamburg · Germany\nTax ID: DE 123 456 789',
  )
})

test('without details the seller is the business name, and mail is answered to the vendor', async () => {
  const vendor = await buildVendor({ name: 'Corner Bakery' })
  const invoice = await buildInvoice(vendor.test)
  const { email } = await database().vendor.findUniqueOrThrow({ where: { id: vendor.id } })
  expect((await mailsOf(vendor.test.id, 'invoice'))[0]).toMatchObject({ replyTo: email })
  expect(await readPaymentPage(paymentToken(vendor.test.id, invoice.payToken))).toMatchObject({
    vendor: { email },
    seller: {
      name: 'Corner Bakery',
      businessName: 'Corner Bakery',
      address: [],
      taxId: null,
      noTaxReason: null,
      supportEmail: null,
      notes: [],
    },
  })
})

test('an invoice keeps the seller it was issued by, in documents, on the payment page and in later mail', async () => {
  const vendor = await buildVendor({ name: 'Northwind' })
  const { call, ask } = await signedIn(vendor.id)
  await call(setSeller, 'POST', PATH, DETAILS)
  const invoice = await buildInvoice(vendor.test)
  const ids = { accountId: vendor.test.id, invoiceId: invoice.id }
  const pageOf = () => readPaymentPage(paymentToken(vendor.test.id, invoice.payToken))
  const pdfText = async () => {
    const pdf = await ask(invoicePdf, `/api/dashboard/invoices/${invoice.id}/invoice.pdf?lang=en`)
    return (await pagesOf(new Uint8Array(await pdf.arrayBuffer()))).join()
  }

  const moved = {
    ...DETAILS,
    legalName: 'Südwind AG',
    addressLine1: 'Weg 1',
    taxId: 'CHE-1',
    supportEmail: 'help@suedwind.example',
  }
  await call(setSeller, 'POST', PATH, { ...moved, notes: 'New terms.' })
  await database().vendor.update({ where: { id: vendor.id }, data: { name: 'Südwind' } })
  await inOrmTransaction((tx) => recordTestPayment(tx, ids, paymentProviderFor('test')))

  const issued = [DETAILS.legalName, '20457 Hamburg', DETAILS.taxId, DETAILS.supportEmail, 'Thank you.']
  for (const part of issued) expect(await pdfText()).toContain(part)
  expect(await pdfText()).not.toMatch(/Südwind|New terms/)
  // Questions of today are answered today.
  expect(await pageOf()).toMatchObject({
    seller: { name: DETAILS.legalName, businessName: 'Northwind' },
    vendor: { email: moved.supportEmail },
  })
  expect((await mailsOf(vendor.test.id, 'receipt'))[0]?.text).toContain(
    'Northwind Trading GmbH · Hafenstraße 12',
  )
})

test('invalid details are refused', async () => {
  const { call } = await signedIn((await buildVendor()).id)
  for (const wrong of [
    { supportEmail: 'nobody' },
    { taxId: 'x'.repeat(65) },
    { addressLine1: 'Hafenstraße 12\nHamburg' },
    { country: 'Germany' },
    { notes: 'x'.repeat(2001) },
  ]) {
    expect(await call(setSeller, 'POST', PATH, { ...DETAILS, ...wrong })).toMatchObject({ status: 400 })
  }
})
