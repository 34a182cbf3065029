import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { respond } from '@/lib/api/next'
import { apiV2 } from '@/lib/api/v2'
import { database } from '@/lib/db/client'
import { env } from '@/lib/env'
import { readCustomer } from '@/lib/home/customer-overview'
import { createRouter } from '@/lib/http/router'
import { newId } from '@/lib/ids'
import { findRecords } from '@/lib/search/find-records'
import { signedIn } from '@/lib/sign-in/signed-in.fixture'
import { buildApiKey, buildCustomer, buildVendor } from '@/prisma/seed/builders'
import { createCustomer, importCustomerFile, updateCustomer } from './customer-dashboard'
import { customerList } from './customer-list'

const router = createRouter(Object.values(apiV2))
let vendor: Awaited<ReturnType<typeof buildVendor>>
let key: string
let call: Awaited<ReturnType<typeof signedIn>>['call']

beforeEach(async () => {
  env.RATE_LIMIT_TEST = 0
  vendor = await buildVendor()
  key = await buildApiKey(vendor.test)
  call = (await signedIn(vendor.id)).call
})

async function send(method: string, path: string, body?: object) {
  const response = await respond(
    router,
    new Request(`http://localhost/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
  return {
    status: response.status,
    code: response.headers.get('counterfoil-error'),
    body: await response.json(),
  }
}

const ADA = { name: 'Ada', email: 'ada@example.com' }
const PHONE = '+1 (757) 555-0100'
const stored = (id: string) =>
  database().customer.findUniqueOrThrow({ where: { accountId_id: { accountId: vendor.test.id, id } } })

describe('by API', () => {
  test('a customer has its phone as sent and each address for copies once, and shows neither where there is none', async () => {
    const bare = (await send('POST', '/customer', { name: 'Grace', email: 'grace@example.com' })).body
      .customer
    expect(bare).not.toHaveProperty('phone')
    expect(bare).not.toHaveProperty('copy_emails')

    const copies = [' books@example.com ', 'Boss@example.com', 'BOOKS@example.com']
    const { status, body } = await send('POST', '/customer', {
      ...ADA,
      phone: ` ${PHONE} `,
      copy_emails: copies,
    })
    expect(status).toBe(201)
    const fields = { phone: PHONE, copy_emails: ['BOOKS@example.com', 'Boss@example.com'] }
    expect(body.customer).toMatchObject(fields)
    const path = `/customer/${body.customer.id}`
    expect((await send('GET', path)).body.customer).toMatchObject(fields)
    const [latest] = (await send('GET', '/customers')).body.customers
    expect(latest).toMatchObject({ id: body.customer.id, ...fields })
    const event = await database().event.findFirstOrThrow({ where: { subjectId: body.customer.id } })
    expect(JSON.parse(event.data)).toMatchObject(fields)
  })

  test('an update changes what it names, clears what is null or empty, and leaves the rest', async () => {
    const { id } = await buildCustomer(vendor.test, { phone: PHONE, copyEmails: ['books@example.com'] })
    const update = async (fields: object) => (await send('PATCH', `/customer/${id}`, fields)).body.customer
    expect(await update({ city: 'London' })).toMatchObject({
      phone: PHONE,
      copy_emails: ['books@example.com'],
    })
    expect(await update({ phone: null })).not.toHaveProperty('phone')
    expect(await update({ phone: '112' })).toMatchObject({ phone: '112', copy_emails: ['books@example.com'] })
    expect(await update({ copy_emails: [] })).not.toHaveProperty('copy_emails')
    expect(await update({ copy_emails: ['a@example.com'] })).toMatchObject({ copy_emails: ['a@example.com'] })
    expect(await update({ copy_emails: null })).not.toHaveProperty('copy_emails')
    expect(await stored(id)).toMatchObject({ phone: '112', copyEmails: [] })
    const acts = await database().auditEvent.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } })
    expect(acts.map(({ detail }) => detail?.split(',')[0])).toEqual([
      'Ada Lovelace: city',
      'Ada Lovelace: phone',
      'Ada Lovelace: phone',
      'Ada Lovelace: copy emails',
      'Ada Lovelace: copy emails',
      'Ada Lovelace: copy emails',
    ])
  })

  test('the same addresses again change nothing', async () => {
    const { id } = await buildCustomer(vendor.test, { copyEmails: ['books@example.com'] })
    await send('PATCH', `/customer/${id}`, { copy_emails: ['books@example.com'] })
    expect(await database().auditEvent.count({ where: { subjectId: id } })).toBe(0)
  })

  test.each<[object, string]>([
    [{ phone: 'ask Ada' }, 'invalid_phone'],
    [{ phone: '12' }, 'invalid_phone'],
    [{ phone: '1'.repeat(41) }, 'field_too_long'],
    [{ phone: '+1\u0007757 555' }, 'field_has_control_characters'],
    [{ phone: 7_575_550_100 }, 'field_not_text'],
    [{ copy_emails: 'books@example.com' }, 'invalid_copy_emails'],
    [{ copy_emails: ['books'] }, 'invalid_copy_emails'],
    [{ copy_emails: [null] }, 'invalid_copy_emails'],
    [{ copy_emails: [`${'x'.repeat(250)}@example.com`] }, 'invalid_copy_emails'],
    [{ copy_emails: [1, 2, 3, 4, 5, 6].map((number) => `a${number}@example.com`) }, 'invalid_copy_emails'],
  ])('%j is refused', async (fields, code) => {
    const { id } = await buildCustomer(vendor.test)
    expect(await send('POST', '/customer', { ...ADA, ...fields })).toMatchObject({ status: 400, code })
    expect(await send('PATCH', `/customer/${id}`, fields)).toMatchObject({ status: 400, code })
    expect(await stored(id)).toMatchObject({ phone: null, copyEmails: [] })
  })
})

describe('in the dashboard', () => {
  const PATH = '/api/dashboard/customers'

  test('both are entered with a new customer, and a later form writes only what was edited', async () => {
    const fields = { ...ADA, phone: PHONE, copy_emails: ['books@example.com'] }
    const { body } = await call(createCustomer, 'POST', PATH, fields)
    const id = String(body.id)
    expect((await readCustomer(vendor.id, id))?.fields).toMatchObject({
      phone: PHONE,
      copy_emails: 'books@example.com',
    })
    // The customer changes the phone in the portal while the form is open.
    await send('PATCH', `/customer/${id}`, { phone: '+39 06 1234567' })
    expect(await call(updateCustomer, 'PATCH', `${PATH}/${id}`, { city: 'Rome' })).toMatchObject({
      status: 200,
    })
    expect(await stored(id)).toMatchObject({
      city: 'Rome',
      phone: '+39 06 1234567',
      copyEmails: ['books@example.com'],
    })
    await call(updateCustomer, 'PATCH', `${PATH}/${id}`, { phone: '', copy_emails: [] })
    expect(await stored(id)).toMatchObject({ city: 'Rome', phone: null, phoneWords: '', copyEmails: [] })
  })

  test('a customer is found by the phone number, however it is grouped, and by its last digits', async () => {
    const { id } = await buildCustomer(vendor.test, { phone: PHONE })
    await buildCustomer(vendor.test, { phone: '+1 757 555 9999' })
    const idsFor = async (words: string) =>
      (await findRecords(database(), vendor.test.id, words)).customers.map((customer) => customer.id)
    for (const words of [
      '+1 (757) 555-0100',
      '+1 757 555 0100',
      '17575550100',
      '7575550100',
      '5550100',
      '0100',
    ]) {
      expect(await idsFor(words)).toEqual([id])
    }
    await send('PATCH', `/customer/${id}`, { phone: '+44 20 7946 0018' })
    expect(await idsFor('5550100')).toEqual([])
    expect(await idsFor('2079460018')).toEqual([id])
  })

  test('an export has both, and comes back as it was through an import', async () => {
    await buildCustomer(vendor.test, { ...ADA, phone: PHONE, copyEmails: ['a@example.com', 'b@example.com'] })
    const query = new URLSearchParams()
    const file = await text((await customerList.export(vendor.test, query)).content)
    expect(file).toContain(`'${PHONE},"a@example.com, b@example.com"`)
    const other = await buildVendor()
    const { call: callOther } = await signedIn(other.id)
    const body = { id: newId(), name: 'customers.csv', file, mapping: null, existing: 'update' }
    const answer = await callOther(importCustomerFile, 'POST', `${PATH}/import`, body)
    expect(answer.body).toMatchObject({ counts: { create: 1, refuse: 0 } })
    expect(await database().customer.findFirst({ where: { accountId: other.test.id } })).toMatchObject({
      name: 'Ada',
      phone: PHONE,
      copyEmails: ['a@example.com', 'b@example.com'],
    })
  })

  test('a file’s rows change both, and rows with neither a number nor addresses are refused', async () => {
    const { id } = await buildCustomer(vendor.test, { ...ADA, phone: PHONE, copyEmails: ['a@example.com'] })
    const file = [
      'Name,Email,Telephone,CC',
      'Ada,ada@example.com,,"a@example.com; b@example.com"',
      'Bob,bob@example.com,none,',
      'Eve,eve@example.com,,nobody',
    ].join('\n')
    const body = { id: newId(), name: 'customers.csv', file, mapping: null, existing: 'update' }
    const answer = await call(importCustomerFile, 'POST', `${PATH}/import`, body)
    expect(answer.body).toMatchObject({
      rows: [
        { outcome: 'change', message: 'copy emails' },
        { outcome: 'refuse', message: 'Invalid phone number' },
        { outcome: 'refuse', message: 'Enter up to 5 email addresses, separated by commas' },
      ],
    })
    expect(await stored(id)).toMatchObject({ phone: PHONE, copyEmails: ['a@example.com', 'b@example.com'] })
  })
})
