import { expect, test } from 'vitest'
import { newId } from '@/lib/ids'
import { decodeCursor, encodeCursor } from './cursor'

const cursor = { value: '2026-01-01 00:00:00+00', id: newId() }
const scope = {
  tenantId: newId(),
  list: 'invoices',
  sort: 'due_date',
  filters: { status: 'open', currency: 'USD' },
}
const text = encodeCursor(cursor, scope)

test('a cursor leads to its row, in whatever order the filters are given', () => {
  expect(decodeCursor(text, scope)).toEqual(cursor)
  expect(decodeCursor(text, { ...scope, filters: { currency: 'USD', status: 'open' } })).toEqual(cursor)
})

test.each([
  ['account', { tenantId: newId() }],
  ['list', { list: 'payouts' }],
  ['order', { sort: 'amount' }],
  ['filter', { filters: { status: 'open' } }],
])('a cursor of another %s is refused', (_, other) => {
  expect(() => decodeCursor(text, { ...scope, ...other })).toThrow('Invalid cursor')
})

test.each([
  ['changed', `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`],
  ['padded', `${text}=`],
  ['made up', Buffer.from(JSON.stringify([cursor.value, cursor.id])).toString('base64url')],
  ['empty', ''],
  ['longer than any', text.repeat(100)],
])('a cursor that is %s is refused', (_, wrong) => {
  expect(() => decodeCursor(wrong, scope)).toThrow('Invalid cursor')
})
