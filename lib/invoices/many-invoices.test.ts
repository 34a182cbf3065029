import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { recordTestPayment } from '@/lib/payments/settle-payment'
import { payoutTabs } from '@/lib/payouts/payout-dashboard'
import { paymentProviderFor } from '@/lib/providers/registry'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildInvoice, buildMember, buildVendor } from '@/prisma/seed/builders'
import { changeInvoices, exportInvoices, invoiceTabs } from './invoice-dashboard'

const PATH = '/api/dashboard/invoices'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let person: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  vendor = await buildVendor()
  person = await signedIn(vendor.id)
})

const invoice = async (currency = 'USD') =>
  (await buildInvoice(vendor.test, { amountMinor: 10_000n, currency })).id
const pay = (invoiceId: string) =>
  inOrmTransaction((tx) =>
    recordTestPayment(tx, { accountId: vendor.test.id, invoiceId }, paymentProviderFor('test')),
  )
const change = (action: string, ids: string[], by = person) =>
  by.call(changeInvoices, 'POST', `${PATH}/bulk`, { action, ids })
const statusOf = async (id: string) =>
  (await database().invoice.findFirstOrThrow({ where: { id }, select: { status: true } })).status

test('several invoices are voided one by one, and each that can’t be says why', async () => {
  const [open, paid] = [await invoice(), await invoice()]
  await pay(paid)
  const stranger = (await buildInvoice((await buildVendor()).test, { amountMinor: 100n })).id
  const { status, body } = await change('void', [open, paid, stranger, newId(), open])
  expect(status).toBe(200)
  expect(body.results).toMatchObject([
    { id: open, isDone: true, message: null },
    { id: paid, isDone: false, message: 'Invoice is already paid' },
    { id: stranger, isDone: false, message: 'Invoice not found' },
    { isDone: false, message: 'Invoice not found' },
  ])
  expect([await statusOf(open), await statusOf(paid), await statusOf(stranger)]).toEqual([
    'VOIDED',
    'PAID',
    'CREATED',
  ])
  expect(await database().auditEvent.findMany({ where: { action: 'invoice.voided' } })).toMatchObject([
    { subjectId: open, accountId: vendor.test.id },
  ])
  expect((await change('void', [open])).body.results).toMatchObject([
    { isDone: true, message: 'Already voided' },
  ])
})

test('several invoices are sent again, and paid ones are not', async () => {
  const [open, paid] = [await invoice(), await invoice()]
  await pay(paid)
  const mails = () =>
    database().mailMessage.count({
      where: { ownerId: vendor.test.id, kind: 'invoice', reference: { contains: '/' } },
    })
  const before = await mails()
  const { body } = await change('send', [paid, open])
  expect(body.results).toMatchObject([
    { id: paid, isDone: false },
    { id: open, isDone: true },
  ])
  expect(await mails()).toBe(before + 1)
})

test('at most a hundred at once, only by who may, and nothing but the two actions', async () => {
  const id = await invoice()
  expect((await change('void', Array.from({ length: 101 }, newId))).status).toBe(400)
  expect((await change('void', [])).status).toBe(400)
  expect((await change('delete', [id])).status).toBe(400)
  const reader = await signedIn(await buildMember(vendor.id, 'read_only'))
  expect((await change('void', [id], reader)).status).toBe(403)
  expect(await statusOf(id)).toBe('CREATED')
})

test('an export holds the chosen invoices of the account alone', async () => {
  const [first, , third] = [await invoice(), await invoice(), await invoice()]
  const stranger = (await buildInvoice((await buildVendor()).test, { amountMinor: 100n })).id
  const ask = (ids: string) => person.ask(exportInvoices, `${PATH}/export?ids=${ids}`)
  const response = await ask([first, third, stranger].join())
  const lines = (await text(response.body as never)).trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines.join()).toContain(first)
  expect((await ask('nothing')).status).toBe(400)
})

test('tabs count the account’s invoices by status and add them up by currency', async () => {
  await buildInvoice((await buildVendor()).test, { amountMinor: 100n })
  const [, paid, voided] = [await invoice(), await invoice('EUR'), await invoice()]
  await pay(paid)
  await change('void', [voided])
  const { body } = await person.call(invoiceTabs, 'GET', `${PATH}/tabs`)
  const usd = { currency: 'USD', amount: '103.20' }
  expect(body.tabs).toEqual([
    {
      value: '',
      count: 3,
      isCapped: false,
      sums: [
        { currency: 'EUR', amount: '102.90' },
        { currency: 'USD', amount: '206.40' },
      ],
    },
    { value: 'open', count: 1, isCapped: false, sums: [usd] },
    { value: 'overdue', count: 0, isCapped: false, sums: [] },
    { value: 'paid', count: 1, isCapped: false, sums: [{ currency: 'EUR', amount: '102.90' }] },
    { value: 'voided', count: 1, isCapped: false, sums: [usd] },
  ])
})

test('more rows than are counted show as such, without a sum', async () => {
  await database().$executeRaw`
    INSERT INTO invoices (account_id, id, number, customer_id, email, currency, base_amount_minor, fee_amount_minor,
                          due_date, pay_token, seller, billed_to, created_at)
    SELECT account_id, gen_random_uuid(), 'many-' || n, customer_id, email, currency, 100, 0, due_date,
           'many-' || n, seller, billed_to, created_at
      FROM invoices CROSS JOIN generate_series(1, 10001) AS n WHERE id = ${await invoice()}::uuid`
  const { body } = await person.call(invoiceTabs, 'GET', `${PATH}/tabs`)
  expect(body.tabs).toMatchObject([
    { value: '', count: 10_000, isCapped: true, sums: [] },
    { value: 'open', count: 10_000, isCapped: true, sums: [] },
    { value: 'overdue', count: 0 },
    {},
    {},
  ])
})

test('payouts have tabs too', async () => {
  expect((await person.call(payoutTabs, 'GET', '/api/dashboard/payouts/tabs')).body.tabs).toHaveLength(5)
})
