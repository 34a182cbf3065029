import { beforeEach, expect, test } from 'vitest'
import { database } from '@/lib/db/client'
import { inOrmTransaction } from '@/lib/db/transaction'
import { newId } from '@/lib/ids'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildCustomer, buildMember, buildVendor } from '@/prisma/seed/builders'
import { checkCustomerImport, importCustomerFile } from './customer-dashboard'
import { type ImportCheck, type ImportResult, importCustomers } from './import-customers'

const PATH = '/api/dashboard/customers/import'

let vendor: Awaited<ReturnType<typeof buildVendor>>
let person: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  vendor = await buildVendor()
  person = await signedIn(vendor.id)
})

const check = async (file: string, more: object = {}) => {
  const body = { file, mapping: null, existing: 'update', ...more }
  const reply = await person.call(checkCustomerImport, 'POST', `${PATH}/check`, body)
  return { status: reply.status, body: reply.body as unknown as ImportCheck }
}
const run = async (id: string, file: string, more: object = {}) => {
  const body = { id, name: 'people.csv', file, mapping: null, existing: 'update', ...more }
  const reply = await person.call(importCustomerFile, 'POST', PATH, body)
  return { status: reply.status, body: reply.body as unknown as ImportResult }
}
const outcomes = ({ rows }: ImportResult) =>
  rows.map(({ line, outcome, message }) => [line, outcome, message])
const customers = () =>
  database().customer.findMany({ where: { accountId: vendor.test.id }, orderBy: { email: 'asc' } })

const FILE = [
  'Full name;EMAIL;City;Currency',
  'Ada Lovelace;ada@example.com;London;gbp',
  'Grace Hopper;GRACE@example.com;"Arlington; VA";',
  'Nobody;not an email;;',
  'Ada again;Ada@Example.com;Paris;',
  'Alan Turing;alan@example.com;;XXX',
  ';nameless@example.com;;',
].join('\r\n')

test('the check says what becomes of each row, and changes nothing', async () => {
  await buildCustomer(vendor.test, { name: 'Grace Hopper', email: 'grace@example.com' })
  const before = await customers()
  const { body } = await check(FILE)
  expect(body.mapping).toEqual({ name: 0, email: 1, city: 2, preferred_currency: 3 })
  expect(body.columns[2]).toEqual({ title: 'City', example: 'London' })
  expect(outcomes(body)).toEqual([
    [2, 'create', null],
    [3, 'change', 'city'],
    [4, 'refuse', 'Invalid email format'],
    [5, 'refuse', 'The same email as in line 2'],
    [6, 'refuse', expect.stringContaining('currency')],
    [7, 'refuse', expect.stringContaining('required')],
  ])
  expect(body.counts).toEqual({ create: 1, change: 1, unchanged: 0, skip: 0, refuse: 4 })
  expect(outcomes((await check(FILE, { existing: 'skip' })).body)[1]).toEqual([
    3,
    'skip',
    'The email is known',
  ])
  expect(await customers()).toEqual(before)
})

test('the good rows are imported once, however often and from however many tabs they are sent', async () => {
  await buildCustomer(vendor.test, { name: 'Grace Hopper', email: 'grace@example.com', group: 'Navy' })
  const { id } = (await check(FILE)).body
  const [first, second] = await Promise.all([run(id, FILE), run(id, FILE)])
  const third = await run(id, FILE)
  expect([second.body, third.body]).toEqual([first.body, first.body])
  expect(first.body.counts).toMatchObject({ create: 1, change: 1, refuse: 4 })
  expect(await customers()).toMatchObject([
    { name: 'Ada Lovelace', email: 'ada@example.com', city: 'London', preferredCurrency: 'GBP' },
    { name: 'Grace Hopper', email: 'grace@example.com', city: 'Arlington; VA', group: 'Navy' },
  ])
  expect(
    await database().auditEvent.findMany({
      where: { vendorId: vendor.id, accountId: vendor.test.id },
      orderBy: { id: 'asc' },
      select: { action: true, detail: true },
    }),
  ).toEqual([
    { action: 'customer.imported', detail: 'people.csv: 1 created, 1 changed, 4 refused' },
    { action: 'customer.changed', detail: 'Grace Hopper: city' },
  ])
  expect(
    await database().event.count({ where: { accountId: vendor.test.id, type: 'customer.created' } }),
  ).toBe(2)
  expect((await run(id, FILE.replace('London', 'Rome'))).status).toBe(409)
  // A file that was imported before changes nothing under another id either.
  expect((await run(newId(), FILE)).body.counts).toMatchObject({ create: 0, change: 0, unchanged: 2 })
})

test('an import that is cut off leaves nothing behind, and is made whole by its repeat', async () => {
  const id = newId()
  const fields = { id, file: FILE, mapping: null, existing: 'update' as const }
  await expect(
    inOrmTransaction(async (tx) => {
      await importCustomers(tx, vendor.test.id, fields, newId())
      throw new Error('the process died')
    }),
  ).rejects.toThrow('died')
  expect(await customers()).toEqual([])
  expect(await database().customerImport.count({ where: { accountId: vendor.test.id } })).toBe(0)
  expect((await run(id, FILE)).body.counts.create).toBe(2)
})

test('columns are matched by hand where their names say nothing', async () => {
  const file = 'A,B\nada@example.com,Ada'
  expect((await check(file)).body.counts).toMatchObject({ create: 0, refuse: 1 })
  const mapping = { email: 0, name: 1 }
  expect((await check(file, { mapping })).body.counts).toMatchObject({ create: 1, refuse: 0 })
  await run(newId(), file, { mapping })
  expect(await customers()).toMatchObject([{ name: 'Ada', email: 'ada@example.com' }])
})

test('files that are none, too long or too large are refused, and roles hold', async () => {
  const rows = Array.from({ length: 1001 }, (_, index) => `Ada,a${index}@example.com`)
  for (const file of [
    '',
    'name,email',
    'a,"b',
    ['name,email', ...rows].join('\n'),
    'x'.repeat(512 * 1024 + 1),
  ]) {
    expect((await check(file)).status).toBe(400)
    expect((await run(newId(), file)).status).toBe(400)
  }
  expect((await check(`${'a,'.repeat(51)}\nb`)).status).toBe(400)
  expect((await check(FILE, { mapping: { name: 99 } })).status).toBe(400)
  expect((await check(FILE, { mapping: { metadata: 0 } })).status).toBe(400)
  expect((await check(['name,email', ...rows.slice(1)].join('\n'))).body.counts).toMatchObject({
    create: 1000,
  })
  const reader = await signedIn(await buildMember(vendor.id, 'read_only'))
  const body = { file: FILE, mapping: null, existing: 'update' }
  expect((await reader.call(checkCustomerImport, 'POST', `${PATH}/check`, body)).status).toBe(403)
  expect(await customers()).toEqual([])
})

test('another vendor’s customers are neither seen nor changed, under the same import id either', async () => {
  const other = await buildVendor()
  await buildCustomer(other.test, { name: 'Ada of another', email: 'ada@example.com' })
  const { id, rows } = (await check(FILE)).body
  expect(rows[0]?.outcome).toBe('create')
  await inOrmTransaction((tx) =>
    importCustomers(tx, other.test.id, { id, file: FILE, mapping: null, existing: 'skip' }, newId()),
  )
  expect((await run(id, FILE)).body.counts.create).toBe(2)
  expect(
    await database().customer.findFirst({ where: { accountId: other.test.id, emailKey: 'ada@example.com' } }),
  ).toMatchObject({
    name: 'Ada of another',
  })
})
