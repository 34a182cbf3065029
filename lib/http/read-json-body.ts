import { LosslessNumber, parse } from 'lossless-json'
import { RequestError } from '@/lib/api/errors'
import { isStorableText } from '@/lib/db/storable-text'

/** A value of a request body. Numbers keep their text, so that an amount never is a float. */
export type BodyValue = string | boolean | null | LosslessNumber | BodyValue[] | BodyObject
export type BodyObject = { [field: string]: BodyValue | undefined }

const MAXIMUM_BYTES = 256 * 1024
/** What is read and dropped of a body that is too large, before its connection is given up. */
const MAXIMUM_DROPPED_BYTES = 8 * 1024 * 1024
const MAXIMUM_DEPTH = 16

/** The body as a JSON object; an empty body counts as `{}`. Decisions, "Order of checks", step 1. */
export async function readJsonBody(request: Request, maximumBytes = MAXIMUM_BYTES): Promise<BodyObject> {
  const text = decode(await readBytes(request, maximumBytes))
  if (text === '') return {}
  // Before parsing: the parser works by recursion, and 256 KB of brackets would exhaust the stack.
  if (isDeeperThan(text, MAXIMUM_DEPTH)) throw invalid()
  const body = parseStrictly(text)
  if (!isBodyObject(body) || !isCleanText(body)) throw invalid()
  return body
}

export function isBodyObject(value: BodyValue | undefined): value is BodyObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumber(value)
}

export function isNumber(value: BodyValue | undefined): value is LosslessNumber {
  // By class: the package's own check looks at a property, which a client can write into its body.
  return value instanceof LosslessNumber
}

/** The body as it came, at most 256 KB of it where nothing else is said. */
export async function readBytes(request: Request, maximumBytes = MAXIMUM_BYTES): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = request.body?.getReader()
  // Counted while reading: a Content-Length may be absent, or wrong.
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes <= maximumBytes) chunks.push(part.value)
    if (bytes > MAXIMUM_DROPPED_BYTES) {
      await reader?.cancel()
      throw tooLarge({ Connection: 'close' })
    }
  }
  // Only now: what is left unread would block the next request on the same connection.
  if (bytes > maximumBytes) throw tooLarge()
  return Buffer.concat(chunks)
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw invalid()
    throw error
  }
}

function parseStrictly(text: string): BodyValue {
  try {
    return parse(text) as BodyValue
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid()
    throw error
  }
}

function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (inString) {
      if (character === '\\') index += 1
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      depth += 1
      if (depth > limit) return true
    } else if (character === '}' || character === ']') depth -= 1
  }
  return false
}

function isCleanText(value: BodyValue | undefined): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (Array.isArray(value)) return value.every(isCleanText)
  if (isBodyObject(value))
    return Object.entries(value).every(([key, entry]) => isStorableText(key) && isCleanText(entry))
  return true
}

function tooLarge(headers: Record<string, string> = {}): RequestError {
  return new RequestError(413, 'Request body is too large', headers)
}

function invalid(): RequestError {
  return new RequestError(400, 'Invalid JSON body')
}
