/*
 * Errors for logs and terminals. The database's details, some of its messages and all of Prisma's quote the
 * values of a statement, which may be names, account numbers or secrets: they are left out.
 */

/** SQLSTATEs of five characters. Node.js has codes of that shape too, such as EPIPE, but without a digit. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/
const PRISMA_CODE = /^P\d{4}$/
const PRISMA_CODES: Record<string, string> = { P2002: '23505', P2034: '40001' }

/** Classes of SQLSTATE whose messages name constraints, tables, roles and settings, but quote no value. */
const WITHOUT_VALUES = /^(?:08|0A|23|25|28|3D|40|42|53|55|57|58)/
const REFUSED = 'The database refused a statement'

/** The SQLSTATE behind an error, wherever the driver or Prisma nested it; null for other errors. */
export function postgresCode(error: unknown): string | null {
  for (const { code, originalCode } of nested(error)) {
    if (typeof originalCode === 'string') return originalCode
    if (typeof code !== 'string') continue
    if (PRISMA_CODES[code]) return PRISMA_CODES[code]
    if (SQLSTATE.test(code) && !PRISMA_CODE.test(code)) return code
  }
  return null
}

export function isDatabaseError(error: unknown): boolean {
  return postgresCode(error) !== null || prismaCode(error) !== null || isPrismaError(error)
}

/** One sentence about an error, without any value that a statement carried. */
export function sentenceOf(error: unknown): string {
  const code = postgresCode(error) ?? prismaCode(error)
  if (code) return `${messageOf(error, code)} (${code})`
  if (isPrismaError(error)) return 'The database client failed'
  if (error instanceof Error) return error.message || textOf(nested(error)[0]?.code) || error.name
  return `${typeof error} thrown`
}

/** What a program tells errors apart by: the SQLSTATE, a code of ours or of Node.js, or else the class. Never a message. */
export function errorCode(error: unknown): string {
  const { code, name } = nested(error)[0] ?? {}
  const isCode = (text: unknown) => typeof text === 'string' && /^[\w.-]{1,64}$/.test(text)
  return [postgresCode(error), code, name].filter(isCode).map(String)[0] ?? 'unknown'
}

/** Name, sentence and stack of an error. */
export function describeError(error: unknown): { name: string; message: string; stack?: string } {
  if (!(error instanceof Error)) return { name: 'unknown', message: sentenceOf(error) }
  const message = sentenceOf(error)
  const { name, stack = '' } = error
  // The stack begins with the raw message.
  const end = stack.indexOf(error.message) + error.message.length
  const calls = stack.includes(error.message) ? stack.slice(end) : ''
  return { name, message, stack: `${name}: ${message}${calls}` }
}

function messageOf(error: unknown, code: string): string {
  if (!WITHOUT_VALUES.test(code)) return REFUSED
  const texts = nested(error).flatMap(({ originalMessage, routine, message }) =>
    // Prisma's own messages quote the call; the driver's have a routine beside them.
    typeof originalMessage === 'string'
      ? [originalMessage]
      : routine && textOf(message)
        ? [textOf(message)]
        : [],
  )
  return texts[0] ?? REFUSED
}

function prismaCode(error: unknown): string | null {
  const code = nested(error).find(
    (each) => typeof each.code === 'string' && PRISMA_CODE.test(each.code),
  )?.code
  return typeof code === 'string' ? code : null
}

function isPrismaError(error: unknown): boolean {
  return error instanceof Error && /^(?:Prisma|DriverAdapter)/.test(error.name)
}

/** The error and what it wraps, outermost first. */
export function nested(error: unknown): Record<string, unknown>[] {
  const all: Record<string, unknown>[] = []
  for (let current = error; isRecord(current) && all.length < 6; ) {
    all.push(current)
    const { meta, cause } = current
    current = isRecord(meta) && isRecord(meta.driverAdapterError) ? meta.driverAdapterError : cause
  }
  return all
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
