import { expect, test } from 'vitest'
import { addressLines } from './postal-address'

const address = {
  addressLine1: 'Hafenstraße 12',
  addressLine2: null,
  city: 'Hamburg',
  state: null,
  zip: '20457',
}

test('the postcode stands where the country writes it, and the country in the language', () => {
  expect(addressLines({ ...address, country: 'DE' }, 'fr')).toEqual([
    'Hafenstraße 12',
    '20457 Hamburg',
    'Allemagne',
  ])
  expect(addressLines({ ...address, country: 'Germany' }, 'en')[1]).toBe('20457 Hamburg')
  const boston = { ...address, city: 'Boston', state: 'MA', zip: '02108', country: 'US' }
  expect(addressLines(boston, 'en')[1]).toBe('Boston, MA, 02108')
  const nowhere = {
    addressLine1: null,
    addressLine2: null,
    city: null,
    state: null,
    zip: null,
    country: null,
  }
  expect(addressLines(nowhere, 'en')).toEqual([])
})
