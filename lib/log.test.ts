import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogWriter, inWords } from './log'

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

test('no field can begin a line of its own, or steer the terminal', () => {
  const forged = 'x\n14:03:09  200  POST /api/v2/customer\u001b[2K\u009b\u202e'
  const escaped = 'x\\u000a14:03:09  200  POST /api/v2/customer\\u001b[2K\\u009b\\u202e'
  expect(words({ level: 40, msg: forged, error: forged, cause: forged })).toBe(
    `14:03:09  warn  ${escaped}  ${escaped}  cause=${escaped}\n`,
  )
  expect(words({ method: 'GET', path: forged, status: 404, durationMs: 1 })).toBe(
    `14:03:09  404  GET ${escaped}  1 ms\n`,
  )
  // As JSON it is a string on one line anyway.
  expect(JSON.stringify({ msg: forged })).not.toContain('\n')
})

describe('a log that can’t be written', () => {
  let written = ''
  let failure: Error | null = null
  /** Writes at most six bytes at once. */
  const write = (bytes: Buffer, done: (error: Error | null, written: number) => void) =>
    setImmediate(() => {
      const part = bytes.subarray(0, 6)
      if (!failure) written += part
      done(failure, failure ? 0 : part.length)
    })

  beforeEach(() => {
    vi.useFakeTimers()
    written = ''
    failure = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  afterEach(() => vi.useRealTimers())

  test('keeps the lines up to the limit, and says how many are missing once it can be written', async () => {
    const writer = createLogWriter(write, 60)
    const lines = Array.from({ length: 20 }, (_, index) => `line ${String(index).padStart(2, '0')}\n`)
    for (const line of lines) writer.write(line)
    await vi.advanceTimersByTimeAsync(1000)
    expect(written).toBe('')
    failure = null
    await vi.advanceTimersByTimeAsync(1000)
    expect(written.slice(0, 56)).toBe(lines.slice(0, 7).join(''))
    expect(JSON.parse(written.slice(56))).toMatchObject({
      level: 40,
      lines: 13,
      msg: 'log lines were dropped',
    })
    writer.write('after\n')
    await vi.advanceTimersByTimeAsync(1000)
    expect(written).toMatch(/dropped"}\nafter\n$/)
  })

  test('still writes the waiting lines, each whole, when the process ends', async () => {
    const writer = createLogWriter(write)
    for (const line of ['one\n', 'two\n', 'three\n']) writer.write(line)
    expect(String(writer.take())).toBe('two\nthree\n')
  })
})
