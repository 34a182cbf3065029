import { expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { invoiceList } from '@/lib/invoices/invoice-list'
import { INVOICE_STATUS_FILTER } from '@/lib/invoices/status'
import { parseCsv } from '@/lib/lists/parse-csv'
import { formatMajor } from '@/lib/money/money'
import { issueCredit } from '@/lib/payments/credit-invoice'
import { recordOutsidePayment } from '@/lib/payments/outside-payment'
import { type PayableInvoice, payableInvoice, payByCard } from '@/lib/payments/payable-invoice.fixture'
import { readInvoice } from '@/lib/payments/queries'
import { makeRefund } from '@/lib/payments/refund-invoice'
import { paymentProviderFor } from '@/lib/providers/registry'
import { type Account, vendorOfAccount } from '@/lib/vendors/account'
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

const credit =
  (amountMinor: bigint | null): Act =>
  (invoice) =>
    inOrmTransaction((tx) =>
      issueCredit(tx, invoice, { amountMinor, items: null, note: null, mailsCustomer: false }),
    )

const receive: Act = (invoice) =>
  inOrmTransaction((tx) =>
    recordOutsidePayment(tx, invoice, {
      method: 'cash',
      amountMinor: 1_000n,
      receivedOn: new Date('2026-01-05'),
      reference: null,
      mailsReceipt: false,
    }),
  )

test.each<[string, Act[], { displayStatus: string; marks: string[]; filters: string[] }]>([
  [
    'an open invoice that was credited in part',
    [credit(1_000n)],
    { displayStatus: 'Open', marks: ['partly_credited'], filters: ['open', 'partly_credited', 'credited'] },
  ],
  [
    'one that a card paid after that',
    [credit(1_000n), payByCard],
    { displayStatus: 'Paid', marks: ['partly_credited'], filters: ['paid', 'partly_credited', 'credited'] },
  ],
  [
    'one of which the rest was credited after a recorded payment',
    [receive, credit(null)],
    { displayStatus: 'Paid', marks: ['partly_credited'], filters: ['paid', 'partly_credited', 'credited'] },
  ],
  [
    'one that was credited in full',
    [credit(1_000n), credit(null)],
    { displayStatus: 'Credited', marks: [], filters: ['credited', 'voided'] },
  ],
])(
  '%s says so in the list, on its page and in the export, and its filters find it',
  async (_, acts, what) => {
    const invoice = await payableInvoice(paymentProviderFor('test'))
    for (const act of acts) await act(invoice)
    const { account, accountId, invoiceId } = invoice
    const { filters, ...row } = what
    const { rows } = await invoiceList.read(accountId, new URLSearchParams())
    expect(rows).toMatchObject([{ id: invoiceId, ...row }])
    expect(await readInvoice(account.vendorId, invoiceId)).toMatchObject(row)
    expect(new Set(await filtersOf(accountId))).toEqual(new Set(filters))
    const [head, cells] = await exportOf(account)
    const cell = (title: string) => cells?.[head?.indexOf(title) ?? -1]
    const { creditedMinor } = await database().invoice.findFirstOrThrow({ where: { accountId } })
    expect([cell('Refunded'), cell('Credited')]).toEqual(['0.00', formatMajor(creditedMinor, 'USD')])
    if (what.displayStatus === 'Credited') expect(cell('Status')).toBe('Credited')
  },
)

async function exportOf(account: Account): Promise<string[][]> {
  const { content } = await invoiceList.export(account, new URLSearchParams())
  return (parseCsv((await content.toArray()).join('')) ?? []).map(({ cells }) => cells)
}
