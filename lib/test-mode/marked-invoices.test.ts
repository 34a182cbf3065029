import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { newId } from '@/lib/ids'
import { invoiceList } from '@/lib/invoices/invoice-list'
import { INVOICE_STATUS_FILTER } from '@/lib/invoices/status'
import { type PayableInvoice, payableInvoice, payByCard } from '@/lib/payments/payable-invoice.fixture'
import { readInvoice } from '@/lib/payments/queries'
import { makeRefund } from '@/lib/payments/refund-invoice'
import { paymentProviderFor } from '@/lib/providers/registry'
import { vendorOfAccount } from '@/lib/vendors/account'
import { disputeAsBuyer } from './dispute-test-invoice'

type Act = (invoice: PayableInvoice) => Promise<unknown>

const refund =
  (amountMinor: bigint | null): Act =>
  ({ accountId, invoiceId }) =>
    makeRefund(accountId, { invoiceId, amountMinor }, { claim: null, requestId: newId() })

const dispute =
  (...outcomes: Parameters<typeof disputeAsBuyer>[2][]): Act =>
  async ({ accountId, invoiceId }) => {
    for (const outcome of outcomes) await disputeAsBuyer(accountId, invoiceId, outcome)
  }

/** The filters of the list that list something. */
async function filtersOf(accountId: string): Promise<string[]> {
  const filters: string[] = []
  for (const status of Object.keys(INVOICE_STATUS_FILTER)) {
    const { rows } = await invoiceList.read(accountId, new URLSearchParams({ status }))
    if (rows.length > 0) filters.push(status)
  }
  return filters
}

test.each<[string, Act[], string[]]>([
  ['a paid invoice', [], []],
  ['a partly refunded one', [refund(1000n)], ['partly_refunded']],
  ['one refunded in two parts', [refund(1000n), refund(null)], ['refunded']],
  ['a disputed one', [dispute('opened')], ['disputed']],
  ['one whose dispute was won', [dispute('opened', 'won')], []],
  ['one whose dispute was lost', [dispute('opened', 'lost')], ['dispute_lost']],
  [
    'one of which a dispute took what a refund had left',
    [refund(1000n), dispute('opened')],
    ['disputed', 'refunded'],
  ],
])('%s has its marks in the list, on its page, and is listed under them alone', async (_, acts, marks) => {
  const invoice = await payableInvoice(paymentProviderFor('test'))
  await payByCard(invoice)
  for (const act of acts) await act(invoice)
  const { accountId, invoiceId } = invoice
  const { rows } = await invoiceList.read(accountId, new URLSearchParams())
  expect(rows).toMatchObject([{ id: invoiceId, displayStatus: 'Paid', marks }])
  const refunded = marks.includes('partly_refunded') ? ['refunded'] : []
  expect(new Set(await filtersOf(accountId))).toEqual(new Set(['paid', ...marks, ...refunded]))
  const vendorId = await vendorOfAccount(database(), accountId)
  expect(await readInvoice(vendorId, invoiceId)).toMatchObject({ marks })
})
