import { expect, test } from 'vitest'
import { connectionPool, database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { pagesOf } from '@/lib/documents/pdf-text.fixture'
import { ask } from '@/lib/http/ask.fixture'
import { paymentToken } from '@/lib/http/links'
import { formatDayIn } from '@/lib/i18n/locale-format'
import { newId } from '@/lib/ids'
import { paidInvoice } from '@/lib/ledger/live-money.fixture'
import { mailsOf, onlyMail } from '@/lib/mail/mail.fixture'
import type { ReportedRefund } from '@/lib/providers/payment-provider'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { dayIn, UTC } from '@/lib/time/zone'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { paymentCreditNotePdf } from './api'
import { findCreditNotes } from './credit-notes'
import { creditNotesIn } from './credited'
import { creditNotePdf } from './invoice-dashboard'
import { readPaymentPage } from './payment-page'
import { refundReport, report } from './provider-report.fixture'
import { readInvoice } from './queries'
import { makeRefund, requestRefund } from './refund-invoice'
import { recordTestPayment } from './settle-payment'

const COMMIT = { claim: null, requestId: newId() }

async function paid() {
  const vendor = await buildVendor({ name: 'Corner Bakery' })
  const invoice = await buildInvoice(vendor.test)
  const ids = { accountId: vendor.test.id, invoiceId: invoice.id }
  await inOrmTransaction((tx) => recordTestPayment(tx, ids, paymentProviderFor('test')))
  return { vendor, invoice, token: paymentToken(vendor.test.id, invoice.payToken) }
}

const buyerAsks = (token: string, refund: string) =>
  ask(
    paymentCreditNotePdf,
    new Request(`http://localhost:3000/api/pay/${token}/refunds/${refund}/credit-note.pdf?lang=en`),
  )

const textOf = async (response: Response) =>
  (await pagesOf(new Uint8Array(await response.arrayBuffer()))).join('\n')

test('each refund has a credit note of the next number, for vendor and buyer alike, and one mail', async () => {
  const { vendor, invoice, token } = await paid()
  const { ask: vendorAsks } = await signedIn(vendor.id)
  const refund = (amountMinor: bigint, note: string | null) =>
    makeRefund(vendor.test.id, { invoiceId: invoice.id, amountMinor, note }, COMMIT)
  const first = await refund(2_000n, 'Delivered late')
  const mail = await onlyMail(vendor.test.id, 'refund')
  const second = await refund(8_000n, null)

  const numbers = ['INV-0001-CN1', 'INV-0001-CN2']
  expect((await readInvoice(vendor.id, invoice.id))?.creditNotes).toEqual([
    { refund: first.id, number: numbers[0] },
    { refund: second.id, number: numbers[1] },
  ])
  expect(await readPaymentPage(token)).toMatchObject({
    status: 'paid',
    refund: {
      amount: { amount: '100.00', currency: 'USD' },
      isFull: true,
      creditNotes: [
        { id: first.id, number: numbers[0] },
        { id: second.id, number: numbers[1] },
      ],
    },
  })

  const answer = await buyerAsks(token, second.id)
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="credit-note-INV-0001-CN2.pdf"')
  const path = `/api/dashboard/invoices/${invoice.id}/refunds/${second.id}/credit-note.pdf?lang=en`
  const [theirs, ours] = [await textOf(answer), await textOf(await vendorAsks(creditNotePdf, path))]
  expect(ours).toBe(theirs)
  const issuedOn = formatDayIn('en', dayIn(UTC, invoice.createdAt))
  expect(theirs).toContain(`Invoice date\n${issuedOn}`)
  for (const part of ['INV-0001-CN2', '$80.00 refunded on', 'Refunded before\n$20.00', '$3.20']) {
    expect(theirs).toContain(part)
  }
  expect(await textOf(await buyerAsks(token, first.id))).toContain('Reason: Delivered late')

  expect(mail.subject).toBe('[Test] Refund of $20.00 from Corner Bakery for invoice INV-0001')
  expect(mail.text).toContain('Corner Bakery has refunded $20.00 for invoice INV-0001.')
  expect(mail.text).toContain(`/api/pay/${token}/refunds/${first.id}/credit-note.pdf?lang=en`)
  for (const row of ['Reason: Delivered late', 'Credit note: INV-0001-CN1']) expect(mail.text).toContain(row)
  expect((await mailsOf(vendor.test.id, 'refund')).map(({ text }) => text.includes('Reason'))).toEqual([
    true,
    false,
  ])
})

test('a credit note says what it takes off each line, with the tax by rate', async () => {
  const { test: account } = await buildVendor()
  const item = (title: string, unitPriceMinor: bigint, ratePpm: number) => ({
    title,
    quantityMicros: 1_000_000n,
    unitPriceMinor,
    tax: { name: 'VAT', ratePpm, isInclusive: false },
  })
  const invoice = await buildInvoice(account, {
    items: [item('Design', 10_000n, 190_000), item('Books', 5_000n, 70_000)],
    discount: { ppm: 100_000 },
  })
  await inOrmTransaction((tx) =>
    recordTestPayment(tx, { accountId: account.id, invoiceId: invoice.id }, paymentProviderFor('test')),
  )
  const token = paymentToken(account.id, invoice.payToken)
  const noteOf = async (amountMinor: bigint) => {
    const refund = await makeRefund(account.id, { invoiceId: invoice.id, amountMinor, note: null }, COMMIT)
    return textOf(await buyerAsks(token, refund.id))
  }
  // 90.00 + 17.10 and 45.00 + 3.15 are 155.25.
  const [half, rest] = [await noteOf(7_763n), await noteOf(7_762n)]
  for (const part of ['Design\nVAT 19%\n$45.00', 'Books\nVAT 7%\n$22.50', 'Subtotal\n$67.50']) {
    expect(half).toContain(part)
  }
  for (const part of ['VAT 19%\n$8.55', 'VAT 7%\n$1.58', 'This refund\n$77.63']) expect(half).toContain(part)
  for (const part of ['Subtotal\n$67.50', 'VAT 19%\n$8.55', 'VAT 7%\n$1.57', 'This refund\n$77.62']) {
    expect(rest).toContain(part)
  }
})

/** An invoice of 119.00 for design and 53.50 for books, taxes included, that is paid. */
async function paidItems() {
  const { test: account } = await buildVendor()
  const item = (title: string, quantityMicros: bigint, unitPriceMinor: bigint, ratePpm: number) => ({
    title,
    quantityMicros,
    unitPriceMinor,
    tax: { name: 'VAT', ratePpm, isInclusive: false },
  })
  const invoice = await buildInvoice(account, {
    items: [item('Design', 5_000_000n, 2_000n, 190_000), item('Books', 1_000_000n, 5_000n, 70_000)],
  })
  const ids = { accountId: account.id, invoiceId: invoice.id }
  await inOrmTransaction((tx) => recordTestPayment(tx, ids, paymentProviderFor('test')))
  return { ids, token: paymentToken(account.id, invoice.payToken) }
}

const refundOf = (
  { accountId, invoiceId }: { accountId: string; invoiceId: string },
  items: { item: number; amountMinor: bigint }[],
) => {
  const amountMinor = items.reduce((sum, item) => sum + item.amountMinor, 0n)
  return makeRefund(accountId, { invoiceId, amountMinor, items }, COMMIT)
}

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'none',
    (error: { code?: string }) => error.code,
  )

