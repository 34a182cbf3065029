import { beforeAll, describe, expect, test } from 'vitest'
import { changeCustomer } from '@/lib/customers/customer'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { ask } from '@/lib/http/ask.fixture'
import { paymentToken } from '@/lib/http/links'
import type { Operation } from '@/lib/http/operation'
import { newId } from '@/lib/ids'
import { paymentInvoicePdf, paymentReceiptPdf } from '@/lib/payments/api'
import { invoicePdf, receiptPdf } from '@/lib/payments/invoice-dashboard'
import { readPaymentPage } from '@/lib/payments/payment-page'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildCustomer, buildInvoice, buildVendor } from '@/prisma/seed/builders'

const DOCUMENTS = ['invoice', 'receipt'] as const
const NUMBERS = { invoice: 'INV-0002', receipt: 'INV-0002-R1' }
const BUYER = { invoice: paymentInvoicePdf, receipt: paymentReceiptPdf }
const VENDOR = { invoice: invoicePdf, receipt: receiptPdf }
const ENGLISH = { 'accept-language': 'en' }

type SignedIn = Awaited<ReturnType<typeof signedIn>>

let vendor: SignedIn
let other: SignedIn
let unpaid: { id: string; token: string }
let paid: { id: string; token: string }

async function invoiceOf({ test }: Awaited<ReturnType<typeof buildVendor>>) {
  const invoice = await buildInvoice(test, { amountMinor: 10_000n })
  return { id: invoice.id, token: paymentToken(test.id, invoice.payToken) }
}

function requestPdf(
  operation: Operation,
  path: string,
  init: RequestInit = { headers: ENGLISH },
): Promise<Response> {
  return ask(operation, new Request(new URL(path, 'http://localhost:3000'), init))
}

async function textOf(response: Response): Promise<string> {
  return (await pagesOf(new Uint8Array(await response.arrayBuffer()))).join('\n')
}

beforeAll(async () => {
  const owner = await buildVendor()
  vendor = await signedIn(owner.id)
  other = await signedIn((await buildVendor()).id)
  unpaid = await invoiceOf(owner)
  paid = await invoiceOf(owner)
  const ids = { accountId: owner.test.id, invoiceId: paid.id }
  await inOrmTransaction((tx) => recordTestPayment(tx, ids, paymentProviderFor('test')))
})

