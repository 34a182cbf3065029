import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { setPageHeaders } from './page-headers'

test('a page is told the path and query that were asked for, whatever the client says they are', () => {
  const headers = { 'x-page-path': '/payouts/new?customer=somebody-else', 'x-page-document': '0' }
  setPageHeaders({ url: '/payouts/new?customer=ada&_rsc=1a', headers } as unknown as IncomingMessage)
  expect(headers).toEqual({ 'x-page-path': '/payouts/new?customer=ada', 'x-page-document': '1' })
})

test('a page that Next.js fetches while it navigates is no document', () => {
  const headers = { rsc: '1' }
  setPageHeaders({ url: '/home?_rsc=1a', headers } as unknown as IncomingMessage)
  expect(headers).toMatchObject({ 'x-page-path': '/home', 'x-page-document': '0' })
})
