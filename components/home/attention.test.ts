import { afterEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { readHome } from '@/lib/home/queries'
import { newId } from '@/lib/ids'
import { sweepOverdue } from '@/lib/invoices/change-invoice-status'
import { invoiceList } from '@/lib/invoices/invoice-list'
import { paidInvoice } from '@/lib/ledger/live-money.fixture'
import { disputeList } from '@/lib/payments/dispute-list'
import { disputeReport, report } from '@/lib/payments/provider-report.fixture'
import { readWaiting } from '@/lib/payouts/approval-list'
import { standIn, transfer } from '@/lib/payouts/payable-customer.fixture'
import { payoutList } from '@/lib/payouts/payout-list'
import { now, setClock } from '@/lib/time/clock'
import { dayAfter } from '@/lib/time/dates'
import type { Account } from '@/lib/vendors/account'
import { deliveryList } from '@/lib/webhooks/delivery-list'
import {
  buildBankAccount,
  buildCustomer,
  buildInvoice,
  buildPayout,
  buildVendor,
} from '@/prisma/seed/builders'
import { attentionTasks } from './attention'

const TODAY = '2026-03-20T08:00:00Z'
const at = (moment: string) => setClock(() => new Date(moment))

afterEach(() => setClock(null))

/** The number of rows on the page with the address, whose lists have room for them all. */
async function countAt({ id, zone }: Account, href: string): Promise<number> {
  const { pathname, searchParams } = new URL(href, 'https://pay.example.com')
  if (pathname === '/payouts/approvals') {
    const { rows, batches, scheduled } = await readWaiting(id)
    return rows.length + batches.length + scheduled.length
  }
  const lists = {
    '/invoices': invoiceList,
    '/disputes': disputeList,
    '/payouts': payoutList,
    '/developers/webhooks': deliveryList,
  }
  const list = lists[pathname as keyof typeof lists]
  return (await list.read(id, searchParams, zone)).rows.length
}

/** Payouts and invoices that home counts, and others that are too old or belong to another count. */
async function buildTasks(account: Account): Promise<void> {
  const accountId = account.id
  // Funds for the payouts.
  await paidInvoice(account, 1_000_000n)
  const { id: customerId } = await buildCustomer(account)
  const { id: bankAccountId } = await buildBankAccount(account, customerId, { accountNumber: '000111111116' })
  const payout = { customerId, bankAccountId, amountMinor: 500n }
  // The first days of both ranges begin in Auckland at 11:00 UTC of the day before.
  for (const day of ['2026-02-17T10:59:59Z', '2026-02-17T11:00:00Z', '2026-03-19T12:00:00Z']) {
    at(day)
    await buildPayout(account, payout)
    await buildPayout(account, { ...payout, amountMinor: 400n }, standIn({ send: transfer('returned') }))
  }
  const failure = { status: 'FAILED', attemptCount: 10, nextAttemptAt: null } as const
  for (const day of ['2026-03-12T10:59:59Z', '2026-03-12T11:00:00Z', '2026-03-19T12:00:00Z']) {
    at(day)
    const { invoiceId } = await paidInvoice(account, 1000n)
    await database().webhookDelivery.create({
      data: {
        ...{ accountId, id: newId(), invoiceId, sequence: 1, url: 'https://shop.example/hook' },
        ...{ payload: '{}', createdAt: now(), ...failure },
      },
    })
  }
  const dueDate = new Date('2026-03-19T00:00:00Z')
  for (const currency of ['EUR', 'EUR', 'USD']) await buildInvoice(account, { currency, dueDate })
  at(TODAY)
  await sweepOverdue(dayAfter(now(), 0))
  for (const status of ['OPEN', 'OPEN', 'LOST'] as const) {
    await report(await paidInvoice(account), disputeReport(status))
  }
  const { paymentId: id } = await paidInvoice(account)
  await database().payment.update({
    where: { accountId_id: { accountId, id } },
    data: { fraudType: 'made_with_stolen_card', fraudWarnedAt: now() },
  })
  await buildWaiting(account, payout)
}

/** Six payouts, two batches of two rows, and six scheduled payouts that wait for a second person. */
async function buildWaiting(
  { id: accountId, vendorId }: Account,
  payout: { customerId: string; bankAccountId: string; amountMinor: bigint },
): Promise<void> {
  const by = { requestedById: vendorId, requestedByName: 'ada@example.com' }
  const row = () => ({
    accountId,
    id: newId(),
    ...payout,
    ...by,
    status: 'WAITING' as const,
    createdAt: now(),
  })
  const six = Array.from({ length: 6 })
  const batches = ['may.csv', 'june.csv'].map((name) => ({
    ...{ accountId, id: newId(), name, fileHash: new Uint8Array(32).fill(name.length) },
    ...{ memberId: vendorId, memberName: 'ada@example.com', createdAt: now(), startedAt: now() },
  }))
  await database().payoutBatch.createMany({ data: batches })
  await database().payoutRequest.createMany({
    data: [
      ...six.map(() => ({ ...row(), kind: 'immediate' as const, expiresAt: dayAfter(now(), 7) })),
      { ...row(), kind: 'immediate', expiresAt: now() },
      ...batches.flatMap(({ id: batchId }) =>
        [2, 3].map((line) => ({ ...row(), kind: 'batch' as const, batchId, line })),
      ),
      ...six.map(() => ({ ...row(), kind: 'scheduled' as const, day: dayAfter(now(), 3) })),
    ],
  })
}

test('each count on home leads to a page with exactly as many', async () => {
  const { test: account } = await buildVendor({ timeZone: 'Pacific/Auckland' })
  await buildTasks(account)
  const tasks = attentionTasks(await readHome(account))
  expect(tasks.map(({ text }) => text)).toEqual([
    '14 payout approvals',
    '1 overdue invoice',
    '2 overdue invoices',
    '1 fraud warning',
    '2 open disputes',
    '2 failed payouts',
    '2 returned payouts',
    '2 failed webhooks',
  ])
  for (const { href, text } of tasks) {
    expect({ text, count: await countAt(account, href) }).toEqual({ text, count: Number.parseInt(text, 10) })
  }
})
