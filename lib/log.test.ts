import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { inWords } from './log'

const AT = new Date(2026, 10, 21, 14, 3, 9).getTime()
const words = (event: object) =>
  stripVTControlCharacters(inWords(JSON.stringify({ level: 30, time: AT, pid: 7, hostname: 'vm', ...event })))

test('a request is one short line', () => {
  const request = { method: 'POST', path: '/api/v2/invoice', status: 201, durationMs: 15 }
  const line = words({ ...request, requestId: '01a1', accountId: '01a0' })
  expect(line).toBe('14:03:09  201  POST /api/v2/invoice  15 ms\n')
})

test('a warning says what happened, and to what', () => {
  const line = words({ level: 40, msg: 'a process ended, restarting it', process: 'web', code: 1 })
  expect(line).toBe('14:03:09  warn  a process ended, restarting it  process=web  code=1\n')
})

test('an error comes with its reason, or with its stack on separate lines', () => {
  expect(words({ level: 50, msg: 'the sweep failed', error: 'timeout' })).toBe(
    '14:03:09  error  the sweep failed  timeout\n',
  )
  const error = { name: 'TypeError', message: 'no', stack: 'TypeError: no\n    at work' }
  expect(words({ level: 50, msg: 'a request failed', error, requestId: '01a1' })).toBe(
    '14:03:09  error  a request failed  requestId=01a1\n          TypeError: no\n              at work\n',
  )
})
