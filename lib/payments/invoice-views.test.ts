import { afterEach, beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { ask } from '@/lib/http/ask.fixture'
import { paymentToken } from '@/lib/http/links'
import type { Operation } from '@/lib/http/operation'
import { switchViews } from '@/lib/invoices/invoice-dashboard'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { setClock } from '@/lib/time/clock'
import { buildInvoice, buildVendor } from '@/prisma/seed/builders'
import { notePaymentPageView, paymentInvoicePdf } from './api'
import { readPaymentPage } from './payment-page'
import { readInvoice } from './queries'
import { recordTestPayment } from './settle-payment'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let invoice: Awaited<ReturnType<typeof buildInvoice>>
let token: string
let time: Date

beforeEach(async () => {
  time = new Date('2031-03-01T10:00:00Z')
  setClock(() => time)
  vendor = await buildVendor()
  invoice = await buildInvoice(vendor.test)
  token = paymentToken(vendor.test.id, invoice.payToken)
})
afterEach(() => setClock(null))

const visit = (operation: Operation, path: string, init: RequestInit = {}) =>
  ask(operation, new Request(`https://pay.example.com/api/pay/${path}`, init))
const open = () => visit(notePaymentPageView, `${token}/opened`, { method: 'POST' })
const download = (headers: Record<string, string>) =>
  visit(paymentInvoicePdf, `${token}/invoice.pdf`, { headers })
const steps = async () =>
  (await readInvoice(vendor.id, invoice.id, vendor.test.zone))?.timeline.filter(({ title }) =>
    title.endsWith('by your customer'),
  )

test('the first time at which a customer opens an invoice is in its history, with the last day', async () => {
  expect((await open()).status).toBe(200)
  time = new Date('2031-03-01T18:00:00Z')
  await open()
  const opened = { title: 'Opened by your customer', at: '2031-03-01T10:00:00.000Z', status: 'done' }
  expect(await steps()).toEqual([{ ...opened, detail: null }])
  time = new Date('2031-03-05T10:00:00Z')
  await Promise.all([open(), open()])
  expect(await steps()).toEqual([{ ...opened, detail: 'Last on March 5, 2031' }])
})

test('a download counts if a person’s browser goes to the file, and not if a program fetches it', async () => {
  expect((await download({})).status).toBe(200)
  expect((await download({ 'sec-fetch-mode': 'no-cors' })).status).toBe(200)
  expect(await steps()).toEqual([])
  expect((await download({ 'sec-fetch-mode': 'navigate' })).status).toBe(200)
  expect(await steps()).toMatchObject([{ title: 'PDF downloaded by your customer' }])
})

test('the vendor’s own team doesn’t count, and another vendor’s does', async () => {
  const own = await signedIn(vendor.id)
  expect((await own.call(notePaymentPageView, 'POST', `/api/pay/${token}/opened`)).status).toBe(200)
  expect(await steps()).toEqual([])
  const other = await signedIn((await buildVendor()).id)
  await other.call(notePaymentPageView, 'POST', `/api/pay/${token}/opened`)
  expect(await steps()).toHaveLength(1)
})

test('nothing is noted once it is paid, or for a vendor who wants none of it', async () => {
  const browser = await signedIn(vendor.id)
  const path = '/api/dashboard/settings/views'
  expect(await browser.call(switchViews, 'POST', path, { isOn: false })).toMatchObject({
    body: { isOn: false },
  })
  expect((await readPaymentPage(token))?.notesViews).toBe(false)
  await open()
  await download({ 'sec-fetch-mode': 'navigate' })
  expect(await steps()).toEqual([])
  await browser.call(switchViews, 'POST', path, { isOn: true })
  expect((await readPaymentPage(token))?.notesViews).toBe(true)
  const key = { accountId: vendor.test.id, invoiceId: invoice.id }
  await inOrmTransaction((tx) => recordTestPayment(tx, key, paymentProviderFor('test')))
  expect((await readPaymentPage(token))?.notesViews).toBe(false)
  await open()
  expect(await steps()).toEqual([])
  expect(await database().invoiceView.count({ where: { accountId: vendor.test.id } })).toBe(0)
})

test('an unknown link is refused, and so is another site’s page', async () => {
  expect((await visit(notePaymentPageView, 'none/opened', { method: 'POST' })).status).toBe(404)
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await visit(notePaymentPageView, `${token}/opened`, { method: 'POST', headers })).status).toBe(403)
  expect(await steps()).toEqual([])
})
