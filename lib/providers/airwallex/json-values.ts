import { isLosslessNumber, parse } from 'lossless-json'

export type JsonObject = { [field: string]: unknown }

/** The value of a JSON text, with numbers as their text; undefined where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    // RangeError: brackets nested so deeply that the parser's recursion runs out of stack.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

export function asObject(value: unknown): JsonObject | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isLosslessNumber(value)) {
    return null
  }
  return value as JsonObject
}

export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** A string that says something, or a number as it was written; null for everything else. */
export function asText(value: unknown): string | null {
  if (isLosslessNumber(value)) return value.toString()
  return typeof value === 'string' && value.trim() !== '' ? value : null
}