test('a credit note of chosen items has those alone, with their tax', async () => {
  const { ids, token } = await paidItems()
  const text = await textOf(
    await buyerAsks(token, (await refundOf(ids, [{ item: 2, amountMinor: 2_675n }])).id),
  )
  for (const part of ['Books\nVAT 7%\n$25.00', 'Subtotal\n$25.00', 'VAT 7%\n$1.75', 'This refund\n$26.75']) {
    expect(text).toContain(part)
  }
  expect(text).not.toContain('Design')
  // What is left of the books, then all of the rest: each line and each tax is taken exactly.
  await refundOf(ids, [{ item: 2, amountMinor: 2_675n }])
  const { id } = await makeRefund(ids.accountId, { invoiceId: ids.invoiceId, amountMinor: null }, COMMIT)
  const rest = await textOf(await buyerAsks(token, id))
  expect(rest).toContain('Design\nVAT 19%\n$100.00')
  expect(rest).not.toContain('Books')
})

test('the month counts the tax of the chosen items alone', async () => {
  const { ids } = await paidItems()
  await refundOf(ids, [{ item: 2, amountMinor: 1_070n }])
  const period = { accountId: ids.accountId, from: new Date(0), to: new Date('2100-01-01') }
  for await (const page of creditNotesIn(connectionPool(), 'issued', period)) {
    expect(page.map(({ parts, feeMinor }) => ({ parts, feeMinor }))).toEqual([
      {
        parts: [{ taxName: 'VAT', ratePpm: 70_000, treatment: 'taxed', netMinor: 1_000n, taxMinor: 70n }],
        feeMinor: 0n,
      },
    ])
  }
  expect.assertions(1)
})

test('items are checked against what other refunds have left of them, pending ones included', async () => {
  const { ids } = await paidItems()
  expect(await codeOf(refundOf(ids, [{ item: 3, amountMinor: 1n }]))).toBe('credited_item_not_found')
  expect(await codeOf(refundOf(ids, [{ item: 1, amountMinor: 11_901n }]))).toBe('credited_item_too_large')
  const request = {
    invoiceId: ids.invoiceId,
    amountMinor: 11_900n,
    items: [{ item: 1, amountMinor: 11_900n }],
  }
  await inOrmTransaction((tx) => requestRefund(tx, ids.accountId, request, { leaseMs: 1000 }))
  expect(await codeOf(refundOf(ids, [{ item: 1, amountMinor: 1n }]))).toBe('credited_item_too_large')
  expect(await codeOf(refundOf(ids, [{ item: 2, amountMinor: 5_350n }]))).toBe('none')
  expect(await codeOf(refundOf(ids, [{ item: 2, amountMinor: 1n }]))).toBe('credited_item_too_large')
})

