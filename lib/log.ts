import fs from 'node:fs'
import { styleText } from 'node:util'
import pino from 'pino'
import { oneLine, printable } from './control-characters'
import { describeError } from './db/describe-error'
import { env } from './env'

type Event = {
  level: number
  time: number
  msg?: string
  error?: string | { stack?: string; message?: string }
  [field: string]: unknown
}

// Levels as pino numbers them.
const INFO = 30
const WARN = 40
const ERROR = 50

const STDOUT = 1

/** Fields without meaning for a person at the service's terminal. */
const HIDDEN = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'error'])
const OF_A_REQUEST = new Set(['method', 'path', 'status', 'durationMs', 'requestId', 'accountId'])

/**
 * Formats an event as a short line for a person, followed by an error's stack. In colour if the terminal
 * supports it.
 */
export function inWords(line: string): string {
  const event = JSON.parse(line) as Event
  const isRequest = typeof event.method === 'string' && typeof event.path === 'string'
  const fields = Object.entries(event)
    .filter(([name]) => !HIDDEN.has(name) && !(isRequest && OF_A_REQUEST.has(name)))
    .map(([name, value]) =>
      styleText('dim', `${name}=${oneLine(typeof value === 'string' ? value : JSON.stringify(value))}`),
    )
  const parts = [
    styleText('dim', new Date(event.time).toTimeString().slice(0, 8)),
    ...(isRequest ? requestParts(event) : levelParts(event)),
    ...(event.msg ? [oneLine(event.msg)] : []),
    ...(typeof event.error === 'string' ? [oneLine(event.error)] : []),
    ...fields,
  ]
  const stack = typeof event.error === 'object' ? (event.error.stack ?? event.error.message ?? '') : ''
  return `${parts.join('  ')}\n${stack && `${printable(stack).replace(/^/gm, '          ')}\n`}`
}

function requestParts(event: Event): string[] {
  const status = Number(event.status)
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green'
  return [
    styleText(color, String(status)),
    oneLine(`${event.method} ${event.path}`),
    styleText('dim', `${event.durationMs} ms`),
  ]
}

function levelParts(event: Event): string[] {
  const label = pino.levels.labels[event.level] ?? String(event.level)
  return event.level > INFO ? [styleText(event.level >= ERROR ? 'red' : 'yellow', label)] : []
}

/** Kept in memory while the log can't be written: some thousand lines. */
const MAX_WAITING_BYTES = 1024 * 1024
const RETRY_MS = 250

type Write = (bytes: Buffer, done: (error: Error | null, written: number) => void) => void

/**
 * Writes lines without waiting for them. While the log can't be written, because its volume is full or its
 * reader has stalled, lines wait up to a limit; further ones are dropped, counted, and reported once it can
 * be written again. The service keeps running either way.
 */
export function createLogWriter(write: Write, maximumBytes = MAX_WAITING_BYTES) {
  let waiting: string[] = []
  let waitingBytes = 0
  let dropped = 0
  let isWriting = false

  function add(line: string): void {
    if (waitingBytes + Buffer.byteLength(line) > maximumBytes) {
      dropped += 1
      return
    }
    keep(line)
    if (!isWriting) send(take())
  }

  function keep(line: string): void {
    waiting.push(line)
    waitingBytes += Buffer.byteLength(line)
  }

  /** All waiting lines. They count as waiting until they are written. */
  function take(): Buffer {
    const bytes = Buffer.from(waiting.join(''))
    waiting = []
    return bytes
  }

  function send(bytes: Buffer): void {
    isWriting = true
    write(bytes, (error, written) => {
      if (error) {
        setTimeout(() => send(bytes), RETRY_MS).unref()
        return
      }
      waitingBytes -= written
      if (written < bytes.length) return send(bytes.subarray(written))
      isWriting = false
      if (dropped > 0) keep(`${JSON.stringify(droppedEvent(dropped))}\n`)
      dropped = 0
      if (waiting.length > 0) send(take())
    })
  }

  return { write: add, take }
}

function droppedEvent(lines: number): Event {
  return { level: WARN, time: Date.now(), lines, msg: 'log lines were dropped' }
}

function standardOutput() {
  const writer = createLogWriter((bytes, done) => fs.write(STDOUT, bytes, done))
  // A write under way ends by itself; lines after it would be lost.
  process.once('exit', () => {
    try {
      fs.writeSync(STDOUT, writer.take())
    } catch {
      // The log can't be written, and nobody is left to try again.
    }
  })
  return writer
}

// Next.js loads a module once per bundle; the process has one writer, so that no line ends inside another.
const store = globalThis as typeof globalThis & { counterfoilLog?: ReturnType<typeof createLogWriter> }

function output() {
  store.counterfoilLog ??= standardOutput()
  return store.counterfoilLog
}

const isForPeople = env.LOG_FORMAT ? env.LOG_FORMAT === 'pretty' : process.stdout.isTTY

/**
 * One line per event: JSON for programs, short text on a terminal. Fields that could hold a key, a card or an
 * account number are removed by name, and errors are described without the values of a statement.
 */
export const log = pino(
  {
    level: env.LOG_LEVEL,
    serializers: { error: (error: unknown) => (typeof error === 'string' ? error : describeError(error)) },
    redact: {
      paths: [
        'api_key',
        '*.api_key',
        'authorization',
        '*.authorization',
        'account_number',
        '*.account_number',
      ],
      censor: '[redacted]',
    },
  },
  { write: (line) => output().write(isForPeople ? inWords(line) : printable(line)) },
)
