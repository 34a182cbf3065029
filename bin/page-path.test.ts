import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { setPagePath } from './page-path'

test('a page is told the path and query that were asked for, whatever the client says they are', () => {
  const headers = { 'x-page-path': '/payouts/new?customer=somebody-else' }
  setPagePath({ url: '/payouts/new?customer=ada&_rsc=1a', headers } as unknown as IncomingMessage)
  expect(headers).toEqual({ 'x-page-path': '/payouts/new?customer=ada' })
})