test('of two refunds of the same item at once, one is made', async () => {
  const { ids } = await paidItems()
  const once = () => codeOf(refundOf(ids, [{ item: 1, amountMinor: 7_000n }]))
  expect((await Promise.all([once(), once()])).sort()).toEqual(['credited_item_too_large', 'none'])
  expect(await database().refund.count({ where: { accountId: ids.accountId } })).toBe(1)
})

test('a refund of items that fails later gives the items back, and leaves other credit notes as they were', async () => {
  const { ids } = await paidItems()
  const first = await refundOf(ids, [{ item: 1, amountMinor: 2_000n }])
  const second = await makeRefund(ids.accountId, { invoiceId: ids.invoiceId, amountMinor: 5_000n }, COMMIT)
  // In proportion to the 99.00 and 53.50 that were left by then.
  expect([second.lineGrossMinor, second.lineTaxMinor]).toEqual([
    [3_246n, 1_754n],
    [518n, 115n],
  ])
  const failure = { key: first.id, reference: 're_1', amountMinor: 2_000n }
  await report({ accountId: ids.accountId, paymentId: first.paymentId }, refundReport('FAILED', failure))
  const after = await database().refund.findMany({
    where: { accountId: ids.accountId },
    orderBy: { id: 'asc' },
  })
  expect(after.map(({ status, lineGrossMinor }) => [status, lineGrossMinor])).toEqual([
    ['FAILED', [2_000n, 0n]],
    ['SUCCEEDED', [3_246n, 1_754n]],
  ])
  expect(await codeOf(refundOf(ids, [{ item: 1, amountMinor: 8_655n }]))).toBe('credited_item_too_large')
  expect(await codeOf(refundOf(ids, [{ item: 1, amountMinor: 8_654n }]))).toBe('none')
})

test('a credit note is nobody else’s, and there is none before the refund is made', async () => {
  const [{ vendor, invoice, token }, other] = [await paid(), await paid()]
  const { id } = await makeRefund(vendor.test.id, { invoiceId: invoice.id, amountMinor: 100n }, COMMIT)
  const { ask: otherAsks } = await signedIn(other.vendor.id)
  const path = (invoiceId: string) => `/api/dashboard/invoices/${invoiceId}/refunds/${id}/credit-note.pdf`
  expect((await otherAsks(creditNotePdf, path(invoice.id))).status).toBe(404)
  expect((await otherAsks(creditNotePdf, path(other.invoice.id))).status).toBe(404)
  for (const unknown of [id, newId(), 'x']) {
    expect((await buyerAsks(other.token, unknown)).status).toBe(404)
  }
  expect((await buyerAsks(token, newId())).status).toBe(404)
})

test('a number is given once the provider has made the refund, and stays when the refund fails later', async () => {
  const { live } = await buildVendor()
  const ids = await paidInvoice(live)
  const { number, feeAmountMinor } = await database().invoice.findFirstOrThrow({
    where: { id: ids.invoiceId },
  })
  const invoice = { ...ids, id: ids.invoiceId, number, feeAmountMinor }
  const refund = (reference: string, status: ReportedRefund['status']) =>
    report(ids, refundReport(status, { reference, amountMinor: 1_000n }))
  const notes = async () =>
    (await inOrmTransaction((tx) => findCreditNotes(tx, invoice))).map((note) => [
      note.number,
      note.earlier.map(({ amountMinor }) => amountMinor),
      note.isVoid,
    ])
  await refund('re_a', 'PENDING')
  expect(await notes()).toEqual([])
  await refund('re_b', 'SUCCEEDED')
  await refund('re_a', 'SUCCEEDED')
  await refund('re_b', 'FAILED')
  await refund('re_c', 'SUCCEEDED')
  expect(await notes()).toEqual([
    ['INV-0001-CN1', [], true],
    ['INV-0001-CN2', [], false],
    ['INV-0001-CN3', [1_000n], false],
  ])
  expect(await mailsOf(ids.accountId, 'refund')).toHaveLength(3)
})

test('the database refuses another number for a credit note', async () => {
  const { vendor, invoice } = await paid()
  const { id } = await makeRefund(vendor.test.id, { invoiceId: invoice.id, amountMinor: 100n }, COMMIT)
  const where = { accountId_id: { accountId: vendor.test.id, id } }
  const change = database().refund.update({ where, data: { creditNoteNumber: 7 } })
  await expect(change).rejects.toThrow('number and time of a credit note are final')
})
