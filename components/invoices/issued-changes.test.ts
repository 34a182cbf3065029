import { expect, test } from 'vitest'
import { areVisibleToCustomer, changesOf, isCustomerAddressReplaced } from './issued-changes'

const FIELDS = {
  dueDate: '2031-03-14',
  reference: 'order-1',
  billingAddress: '',
  buyerReference: '',
  notes: 'Thank you',
  redirectUrl: '',
  webhookUrl: '',
}

test('space around a text is no change, and each change has its old and new value in the order of the paper', () => {
  expect(changesOf(FIELDS, { ...FIELDS, notes: ' Thank you\n', reference: 'order-1 ' })).toEqual([])
  expect(changesOf(FIELDS, { ...FIELDS, notes: '', dueDate: '2031-04-01' })).toEqual([
    { name: 'dueDate', term: 'Due date', before: '2031-03-14', now: '2031-04-01' },
    { name: 'notes', term: 'Notes', before: 'Thank you', now: '' },
  ])
})

const changesTo = (changes: Partial<typeof FIELDS>) => changesOf(FIELDS, { ...FIELDS, ...changes })

test('the customer sees due date, address, notes and their own reference, and neither the vendor’s nor a URL', () => {
  const isVisible = (changes: Partial<typeof FIELDS>) => areVisibleToCustomer(changesTo(changes))
  expect(isVisible({ reference: 'order-2', webhookUrl: 'https://x.example/' })).toBe(false)
  for (const changes of [
    { dueDate: '2031-04-01' },
    { billingAddress: 'x' },
    { notes: '' },
    { buyerReference: '991-1' },
  ]) {
    expect(isVisible({ reference: 'order-2', ...changes })).toBe(true)
  }
})

test('typing an address replaces the customer’s; changing or clearing a typed one doesn’t', () => {
  expect(isCustomerAddressReplaced(changesTo({ notes: '' }))).toBe(false)
  expect(isCustomerAddressReplaced(changesTo({ billingAddress: ' \n' }))).toBe(false)
  expect(isCustomerAddressReplaced(changesTo({ billingAddress: '1 Main Street' }))).toBe(true)
  const written = { ...FIELDS, billingAddress: '1 Main Street' }
  for (const billingAddress of ['', '2 Main Street']) {
    expect(isCustomerAddressReplaced(changesOf(written, { ...FIELDS, billingAddress }))).toBe(false)
  }
})
