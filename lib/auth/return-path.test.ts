import { expect, test } from 'vitest'
import { HOME_PATH, returnPathOf, safeReturnPath } from './return-path'

test.each([
  ['/invoices', '/invoices'],
  ['/invoices?status=overdue&sort=-amount', '/invoices?status=overdue&sort=-amount'],
  ['/invoices?status=overdue&_rsc=1x2y3', '/invoices?status=overdue'],
  ['/invoices?_rsc=1x2y3', '/invoices'],
  ['/invoices?a_rsc=1', '/invoices?a_rsc=1'],
  ['/customers?q=Ada+Lovelace', '/customers?q=Ada%20Lovelace'],
  ['/customers?q=ada%2Bbilling%40example.com', '/customers?q=ada%2Bbilling%40example.com'],
  ["/customers?q=O'Neill,(a)*", '/customers?q=O%27Neill%2C%28a%29%2A'],
  ['/customers/a+b', '/customers/a%2Bb'],
  // As Node gives the bytes of an address that a client did not encode.
  [Buffer.from('/customers?q=Zoë').toString('latin1'), '/customers?q=Zo%C3%AB'],
])('the way back to %s is %s, and is followed', (address, path) => {
  expect(returnPathOf(address)).toBe(path)
  expect(safeReturnPath(path)).toBe(path)
})

test('spaces, signs and umlauts of a list’s address are the same after signing in', () => {
  const query = new URLSearchParams({
    q: 'Zoë + "Söhne" & Co. (50 %)',
    created_from: '2026-01-31',
    hide: 'a,b',
  })
  const back = new URL(returnPathOf(`/invoices?${query}&_rsc=abc`), 'http://localhost')
  expect(Object.fromEntries(back.searchParams)).toEqual(Object.fromEntries(query))
})

test.each(['//evil.example/', '//evil.example?a=b', 'http://evil.example/', '', '?a=b', '*'])(
  'an address that is no path of our own leads home: %j',
  (address) => {
    expect(returnPathOf(address)).toBe(HOME_PATH)
  },
)

test('a query that is too long to be sent on is left out, and a path that is so leads home', () => {
  expect(returnPathOf(`/invoices?q=${'ä'.repeat(1000)}`)).toBe('/invoices')
  expect(returnPathOf(`/${'a'.repeat(5000)}?q=1`)).toBe(HOME_PATH)
})
