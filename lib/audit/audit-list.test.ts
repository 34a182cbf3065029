import { afterEach, beforeEach, expect, test } from 'vitest'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { listAuditEvents } from '@/lib/sign-in/audit-dashboard'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import { DAY_MS } from '@/lib/time/units'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import type { AuditRow } from './audit-list'
import { anOperator } from './operator.fixture'
import { type ActingOperator, recordAuditEvent } from './record-audit-event'

const SETTINGS = '/api/dashboard/settings'

let vendor: Awaited<ReturnType<typeof signedIn>>
let time = new Date()

beforeEach(async () => {
  time = new Date()
  setClock(() => time)
  vendor = await signedIn((await buildVendor()).id)
})
afterEach(() => setClock(null))

const list = async (query = '') => {
  const { status, body } = await vendor.call(listAuditEvents, 'GET', `${SETTINGS}/audit-log?${query}`)
  return { status, rows: (body.rows ?? []) as AuditRow[], next: body.nextCursor as string | null }
}
const record = (action: Parameters<typeof recordAuditEvent>[1]['action'], operator?: ActingOperator) =>
  inOrmTransaction((tx) =>
    recordAuditEvent(tx, { vendorId: vendor.id, action, ...(operator ? { operator } : {}) }),
  )

test('the audit log lists both modes, newest first, in pages that don’t overlap', async () => {
  for (let count = 0; count < 30; count += 1) await record('api_key.generated')
  const first = await list()
  const second = await list(`after=${first.next}`)
  expect([first.rows.length, second.rows.length]).toEqual([25, 6])
  const ids = [...first.rows, ...second.rows].map(({ id }) => id)
  expect(ids).toEqual([...ids].sort().reverse())
  expect(second.rows.at(-1)).toMatchObject({ action: 'session.signed_in', detail: 'Firefox on Linux' })
})

test('the audit log filters by kind, actor and date', async () => {
  await record('payout.requested')
  await record('vendor.banned', anOperator)
  expect((await list('kind=payouts')).rows.map(({ action }) => action)).toEqual(['payout.requested'])
  expect((await list('actor=operator')).rows.map(({ action }) => action)).toEqual(['vendor.banned'])
  const today = time.toISOString().slice(0, 10)
  expect((await list(`created_from=${today}&created_to=${today}`)).rows).toHaveLength(3)
  const yesterday = new Date(time.getTime() - DAY_MS).toISOString().slice(0, 10)
  expect((await list(`created_to=${yesterday}`)).rows).toEqual([])
  for (const wrong of ['kind=nothing', 'actor=me', 'created_from=soon', 'sort=detail']) {
    expect((await list(wrong)).status).toBe(400)
  }
})

test('a row names the record that it was done to and leads to its page, while there is one', async () => {
  const { test: account } = await buildVendor()
  const { id: invoiceId, number } = await buildInvoice(account)
  const own = await signedIn(account.vendorId)
  await inOrmTransaction(async (tx) => {
    const common = { vendorId: account.vendorId, accountId: account.id, action: 'invoice.sent' } as const
    await recordAuditEvent(tx, { ...common, subjectId: invoiceId })
    await recordAuditEvent(tx, { ...common, subjectId: newId() })
  })
  const { body } = await own.call(listAuditEvents, 'GET', `${SETTINGS}/audit-log?kind=invoices`)
  const records = (body.rows as AuditRow[]).map(({ record }) => record)
  expect(records).toEqual([null, { href: `/invoices/${invoiceId}`, name: `Invoice ${number}` }])
})

test('the audit log search covers its words, subjects, client address and ids', async () => {
  const keyId = newId()
  await inOrmTransaction(async (tx) => {
    const common = { vendorId: vendor.id, address: '203.0.113.7' }
    await recordAuditEvent(tx, { ...common, action: 'api_key.rotated', subjectId: keyId, detail: 'Checkout' })
    await recordAuditEvent(tx, {
      ...common,
      action: 'vendor.unbanned',
      operator: { ...anOperator, address: common.address },
    })
  })
  const actionsFor = async (q: string) =>
    (await list(`q=${encodeURIComponent(q)}`)).rows.map(({ action }) => action)
  expect(await actionsFor('api KEY')).toEqual(['api_key.rotated'])
  expect(await actionsFor('ban lifted')).toEqual(['vendor.unbanned'])
  expect(await actionsFor('checkOUT')).toEqual(['api_key.rotated'])
  expect(await actionsFor('203.0.113')).toEqual(['vendor.unbanned', 'api_key.rotated'])
  expect(await actionsFor(keyId)).toEqual(['api_key.rotated'])
  expect(await actionsFor(newId())).toEqual([])
  expect(await actionsFor('%')).toEqual([])
  expect((await list('q=203.0.113&actor=operator')).rows).toHaveLength(1)
})

test('the audit log is the vendor’s own', async () => {
  const another = await signedIn((await buildVendor()).id)
  const { rows } = await list()
  const { body } = await another.call(listAuditEvents, 'GET', `${SETTINGS}/audit-log`)
  const ids = new Set((body.rows as AuditRow[]).map(({ id }) => id))
  expect(rows.some(({ id }) => ids.has(id))).toBe(false)
})
