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
  // As Node presents the bytes of a URL that the client did not encode.
  [Buffer.from('/customers?q=Zoë').toString('latin1'), '/customers?q=Zo%C3%AB'],
])('the return path of %s is %s, and is followed', (address, path) => {
  expect(returnPathOf(address)).toBe(path)
  expect(safeReturnPath(path)).toBe(path)
})

test('spaces, symbols and umlauts in a list’s URL survive signing in', () => {
  const query = new URLSearchParams({
    q: 'Zoë + "Söhne" & Co. (50 %)',
    created_from: '2026-01-31',
    hide: 'a,b',
  })
  const back = new URL(returnPathOf(`/invoices?${query}&_rsc=abc`), 'http://localhost')
  expect(Object.fromEntries(back.searchParams)).toEqual(Object.fromEntries(query))
})

test.each(['//evil.example/', '//evil.example?a=b', 'http://evil.example/', '', '?a=b', '*'])(
  'a URL that is not a path on this site leads home: %j',
  (address) => {
    expect(returnPathOf(address)).toBe(HOME_PATH)
  },
)

test('a query too long to pass on is dropped, and a path too long leads home', () => {
  expect(returnPathOf(`/invoices?q=${'ä'.repeat(1000)}`)).toBe('/invoices')
  expect(returnPathOf(`/${'a'.repeat(5000)}?q=1`)).toBe(HOME_PATH)
})
