import { expect, test } from 'vitest'
import { readCookie } from './cookies'

const readFrom = (cookie: string | null, name: string) =>
  readCookie(new Headers(cookie === null ? {} : { cookie }), name)

test.each([
  ['a=1; b=2', 'b', '2'],
  ['a=1;b=2', 'b', '2'],
  ['a=1; a=2', 'a', '1'],
  ['token=abc==', 'token', 'abc=='],
  ['a=', 'a', ''],
])('%j has %s as %j', (cookie, name, value) => {
  expect(readFrom(cookie, name)).toBe(value)
})

test.each([
  [null, 'a'],
  ['', 'a'],
  ['ab=1', 'a'],
  ['x=a=1', 'a'],
  ['a', 'a'],
])('%j has no %s', (cookie, name) => {
  expect(readFrom(cookie, name)).toBeNull()
})
