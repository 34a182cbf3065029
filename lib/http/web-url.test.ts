import { expect, test } from 'vitest'
import { isWebUrl } from './web-url'

test.each([
  'https://example.com',
  'http://localhost:3000/hook?a=b#c',
  'HTTPS://EXAMPLE.COM/ü',
  'https://[::1]:8443/',
])('%s is a web address', (url) => {
  expect(isWebUrl(url)).toBe(true)
})

test.each([
  '',
  'example.com',
  '//example.com',
  'https://',
  'https:example.com',
  'ftp://example.com',
  'javascript://example.com/%0aalert(1)',
  'https://user@example.com',
  'https://:pw@example.com',
  ' https://example.com',
  'https://example.com/a b',
  'https://exa\nmple.com',
  null,
  3,
  ['https://example.com'],
])('%j is not a web address', (value) => {
  expect(isWebUrl(value)).toBe(false)
})
