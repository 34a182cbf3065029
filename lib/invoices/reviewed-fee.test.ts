import { beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { findAccount } from '@/lib/vendors/account'
import { buildVendor } from '@/prisma/seed/builders'
import { previewInvoiceDraft, saveInvoiceDraft, sendInvoiceDraft } from './draft-dashboard'
import { setFeePayer } from './invoice-dashboard'
import { type FormFee, type InvoiceFields, NEW_INVOICE, NEW_ITEM } from './invoice-fields'
import { readInvoiceTerms } from './invoice-terms'

const PATH = '/api/dashboard/invoice-drafts'

/** 100.00, with a fee of 3.20 in US dollars. */
const FIELDS: InvoiceFields = {
  ...NEW_INVOICE,
  customer: { id: null, email: 'ada@example.com', name: 'ada@example.com' },
  items: [{ ...NEW_ITEM, title: 'Design', price: '100' }],
}

let vendor: Awaited<ReturnType<typeof buildVendor>>
let browser: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  vendor = await buildVendor()
  browser = await signedIn(vendor.id)
})

/** The fee as a page would show it now. */
async function feeOnPage(): Promise<FormFee> {
  return (await readInvoiceTerms(await findAccount(database(), vendor.id, 'test'), undefined)).fee
}

const send = (id: string, fee: FormFee | undefined, fields = FIELDS) =>
  browser.call(sendInvoiceDraft, 'POST', `${PATH}/${id}/send`, { version: 0, fields, fee })
const setPayer = (payer: 'customer' | 'vendor') =>
  browser.call(setFeePayer, 'POST', '/api/dashboard/settings/fee-payer', { payer })
const change = (data: { paysFee?: boolean; feePpm?: number; feeFixedMinor?: bigint }) =>
  database().vendor.update({ where: { id: vendor.id }, data })
const invoices = () => database().invoice.findMany({ where: { accountId: vendor.test.id } })

describe('an invoice that was reviewed', () => {
  test.each([
    ['the vendor pays the fee by now', { paysFee: true }, { feeAmountMinor: 0n, vendorFeeMinor: 320n }],
    ['the operator has raised the fee', { feePpm: 39_000 }, { feeAmountMinor: 420n, vendorFeeMinor: 0n }],
    ['its fixed part is gone', { feeFixedMinor: 0n }, { feeAmountMinor: 290n, vendorFeeMinor: 0n }],
  ])('is not sent where %s, and can be once the new fee was seen', async (_what, terms, amounts) => {
    const [id, reviewed] = [newId(), await feeOnPage()]
    await change(terms)
    const refused = await send(id, reviewed)
    expect(refused).toMatchObject({
      status: 409,
      body: { error: 'The fee has changed. Review the invoice again', code: 'invoice_fee_changed' },
    })
    expect(await invoices()).toEqual([])
    expect((await send(id, await feeOnPage())).status).toBe(201)
    expect(await invoices()).toMatchObject([{ baseAmountMinor: 10_000n, ...amounts }])
  })

  test('is not sent where the operator has raised the fee that the vendor pays', async () => {
    await change({ paysFee: true })
    const reviewed = await feeOnPage()
    await change({ feePpm: 39_000 })
    expect((await send(newId(), reviewed)).status).toBe(409)
    expect(await invoices()).toEqual([])
  })

  test('is sent where what has changed leaves its fee as it was', async () => {
    const reviewed = await feeOnPage()
    await change({ feeFixedMinor: 100n })
    expect((await send(newId(), reviewed, { ...FIELDS, currency: 'EUR' })).status).toBe(201)
    expect(await invoices()).toMatchObject([{ feeAmountMinor: 290n }])
  })

  test('answers with its invoice when it is sent again after a lost answer, whatever has changed since', async () => {
    const [id, reviewed] = [newId(), await feeOnPage()]
    const first = await send(id, reviewed)
    await change({ paysFee: true })
    expect(await send(id, reviewed)).toMatchObject({ status: 201, body: first.body })
    expect(await invoices()).toHaveLength(1)
  })

  test('has the fee that was reviewed or is refused, while somebody else changes the setting', async () => {
    const reviewed = await feeOnPage()
    for (const payer of ['vendor', 'customer', 'vendor', 'customer'] as const) {
      const [sent] = await Promise.all([send(newId(), reviewed), setPayer(payer)])
      expect([201, 409]).toContain(sent.status)
    }
    for (const invoice of await invoices()) {
      expect(invoice).toMatchObject({ feeAmountMinor: 320n, vendorFeeMinor: 0n })
    }
  })

  test('that nobody has reviewed has the fee of the moment', async () => {
    await change({ paysFee: true })
    expect((await send(newId(), undefined)).status).toBe(201)
    expect(await invoices()).toMatchObject([{ feeAmountMinor: 0n, vendorFeeMinor: 320n }])
  })
})

test.each([
  ['the customer', false, '103.20', '100.00'],
  ['the vendor', true, '100.00', '96.80'],
])(
  'the preview says what customer and vendor get where %s pays the fee',
  async (_who, paysFee, total, income) => {
    await change({ paysFee })
    const id = newId()
    await browser.call(saveInvoiceDraft, 'POST', `${PATH}/${id}`, { version: 0, fields: FIELDS })
    expect(await browser.call(previewInvoiceDraft, 'GET', `${PATH}/${id}/preview`)).toMatchObject({
      body: { total: { amount: total }, income: { amount: income } },
    })
  },
)
