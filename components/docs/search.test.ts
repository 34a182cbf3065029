import { expect, test } from 'vitest'
import { currentSite, DOCS_GROUPS } from '@/app/docs/pages'
import { findInDocs } from './search'
import { searchEntries } from './search-index'

const entries = searchEntries(DOCS_GROUPS, currentSite())
const first = (text: string) => findInDocs(entries, text, 5)[0]?.href

test.each([
  ['an operation by its title', 'create an invoice', '/docs/api/create-invoice'],
  ['an operation by its path', 'post /api/v2/customer/{customer_id}/payout', '/docs/api/create-payout'],
  ['an error by its code', 'insufficient_balance', '/docs/errors/insufficient_balance'],
  ['an error by its message', 'Invalid API Key', '/docs/errors/invalid_api_key'],
  ['a heading', 'own machine', '/docs/webhooks#own-machine'],
  ['a page', 'going live', '/docs/going-live'],
])('finds %s', (_, text, href) => {
  expect(first(text)).toBe(href)
})

test('finds nothing for blanks and for words that occur nowhere', () => {
  expect(findInDocs(entries, '  ', 5)).toEqual([])
  expect(findInDocs(entries, 'xyzzy', 5)).toEqual([])
})
