import { expect, test } from 'vitest'
import { areSeen, changesOf } from './issued-changes'

const OPENED = {
  dueDate: '2031-03-14',
  reference: 'order-1',
  billingAddress: '',
  buyerReference: '',
  notes: 'Thank you',
  redirectUrl: '',
  webhookUrl: '',
}

test('space around a text is no change, and each change has its old and new value in the order of the paper', () => {
  expect(changesOf(OPENED, { ...OPENED, notes: ' Thank you\n', reference: 'order-1 ' })).toEqual([])
  expect(changesOf(OPENED, { ...OPENED, notes: '', dueDate: '2031-04-01' })).toEqual([
    { name: 'dueDate', term: 'Due date', before: '2031-03-14', now: '2031-04-01' },
    { name: 'notes', term: 'Notes', before: 'Thank you', now: '' },
  ])
})

test('the customer sees due date, address and notes, and no reference or URL', () => {
  const isSeen = (changes: Partial<typeof OPENED>) => areSeen(changesOf(OPENED, { ...OPENED, ...changes }))
  expect(isSeen({ reference: 'order-2', buyerReference: '991-1', webhookUrl: 'https://x.example/' })).toBe(
    false,
  )
  for (const changes of [{ dueDate: '2031-04-01' }, { billingAddress: 'x' }, { notes: '' }]) {
    expect(isSeen({ reference: 'order-2', ...changes })).toBe(true)
  }
})