describe("a buyer's documents", () => {
  test('are PDFs that the browser shows inline under a name, and never caches', async () => {
    for (const kind of DOCUMENTS) {
      const { status, headers } = await requestPdf(BUYER[kind], `/api/pay/${paid.token}/${kind}.pdf`)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/pdf')
      expect(headers.get('content-disposition')).toBe(`inline; filename="${kind}-${NUMBERS[kind]}.pdf"`)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('match the records, and are marked as a test', async () => {
    const invoice = await textOf(await requestPdf(paymentInvoicePdf, `/api/pay/${unpaid.token}/invoice.pdf`))
    for (const part of ['$100.00', '$3.20', '$103.20', 'TEST']) expect(invoice).toContain(part)
    // A token of wide letters takes a second line.
    expect(invoice.replaceAll('\n', '')).toContain(`/pay/${unpaid.token}`)
    const receipt = await textOf(await requestPdf(paymentReceiptPdf, `/api/pay/${paid.token}/receipt.pdf`))
    for (const part of ['Receipt', '$103.20 paid on', 'Card', 'INV-0002-R1', 'TEST'])
      expect(receipt).toContain(part)
  })

  test('state taxes, discount, billing address and notes as the invoice has them', async () => {
    const owner = await buildVendor()
    const invoice = await buildInvoice(owner.test, {
      items: [
        {
          title: 'Design',
          quantityMicros: 1_000_000n,
          unitPriceMinor: 10_000n,
          tax: { name: 'VAT', ratePpm: 190_000, isInclusive: false },
        },
      ],
      discount: { ppm: 100_000 },
      billingAddress: 'Accounts\n2 Side Street',
      notes: 'Order 7.',
    })
    const token = paymentToken(owner.test.id, invoice.payToken)
    const text = await textOf(await requestPdf(paymentInvoicePdf, `/api/pay/${token}/invoice.pdf?lang=en`))
    const sums = ['Discount 10%\n-$10.00', 'VAT 19%\n$17.10', '2 Side Street', 'Order 7.']
    for (const part of sums) expect(text).toContain(part)
  })

  test('keep the name and address that the customer had when the invoice was issued', async () => {
    const { test } = await buildVendor()
    const address = { addressLine1: '1 Main Street', city: 'London', country: 'GB' }
    const customer = await buildCustomer(test, { name: 'Ada Lovelace', ...address })
    const invoice = await buildInvoice(test, { customer })
    const token = paymentToken(test.id, invoice.payToken)
    const textNow = async () =>
      textOf(await requestPdf(paymentInvoicePdf, `/api/pay/${token}/invoice.pdf?lang=en`))
    const pageNow = async () => (await readPaymentPage(token, { locale: 'de' }))?.billedTo

    const moved = {
      name: 'Countess of Lovelace',
      addressLine1: '2 Side Street',
      city: 'Paris',
      country: 'FR',
      taxId: 'FR12345678901',
      taxTreatment: 'reverse_charge' as const,
    }
    await inOrmTransaction((tx) => changeCustomer(tx, test.id, customer.id, moved))
    for (const part of ['Ada Lovelace', '1 Main Street', 'London', 'United Kingdom']) {
      expect(await textNow()).toContain(part)
    }
    expect(await textNow()).not.toMatch(/Countess|2 Side Street|Paris|France|FR12345678901/)
    expect(await pageNow()).toEqual({
      name: 'Ada Lovelace',
      address: ['1 Main Street', 'London', 'Vereinigtes Königreich'],
      taxId: null,
      taxTreatment: 'taxed',
      taxExemptionReason: null,
    })
  })

  test("are in the page's language, unless the URL names another", async () => {
    const path = `/api/pay/${unpaid.token}/invoice.pdf`
    const german = { headers: { 'accept-language': 'de-AT,de;q=0.9' } }
    expect(await textOf(await requestPdf(paymentInvoicePdf, path, german))).toContain('Rechnungsnummer')
    expect(await textOf(await requestPdf(paymentInvoicePdf, `${path}?lang=fr`, german))).toContain(
      'Numéro de facture',
    )
    expect(await textOf(await requestPdf(paymentInvoicePdf, `${path}?lang=xx`, german))).toContain(
      'Rechnungsnummer',
    )
  })

  test('include no receipt before the invoice is paid', async () => {
    const response = await requestPdf(paymentReceiptPdf, `/api/pay/${unpaid.token}/receipt.pdf`)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ error: 'Not found' })
  })

  test('do not exist behind an unknown link', async () => {
    for (const kind of DOCUMENTS) {
      for (const token of [paid.token.replace(/.$/, '!'), paid.token.slice(0, -4).padEnd(44, '0'), 'x']) {
        expect((await requestPdf(BUYER[kind], `/api/pay/${token}/${kind}.pdf`)).status).toBe(404)
      }
    }
  })
})

describe("a vendor's documents", () => {
  test('equal the buyer’s', async () => {
    for (const kind of DOCUMENTS) {
      const path = `/api/dashboard/invoices/${paid.id}/${kind}.pdf?mode=test&lang=en`
      const ours = await vendor.ask(VENDOR[kind], path)
      const theirs = await requestPdf(BUYER[kind], `/api/pay/${paid.token}/${kind}.pdf?lang=en`)
      expect(Buffer.from(await ours.arrayBuffer()).equals(Buffer.from(await theirs.arrayBuffer()))).toBe(true)
    }
  })

  test('are in the language of mail to the customer, unless the URL names another', async () => {
    const path = `/api/dashboard/invoices/${unpaid.id}/invoice.pdf`
    await database().customer.updateMany({
      where: { invoices: { some: { id: unpaid.id } } },
      data: { locale: 'de' },
    })
    expect(await textOf(await vendor.ask(invoicePdf, path))).toContain('Rechnungsnummer')
    expect(await textOf(await vendor.ask(invoicePdf, `${path}?lang=en`))).toContain('Invoice number')
  })

  test('look missing to another vendor, in the other mode and under another id', async () => {
    for (const kind of DOCUMENTS) {
      const path = `/api/dashboard/invoices/${paid.id}/${kind}.pdf`
      const nobodys = `/api/dashboard/invoices/${newId()}/${kind}.pdf`
      const replies = [
        await other.ask(VENDOR[kind], path),
        await vendor.ask(VENDOR[kind], `${path}?mode=live`),
        await vendor.ask(VENDOR[kind], nobodys),
      ]
      for (const reply of replies) {
        expect(reply.status).toBe(404)
        expect(await reply.json()).toEqual({ error: 'Invoice not found' })
      }
    }
  })

  test('require a session', async () => {
    const response = await requestPdf(invoicePdf, `/api/dashboard/invoices/${paid.id}/invoice.pdf?mode=test`)
    expect(response.status).toBe(401)
  })

  test('include no receipt before the invoice is paid', async () => {
    const response = await vendor.ask(receiptPdf, `/api/dashboard/invoices/${unpaid.id}/receipt.pdf`)
    expect(response.status).toBe(404)
  })
})
