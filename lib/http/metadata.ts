import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { JsonText } from '@/lib/json'
import { custom } from './fields'
import { type BodyValue, isAbsent, isBodyObject } from './json-body'
import { refuse } from './refusals'
import { asJsonText } from './schemas'

/* `metadata`: what vendors keep with their objects, as JSON text. */

const MAX_KEYS = 20
const MAX_KEY_LENGTH = 40
const MAX_VALUE_LENGTH = 500

/** Describes the field of an answer, which has it only if it was given. */
export const metadata = asJsonText(
  z.record(z.string(), z.string()).describe('The metadata that you sent. Absent if you sent none.'),
).optional()

/** The field of a body: JSON text, or null if there is none. */
export const metadataField = custom(
  z.record(z.string().max(MAX_KEY_LENGTH), z.string().max(MAX_VALUE_LENGTH)),
  parseMetadata,
  'invalid_metadata',
)
  .nullable(isAbsent)
  .describe(
    'Your own names and texts, such as an id in your system: up to 20 keys of 40 characters, with strings of 500.',
  )

function parseMetadata(value: BodyValue | undefined): string | null {
  if (!isBodyObject(value)) return null
  const entries = Object.entries(value)
  const isValid = entries.every(([key, text]) => isKey(key) && isText(text))
  if (!isValid || entries.length > MAX_KEYS) return null
  return JSON.stringify(Object.fromEntries(entries))
}

/** By key: a text to set, null to remove. Null in place of it removes all. */
export type MetadataChanges = ReadonlyMap<string, string | null> | null

/** The field of a body that changes metadata. */
export const metadataChangesField = custom(
  z.record(z.string().max(MAX_KEY_LENGTH), z.string().max(MAX_VALUE_LENGTH).nullable()),
  parseMetadataChanges,
  'invalid_metadata',
)
  .nullable(isAbsent)
  .describe(
    'Merged by key into what there is: a string sets a key, `null` removes it, and the others stay. `null` instead of an object removes all. The limits hold for the result.',
  )

function parseMetadataChanges(value: BodyValue | undefined): ReadonlyMap<string, string | null> | null {
  if (!isBodyObject(value)) return null
  const changes = new Map<string, string | null>()
  for (const [key, text] of Object.entries(value)) {
    if (!isKey(key)) return null
    if (text === null) changes.set(key, null)
    else if (isText(text)) changes.set(key, text)
    else return null
  }
  return changes
}

/** Metadata after the changes; null if nothing is left. Refuses with `invalid_metadata` if that is too much. */
export function mergeMetadata(before: string | null, changes: MetadataChanges): string | null {
  if (changes === null) return null
  const merged = new Map<string, string>(metadataPairs(before))
  for (const [key, text] of changes) {
    if (text === null) merged.delete(key)
    else merged.set(key, text)
  }
  if (merged.size > MAX_KEYS) refuse('invalid_metadata')
  return merged.size === 0 ? null : JSON.stringify(Object.fromEntries(merged))
}

function isKey(key: string): boolean {
  return key !== '' && isWithin(key, MAX_KEY_LENGTH)
}

function isText(value: BodyValue | undefined): value is string {
  return typeof value === 'string' && isWithin(value, MAX_VALUE_LENGTH)
}

/** Counts code points, like PostgreSQL. */
function isWithin(text: string, maximum: number): boolean {
  return [...text].length <= maximum
}

/** The field for an answer, if there is metadata. */
export function presentMetadata(text: string | null): { metadata?: JsonText } {
  return text === null ? {} : { metadata: new JsonText(text) }
}

/** True if both have the same values, in whatever order of keys. */
export function isSameMetadata(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && isDeepStrictEqual(JSON.parse(a), JSON.parse(b)))
}

/** Pairs of name and text, for the dashboard's pages. */
export const metadataPairsView = z.array(z.tuple([z.string(), z.string()]))

export type MetadataPairs = z.infer<typeof metadataPairsView>

export function metadataPairs(text: string | null): MetadataPairs {
  return text === null ? [] : Object.entries(JSON.parse(text) as Record<string, string>)
}

/** Stored metadata as the ORM reads it, as JSON text. */
export function metadataText(stored: unknown): string | null {
  return stored === null ? null : JSON.stringify(stored)
}
