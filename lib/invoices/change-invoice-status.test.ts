import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import type { InvoiceStatus } from '@/lib/db/generated/enums'
import { inOrmTransaction } from '@/lib/db/transaction'
import { toJson } from '@/lib/json'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { paymentProviderFor } from '@/lib/providers/registry'
import { setClock } from '@/lib/time/clock'
import type { Account } from '@/lib/vendors/account'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { invoiceSnapshot } from './answer'
import { changeInvoiceStatus, sweepOverdue } from './change-invoice-status'
import { findInvoice } from './invoice'

let account: Account
beforeEach(async () => {
  account = (await buildVendor()).test
})
afterEach(() => setClock(null))

const webhookUrl = 'https://receiver.example/hook'
const readInvoice = (invoiceId: string) => inOrmTransaction((tx) => findInvoice(tx, account.id, invoiceId))

const markPaid = (invoiceId: string) =>
  inOrmTransaction((tx) =>
    recordTestPayment(tx, { accountId: account.id, invoiceId }, paymentProviderFor('test')),
  )
const move = (invoiceId: string, to: 'FAILED' | 'UNPAID') =>
  inOrmTransaction((tx) => changeInvoiceStatus(tx, { accountId: account.id, invoiceId }, { to }))

const changesOf = (invoiceId: string) =>
  database().invoiceStatusChange.findMany({ where: { invoiceId }, orderBy: { sequence: 'asc' } })
const eventsOf = (invoiceId: string) =>
  database().webhookDelivery.findMany({ where: { invoiceId }, orderBy: { sequence: 'asc' } })

describe('a change of status', () => {
  test('adds one row of history and one event with the same number; creation adds neither', async () => {
    const { id } = await buildInvoice(account, { webhookUrl })
    expect(await changesOf(id)).toEqual([])
    expect(await eventsOf(id)).toEqual([])
    await move(id, 'FAILED')
    await move(id, 'UNPAID')
    await markPaid(id)
    const steps: [InvoiceStatus, InvoiceStatus][] = [
      ['CREATED', 'FAILED'],
      ['FAILED', 'UNPAID'],
      ['UNPAID', 'PAID'],
    ]
    expect(await changesOf(id)).toMatchObject(
      steps.map(([fromStatus, toStatus], index) => ({ fromStatus, toStatus, sequence: index + 1 })),
    )
    const events = await eventsOf(id)
    expect(events.map((event) => [event.sequence, JSON.parse(event.payload).invoice.status])).toEqual([
      [1, 'Failed'],
      [2, 'Unpaid'],
      [3, 'Paid'],
    ])
  })

  test('publishes exactly what the status look-up says at that moment, and freezes it', async () => {
    const { id } = await buildInvoice(account, { webhookUrl })
    await move(id, 'FAILED')
    const failed = toJson({ invoice: invoiceSnapshot(await readInvoice(id)) })
    await markPaid(id)
    const [first, second] = await eventsOf(id)
    expect(first?.payload).toBe(failed)
    expect(second?.payload).toBe(toJson({ invoice: invoiceSnapshot(await readInvoice(id)) }))
  })

  test('without a webhook URL has its history and no event', async () => {
    const { id } = await buildInvoice(account)
    await move(id, 'FAILED')
    expect(await changesOf(id)).toHaveLength(1)
    expect(await eventsOf(id)).toEqual([])
  })

  test('that is not allowed changes nothing', async () => {
    const { id } = await buildInvoice(account, { webhookUrl })
    await markPaid(id)
    for (const to of ['FAILED', 'UNPAID'] as const) expect(await move(id, to)).toBeNull()
    expect((await readInvoice(id)).status).toBe('PAID')
    expect(await changesOf(id)).toHaveLength(1)
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('by ten at once is made once', async () => {
    const { id } = await buildInvoice(account, { webhookUrl })
    const results = await Promise.all(Array.from({ length: 10 }, () => move(id, 'UNPAID')))
    expect(results.filter((invoice) => invoice !== null)).toHaveLength(1)
    expect(await changesOf(id)).toHaveLength(1)
    expect(await eventsOf(id)).toHaveLength(1)
  })

  test('that is rolled back takes its history and its event with it', async () => {
    const { id } = await buildInvoice(account, { webhookUrl })
    const undone = inOrmTransaction(async (tx) => {
      await changeInvoiceStatus(tx, { accountId: account.id, invoiceId: id }, { to: 'FAILED' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect((await readInvoice(id)).status).toBe('CREATED')
    expect(await changesOf(id)).toEqual([])
    expect(await eventsOf(id)).toEqual([])
    await move(id, 'FAILED')
    expect(await eventsOf(id)).toHaveLength(1)
  })
})

describe('a paid invoice', () => {
  test('says when and how it was paid; before that it says nothing', async () => {
    const { id } = await buildInvoice(account)
    expect(invoiceSnapshot(await readInvoice(id))).toMatchObject({ paid_on: null, provider: null })
    setClock(() => new Date('2026-03-05T23:59:59Z'))
    await markPaid(id)
    expect(invoiceSnapshot(await readInvoice(id))).toMatchObject({
      paid_on: '05 Mar, 2026',
      provider: 'card',
      status: 'Paid',
    })
  })
})

describe('the overdue sweep', () => {
  const due = async (day: string, fields = {}) =>
    (await buildInvoice(account, { dueDate: new Date(day), webhookUrl, ...fields })).id
  const statusOf = async (id: string) => (await readInvoice(id)).status

  test('marks invoices due before today unpaid, and leaves those due today', async () => {
    const yesterday = await due('2001-05-09')
    const today = await due('2001-05-10')
    const failed = await due('2001-05-01')
    await move(failed, 'FAILED')
    const paid = await due('2001-05-01')
    await markPaid(paid)
    expect(await sweepOverdue(new Date('2001-05-10'))).toBe(2)
    expect(await Promise.all([yesterday, today, failed, paid].map(statusOf))).toEqual([
      'UNPAID',
      'CREATED',
      'UNPAID',
      'PAID',
    ])
    expect(await sweepOverdue(new Date('2001-05-10'))).toBe(0)
    expect(await sweepOverdue(new Date('2001-05-11'))).toBe(1)
  })

  test('changes each invoice once, however many sweeps run at once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => due('2000-01-01')))
    const counts = await Promise.all(Array.from({ length: 4 }, () => sweepOverdue(new Date('2000-01-02'))))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12)
    for (const id of ids) {
      expect(await changesOf(id)).toHaveLength(1)
      expect(await eventsOf(id)).toHaveLength(1)
    }
  })
})
