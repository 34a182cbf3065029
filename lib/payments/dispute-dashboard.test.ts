import { beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { type PaidInvoice, paidInvoice } from '@/lib/ledger/live-money.fixture'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import type { Account } from '@/lib/vendors/account'
import { buildVendor } from '@/prisma/seed/builders'
import { disputeTabs, exportDisputes, listDisputes } from './dispute-dashboard'
import { disputeList } from './dispute-list'
import type { DisputeRow } from './dispute-row'
import { disputeReport, report } from './provider-report.fixture'
import { readInvoice } from './queries'

let account: Account
let member: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  const vendor = await buildVendor()
  account = vendor.test
  member = await signedIn(vendor.id)
})

const PATH = '/api/dashboard/disputes'
const SOON = new Date('2026-12-01T12:00:00Z')
const LATER = new Date('2026-12-09T12:00:00Z')

async function list(query = ''): Promise<{ rows: DisputeRow[]; nextCursor: string | null }> {
  const { status, body } = await member.call(listDisputes, 'GET', `${PATH}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as unknown as { rows: DisputeRow[]; nextCursor: string | null }
}

const invoiceIds = async (query?: string) => (await list(query)).rows.map(({ invoiceId }) => invoiceId)

const disputed = async (...changes: Parameters<typeof disputeReport>): Promise<PaidInvoice> => {
  const invoice = await paidInvoice(account)
  await report(invoice, disputeReport(...changes))
  return invoice
}

test('a dispute has its reason in words, its deadline and where to answer it, in the list and on its invoice, until it is decided', async () => {
  const url = 'https://dashboard.stripe.com/disputes/dp_1'
  const open = { reason: 'product_not_received', evidenceDueAt: SOON, url }
  const invoice = await disputed('OPEN', open)
  const { number } = await database().invoice.findFirstOrThrow({ where: { id: invoice.invoiceId } })
  expect((await list()).rows).toMatchObject([
    {
      invoiceId: invoice.invoiceId,
      invoiceNumber: number,
      status: 'OPEN',
      reason: 'Product not received',
      answerBy: SOON.toISOString(),
      answerUrl: url,
      amount: { amount: '103.20', currency: 'USD' },
    },
  ])
  const openOnInvoice = async () => (await readInvoice(account.vendorId, invoice.invoiceId))?.openDisputes
  expect(await openOnInvoice()).toMatchObject([
    {
      reason: 'Product not received',
      answerBy: SOON.toISOString(),
      answerUrl: url,
      amount: { amount: '103.20', currency: 'USD' },
    },
  ])
  await report(invoice, disputeReport('LOST', open))
  expect((await list()).rows).toMatchObject([{ status: 'LOST', answerBy: null, answerUrl: null }])
  expect(await openOnInvoice()).toEqual([])
})

test('disputes are filtered by status, found by their invoice, and sorted by deadline and amount page by page', async () => {
  const later = await disputed('OPEN', { evidenceDueAt: LATER })
  const unknown = await disputed('OPEN')
  const soon = await disputed('OPEN', { evidenceDueAt: SOON, amountMinor: 5000n })
  const lost = await disputed('LOST', { evidenceDueAt: SOON })
  expect(await invoiceIds('?status=OPEN')).toEqual([soon, unknown, later].map(({ invoiceId }) => invoiceId))
  expect(await invoiceIds('?status=LOST')).toEqual([lost.invoiceId])
  expect(await invoiceIds('?status=OPEN&sort=answer_by')).toEqual(
    [soon, later, unknown].map(({ invoiceId }) => invoiceId),
  )
  expect((await invoiceIds('?sort=amount'))[0]).toBe(soon.invoiceId)
  const { number } = await database().invoice.findFirstOrThrow({ where: { id: later.invoiceId } })
  expect(await invoiceIds(`?q=${number}`)).toEqual([later.invoiceId])

  const page = (place: object) =>
    disputeList.page(database(), account.id, {
      sort: 'answer_by',
      descending: false,
      after: null,
      before: null,
      limit: 3,
      search: null,
      filters: {},
      ...place,
    })
  const first = await page({})
  expect(first.rows.map(({ invoiceId }) => invoiceId)).toEqual(
    expect.arrayContaining([soon, lost, later].map(({ invoiceId }) => invoiceId)),
  )
  expect(first.hasNext).toBe(true)
  const second = await page({ after: first.last })
  expect(second.rows.map(({ invoiceId }) => invoiceId)).toEqual([unknown.invoiceId])
})

test('the tabs count disputes by status, and the file has those that are filtered', async () => {
  await disputed('OPEN')
  const lost = await disputed('LOST', { reason: 'fraudulent' })
  const { body } = await member.call(disputeTabs, 'GET', `${PATH}/tabs`)
  expect(body.tabs).toMatchObject([
    { value: '', count: 2, sums: [{ amount: '206.40' }] },
    { value: 'OPEN', count: 1 },
    { value: 'WON', count: 0 },
    { value: 'LOST', count: 1 },
  ])
  const file = await member.ask(exportDisputes, `${PATH}/export?status=LOST`, { method: 'GET' })
  const lines = (await file.text()).trim().split('\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(lost.invoiceId)
  expect(lines[1]).toContain('Lost,Fraudulent,USD,103.20')
})

test('another vendor sees none of them', async () => {
  await disputed('OPEN')
  const stranger = await signedIn((await buildVendor()).id)
  expect((await stranger.call(listDisputes, 'GET', PATH)).body).toMatchObject({ rows: [] })
})
