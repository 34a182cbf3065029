import { beforeEach, expect, test } from 'vitest'
import { presentCustomer } from '@/lib/customers/answer'
import { findCustomer } from '@/lib/customers/customer'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { invoiceSnapshot } from '@/lib/invoices/answer'
import { changeInvoiceStatus } from '@/lib/invoices/change-invoice-status'
import { findInvoice } from '@/lib/invoices/invoice'
import { readInvoiceJson } from '@/lib/invoices/snapshot-json'
import { toJson } from '@/lib/json'
import { paidInvoice } from '@/lib/ledger/live-money.fixture'
import { disputeReport, refundReport, report } from '@/lib/payments/provider-report.fixture'
import { presentPayout } from '@/lib/payouts/answer'
import { intend, payableCustomer, refused, transfer } from '@/lib/payouts/payable-customer.fixture'
import { readPayoutRecord } from '@/lib/payouts/payout'
import { recordTransferOutcome } from '@/lib/payouts/settle-payout'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'

let vendor: Awaited<ReturnType<typeof buildVendor>>
beforeEach(async () => {
  vendor = await buildVendor()
})

/** Type and data of what happened to the object, first to last. */
async function eventsAbout(subjectId: string): Promise<[string, string][]> {
  const events = await database().event.findMany({ where: { subjectId }, orderBy: { position: 'asc' } })
  return events.map(({ type, data }) => [type, data])
}

test('a new invoice by email records its customer and itself, as the API shows them', async () => {
  const { id, customerId, accountId } = await buildInvoice(vendor.test)
  const customer = await findCustomer(database(), accountId, customerId)
  expect(await eventsAbout(customerId)).toEqual([['customer.created', toJson(presentCustomer(customer))]])
  const answer = toJson(await readInvoiceJson(database(), accountId, id))
  expect(await eventsAbout(id)).toEqual([['invoice.created', answer]])
})

test('each change of an invoice records one event with the invoice as it then is', async () => {
  const { id: invoiceId, accountId } = await buildInvoice(vendor.test)
  const states: string[] = []
  for (const to of ['FAILED', 'UNPAID', 'VOIDED'] as const) {
    await inOrmTransaction(async (tx) => {
      await changeInvoiceStatus(tx, { accountId, invoiceId }, { to })
      states.push(toJson(invoiceSnapshot(await findInvoice(tx, accountId, invoiceId))))
    })
  }
  // A second time it is no change.
  await inOrmTransaction((tx) => changeInvoiceStatus(tx, { accountId, invoiceId }, { to: 'VOIDED' }))
  expect((await eventsAbout(invoiceId)).slice(1)).toEqual([
    ['invoice.failed', states[0]],
    ['invoice.unpaid', states[1]],
    ['invoice.voided', states[2]],
  ])
})

test('a payout records that it was created, paid and returned, each once however often it is heard', async () => {
  const payable = await payableCustomer(1000n)
  const { id: accountId } = payable.account
  const id = await intend(payable, 400n)
  const answer = async () => toJson(presentPayout(await readPayoutRecord(database(), accountId, id)))
  const states = [await answer()]
  for (const outcome of [
    transfer('delivered'),
    transfer('delivered'),
    transfer('returned'),
    transfer('returned'),
  ]) {
    await inOrmTransaction((tx) => recordTransferOutcome(tx, { accountId, id }, outcome))
    states.push(await answer())
  }
  expect(await eventsAbout(id)).toEqual([
    ['payout.created', states[0]],
    ['payout.paid', states[1]],
    ['payout.returned', states[3]],
  ])
})

test('a payout that was delivered and returned between two looks records both', async () => {
  const payable = await payableCustomer(1000n)
  const id = await intend(payable, 400n)
  await inOrmTransaction((tx) =>
    recordTransferOutcome(tx, { accountId: payable.account.id, id }, transfer('returned')),
  )
  const statuses = (await eventsAbout(id)).map(([type, data]) => [type, JSON.parse(data).status])
  expect(statuses).toEqual([
    ['payout.created', 'PROCESSING'],
    ['payout.paid', 'PAID'],
    ['payout.returned', 'RETURNED'],
  ])
})

test('a payout that the provider refuses records its failure, and one that is not covered nothing', async () => {
  const payable = await payableCustomer(1000n)
  const { id: accountId } = payable.account
  const id = await intend(payable, 400n)
  await inOrmTransaction((tx) => recordTransferOutcome(tx, { accountId, id }, refused))
  expect((await eventsAbout(id)).map(([type, data]) => [type, JSON.parse(data).status])).toEqual([
    ['payout.created', 'PROCESSING'],
    ['payout.failed', 'FAILED'],
  ])
  await expect(intend(payable, 2000n)).rejects.toThrow('insufficient_balance')
  expect(await database().event.count({ where: { accountId, type: 'payout.created' } })).toBe(1)
})

test('refunds and disputes record their steps, and the payment that they belong to', async () => {
  const paid = await paidInvoice(vendor.live)
  const { accountId, invoiceId } = paid
  expect((await eventsAbout(invoiceId)).map(([type]) => type)).toEqual(['invoice.created', 'invoice.paid'])
  const part = { amountMinor: 1000n }
  for (const status of ['PENDING', 'SUCCEEDED', 'SUCCEEDED', 'FAILED'] as const) {
    await report(paid, refundReport(status, part))
  }
  for (const status of ['OPEN', 'OPEN', 'LOST', 'WON'] as const)
    await report(paid, disputeReport(status, part))
  const rows = [
    await database().refund.findFirstOrThrow({ where: { accountId } }),
    await database().dispute.findFirstOrThrow({ where: { accountId } }),
  ]
  const heard = await Promise.all(rows.map(({ id }) => eventsAbout(id)))
  const common = { invoice_id: invoiceId, amount: 10, currency: 'USD', created_at: expect.any(String) }
  const noReason = { code: null, message: 'The provider gave no reason' }
  const answer = { evidence_due_at: null, provider_url: null }
  expect(heard.map((events) => events.map(([type, data]) => [type, JSON.parse(data)]))).toEqual([
    [
      [
        'refund.succeeded',
        { id: rows[0]?.id, ...common, status: 'SUCCEEDED', failure_reason: null, failure: null },
      ],
      [
        'refund.failed',
        { id: rows[0]?.id, ...common, status: 'FAILED', failure_reason: null, failure: noReason },
      ],
    ],
    [
      ['dispute.opened', { id: rows[1]?.id, ...common, ...answer, status: 'OPEN', reason: null }],
      ['dispute.closed', { id: rows[1]?.id, ...common, ...answer, status: 'LOST', reason: null }],
      ['dispute.closed', { id: rows[1]?.id, ...common, ...answer, status: 'WON', reason: null }],
    ],
  ])
})
