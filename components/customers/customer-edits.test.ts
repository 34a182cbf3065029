import { expect, test } from 'vitest'
import { bodyOf, changedFieldsOf } from './customer-edits'

const FIELDS = {
  name: 'Ada',
  email: 'ada@example.com',
  phone: '+44 20 7946 0018',
  copy_emails: 'books@example.com',
  group: '',
  preferred_currency: 'USD',
  address_line1: '',
  address_line2: '',
  city: 'Paris',
  state: '',
  zip: '',
  country: '',
  language: 'auto' as const,
  tax_id: '',
  tax_treatment: 'taxed' as const,
  tax_exemption_reason: '',
  buyer_reference: '',
}

test('a form sends the fields that were edited, and an emptied one as empty', () => {
  expect(changedFieldsOf(FIELDS, FIELDS)).toEqual({})
  expect(changedFieldsOf(FIELDS, { ...FIELDS, city: '', language: 'de' })).toEqual({
    city: '',
    language: 'de',
  })
})

test('how a customer is taxed and why are sent together', () => {
  const exempt = { ...FIELDS, tax_treatment: 'exempt' as const, tax_exemption_reason: 'Article 132' }
  const pair = { tax_treatment: 'exempt', tax_exemption_reason: 'Article 132' }
  expect(changedFieldsOf(FIELDS, exempt)).toEqual(pair)
  const earlier = { ...exempt, tax_exemption_reason: 'Article 131' }
  expect(changedFieldsOf(earlier, exempt)).toEqual(pair)
})

test('phone and copies that nobody edited are not sent, and typed copies are a list', () => {
  expect(bodyOf(changedFieldsOf(FIELDS, { ...FIELDS, name: 'Ada L.' }))).toEqual({ name: 'Ada L.' })
  const edited = { ...FIELDS, phone: '', copy_emails: 'books@example.com, boss@example.com;' }
  expect(bodyOf(changedFieldsOf(FIELDS, edited))).toEqual({
    phone: '',
    copy_emails: ['books@example.com', 'boss@example.com'],
  })
  expect(bodyOf(changedFieldsOf(FIELDS, { ...FIELDS, copy_emails: ' ' }))).toEqual({ copy_emails: [] })
})
