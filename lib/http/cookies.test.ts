import { afterEach, expect, test } from 'vitest'
import { env } from '@/lib/env'
import { cookieHeader, cookieName, readCookie } from './cookies'

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

const usual = env.PUBLIC_URL
afterEach(() => {
  env.PUBLIC_URL = usual
})

test('on https every cookie is secure, and its name has browsers refuse a planted one', () => {
  env.PUBLIC_URL = 'https://pay.example'
  for (const [path, name] of [
    ['/', '__Host-a'],
    ['/pay/x', '__Secure-a'],
  ] as const) {
    expect(cookieHeader('a', '1', { path, maxAgeSeconds: 60, sameSite: 'Lax' })).toBe(
      `${name}=1; Path=${path}; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
    )
    expect(readFrom('a=planted', cookieName('a', path))).toBeNull()
  }
})

test('over plain HTTP, where browsers store no secure cookie, a name is as it is', () => {
  env.PUBLIC_URL = 'http://localhost:3000'
  expect(cookieHeader('a', '1', { path: '/', maxAgeSeconds: 60, sameSite: 'Strict' })).toBe(
    'a=1; Path=/; Max-Age=60; HttpOnly; SameSite=Strict',
  )
})
