import { randomBytes } from 'node:crypto'

/** Which span of which trace something belongs to, as W3C Trace Context sends it. */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  /** Whether its spans are recorded. */
  isSampled: boolean
}

const TRACEPARENT = /^([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:-|$)/
const TRACEPARENT_LENGTH = 55
const MAX_LENGTH = 512
const SAMPLED = 1

/**
 * Reads a `traceparent` header, which anybody can write; null for anything but one valid value
 * (https://www.w3.org/TR/trace-context/#traceparent-header). Later versions may be longer, and begin as this one.
 */
export function parseTraceparent(text: unknown): TraceContext | null {
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return null
  const [, version, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? []
  if (!version || !traceId || !spanId || !flags || version === 'ff') return null
  if (version === '00' && text.length !== TRACEPARENT_LENGTH) return null
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED }
}

export function traceparentOf({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** The context of a new span: in the trace of its parent, which decides whether it is recorded, or in a trace of its own. */
export function nextContext(parent: TraceContext | null, ratio: number): TraceContext {
  const spanId = randomHex(8)
  if (parent) return { ...parent, spanId }
  const traceId = randomHex(16)
  return { traceId, spanId, isSampled: isInRatio(traceId, ratio) }
}

/** Decided by the id, so that every process decides the same about one trace. */
function isInRatio(traceId: string, ratio: number): boolean {
  const DIGITS = 13
  return Number.parseInt(traceId.slice(-DIGITS), 16) < ratio * 16 ** DIGITS
}

function randomHex(bytes: number): string {
  const hex = randomBytes(bytes).toString('hex')
  return /^0+$/.test(hex) ? randomHex(bytes) : hex
}
