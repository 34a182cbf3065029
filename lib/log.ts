import { styleText } from 'node:util'
import pino from 'pino'
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
const ERROR = 50

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
      styleText('dim', `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`),
    )
  const parts = [
    styleText('dim', new Date(event.time).toTimeString().slice(0, 8)),
    ...(isRequest ? requestParts(event) : levelParts(event)),
    ...(event.msg ? [event.msg] : []),
    ...(typeof event.error === 'string' ? [event.error] : []),
    ...fields,
  ]
  const stack = typeof event.error === 'object' ? (event.error.stack ?? event.error.message ?? '') : ''
  return `${parts.join('  ')}\n${stack && `${stack.replace(/^/gm, '          ')}\n`}`
}

function requestParts(event: Event): string[] {
  const status = Number(event.status)
  const color = status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green'
  return [
    styleText(color, String(status)),
    `${event.method} ${event.path}`,
    styleText('dim', `${event.durationMs} ms`),
  ]
}

function levelParts(event: Event): string[] {
  const label = pino.levels.labels[event.level] ?? String(event.level)
  return event.level > INFO ? [styleText(event.level >= ERROR ? 'red' : 'yellow', label)] : []
}

const forPeople = {
  write: (line: string) => process.stdout.write(inWords(line)),
}

const isForPeople = env.LOG_FORMAT ? env.LOG_FORMAT === 'pretty' : process.stdout.isTTY

/**
 * One line per event: JSON for programs, short text on a terminal. Fields that could hold a key, a card or an
 * account number are removed by name.
 */
export const log = pino(
  {
    level: env.LOG_LEVEL,
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
  isForPeople ? forPeople : pino.destination(1),
)
