import { nested, postgresCode } from './describe-error'

/**
 * SQLSTATEs of a server that can't serve now: connection exceptions, lack of disk, memory or connections,
 * shutting down or starting, input and output errors; 25006, a server that accepts no writes; and a statement that
 * waited too long for a lock or for its turn (57014, 55P03, and 40P01 and 40001 after the last retry).
 */
const SQLSTATES = /^(?:08|53|57P0[1-5]|58030|25006|57014|55P03|40P01|40001)/

/**
 * A coordinator of Citus that loses a node in the midst of a statement or of a commit has no better code for it. Its message is its
 * own, the node's last one, or that of PostgreSQL's client library, on which it asks the node.
 */
const INTERNAL_ERROR = 'XX000'
const NODE_MESSAGE =
  /^(?:failure on connection marked as essential|could not commit transaction (?:for shard|on any)|terminating connection due to|server closed the connection|could not (?:receive data from|send data to) server|SSL (?:SYSCALL )?error|SSL connection has been closed|no connection to the server)/

const CONNECTION_FAILURE = '08006'

/**
 * True if a coordinator of Citus says that it lost or can't reach a node. Its own session is well, and has learned so much about
 * tables and statements that a new one would cost the coordinator more than many requests.
 */
export function isOfNode(error: unknown): boolean {
  const code = postgresCode(error)
  if (code === CONNECTION_FAILURE) return true
  if (code !== INTERNAL_ERROR) return false
  return nested(error).some(({ message, originalMessage }) =>
    [message, originalMessage].some((text) => typeof text === 'string' && NODE_MESSAGE.test(text)),
  )
}

/** Prisma: unreachable, timed out, closed; no connection for a transaction in time, and its transaction lost. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])

/** Kinds of error by which Prisma's adapter reports a lost connection. Its client has no code for one that is lost in a COMMIT. */
const ADAPTER_KINDS = new Set(['ConnectionClosed', 'DatabaseNotReachable', 'SocketTimeout'])

const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The driver's own errors have no code. */
const DRIVER_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed|None of the database servers)/

/**
 * True if a request failed because the database is away, frozen, full, read-only or too busy, and may be repeated
 * later.
 */
export function isUnavailable(error: unknown): boolean {
  if (isOfNode(error)) return true
  const code = postgresCode(error)
  if (code !== null) return SQLSTATES.test(code)
  return nested(error).some(
    ({ code, kind, message }) =>
      (typeof code === 'string' && (PRISMA_CODES.has(code) || SOCKET_CODES.has(code))) ||
      (typeof kind === 'string' && ADAPTER_KINDS.has(kind)) ||
      (typeof message === 'string' && DRIVER_MESSAGE.test(message)),
  )
}
