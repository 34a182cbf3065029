import { describe, expect, expectTypeOf, test } from 'vitest'
import { describeSchema } from '@/lib/api/json-schema'
import * as field from './fields'
import { parseJsonBody } from './json-body'

const payment = field.object({
  customer_name: field.name().required('name_and_email_required').describe('Who pays.'),
  email: field.email().required('name_and_email_required'),
  note: field.text(10).optional(),
  paid_on: field.day('invalid_due_date').allEarly().optional(),
  address: field.object({ city: field.text().required('address_incomplete') }),
  currency: field.currency().default('USD'),
})

const GOOD = { customer_name: 'Ada', email: ' ada@example.com ', address: { city: 'London' } }

const read = (body: object) => payment.read(parseJsonBody(Buffer.from(JSON.stringify(body))))

test('a declaration gives the values with their types', () => {
  const values = read({ ...GOOD, paid_on: '2026-03-02', currency: 'jpy' })
  expectTypeOf(values).toEqualTypeOf<{
    customerName: string
    email: string
    note: string | null
    paidOn: Date | null
    address: { city: string }
    currency: string
  }>()
  expect(values).toEqual({
    customerName: 'Ada',
    email: 'ada@example.com',
    note: null,
    paidOn: new Date('2026-03-02'),
    address: { city: 'London' },
    currency: 'JPY',
  })
})

test('a declaration gives the description', () => {
  expect(describeSchema(payment.schema).json).toEqual({
    type: 'object',
    properties: {
      customer_name: { type: 'string', maxLength: 255, description: 'Who pays.' },
      email: { type: 'string', maxLength: 254 },
      note: { type: 'string', maxLength: 10 },
      paid_on: { type: 'string', format: 'date' },
      address: {
        type: 'object',
        properties: { city: { type: 'string', maxLength: 255 } },
        required: ['city'],
      },
      currency: { type: 'string', default: 'USD' },
    },
    required: ['customer_name', 'email', 'address'],
  })
})

test('a declaration gives the errors in the order of the checks: first the early ones of all fields', () => {
  expect(payment.errors).toEqual([
    'name_and_email_required',
    'invalid_email',
    'invalid_due_date',
    'address_incomplete',
    'field_not_text',
    'field_too_long',
    'field_has_control_characters',
    'invalid_currency',
  ])
  // Each body has the faults of all those after it.
  const faults: [object, string][] = [
    [{ email: '' }, 'name_and_email_required'],
    [{ email: 'ada' }, 'invalid_email'],
    [{ paid_on: '2026-02-30' }, 'invalid_due_date'],
    [{ address: 'London' }, 'address_incomplete'],
    [{ customer_name: 7 }, 'field_not_text'],
    [{ note: 'x'.repeat(11) }, 'field_too_long'],
    [{ currency: 'zzz' }, 'invalid_currency'],
  ]
  let body: object = GOOD
  for (const [fault, code] of faults.toReversed()) {
    body = { ...body, ...fault }
    expect(() => read(body)).toThrow(expect.objectContaining({ code }))
  }
})

test('a message names the field by its path', () => {
  expect(() => read({ ...GOOD, address: { city: 7 } })).toThrow('address.city must be a string')
})

describe('changes', () => {
  const changes = field.changes({
    name: field.name().required('name_and_email_required'),
    group: field.text().nullable(),
  })

  test('are the fields that a body has', () => {
    expect(changes.read({})).toEqual({})
    expect(changes.read({ group: null })).toEqual({ group: null })
    expect(changes.read({ name: 'Ada' })).toEqual({ name: 'Ada' })
    expect(describeSchema(changes.schema).json.required).toBeUndefined()
  })

  test('do not clear what is required', () => {
    expect(() => changes.read({ name: null })).toThrow('name and email are required')
  })
})

describe('an array', () => {
  const list = field.array(field.object({ title: field.text().required('item_incomplete') }), {
    max: 2,
    notArray: 'items_not_array',
    tooMany: 'too_many_items',
  })

  test('is parsed entry by entry, once all are complete', () => {
    expect(list.read([{ title: 'a' }, { title: 'b' }])).toEqual([{ title: 'a' }, { title: 'b' }])
    expect(() => list.read([{ title: true }, {}])).toThrow('Each item must have title, qty and price')
  })

  test('has a limit', () => {
    expect(() => list.read('a')).toThrow('items must be an array')
    expect(() => list.read([{}, {}, {}])).toThrow('items must have at most 100 entries')
  })
})
