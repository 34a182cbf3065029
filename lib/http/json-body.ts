import { LosslessNumber, parse } from 'lossless-json'
import { isStorableText } from '@/lib/db/storable-text'
import { Refusal } from './refusals'

/** A value of a request body. Numbers keep their text, so that an amount never becomes a float. */
export type BodyValue = string | boolean | null | LosslessNumber | BodyValue[] | BodyObject
export type BodyObject = { [field: string]: BodyValue | undefined }

const MAX_DEPTH = 16

/**
 * Parses the bytes as a JSON object; an empty body counts as `{}` (docs/decisions/0003-order-of-checks.md).
 */
export function parseJsonBody(bytes: Buffer): BodyObject {
  if (bytes.length === 0) return {}
  const text = decode(bytes)
  if (text === '') return {}
  // Checked before parsing: the parser is recursive, and 256 KB of brackets would exhaust the stack.
  if (isDeeperThan(text, MAX_DEPTH)) throw new Refusal('invalid_json')
  const body = parseStrictly(text)
  if (!isBodyObject(body) || !isCleanText(body)) throw new Refusal('invalid_json')
  return body
}

export function isBodyObject(value: BodyValue | undefined): value is BodyObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isNumber(value)
}

export function isNumber(value: BodyValue | undefined): value is LosslessNumber {
  // By class: the package's own check looks at a property, which a client can put into its body.
  return value instanceof LosslessNumber
}

/** Absent, null, or a blank string. */
export function isMissing(value: BodyValue | undefined): value is undefined | null | string {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Absent or null. Blank text may be an oversight: a variable that the client forgot to set. */
export function isAbsent(value: BodyValue | undefined): value is undefined | null {
  return value === undefined || value === null
}

/** Converts numbers to ordinary ones, for a schema; not for amounts. */
export function plainNumbers(value: BodyValue | undefined): unknown {
  if (isNumber(value)) return Number(value.value)
  if (Array.isArray(value)) return value.map(plainNumbers)
  if (!isBodyObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, plainNumbers(entry)]))
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw new Refusal('invalid_json')
    throw error
  }
}

function parseStrictly(text: string): BodyValue {
  try {
    return parse(text) as BodyValue
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal('invalid_json')
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
