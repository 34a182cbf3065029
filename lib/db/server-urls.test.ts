import { describe, expect, test } from 'vitest'
import { serverUrls, urlFault } from './server-urls'

describe('the servers of a DATABASE_URL', () => {
  test.each([
    ['postgres://u:p@h/db', ['postgres://u:p@h/db']],
    [
      'postgres://u:p%40@a:5432,b:5433/db?target_session_attrs=read-write',
      [
        'postgres://u:p%40@a:5432/db?target_session_attrs=read-write',
        'postgres://u:p%40@b:5433/db?target_session_attrs=read-write',
      ],
    ],
    ['postgresql://[::1]:1,[::2]:2/db', ['postgresql://[::1]:1/db', 'postgresql://[::2]:2/db']],
    ['postgresql:///db?host=/run/a,b', ['postgresql:///db?host=/run/a,b']],
  ])('%s', (url, servers) => {
    expect(serverUrls(url)).toEqual(servers)
    expect(urlFault(url)).toBeNull()
  })
})

test.each([
  ['mysql://u@h/db', /must be a postgresql:\/\/ URL/],
  ['postgres://u@a:5432,/db', /separated by commas/],
  ['postgres://u@a:5432,b:port/db', /separated by commas/],
  ['postgres://u@a,b/db?target_session_attrs=any', /target_session_attrs=any, but the service writes/],
  ['postgres://u@a/db?target_session_attrs=standby', /but the service writes/],
])('%s is refused, and the message says why', (url, message) => {
  expect(urlFault(url)).toMatch(message)
})
